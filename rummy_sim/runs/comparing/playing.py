"""Playing the tables of a comparison further and further, on threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np
import numpy.typing as npt

from rummy_sim.runs.comparing.tables import Meeting, Outcomes
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.sums import WIN_UNITS

__all__ = ["Player"]

CHUNK_GAMES = 2_000
"""Games that a worker plays in one go at most: Ctrl-C waits for no more than these."""


class Player:
    """Plays the tables further and further, on threads; keeps what was won.

    Parameters
    ----------
    plan : Plan
        Its cells are the meetings, by number.
    meetings : sequence of Meeting
        The tables.
    workers : int
        Chunks played at a time; outcomes do not depend on it.
    """

    def __init__(self, plan: Plan, meetings: Sequence[Meeting], workers: int) -> None:
        self.plan, self.meetings, self.workers = plan, tuple(meetings), workers
        self._parts: list[list[npt.NDArray[np.int8]]] = [[] for _ in meetings]
        self.blocks = 0

    def play_to(self, blocks: int, tell: Callable[[int], None]) -> Outcomes:
        """Play until each table has so many blocks.

        Parameters
        ----------
        blocks : int
            How many, with those played before.
        tell : callable
            Called with the games played so far, at all tables together.

        Raises
        ------
        StrategyError
            If a strategy gave an impossible answer.
        """
        if not self.blocks:
            self._wins(Chunk(0, 0, 1))  # compiles, or loads what is compiled
        deals = self._chunk(blocks - self.blocks)
        chunks = [
            Chunk(cell.number, first, min(deals, blocks - first))
            for cell in self.plan.cells
            for first in range(self.blocks, blocks, deals)
        ]
        seatings = len(self.plan.cells[0].table.seatings)
        done = self.blocks * seatings * len(self.plan.cells)
        pool = ThreadPoolExecutor(self.workers)
        try:
            futures = {pool.submit(self._wins, chunk): chunk for chunk in chunks}
            for future in as_completed(futures):
                future.result()
                done += futures[future].deals * seatings
                tell(done)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        for future, chunk in futures.items():  # in the order of their deals
            self._parts[chunk.cell].append(future.result())
        self.blocks = blocks
        self._parts = [[np.concatenate(parts)] for parts in self._parts]
        return Outcomes(self.meetings, tuple(parts[0] for parts in self._parts))

    def _chunk(self, blocks: int) -> int:
        """Return how many deals a chunk should have: every worker busy, memory bounded."""
        share = -(-blocks * len(self.plan.cells) // (4 * self.workers))
        return max(1, min(share, CHUNK_GAMES // len(self.plan.cells[0].table.seatings)))

    def _wins(self, chunk: Chunk) -> npt.NDArray[np.int8]:
        """Play a chunk; return what a and b won, of shape (deals, seatings, 2)."""
        cell, meeting = self.plan.cells[chunk.cell], self.meetings[chunk.cell]
        seed = self.plan.experiment.seed
        played = self.plan.game.play(cell.table, seed, cell.number, chunk.range, ("games",))
        won = np.rint(played.games["win_share"] * WIN_UNITS).astype(np.int8)
        won = won.reshape(chunk.deals, *cell.table.seatings.shape)
        is_a = (np.array(meeting.lineup) == meeting.a)[cell.table.seatings]
        return np.stack(
            [np.where(who, won, 0).sum(axis=2, dtype=np.int8) for who in (is_a, ~is_a)], axis=2
        )
