"""The sequential test: error rates, where it stops, and its estimates."""

import numpy as np
import pytest
from scipy.optimize import brentq

from rummy_sim.stats.sprt import llr_path, sprt

OUTCOMES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])


def blocks(rng, mean, n):
    """Block outcomes of a five-point distribution with a given mean."""
    chances = np.array([0.1, 0.2, 0.4, 0.2, 0.1]) + mean / 2 * np.array([-1, 0, 0, 0, 1])
    return rng.choice(OUTCOMES, size=n, p=chances)


def runs(mean, count=500, seed=1):
    rng = np.random.default_rng(seed)
    return [sprt(blocks(rng, mean, 6000), d0=0.0, d1=0.08) for _ in range(count)]


@pytest.fixture(scope="module")
def at_d0():
    return runs(0.0)


@pytest.fixture(scope="module")
def at_d1():
    return runs(0.08)


def test_error_rates_are_kept(at_d0, at_d1):
    # A rate of 5 % in 500 runs has a standard error of 1 %.
    assert np.mean([run.decision == "H1" for run in at_d0]) < 0.075
    assert np.mean([run.decision == "H0" for run in at_d1]) < 0.075
    assert all(run.decision for run in at_d0 + at_d1)


def test_it_needs_about_half_the_blocks_of_a_fixed_test(at_d0):
    scatter = np.sqrt(np.sum([0.1, 0.2, 0.4, 0.2, 0.1] * OUTCOMES**2))
    fixed = (2 * 1.645 * scatter / 0.08) ** 2
    assert np.mean([run.blocks for run in at_d0]) < 0.65 * fixed


def test_the_adjusted_estimate_is_as_often_too_high_as_too_low(at_d0, at_d1):
    for made, truth, side in ((at_d0, 0.0, 1), (at_d1, 0.08, -1)):
        adjusted = np.array([run.adjusted.mean for run in made])
        plain = np.array([run.plain.mean for run in made])
        assert np.mean(adjusted > truth) == pytest.approx(0.5, abs=0.09)
        assert side * (np.mean(plain > truth) - 0.5) < -0.08  # as far out as the decision
        assert abs(adjusted.mean() - truth) < abs(plain.mean() - truth)
        covered = [run.adjusted.low <= truth <= run.adjusted.high for run in made]
        assert np.mean(covered) > 0.93


def test_the_ratio_is_that_of_the_multinomial_likelihoods():
    """Held against the likelihood ratio of block outcomes without any normal law."""
    values = blocks(np.random.default_rng(2), 0.03, 4000)
    share = np.array([np.mean(values == outcome) for outcome in OUTCOMES])

    def log_likelihood(mean):
        tilt = brentq(
            lambda t: np.sum(share * (OUTCOMES - mean) / (1 + t * (OUTCOMES - mean))), -0.9, 0.9
        )
        return -len(values) * np.sum(share * np.log1p(tilt * (OUTCOMES - mean)))

    exact = log_likelihood(0.05) - log_likelihood(0.0)
    assert llr_path(values, 0.0, 0.05)[-1] == pytest.approx(exact, abs=0.05)


def test_blocks_after_the_stop_play_no_part(at_d1):
    rng = np.random.default_rng(3)
    values = blocks(rng, 0.08, 5000)
    first = sprt(values, 0.0, 0.08)
    assert sprt(values[: first.blocks], 0.0, 0.08) == first
    assert sprt(np.r_[values[: first.blocks], np.full(100, -1.0)], 0.0, 0.08) == first
    before = sprt(values[: first.blocks - 1], 0.0, 0.08)
    assert before.decision is None
    assert before.lower < before.llr < before.upper
    assert "undecided after" in before.reason


def test_it_says_what_was_accepted_and_why(at_d0):
    run = next(run for run in at_d0 if run.decision == "H0")
    assert run.reason.startswith(f"H0 (a difference of 0) accepted after {run.blocks:,} blocks")
    assert f"passed {run.lower:.2f}" in run.reason
    assert run.lower == pytest.approx(-2.944, abs=0.001)


def test_a_strategy_against_itself_is_soon_found_no_better():
    tied = sprt(np.zeros(4000), 0.0, 0.02)
    assert tied.decision == "H0"
    assert tied.blocks < 1000
    # But a few blocks that happen to tie decide nothing.
    assert sprt(np.zeros(30), 0.0, 0.02).decision is None


def test_an_undecided_test_still_has_an_estimate():
    rng = np.random.default_rng(4)
    made = [sprt(blocks(rng, 0.04, 300), 0.0, 0.08) for _ in range(300)]
    undecided = np.mean([run.decision is None for run in made])
    assert 0.2 < undecided < 0.9
    covered = np.mean([run.adjusted.low <= 0.04 <= run.adjusted.high for run in made])
    assert covered > 0.92
    assert np.mean([run.adjusted.mean > 0.04 for run in made]) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"d0": 0.1, "d1": 0.1}, "d0 must be less than d1"),
        ({"d0": 0.0, "d1": 0.1, "alpha": 0.5}, "error rates"),
        ({"d0": 0.0, "d1": 0.1, "beta": 0.0}, "error rates"),
    ],
)
def test_impossible_tests_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        sprt(np.zeros(10), **options)
    with pytest.raises(ValueError, match="no block"):
        sprt(np.zeros(0), 0.0, 0.1)
