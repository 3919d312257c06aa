"""Stopping when precise enough: the interval at the stop keeps its level."""

import numpy as np
import pytest

from rummy_sim.stats.anytime import anytime_half, anytime_interval
from rummy_sim.stats.blocks import interval_of_blocks
from rummy_sim.stats.precision import forecast, look, plan, play_until_precise


def stopped_runs(share, games, precision, runs, **options):
    """Blocks of ``games`` won games each: stops, and whether the interval covered."""
    rng = np.random.default_rng(1)
    stops, covered = [], []
    for _ in range(runs):
        values = rng.binomial(games, share, 8000) / games
        stop = play_until_precise(values, precision, **options)
        interval = interval_of_blocks(values[: stop.blocks])
        assert stop.precise
        assert interval.half <= precision
        stops.append(stop.blocks)
        covered.append(interval.low <= share <= interval.high)
    return np.array(stops), np.mean(covered)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.8])
def test_the_interval_at_the_stop_covers_as_promised_and_few_blocks_are_wasted(share):
    stops, covered = stopped_runs(share, 2, 0.025, 1000, least=100)
    assert 0.93 < covered < 0.97
    ideal = share * (1 - share) / 2 * (1.96 / 0.025) ** 2
    assert ideal < stops.mean() < 1.12 * ideal


def test_blocks_that_happen_to_be_alike_do_not_stop_it():
    stops, covered = stopped_runs(0.02, 2, 0.02, 600, least=20)
    assert stops.min() >= 100  # although most runs begin with 20 blocks without a win
    assert covered > 0.9


def test_what_comes_after_the_stop_plays_no_part_and_the_cap_holds():
    rng = np.random.default_rng(2)
    values = rng.binomial(4, [0.25, 0.4], (4000, 2)) / 4
    stop = play_until_precise(values, 0.02, least=200)
    changed = values.copy()
    changed[stop.blocks :] = 0
    assert play_until_precise(changed, 0.02, least=200) == stop
    capped = play_until_precise(values[:300], 0.02, least=200)
    assert (capped.blocks, capped.stop, capped.precise) == (300, True, False)
    assert "not precise enough within 300 blocks" in capped.reason


def test_all_numbers_must_be_precise():
    one = play_until_precise(np.tile([0.4, 0.6], 4000), 0.02)
    both = np.column_stack([np.tile([0.4, 0.6], 4000), np.tile([0.0, 1.0], 4000)])
    assert play_until_precise(both, 0.02).blocks > 5 * one.blocks


def test_a_look_says_how_far_to_go():
    first = look(100, [0.09], 0.01, most=10_000)
    assert not first.stop
    assert 0.7 * 3600 < first.next < 3600
    assert first.reason == f"about {first.next - 100:,} further blocks are needed"
    assert look(100, [0.09], 0.01, most=500).next == 500
    assert look(5000, [0.09], 0.01, most=10_000).precise


def test_a_plan_from_a_pilot_holds():
    rng = np.random.default_rng(3)
    truth = 0.25 * 0.75 / 4 * (1.96 / 0.005) ** 2
    plans = [plan(rng.binomial(4, 0.25, 200) / 4, 0.005) for _ in range(300)]
    assert np.mean([guess.blocks for guess in plans]) == pytest.approx(truth, rel=0.15)
    assert np.mean([guess.low <= truth <= guess.high for guess in plans]) > 0.85
    assert plans[0].half == pytest.approx(1.96 * np.sqrt(0.25 * 0.75 / 4 / 200), rel=0.2)
    with pytest.raises(ValueError, match="two blocks"):
        plan(np.array([0.5]), 0.01)


def test_a_forecast_from_a_pilot_holds():
    rng = np.random.default_rng(5)
    truth = 1.96 * np.sqrt(0.25 * 0.75 / 4 / 3000)
    guesses = [forecast(rng.binomial(4, 0.25, 200) / 4, 3000) for _ in range(300)]
    assert np.mean([guess.half for guess in guesses]) == pytest.approx(truth, rel=0.05)
    assert np.mean([guess.low <= truth <= guess.high for guess in guesses]) > 0.85
    pilot = rng.binomial(4, [0.25, 0.5], (300, 2)) / 4
    needed = plan(pilot, 0.01).blocks
    assert forecast(pilot, needed).half == pytest.approx(0.01, rel=1e-3)


def test_the_interval_shown_must_be_narrow_enough_too():
    assert look(1000, [0.0], 0.002, most=10_000).precise
    seen = look(1000, [0.0], 0.002, most=10_000, shown=0.0037)
    assert (seen.precise, seen.half) == (False, 0.0037)
    assert 1000 < seen.next < 1850  # such an interval shrinks with the blocks, not their root


def test_a_confidence_sequence_holds_at_all_looks_together_where_students_fails():
    rng = np.random.default_rng(4)
    n = np.arange(50, 3001)
    unit = np.array([anytime_half(k, 1.0, 500) for k in n])
    inside = naive = 0
    for _ in range(400):
        values = rng.binomial(2, 0.3, 3000) / 2
        means = np.cumsum(values)[49:] / n
        scatter = np.sqrt(np.cumsum((values - 0.3) ** 2)[49:] / n)
        away = np.abs(means - 0.3)
        inside += (away <= unit * scatter).all()
        naive += (away <= 1.96 * scatter / np.sqrt(n)).all()
    assert inside / 400 > 0.93
    assert naive / 400 < 0.8


def test_an_interval_at_any_time_is_narrowest_where_it_is_tuned_to():
    at = [anytime_half(1000, 1.0, tuned) for tuned in (100, 1000, 10_000)]
    assert at[1] == min(at)
    assert at[1] == pytest.approx(1.55 * 1.96 / np.sqrt(1000), rel=0.01)
    values = np.random.default_rng(5).normal(size=1000)
    interval = anytime_interval(values, 1000)
    assert interval.half == pytest.approx(at[1] * values.std(ddof=1))
    assert np.isnan(anytime_interval(values[:1], 10).low)
    with pytest.raises(ValueError, match="no block"):
        anytime_interval(values[:0], 10)


def test_stopping_at_any_time_costs_more_and_covers_more():
    rng = np.random.default_rng(6)
    ratios, covered = [], []
    for _ in range(60):
        values = rng.binomial(2, 0.5, 8000) / 2
        stop = play_until_precise(values, 0.02, tuned_to=2500)
        interval = anytime_interval(values[: stop.blocks], 2500)
        assert interval.half <= 0.02
        ratios.append(stop.blocks / play_until_precise(values, 0.02).blocks)
        covered.append(interval.low <= 0.5 <= interval.high)
    assert 2 < np.mean(ratios) < 3.5
    assert np.mean(covered) > 0.95
