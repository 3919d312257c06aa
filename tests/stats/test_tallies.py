"""Sums by block say the same as the frame that they were added up from."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest

from rummy_sim.runs.adding import Sums, totals
from rummy_sim.stats.cells import cell_means
from rummy_sim.stats.payoffs import seats_of
from rummy_sim.stats.ratios import GROUPS
from rummy_sim.stats.tallies import WIN_KEYS, WIN_SUMS, means_of_sums, seats_of_sums
from tests.stats.synthetic import games
from tests.stats.wins import win_sums

STRENGTHS = {"ace": 0.5, "bold": 0.0, "calm": -0.2}


@pytest.mark.parametrize("blocks", [7, GROUPS + 900])
def test_means_seats_and_influences_are_those_of_the_frame(blocks):
    lineups = [(x, y, y) for x, y in permutations(STRENGTHS, 2)]
    frame = games(lineups, STRENGTHS, blocks, np.random.default_rng(1), luck=1.0)
    frame["strategy"] = frame["strategy"].astype("category")
    cut = frame["deal"] < blocks // 3
    sums = pd.concat([win_sums(frame[cut]), win_sums(frame[~cut])]).groupby(level=[0, 1, 2]).sum()
    means, known = means_of_sums(sums), cell_means(frame)
    assert list(means.labels) == list(known.labels)
    assert means.means == pytest.approx(known.means)
    assert means.influence == pytest.approx(known.influence)
    assert means.blocks.tolist() == known.blocks.tolist() == [blocks] * 12
    assert (seats_of_sums(sums).to_numpy() == seats_of(frame).to_numpy()).all()


def test_cells_of_different_length_keep_their_own_blocks():
    frame = games([("ace", "bold"), ("ace", "calm")], STRENGTHS, 9, np.random.default_rng(2))
    frame = frame[(frame["cell"] == 0) | (frame["deal"] < 4)]
    means, known = means_of_sums(win_sums(frame)), cell_means(frame)
    assert means.blocks.tolist() == [9, 9, 4, 4]
    assert means.errors == pytest.approx(known.errors)


def test_no_game_is_no_mean():
    frame = games([("ace", "bold")], STRENGTHS, 1, np.random.default_rng(3))
    with pytest.raises(ValueError, match="no game"):
        means_of_sums(win_sums(frame[frame["deal"] > 5]))


def test_the_query_adds_up_what_plain_pandas_does():
    frame = games([("ace", "bold"), ("ace", "ace")], STRENGTHS, 5000, np.random.default_rng(5))
    frame["strategy"] = frame["strategy"].astype("category")
    frame.loc[frame["deal"] % 3 == 0, "win_share"] = 0.5
    (table,) = totals({"games": frame}, [Sums(WIN_KEYS, WIN_SUMS)])
    assert table["block"].nunique() == 4096
    pd.testing.assert_frame_equal(
        table.set_index(list(WIN_KEYS)), win_sums(frame), check_dtype=False, check_index_type=False
    )
