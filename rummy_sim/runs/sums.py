"""Running sums over blocks, in whole numbers: exact, whatever the order of the chunks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.runs.plan import Cell
from rummy_sim.stats.blocks import Interval, interval_of_sums

__all__ = ["WIN_UNITS", "BlockSums", "CellSums", "block_sums", "summary_rows"]

WIN_UNITS = 60
"""A win is counted in sixtieths, so that it can be shared by 2, 3, 4, 5 or 6."""


@dataclass(frozen=True)
class BlockSums:
    """What the blocks of a chunk add to the sums of their cell.

    Each array has a column for every strategy of the line-up (in the order of
    :func:`_names`), then one for every seat.
    """

    blocks: int
    wins: npt.NDArray[np.int64]
    wins_squared: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    scores_squared: npt.NDArray[np.int64]


def _names(cell: Cell) -> list[str]:
    """Return the different strategies of a line-up, in its order."""
    return list(dict.fromkeys(cell.lineup))


def _places(cell: Cell) -> npt.NDArray[np.int64]:
    """Return which (seating, seat) belongs to which strategy and which seat, as 0 or 1.

    The shape is (seatings × players, strategies + players).
    """
    names = _names(cell)
    seatings = cell.table.seatings
    who = np.array([names.index(name) for name in cell.lineup])[seatings].reshape(-1, 1)
    seat = np.broadcast_to(np.arange(cell.table.players), seatings.shape).reshape(-1, 1)
    places: npt.NDArray[np.int64] = np.hstack(
        [who == np.arange(len(names)), seat == np.arange(cell.table.players)]
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
    places = _places(cell)
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
        names, seatings = _names(self.cell), len(self.cell.table.seatings)
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

    def _figures(self, column: int, places: int) -> dict[str, Any]:
        wins, wins_squared, scores, scores_squared = (row[column] for row in self.totals)
        share = interval_of_sums(self.blocks, wins, wins_squared, places * WIN_UNITS, bounds=(0, 1))
        score = interval_of_sums(self.blocks, scores, scores_squared, places)
        return {
            "games": self.blocks * len(self.cell.table.seatings),
            "blocks": self.blocks,
            **_ends("win_share", share),
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
