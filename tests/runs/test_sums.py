import numpy as np
import pytest

from rummy_sim.runs.plan import Plan
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.sums import CellSums, block_sums, summary_rows
from rummy_sim.stats.blocks import interval_of_blocks
from tests.runs.conftest import coin_config


def cell_and_rows(deals, **changes):
    plan = Plan(load_experiment(coin_config(**changes)))
    cell = plan.cells[0]
    played = plan.game.play(cell.table, plan.experiment.seed, 0, range(deals), ("games",))
    return cell, played.games


def test_figures_are_those_of_block_means():
    cell, rows = cell_and_rows(40, players=4)
    sums = CellSums(cell)
    sums.add(block_sums(cell, rows["win_share"], rows["score"]))
    by_strategy, by_seat = sums.rows()
    names = np.array(cell.lineup)[rows["strategy"]]
    for row, mask in [(row, names == row["strategy"]) for row in by_strategy] + [
        (row, rows["seat"] == row["seat"]) for row in by_seat
    ]:
        assert (row["games"], row["blocks"]) == (160, 40)
        for column in ("win_share", "score"):
            values = rows[column][mask].reshape(40, -1).mean(axis=1)
            expected = interval_of_blocks(values)
            assert row[column] == pytest.approx(expected.mean)
            assert row[f"{column}_low"] == pytest.approx(expected.low)
            assert row[f"{column}_high"] == pytest.approx(expected.high)


def test_sums_are_the_same_however_the_deals_are_cut_and_ordered():
    cell, rows = cell_and_rows(30)
    size = cell.table.seatings.size
    whole, pieces = CellSums(cell), CellSums(cell)
    whole.add(block_sums(cell, rows["win_share"], rows["score"]))
    for first, last in [(20, 30), (0, 1), (1, 20)]:
        part = rows[first * size : last * size]
        pieces.add(block_sums(cell, part["win_share"], part["score"]))
    assert pieces.totals == whole.totals
    assert summary_rows([pieces]) == summary_rows([whole])


def test_shares_of_a_win_are_exact():
    cell, _ = cell_and_rows(1, players=3, design="mirror")
    win_share = np.array([1 / 3] * 3 + [1.0, 0, 0] + [0.5, 0.5, 0])
    sums = block_sums(cell, win_share, np.zeros(9, np.int16))
    assert sums.wins.tolist() == [180, 110, 50, 20]


def test_one_block_has_no_interval():
    cell, rows = cell_and_rows(1)
    sums = CellSums(cell)
    sums.add(block_sums(cell, rows["win_share"], rows["score"]))
    for row in sums.rows()[0]:
        assert np.isnan([row["win_share_low"], row["score_high"]]).all()
