"""Before a run: how many games and minutes a wished precision needs, from a short pilot."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.runs.courses import first_look
from rummy_sim.runs.frames import encode
from rummy_sim.runs.plan import Cell, Chunk, Plan
from rummy_sim.runs.resolved import Experiment
from rummy_sim.runs.runner import play_tables
from rummy_sim.runs.sums import names_of, places_of
from rummy_sim.stats.precision import forecast, plan

__all__ = ["CellForecast", "RunForecast", "plan_ahead"]

LEAST_BLOCKS = 30
MOST_BLOCKS = 2000
"""Blocks of a cell's pilot: as many as its seconds allow, between these."""
CELL_SECONDS = 3.0
ALL_SECONDS = 30.0
"""What the pilot of a cell, and those of all cells, should take at most."""

TAIL = 0.025
"""What a 95 % interval leaves out at each end."""


@dataclass(frozen=True)
class CellForecast:
    """What a cell will need, or will reach.

    Attributes
    ----------
    cell, lineup, swept
        Which one.
    pilot_blocks : int
        Blocks that were played to find out.
    games_per_s : float
        Full games a second, of all workers together.
    games, games_low, games_high : int
        Full games that it will take, with a 95 % interval; without a wished
        precision the number is given.
    half, half_low, half_high : float
        The half-width of the least precise win share after them, likewise: the
        wished one, or more where ``max_games`` ends the cell before.
    seconds, seconds_low, seconds_high : float
        How long that takes.
    """

    cell: int
    lineup: tuple[str, ...]
    swept: Mapping[str, Any]
    pilot_blocks: int
    games_per_s: float
    games: int
    games_low: int
    games_high: int
    half: float
    half_low: float
    half_high: float

    @property
    def seconds(self) -> float:
        """How long its games take."""
        return self.games / self.games_per_s

    @property
    def seconds_low(self) -> float:
        """The same for the fewest games."""
        return self.games_low / self.games_per_s

    @property
    def seconds_high(self) -> float:
        """The same for the most games."""
        return self.games_high / self.games_per_s


@dataclass(frozen=True)
class RunForecast:
    """What a run will need.

    Attributes
    ----------
    cells : tuple of CellForecast
        Cell by cell.
    workers : int
        How many chunks are played at a time.
    compile_s : float
        What compiling took, or loading what was compiled; a run pays it, too.
    pilot_s : float
        What the pilot games took.
    """

    cells: tuple[CellForecast, ...]
    workers: int
    compile_s: float
    pilot_s: float

    def total(self, figure: str) -> float:
        """Return the sum of a figure over the cells (``games``, ``seconds_high`` …).

        A sum of lower or upper ends is on the safe side: not all cells are
        lucky together.
        """
        return float(sum(getattr(cell, figure) for cell in self.cells))


def plan_ahead(
    experiment: Experiment,
    *,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RunForecast:
    """Play a few blocks of each cell, and say what the whole will need. Nothing is written.

    Parameters
    ----------
    experiment : Experiment
        What is to be played.
    workers : int, optional
        Chunks played at a time; default as many as there are processors.
    progress : callable, optional
        Called with the cells done and the cells in all.

    Returns
    -------
    RunForecast
        See :func:`rummy_sim.stats.precision.plan` and ``forecast`` for the sources.

    Raises
    ------
    StrategyError
        If a strategy cannot be compiled or gives an impossible answer.
    """
    workers = workers or os.cpu_count() or 1
    run = Plan(experiment)
    tell = progress or (lambda done, total: None)
    started = time.perf_counter()
    for cell in run.cells:
        play_tables(run, Chunk(cell.number, 0, 1))  # compiles, or loads what is compiled
    compiled = time.perf_counter()
    budget = min(CELL_SECONDS, ALL_SECONDS / len(run.cells))
    cells = []
    with ThreadPoolExecutor(workers) as pool:
        for cell in run.cells:
            tell(cell.number, len(run.cells))
            blocks, rate = _pilot(run, cell, pool, workers, budget)
            cells.append(_forecast(experiment, cell, blocks, rate))
    tell(len(run.cells), len(run.cells))
    return RunForecast(tuple(cells), workers, compiled - started, time.perf_counter() - compiled)


def _pilot(
    run: Plan, cell: Cell, pool: Executor, workers: int, budget: float
) -> tuple[npt.NDArray[np.float64], float]:
    """Return the block means of a cell's first deals, and its full games a second.

    The rate is that of the last batch, the largest.
    """
    means: list[npt.NDArray[np.float64]] = []
    blocks, size, spent, rate = 0, 4, 0.0, math.inf
    while blocks < MOST_BLOCKS and (blocks < LEAST_BLOCKS or spent < budget / 2):
        chunks = [Chunk(cell.number, blocks + i * size, size) for i in range(workers)]
        before = time.perf_counter()
        means += pool.map(lambda chunk: _block_means(run, chunk), chunks)
        seconds = time.perf_counter() - before
        rate = workers * size * len(cell.table.seatings) / seconds
        blocks, spent, size = blocks + workers * size, spent + seconds, 2 * size
    return np.concatenate(means), rate


def _block_means(run: Plan, chunk: Chunk) -> npt.NDArray[np.float64]:
    """Play a chunk and make its files, as a worker does; return the win shares by block.

    They are those that a precision is about; see ``CellSums.win_shares``.
    """
    cell = run.cells[chunk.cell]
    tables = play_tables(run, chunk)
    for table in tables.values():
        encode(table)
    names = names_of(cell.lineup)
    places = places_of(cell.lineup, cell.table.seatings)
    places = places[:, : len(names)] if len(names) > 1 else places[:, 1:]
    wins = tables["games"]["win_share"].to_numpy().reshape(chunk.deals, -1)
    means: npt.NDArray[np.float64] = wins @ (places / places.sum(axis=0))
    return means


def _forecast(
    experiment: Experiment, cell: Cell, pilot: npt.NDArray[np.float64], rate: float
) -> CellForecast:
    """Return what a pilot lets expect of its cell."""
    most, seatings = cell.deals, len(cell.table.seatings)
    # A share that is 0 or 1 in every block has an interval of its own kind.
    on_bound = bool(((pilot == 0).all(axis=0) | (pilot == 1).all(axis=0)).any())
    blocks = low = high = most
    if experiment.precision is not None:
        least = first_look(cell, experiment.min_games)
        if on_bound:
            least = max(least, math.ceil(math.log(TAIL) / math.log1p(-experiment.precision)))
        needed = plan(pilot, experiment.precision)
        blocks, low, high = (
            min(max(count, least), most) for count in (needed.blocks, needed.low, needed.high)
        )
    reached = forecast(pilot, blocks)
    floor = 1.0 - TAIL ** (1.0 / blocks) if on_bound else 0.0
    return CellForecast(
        cell=cell.number,
        lineup=cell.lineup,
        swept=cell.swept,
        pilot_blocks=len(pilot),
        games_per_s=rate,
        games=blocks * seatings,
        games_low=low * seatings,
        games_high=high * seatings,
        half=max(reached.half, floor),
        half_low=max(reached.low, floor),
        half_high=max(reached.high, floor),
    )
