"""Playing a plan: chunks go to workers, their parts to the store, their sums to the summary.

A worker plays a chunk and hands back finished Parquet files, so that any
``concurrent.futures.Executor`` will do: threads here (kernels hold no lock), other
machines elsewhere. Only so many chunks are under way at a time; memory does not
grow with the number of games.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_sim.runs.frames import encode, to_table
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.sums import BlockSums, block_sums

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["ChunkResult", "chunk_size", "play_chunk", "play_chunks", "play_tables"]

log = logging.getLogger("rummy_sim")

CHUNK_ROWS = 200_000
"""Rows of the finest frame that a chunk should have at most."""
CHUNK_SECONDS = 0.75
CHUNKS_A_WORKER = 4
"""A run is cut into at least so many chunks a worker, so that none stands idle."""


@dataclass(frozen=True)
class ChunkResult:
    """What came of a chunk."""

    chunk: Chunk
    parts: Mapping[str, bytes]
    sums: BlockSums
    games: int


def play_tables(plan: Plan, chunk: Chunk) -> dict[str, pa.Table]:
    """Play a chunk; return the rows of the frames that the run keeps."""
    cell = plan.cells[chunk.cell]
    played = plan.game.play(cell.table, plan.experiment.seed, cell.number, chunk.range, plan.frames)
    rows = {"games": played.games, "rounds": played.rounds, "hands": played.hands}
    return {
        frame: to_table(records, plan.words[frame], plan.entries(chunk.cell))
        for frame in plan.frames
        if (records := rows[frame]) is not None
    }


def play_chunk(plan: Plan, chunk: Chunk) -> ChunkResult:
    """Play a chunk, make its files and its sums; this is what a worker does."""
    cell = plan.cells[chunk.cell]
    tables = play_tables(plan, chunk)
    games = tables["games"]
    return ChunkResult(
        chunk=chunk,
        parts={frame: encode(table) for frame, table in tables.items()},
        sums=block_sums(cell, games["win_share"].to_numpy(), games["score"].to_numpy()),
        games=chunk.deals * len(cell.table.seatings),
    )


def chunk_size(plan: Plan, workers: int) -> int:
    """Return how many deals a chunk should have: a second's play, and bounded memory.

    It plays a few deals of the first cell to find out. Results do not depend on it.
    """
    cell = plan.cells[0]
    seed, finest = plan.experiment.seed, plan.frames[-1]

    def probe(deals: int) -> tuple[float, int]:
        before = time.perf_counter()
        played = plan.game.play(cell.table, seed, cell.number, range(deals), plan.frames)
        rows = {"games": played.games, "rounds": played.rounds, "hands": played.hands}[finest]
        return time.perf_counter() - before, 0 if rows is None else len(rows)

    probe(1)  # compiles, or loads what is compiled
    deals = 1
    seconds, rows = probe(deals)
    while seconds < 0.02 and deals < cell.deals:
        deals *= 4
        seconds, rows = probe(deals)
    share = -(-sum(cell.deals for cell in plan.cells) // (CHUNKS_A_WORKER * workers))
    by_time = int(deals * CHUNK_SECONDS / max(seconds, 1e-9))
    by_rows = deals * CHUNK_ROWS // max(rows, 1)
    return max(1, min(share, by_time, by_rows))


def play_chunks(
    plan: Plan,
    chunks: Iterable[Chunk],
    executor: Executor,
    under_way: int,
    save: Callable[[ChunkResult], None],
) -> None:
    """Play chunks, handing each result to ``save`` as it comes.

    Parameters
    ----------
    plan : Plan
        What they are chunks of.
    chunks : iterable of Chunk
        What is still to be played.
    executor : Executor
        Who plays.
    under_way : int
        How many chunks may be with the executor at a time.
    save : callable
        Called in this thread.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C, when the running chunks have been finished and saved.
    StrategyError
        If a strategy gave an impossible answer.
    """
    waiting = iter(chunks)
    pending: set[Future[ChunkResult]] = set()
    try:
        while True:
            while len(pending) < under_way and (chunk := next(waiting, None)) is not None:
                pending.add(executor.submit(play_chunk, plan, chunk))
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                save(future.result())
    except BaseException as error:
        running = [future for future in pending if not future.cancel()]
        if isinstance(error, KeyboardInterrupt) and running:
            log.info("finishing the games that are being played")
        wait(running)
        if isinstance(error, KeyboardInterrupt):
            for future in running:
                if future.exception() is None:
                    save(future.result())
        raise
