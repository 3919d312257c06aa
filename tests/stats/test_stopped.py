"""Brownian motion between two bounds: against simulation and closed forms."""

import numpy as np
import pytest

from rummy_sim.stats.stopped import passed_upper, still_above


@pytest.mark.parametrize("drift", [-2.0, -0.3, 0.0, 0.4, 3.0])
@pytest.mark.parametrize("time", [0.05, 1.0, 30.0])
def test_leaving_at_either_bound_and_staying_make_up_everything(drift, time):
    lower, upper = -1.2, 2.5
    total = (
        passed_upper(drift, lower, upper, time)
        + passed_upper(-drift, -upper, -lower, time)
        + still_above(drift, lower, upper, time, lower)
    )
    assert total == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("drift", [-1.0, -0.2, 0.5, 2.0])
def test_in_the_end_it_is_the_gamblers_ruin(drift):
    lower, upper = -1.2, 2.5
    ruin = np.expm1(2 * drift * lower) / np.expm1(2 * drift * (lower - upper))
    assert passed_upper(drift, lower, upper, 1e4) == pytest.approx(ruin, abs=1e-9)


def test_strong_drift_and_late_times_stay_within_bounds():
    assert passed_upper(40.0, -2.0, 3.0, 10.0) == pytest.approx(1)
    assert passed_upper(-40.0, -2.0, 3.0, 10.0) == pytest.approx(0, abs=1e-12)
    assert still_above(40.0, -2.0, 3.0, 10.0, 0.0) == pytest.approx(0, abs=1e-12)


def test_against_random_walks():
    rng = np.random.default_rng(1)
    steps, time, drift = 800, 2.0, 0.4
    # A walk of steps misses crossings in between: 0.5826 √dt moves the bounds.
    shift = 0.5826 * np.sqrt(time / steps)
    lower, upper, floor = -1.0, 1.4, 0.2
    walk = np.cumsum(
        drift * time / steps + np.sqrt(time / steps) * rng.normal(size=(8000, steps)), axis=1
    )
    above, below = walk >= upper - shift, walk <= lower + shift
    first_up = np.where(above.any(axis=1), above.argmax(axis=1), steps)
    first_down = np.where(below.any(axis=1), below.argmax(axis=1), steps)
    up = np.mean(first_up < first_down)
    stayed = np.mean((first_up == steps) & (first_down == steps) & (walk[:, -1] > floor))
    assert passed_upper(drift, lower, upper, time) == pytest.approx(up, abs=0.02)
    assert still_above(drift, lower, upper, time, floor) == pytest.approx(stayed, abs=0.02)
