"""Ratios over blocks: against the plain block means, and for true coverage."""

import numpy as np
import pandas as pd
import pytest

from rummy_sim.stats.blocks import interval_of_blocks
from rummy_sim.stats.ratios import (
    GROUPS,
    block_group,
    ratio_estimates,
    ratio_intervals,
)


def blocks_of(x, n):
    return pd.DataFrame({"who": "a", "block": range(len(x)), "x": x, "n": n})


def test_even_blocks_give_students_interval_of_the_block_means():
    x = np.random.default_rng(1).normal(3.0, 1.0, 40)
    row = ratio_intervals(blocks_of(x, 2), "x", "n", ["who"]).loc["a"]
    plain = interval_of_blocks(x / 2)
    assert row["mean"] == pytest.approx(plain.mean)
    assert (row["low"], row["high"]) == pytest.approx((plain.low, plain.high))
    assert (row["weight"], row["blocks"]) == (80, 40)


def test_uneven_blocks_cover_the_true_ratio_as_often_as_promised():
    rng = np.random.default_rng(5)
    n = rng.integers(1, 9, (600, 150))
    share = rng.beta(3, 5, n.shape)  # blocks differ: hands of one block go together
    x = rng.binomial(n, share)
    sums = pd.DataFrame(
        {
            "run": np.repeat(np.arange(600), 150),
            "block": np.tile(np.arange(150), 600),
            "x": x.ravel(),
            "n": n.ravel(),
        }
    )
    rows = ratio_intervals(sums, "x", "n", ["run"], bounds=(0, 1))
    covered = ((rows["low"] <= 3 / 8) & (rows["high"] >= 3 / 8)).mean()
    assert 0.92 < covered < 0.98
    naive = 1.96 * np.sqrt(3 / 8 * 5 / 8 / n.sum(axis=1))  # as if hands were independent
    assert ((rows["high"] - rows["low"]) / 2 > 1.1 * naive).mean() > 0.95


def test_rows_of_one_block_are_added_up_and_empty_groups_left_out():
    sums = pd.DataFrame(
        {
            "who": ["a", "a", "a", "b"],
            "block": [0, 0, 1, 0],
            "x": [1, 1, 0, 0],
            "n": [1, 1, 2, 0],
        }
    )
    rows = ratio_intervals(sums, "x", "n", ["who"])
    assert list(rows.index) == ["a"]
    assert rows.loc["a", "mean"] == 0.5
    assert rows.loc["a", "blocks"] == 2


def test_one_block_has_no_interval():
    row = ratio_intervals(blocks_of([1], 2), "x", "n", ["who"], bounds=(0, 1)).loc["a"]
    assert row["mean"] == 0.5
    assert np.isnan(row["low"])
    assert np.isnan(row["high"])


def test_all_blocks_on_a_bound_still_leave_doubt():
    none = ratio_intervals(blocks_of([0] * 100, 2), "x", "n", ["who"], bounds=(0, 1)).loc["a"]
    assert none["low"] == 0
    assert none["high"] == pytest.approx(1 - 0.025**0.01)
    every = ratio_intervals(blocks_of([2] * 100, 2), "x", "n", ["who"], bounds=(0, 1)).loc["a"]
    assert every["high"] == 1
    assert every["low"] == pytest.approx(0.025**0.01)


def test_shares_stay_within_their_bounds():
    row = ratio_intervals(blocks_of([0, 0, 1], 1), "x", "n", ["who"], bounds=(0, 1)).loc["a"]
    assert row["low"] == 0
    assert row["high"] == 1


def test_groups_of_blocks_change_an_interval_little():
    rng = np.random.default_rng(2)
    deal = pd.Series(np.arange(5 * GROUPS))
    sums = pd.DataFrame({"who": "a", "x": rng.binomial(4, 0.3, len(deal)), "n": 4})
    assert block_group(deal).nunique() == GROUPS
    single = ratio_intervals(sums.assign(block=deal), "x", "n", ["who"]).loc["a"]
    grouped = ratio_intervals(sums.assign(block=block_group(deal)), "x", "n", ["who"]).loc["a"]
    assert grouped["mean"] == single["mean"]
    assert grouped["high"] - grouped["mean"] == pytest.approx(
        single["high"] - single["mean"], rel=0.05
    )


def two_cells(rng, blocks):
    """Shares of hands in two cells that see the same deals, and are not equally long."""
    luck = rng.normal(0, 0.12, blocks)
    parts = []
    for cell, share in enumerate((0.4, 0.45)):
        n = rng.integers(4, 12, blocks)
        x = rng.binomial(n, np.clip(share + luck, 0, 1))
        parts.append(
            pd.DataFrame({"cell": cell, "of": "all", "block": range(blocks), "x": x, "n": n})
        )
    return pd.concat(parts)


def test_estimates_of_ratios_have_the_intervals_of_ratios():
    sums = two_cells(np.random.default_rng(8), 90)
    found = ratio_estimates(sums, "x", "n", ["cell", "of"]).table()
    wanted = ratio_intervals(sums, "x", "n", ["cell", "of"])
    columns = ["mean", "low", "high", "blocks"]
    pd.testing.assert_frame_equal(found[columns], wanted[columns], check_dtype=False)


def test_differences_of_ratios_are_paired_and_cover_the_truth():
    rng = np.random.default_rng(9)
    covered, paired, apart = 0, 0.0, 0.0
    truth = np.clip(0.45 + (luck := rng.normal(0, 0.12, 400_000)), 0, 1).mean()
    truth -= np.clip(0.4 + luck, 0, 1).mean()
    for _ in range(400):
        means = ratio_estimates(two_cells(rng, 80), "x", "n", ["cell", "of"])
        more = means.combine({"more": {(1, "all"): 1.0, (0, "all"): -1.0}}, ["what"])
        row = more.table().loc["more"]
        covered += row["low"] <= truth <= row["high"]
        paired += more.errors[0]
        apart += np.hypot(*means.errors)
    assert 0.92 < covered / 400 < 0.98
    assert paired < 0.85 * apart


def test_a_ratio_needs_something_to_divide_by():
    sums = pd.DataFrame({"cell": [0], "of": "a", "block": [0], "x": [0], "n": [0]})
    with pytest.raises(ValueError, match="divide"):
        ratio_estimates(sums, "x", "n", ["cell", "of"])
