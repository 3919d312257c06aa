"""The tables of a comparison, and what was won at them: whole numbers by block and game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rummy_sim.runs.designs import Lineup
from rummy_sim.runs.sums import WIN_UNITS

if TYPE_CHECKING:
    from rummy_sim.stats.estimates import Estimates

__all__ = ["Meeting", "Outcomes", "meetings"]

Units = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Meeting:
    """A table at which two strategies meet.

    Attributes
    ----------
    a, b : str
        Who meets: the pair in the order in which the user named them.
    lineup : tuple of str
        Who has how many seats; the strategy with fewer seats comes first.
    is_one : bool
        Whether both are one strategy under two labels.
    """

    a: str
    b: str
    lineup: Lineup
    is_one: bool = False

    @property
    def seats(self) -> tuple[int, int]:
        """How many seats a has, and b."""
        return self.lineup.count(self.a), self.lineup.count(self.b)

    @property
    def is_headline(self) -> bool:
        """Whether one of the two sits alone: these tables make the pair's difference."""
        return 1 in self.seats

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest difference that a game can have, seat against seat."""
        a, b = self.seats
        return -1.0 / b, 1.0 / a


def meetings(names: Sequence[str], players: int) -> list[Meeting]:
    """Return every table of every pair: one against a field, the reverse, then mixed ones.

    Examples
    --------
    >>> [meeting.lineup for meeting in meetings(["a", "b"], 2)]
    [('a', 'b')]
    >>> ["".join(meeting.lineup) for meeting in meetings(["a", "b"], 5)]
    ['abbbb', 'baaaa', 'aabbb', 'bbaaa']
    """
    found = []
    for a, b in combinations(names, 2):
        for few in range(1, players // 2 + 1):
            many = players - few
            found.append(Meeting(a, b, (a,) * few + (b,) * many))
            if few != many:
                found.append(Meeting(a, b, (b,) * few + (a,) * many))
    return found


@dataclass(frozen=True)
class Outcomes:
    """What each strategy won in each game of the blocks so far.

    Attributes
    ----------
    meetings : tuple of Meeting
        The tables, by number.
    wins : tuple of array of shape (blocks, seatings, 2)
        For each table what a won in each game with all its seats together, and what
        b won, in units of 1 / :data:`rummy_sim.runs.sums.WIN_UNITS`: exact.
    """

    meetings: tuple[Meeting, ...]
    wins: tuple[npt.NDArray[np.int8], ...]

    @property
    def blocks(self) -> int:
        """How many deals were played at each table."""
        return len(self.wins[0])

    @property
    def seatings(self) -> int:
        """Games a block."""
        return int(self.wins[0].shape[1])

    def first(self, blocks: int) -> Outcomes:
        """Return the first blocks alone."""
        return Outcomes(self.meetings, tuple(wins[:blocks] for wins in self.wins))

    def pairs(self) -> dict[tuple[str, str], list[int]]:
        """Return the tables at which each pair meets one against a field."""
        found: dict[tuple[str, str], list[int]] = {}
        for number, meeting in enumerate(self.meetings):
            if meeting.is_headline:
                found.setdefault((meeting.a, meeting.b), []).append(number)
        return found

    def block_shares(self, table: int) -> npt.NDArray[np.float64]:
        """Return the mean win share of a seat of a and of b in each block, (blocks, 2)."""
        sums = self.wins[table].sum(axis=1, dtype=np.int64)
        return np.asarray(sums / (WIN_UNITS * self.seatings * np.array(self.meetings[table].seats)))

    @cached_property
    def shares(self) -> Estimates:
        """The win shares, labelled (table, strategy), a seat and game."""
        import pandas as pd

        from rummy_sim.stats.estimates import Estimates

        labels, means, influence = [], [], []
        for number, meeting in enumerate(self.meetings):
            totals = self.wins[number].sum(axis=(0, 1), dtype=np.int64)
            scale = self.blocks * WIN_UNITS * self.seatings * np.array(meeting.seats)
            labels += [(number, meeting.a), (number, meeting.b)]
            means.append(totals / scale)
            influence.append((self.block_shares(number) - means[-1]) / self.blocks)
        return Estimates(
            labels=pd.MultiIndex.from_tuples(labels, names=["table", "strategy"]),
            means=np.concatenate(means),
            influence=np.concatenate(influence, axis=1),
            blocks=np.full(len(labels), self.blocks),
        )

    def differences(self, a: str, b: str) -> npt.NDArray[np.float64]:
        """Return a's win share less b's, seat against seat, in each game of the headline.

        Returns
        -------
        array of shape (blocks, games)
            All games of a deal, of one table after the other. The mean of a row is
            the block's outcome; rows that tie have a mean of exactly 0.
        """
        units, scale = self._units(a, b)
        return np.asarray(units / scale)

    def block_differences(self, a: str, b: str) -> npt.NDArray[np.float64]:
        """Return the outcome of each block: the row means of :meth:`differences`, exactly."""
        units, scale = self._units(a, b)
        return np.asarray(units.sum(axis=1) / (scale * units.shape[1]))

    def _units(self, a: str, b: str) -> tuple[Units, int]:
        parts, scale = [], 1
        for table in self.pairs()[a, b]:
            seats_a, seats_b = self.meetings[table].seats
            wins = self.wins[table].astype(np.int64)
            parts.append(wins[:, :, 0] * seats_b - wins[:, :, 1] * seats_a)
            scale = WIN_UNITS * seats_a * seats_b  # the same for both directions
        return np.concatenate(parts, axis=1), scale
