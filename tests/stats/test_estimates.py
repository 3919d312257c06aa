"""Means and contrasts over blocks: against textbook tests, and against scatter itself."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from rummy_sim.stats.blocks import interval_of_blocks
from rummy_sim.stats.cells import between_cells, cell_means, differences, pairs
from rummy_sim.stats.estimates import Estimates, holm
from rummy_sim.stats.ratios import GROUPS
from tests.stats.synthetic import games

STRENGTHS = {"a": 0.6, "b": 0.0, "c": -0.3}


def block_means(frame, cell, strategy):
    rows = frame[(frame["cell"] == cell) & (frame["strategy"] == strategy)]
    return rows.groupby("deal")["win_share"].mean()


@pytest.fixture(scope="module")
def frame():
    return games([("a", "b"), ("a", "c")], STRENGTHS, 300, np.random.default_rng(1), luck=1.5)


def test_a_mean_has_students_interval_of_its_block_means(frame):
    row = cell_means(frame).table().loc[1, "c"]
    plain = interval_of_blocks(block_means(frame, 1, "c").to_numpy())
    assert (row["mean"], row["low"], row["high"]) == pytest.approx(
        (plain.mean, plain.low, plain.high)
    )
    assert row["blocks"] == 300


def test_a_difference_within_a_cell_is_the_paired_t_test(frame):
    row = differences(cell_means(frame)).tests().loc[0, "a", "b"]
    a, b = block_means(frame, 0, "a"), block_means(frame, 0, "b")
    paired = stats.ttest_rel(a, b)
    assert row["p"] == pytest.approx(paired.pvalue)
    assert row["low"] == pytest.approx(paired.confidence_interval().low)


def test_a_difference_between_cells_is_paired_by_deal_and_narrower_than_apart():
    rng = np.random.default_rng(2)
    luck = rng.normal(size=500)
    rows = [
        pd.DataFrame({"cell": cell, "deal": np.arange(500), "rounds": shift + luck + noise})
        for cell, shift, noise in ((0, 5.0, 0), (3, 5.1, 0.1 * rng.normal(size=500)))
    ]
    means = cell_means(pd.concat(rows), "rounds", by=())
    row = between_cells(means, reference=0).table().loc[3]
    paired = stats.ttest_rel(rows[1]["rounds"], rows[0]["rounds"]).confidence_interval()
    assert (row["low"], row["high"]) == pytest.approx((paired.low, paired.high))
    assert row["high"] - row["low"] < 0.2 * np.diff(means.table()[["low", "high"]]).min()


def test_between_cells_compares_the_same_group_and_knows_its_cells(frame):
    means = cell_means(frame)
    assert list(between_cells(means, reference=0).labels) == [(1, "a")]
    with pytest.raises(ValueError, match="no cell 7"):
        between_cells(means, reference=7)


def test_cells_that_stopped_at_different_blocks_still_go_together(frame):
    short = frame[(frame["cell"] == 0) | (frame["deal"] < 100)]
    row = between_cells(cell_means(short), reference=0).table().loc[1, "a"]
    a0, a1 = block_means(short, 0, "a"), block_means(short, 1, "a")
    assert row["mean"] == pytest.approx(a1.mean() - a0.mean())
    # Var(difference) = Var(a1) + Var(a0) − 2 Cov, the covariance over the shared deals.
    shared = np.cov(a1, a0[:100])[0, 1] / 300
    error = np.sqrt(a1.var() / 100 + a0.var() / 300 - 2 * shared)
    assert row["high"] - row["mean"] == pytest.approx(1.98 * error, rel=0.03)


def test_errors_are_what_repeated_runs_scatter_by():
    rng = np.random.default_rng(3)
    made, errors = [], []
    for _ in range(120):
        means = cell_means(games([("a", "b", "c")], STRENGTHS, 60, rng, luck=1.0))
        contrast = differences(means)
        made.append(contrast.means)
        errors.append(contrast.errors)
    assert np.mean(errors, axis=0) == pytest.approx(np.std(made, axis=0), rel=0.2)


def test_many_deals_are_put_together_without_moving_means():
    rng = np.random.default_rng(4)
    deals = 3 * GROUPS
    values = rng.integers(0, 3, deals) / 2
    rows = pd.DataFrame({"cell": 0, "deal": np.arange(deals), "seat": 0, "win_share": values})
    means = cell_means(rows, by="seat")
    assert len(means.influence) == GROUPS
    row, plain = means.table().loc[0, 0], interval_of_blocks(values)
    assert row["mean"] == pytest.approx(plain.mean)
    assert row["high"] - row["mean"] == pytest.approx(plain.half, rel=0.03)
    assert row["blocks"] == deals


def test_blocks_without_scatter():
    rows = pd.DataFrame(
        {"cell": 0, "deal": np.repeat(np.arange(10), 2), "strategy": ["a", "b"] * 10}
    )
    won = cell_means(rows.assign(win_share=[1.0, 0.0] * 10))
    assert won.table(bounds=(0, 1)).loc[0, "a"]["low"] == pytest.approx(0.025**0.1)
    assert won.table(bounds=(0, 1)).loc[0, "b"]["high"] == pytest.approx(1 - 0.025**0.1)
    assert differences(won).tests()["p"].item() == pytest.approx(2 * 0.5**10)
    tied = differences(cell_means(rows.assign(win_share=0.5))).tests()
    assert tied[["mean", "low", "high", "p"]].to_numpy().tolist() == [[0, 0, 0, 1]]


def test_one_block_has_no_interval_and_no_verdict():
    rows = pd.DataFrame({"cell": 0, "deal": 0, "strategy": ["a", "b"], "win_share": [1.0, 0.0]})
    row = differences(cell_means(rows)).tests().iloc[0]
    assert row["mean"] == 1
    assert row[["low", "high"]].isna().all()
    assert np.isnan(row["p"])
    with pytest.raises(ValueError, match="no game"):
        cell_means(rows[:0])


def test_holm_keeps_the_chance_of_one_false_finding():
    rng = np.random.default_rng(5)
    false = plain = 0
    for _ in range(200):
        values = rng.normal(size=(30, 8))
        spread = values - values.mean(axis=0)
        same = Estimates(
            pd.Index(list("abcdefgh")), values.mean(axis=0), spread / 30, np.full(8, 30)
        )
        tests = pairs(same).tests()
        false += (tests["holm"] < 0.05).any()
        plain += (tests["p"] < 0.05).any()
    assert false < 0.09 * 200
    assert plain > 0.3 * 200


def test_holm_by_hand():
    assert holm([0.01, np.nan, 0.02, 0.5]) == pytest.approx([0.03, np.nan, 0.04, 0.5], nan_ok=True)


def test_resampling_blocks_scatters_like_the_errors(frame):
    means = cell_means(frame)
    drawn = means.resampled(2000, seed=6)
    assert drawn.mean(axis=0) == pytest.approx(means.means, abs=0.003)
    assert drawn.std(axis=0) == pytest.approx(means.errors, rel=0.06)
    # a and b share each win: whatever the sample, their means add up to 1.
    assert drawn[:, 0] + drawn[:, 1] == pytest.approx(np.ones(2000))


def test_few_blocks_prove_no_more_than_their_signs():
    values = np.array([0.9, 0.9, 0.9, 0.91])
    rows = pd.DataFrame({"cell": 0, "deal": np.arange(4), "strategy": "a", "win_share": values})
    assert stats.ttest_1samp(values, 0.5).pvalue < 1e-5
    assert cell_means(rows).tests(null=0.5)["p"].item() == 2 * 0.5**4


@pytest.mark.parametrize("seed", range(20))
def test_holm_is_that_of_statsmodels(seed):
    dice = np.random.default_rng(seed)
    p = dice.choice(dice.random(6) ** 3, size=1 + 2 * seed)  # with ties
    due = multipletests(p, method="holm")[1]
    np.testing.assert_allclose(holm(p), due, rtol=1e-15)
    gappy = np.append(p, [np.nan, np.nan])
    np.testing.assert_allclose(holm(gappy), [*due, np.nan, np.nan], rtol=1e-15)
