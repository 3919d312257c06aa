"""Means gathered part by part are those of the whole frame."""

import numpy as np
import pandas as pd
import pytest

from rummy_sim.stats.cells import between_cells, cell_means
from rummy_sim.stats.gathering import Gathering, side_by_side


def frame_of(values):
    """Return rows for cells × deals × strategies."""
    cells, deals, names = (np.arange(size) for size in values.shape)
    index = pd.MultiIndex.from_product([cells, deals, names], names=["cell", "deal", "strategy"])
    return pd.DataFrame({"win_share": values.ravel()}, index=index).reset_index()


def gathered(cell, values, size, groups):
    gathering = Gathering([(cell, 0), (cell, 1)], ["cell", "strategy"], groups)
    deals = np.arange(len(values))
    order = np.random.default_rng(1).permutation(-(-len(values) // size))
    for part in order:
        some = slice(part * size, (part + 1) * size)
        gathering.add(deals[some], values[some])
    return gathering.estimates()


@pytest.mark.parametrize("deals", [50, 9000])  # fewer and more than there are groups
def test_parts_in_any_order_give_what_the_frame_gives(deals):
    values = np.random.default_rng(7).random((2, deals, 2))
    values[1] += values[0]  # the same deals: what is lucky in one cell is lucky in the other
    whole = cell_means(frame_of(values))
    one, two = (gathered(cell, values[cell], 700, 4096) for cell in (0, 1))
    both = side_by_side(one, two)
    pd.testing.assert_frame_equal(both.table(), whole.table())
    pd.testing.assert_frame_equal(between_cells(both, 0).tests(), between_cells(whole, 0).tests())


def test_cells_of_different_length_are_paired_where_both_were_played():
    values = np.random.default_rng(8).random((2, 4000, 2))
    values[1] = values[0] + 0.01 * values[1]
    frame = frame_of(values)
    frame = frame[(frame["cell"] == 0) | (frame["deal"] < 1000)]
    both = side_by_side(gathered(0, values[0], 300, 4096), gathered(1, values[1, :1000], 300, 4096))
    ours, theirs = (between_cells(means, 0) for means in (both, cell_means(frame)))
    assert ours.errors == pytest.approx(theirs.errors)
    assert ours.blocks.tolist() == [1000, 1000]


def test_blocks_that_differ_are_counted():
    labels, names = [(0, "a"), (0, "b")], ["cell", "strategy"]
    one, two, three = (Gathering(labels, names, groups=100) for _ in range(3))
    values = np.zeros((90, 2))
    one.add(np.arange(90), values)
    two.add(np.arange(90), values + np.outer(np.arange(90) % 9 == 0, [1, 0]))
    assert two.differing(one).tolist() == [10, 0]
    three.add(np.arange(95), np.zeros((95, 2)))  # longer than the other
    assert three.differing(one).tolist() == [0, 0]
    assert np.isnan(Gathering(labels, names).differing(Gathering(labels, names))).all()


def test_nothing_has_no_mean():
    with pytest.raises(ValueError, match="no block"):
        Gathering([(0, "a")], ["cell", "strategy"]).estimates()
