"""How far a cell is to be played: a number of games, or until it is precise enough.

Where a cell stops follows from its blocks in the order of their deals, and from
nothing else: not from workers, nor from chunks, nor from interruptions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from rummy_sim.runs.plan import Cell, Chunk, chunks_of
from rummy_sim.runs.resolved import Experiment
from rummy_sim.runs.sums import BlockSums, CellSums
from rummy_sim.stats.precision import Look, look

__all__ = ["LEAST_BLOCKS", "Course", "first_look"]

LEAST_BLOCKS = 100
"""Blocks before the first look at the precision: fewer say little about scatter."""


def first_look(cell: Cell, min_games: int) -> int:
    """Return after how many blocks a cell's precision is looked at for the first time."""
    least = -(-min_games // len(cell.table.seatings))
    return min(max(least, LEAST_BLOCKS), cell.deals)


class Course:
    """A cell on its way from one stop to the next.

    Parameters
    ----------
    cell : Cell
        What is played, with the most deals that may be.
    experiment : Experiment
        It says how long.

    Attributes
    ----------
    sums : CellSums
        The sums over all blocks so far.
    stop : int
        The block count that is played to now.
    finished : bool
        Whether that was the last stop.
    """

    def __init__(self, cell: Cell, experiment: Experiment) -> None:
        self.cell = cell
        self.precision = experiment.precision
        self.sums = CellSums(cell)
        self.finished = False
        self.stop = cell.deals if self.precision is None else first_look(cell, experiment.min_games)
        self._stops: list[int] = []
        self._look: Look | None = None

    def chunks(self, deals: int) -> Iterator[Chunk]:
        """Return the chunks from the last stop to the next one."""
        first = self._stops[-1] if self._stops else 0
        return chunks_of(self.cell.number, [self.stop], deals, first)

    def add(self, part: BlockSums) -> None:
        """Add the sums of one of these chunks."""
        self.sums.add(part)

    def arrive(self) -> None:
        """Say that all chunks up to the stop were added, and choose the next one."""
        self._stops.append(self.stop)
        if self.precision is None:
            self.finished = True
            return
        intervals, variances = self.sums.win_shares()
        shown = max((interval.half for interval in intervals), default=math.nan)
        self._look = look(
            self.stop,
            variances,
            self.precision,
            self.cell.deals,
            shown=0.0 if math.isnan(shown) else shown,
        )
        self.finished = self._look.stop
        self.stop = self._look.next

    @property
    def expected(self) -> int:
        """How many blocks it will be in all, as far as can be said now."""
        if self._look is None or self.precision is None or self.finished:
            return self.stop
        needed = math.ceil(self._look.blocks * (self._look.half / self.precision) ** 2)
        return max(self.stop, min(needed, self.cell.deals))

    def describe(self) -> dict[str, Any]:
        """Return what the manifest tells of the finished cell, beyond what it is."""
        if self.precision is None or self._look is None:
            return {}
        intervals, _ = self.sums.win_shares()
        return {
            "looks": list(self._stops),
            "deals": self.stop,
            "games": self.stop * len(self.cell.table.seatings),
            "stopped": {
                "why": "precise" if self._look.precise else "max_games",
                "wished": self.precision,
                "reached": max(interval.half for interval in intervals),
            },
        }
