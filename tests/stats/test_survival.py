"""The Kaplan–Meier estimate, and that the cumulative incidence is a plain share here."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.duration.survfunc import CumIncidenceRight, SurvfuncRight

from rummy_sim.reports.curves import cumulative
from rummy_sim.stats.survival import reached_if_undisturbed


def made_up(blocks=60, hands=8, seed=3):
    """Hands that become ready or end before, those of a block alike."""
    rng = np.random.default_rng(seed)
    block = np.repeat(np.arange(blocks), hands)
    ready = 1 + rng.poisson(rng.gamma(3.0, 1.2, blocks))[block] + rng.integers(0, 3, len(block))
    end = 1 + rng.poisson(6.0, len(block))
    return pd.DataFrame(
        {
            "panel": 0,
            "who": "a",
            "block": block,
            "turn": np.minimum(ready, end),
            "ready": ready <= end,
            "hands": 1,
        }
    )


def test_the_estimate_is_that_of_statsmodels():
    table = made_up()
    mean, low, high = reached_if_undisturbed(table, ["who"], "turn", "ready", "hands", 12)
    theirs = SurvfuncRight(table["turn"], table["ready"])
    at = [time for time in theirs.surv_times if time <= 12]
    expected = [1 - theirs.surv_prob[list(theirs.surv_times).index(time)] for time in at]
    assert mean.loc["a", at].to_numpy() == pytest.approx(expected)
    assert (low <= mean).all(axis=None)
    assert (mean <= high).all(axis=None)


def test_the_incidence_is_that_of_aalen_and_johansen():
    table = made_up()
    mine = cumulative(
        table.assign(at=table["turn"].where(table["ready"], -1)), "who", "at", "hands", 12
    )
    status = np.where(table["ready"], 1, 2)
    with np.errstate(divide="ignore", invalid="ignore"):  # their errors, once all are gone
        theirs = CumIncidenceRight(table["turn"].to_numpy(), status)
    at = [int(time) for time in theirs.times if time <= 12]
    assert len(at) > 8
    assert mine.mean.loc[(0, "a"), at].to_numpy() == pytest.approx(theirs.cinc[0][: len(at)])


def test_intervals_cover_the_truth():
    truth = reached_if_undisturbed(made_up(200_000, 1, 9), ["who"], "turn", "ready", "hands", 5)
    goal = truth[0].loc["a", 5]
    covered = 0
    for seed in range(200):
        _, low, high = reached_if_undisturbed(
            made_up(60, 8, seed), ["who"], "turn", "ready", "hands", 5
        )
        covered += low.loc["a", 5] <= goal <= high.loc["a", 5]
    assert covered >= 180  # 95 % of 200 is 190, with a standard error of 3


def test_a_single_block_has_no_interval():
    _, low, high = reached_if_undisturbed(made_up(1), ["who"], "turn", "ready", "hands", 3)
    assert low.isna().all(axis=None)
    assert high.isna().all(axis=None)
