"""When a comparison has played enough: a number of games, a precision, or a sequential test.

A rule looks at block counts that follow from the outcomes alone, so that the same
games are played whatever the number of workers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rummy_sim.runs.comparing.intervals import reached
from rummy_sim.runs.comparing.tables import Outcomes

if TYPE_CHECKING:
    from rummy_sim.stats.sprt import Sprt

__all__ = ["ByGames", "ByPrecision", "BySprt", "Rule", "Standing"]

FIRST = 250
"""Blocks before the first look."""
GROWTH = 1.25
"""By how much blocks grow from one look of a sequential test to the next."""


@dataclass(frozen=True)
class Standing:
    """What a rule says.

    Attributes
    ----------
    blocks : int
        How many blocks count: after a sequential test, those up to its stop.
    next : int or None
        How many to have played at the next look; ``None`` for a stop.
    expected : int
        How many it will need in all, as far as one can tell now.
    reason : str
        Why it stopped.
    details : mapping
        The figures behind it, for programs.
    sprt : Sprt, optional
        The sequential test.
    """

    blocks: int
    next: int | None
    expected: int
    reason: str
    details: dict[str, Any]
    sprt: Sprt | None = None


class Rule(Protocol):
    """Says when to stop."""

    @property
    def first(self) -> int:
        """Blocks to play before the first look."""
        ...

    def look(self, outcomes: Outcomes) -> Standing:
        """Look at all blocks played so far."""
        ...


@dataclass(frozen=True)
class ByGames:
    """A number of blocks, fixed beforehand."""

    blocks: int

    @property
    def first(self) -> int:
        """All of them."""
        return self.blocks

    def look(self, outcomes: Outcomes) -> Standing:
        """Stop."""
        reason = f"the {self.blocks:,} deals asked for are played"
        return Standing(self.blocks, None, self.blocks, reason, {"rule": "games"})


@dataclass(frozen=True)
class ByPrecision:
    """Until the 95 % interval of every win share is narrow enough.

    Attributes
    ----------
    wanted : float
        The half-width.
    most : int
        Blocks to play at most.
    """

    wanted: float
    most: int

    @property
    def first(self) -> int:
        """Enough blocks to know their scatter roughly."""
        return min(FIRST, self.most)

    def look(self, outcomes: Outcomes) -> Standing:
        """Ask :func:`rummy_sim.stats.precision.look`."""
        from rummy_sim.stats.precision import look

        n, errors = outcomes.blocks, outcomes.shares.errors
        half = reached(outcomes)
        shown = 0.0 if math.isnan(half) else half
        seen = look(n, errors**2 * n, self.wanted, self.most, shown=shown)
        needed = n * max((seen.half / self.wanted) ** 2, 1.0) if n > 1 else 1
        expected = max(seen.next, min(self.most, math.ceil(needed)))
        points = f"±{100 * self.wanted:g} points"
        reason = (
            f"every win share is known to {points}"
            if seen.precise
            else f"the most games allowed are played; {points} are not reached"
        )
        details = {
            "rule": "precision",
            "method": "Chow and Robbins' fixed-width procedure",
            "wanted": self.wanted,
            "reached": half,
            "kept": seen.precise,
            "most_blocks": self.most,
        }
        return Standing(n, None if seen.stop else seen.next, expected, reason, details)


@dataclass(frozen=True)
class BySprt:
    """Until the data speak for one of two hypotheses about the difference of a pair.

    Attributes
    ----------
    a, b : str
        The pair; the difference is a's win share less b's.
    d0, d1, alpha, beta : float
        See :func:`rummy_sim.stats.sprt.sprt`.
    most : int
        Blocks to play at most.
    """

    a: str
    b: str
    d0: float
    d1: float
    alpha: float
    beta: float
    most: int

    @property
    def first(self) -> int:
        """A batch; the test itself may stop within it."""
        return min(FIRST, self.most)

    def look(self, outcomes: Outcomes) -> Standing:
        """Ask :func:`rummy_sim.stats.sprt.sprt`, block by block."""
        from rummy_sim.stats.sprt import sprt

        n = outcomes.blocks
        values = outcomes.block_differences(self.a, self.b)
        test = sprt(values, self.d0, self.d1, alpha=self.alpha, beta=self.beta)
        stop = test.decision is not None or n >= self.most
        after = min(self.most, math.ceil(n * GROWTH))
        bound = test.upper if test.llr > 0 else -test.lower
        speed = max(abs(test.llr), 1e-9)
        expected = min(self.most, max(after, math.ceil(n * min(bound / speed, 100.0))))
        details = {"rule": "sprt", "method": "generalized SPRT", "most_blocks": self.most}
        return Standing(test.blocks, None if stop else after, expected, test.reason, details, test)
