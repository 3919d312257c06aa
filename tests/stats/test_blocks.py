import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rummy_sim.stats.blocks import interval_of_blocks, interval_of_sums, interval_without_scatter


@given(st.lists(st.integers(0, 240), min_size=2, max_size=50))
def test_sums_and_values_give_scipys_interval(values):
    exact = interval_of_sums(len(values), sum(values), sum(v * v for v in values), scale=240)
    means = np.array(values) / 240
    plain = interval_of_blocks(means)
    assert exact.mean == pytest.approx(means.mean())
    assert (exact.low, exact.high) == pytest.approx((plain.low, plain.high), abs=1e-9)
    error = stats.sem(means)
    if len(set(values)) > 1:
        low, high = stats.t.interval(0.95, len(values) - 1, means.mean(), error)
        assert (exact.low, exact.high) == pytest.approx((low, high), abs=1e-9)
    else:
        assert exact.half == 0


def test_one_block_has_no_interval():
    for interval in (interval_of_sums(1, 60, 3600, 60), interval_of_blocks([1.0])):
        assert interval.mean == 1
        assert math.isnan(interval.low)
        assert math.isnan(interval.high)
        assert math.isnan(interval.half)


def test_no_block_is_an_error():
    with pytest.raises(ValueError, match="no block"):
        interval_of_sums(0, 0, 0)
    with pytest.raises(ValueError, match="no block"):
        interval_of_blocks([])


def test_a_share_that_was_never_won_may_still_be_positive():
    never = interval_of_sums(100, 0, 0, 60, bounds=(0, 1))
    assert (never.mean, never.low) == (0, 0)
    # A strategy that wins something in a share `high` of the blocks wins in none of
    # 100 once in 40 times.
    assert (1 - never.high) ** 100 == pytest.approx(0.025)
    always = interval_of_sums(100, 6000, 360_000, 60, bounds=(0, 1))
    assert (always.mean, always.high) == (1, 1)
    assert always.low == pytest.approx(1 - never.high)


def test_the_bounds_change_nothing_inside():
    assert interval_of_sums(4, 10, 30, 60, bounds=(0, 1)) == interval_of_sums(4, 10, 30, 60)


def test_a_wider_level_is_wider():
    narrow, wide = (interval_of_sums(9, 45, 285, level=level) for level in (0.8, 0.99))
    assert wide.half > narrow.half


def test_intervals_cover_the_truth_as_often_as_they_say():
    dice = np.random.default_rng(3)
    hits = 0
    for _ in range(2000):
        values = dice.integers(0, 61, 30)
        interval = interval_of_sums(30, int(values.sum()), int((values**2).sum()), 60)
        hits += interval.low <= 0.5 <= interval.high
    assert 0.93 < hits / 2000 < 0.97


def test_blocks_that_came_out_alike_may_have_others_beside_them():
    tie = interval_without_scatter(0.5, 200, (0.0, 1.0))
    assert 0.5 - tie.low == pytest.approx(tie.high - 0.5)
    # As many others as would stay unseen in one of 40 such runs, as far out as can be.
    others = (tie.high - 0.5) / 0.5
    assert (1 - others) ** 200 == pytest.approx(0.025)
    on_bound = interval_of_sums(200, 0, 0, bounds=(0, 1))
    never = interval_without_scatter(0.0, 200, (0, 1))
    assert (never.low, never.high) == pytest.approx((on_bound.low, on_bound.high))
    assert math.isnan(interval_without_scatter(0.5, 1, (0, 1)).low)
