"""Running sums over blocks, in whole numbers: exact, whatever the order of the chunks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.runs.plan import Cell
from rummy_sim.stats.blocks import Interval, interval_of_sums

__all__ = [
    "WIN_UNITS",
    "BlockSums",
    "CellSums",
    "block_sums",
    "names_of",
    "places_of",
    "summary_rows",
]

WIN_UNITS = 60
"""A win is counted in sixtieths, so that it can be shared by 2, 3, 4, 5 or 6."""


@dataclass(frozen=True)
class BlockSums:
    """What the blocks of a chunk add to the sums of their cell.

    Each array has a column for every strategy of the line-up (in the order of
    :func:`names_of`), then one for every seat.
    """

    blocks: int
    wins: npt.NDArray[np.int64]
    wins_squared: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    scores_squared: npt.NDArray[np.int64]


def names_of(lineup: Sequence[str]) -> list[str]:
    """Return the different strategies of a line-up, in its order."""
    return list(dict.fromkeys(lineup))


def places_of(lineup: Sequence[str], seatings: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return which (seating, seat) belongs to which strategy and which seat, as 0 or 1.

    Parameters
    ----------
    lineup : sequence of str
        The strategies, one an entry.
    seatings : array of shape (seatings, players)
        Which entry sits in each seat.

    Returns
    -------
    array of shape (seatings × players, strategies + players)
        Its rows are those of a block in the frame ``games``; a column for every
        strategy (:func:`names_of`), then one for every seat.
    """
    names, players = names_of(lineup), seatings.shape[1]
    who = np.array([names.index(name) for name in lineup])[seatings].reshape(-1, 1)
    seat = np.broadcast_to(np.arange(players), seatings.shape).reshape(-1, 1)
    places: npt.NDArray[np.int64] = np.hstack(
        [who == np.arange(len(names)), seat == np.arange(players)]
    ).astype(np.int64)
    return places


def block_sums(
    cell: Cell, win_share: npt.NDArray[np.float64], score: npt.NDArray[np.integer[Any]]
) -> BlockSums:
    """Return the sums of some whole blocks.

    Parameters
    ----------
    cell : Cell
        The cell that they belong to.
    win_share, score : arrays of shape (deals × seatings × players,)
        Columns of the frame ``games``, in its order.
    """
    places = places_of(cell.lineup, cell.table.seatings)
    wins = np.rint(win_share * WIN_UNITS).astype(np.int64).reshape(-1, len(places)) @ places
    scores = score.astype(np.int64).reshape(-1, len(places)) @ places
    return BlockSums(
        blocks=len(wins),
        wins=wins.sum(axis=0),
        wins_squared=(wins * wins).sum(axis=0),
        scores=scores.sum(axis=0),
        scores_squared=(scores * scores).sum(axis=0),
    )


@dataclass
class CellSums:
    """The running sums of a cell; Python's whole numbers cannot overflow."""

    cell: Cell
    blocks: int = 0
    totals: list[list[int]] = field(default_factory=list)

    def add(self, part: BlockSums) -> None:
        """Add the sums of a chunk."""
        arrays = (part.wins, part.wins_squared, part.scores, part.scores_squared)
        rows = [array.tolist() for array in arrays]
        if not self.totals:
            self.totals = [[0] * len(row) for row in rows]
        self.totals = [
            [total + more for total, more in zip(totals, row, strict=True)]
            for totals, row in zip(self.totals, rows, strict=True)
        ]
        self.blocks += part.blocks

    def rows(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the summary by strategy and by seat: means a player with 95% intervals."""
        names, seatings = names_of(self.cell.lineup), len(self.cell.table.seatings)
        by_strategy = [
            {"cell": self.cell.number, "strategy": name}
            | self._figures(i, seatings * self.cell.lineup.count(name))
            for i, name in enumerate(names)
        ]
        by_seat = [
            {"cell": self.cell.number, "seat": seat} | self._figures(len(names) + seat, seatings)
            for seat in range(self.cell.table.players)
        ]
        return by_strategy, by_seat

    def win_shares(self) -> tuple[list[Interval], list[float]]:
        """Return the win shares that a precision is about, and the variances of their blocks.

        They are those of the strategies; where one strategy fills the table, those
        of the seats, because its own is even whatever happens.
        """
        names, seatings = names_of(self.cell.lineup), len(self.cell.table.seatings)
        if len(names) > 1:
            columns = [(i, self.cell.lineup.count(name)) for i, name in enumerate(names)]
        else:
            columns = [(1 + seat, 1) for seat in range(self.cell.table.players)]
        intervals, variances = [], []
        for column, places in columns:
            scale = places * seatings * WIN_UNITS
            wins, squares = self.totals[0][column], self.totals[1][column]
            intervals.append(interval_of_sums(self.blocks, wins, squares, scale, bounds=(0, 1)))
            spread = self.blocks * squares - wins * wins  # exact in whole numbers
            free = self.blocks * (self.blocks - 1) * scale * scale
            variances.append(spread / free if free else math.nan)
        return intervals, variances

    def _figures(self, column: int, places: int) -> dict[str, Any]:
        wins, wins_squared, scores, scores_squared = (row[column] for row in self.totals)
        share = interval_of_sums(self.blocks, wins, wins_squared, places * WIN_UNITS, bounds=(0, 1))
        score = interval_of_sums(self.blocks, scores, scores_squared, places)
        return {
            "games": self.blocks * len(self.cell.table.seatings),
            "blocks": self.blocks,
            **_ends("win_share", share.within(0, 1)),
            **_ends("score", score),
        }


def _ends(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.mean, f"{name}_low": interval.low, f"{name}_high": interval.high}


def summary_rows(sums: Iterable[CellSums]) -> dict[str, list[dict[str, Any]]]:
    """Return the summary of a run: a list of rows ``by_strategy`` and one ``by_seat``."""
    rows = [cell.rows() for cell in sums if cell.blocks]
    return {
        "by_strategy": [row for by_strategy, _ in rows for row in by_strategy],
        "by_seat": [row for _, by_seat in rows for row in by_seat],
    }
