"""What a game may offer besides being played: odds of dealt hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

__all__ = ["HasOdds", "Odds"]


@dataclass(frozen=True)
class Odds:
    """Shares of dealt hands, counted by simulation.

    Attributes
    ----------
    of : str
        What the rows are, in the plural: ``phases``.
    asks : str
        The question, in words.
    hands : int
        Hands dealt.
    seed : int
        The seed of the deals.
    rows : list of dict
        One each: what it is, then ``share``, and ``low`` and ``high``, the 95%
        interval.
    """

    of: str
    asks: str
    hands: int
    seed: int
    rows: list[dict[str, Any]]


@runtime_checkable
class HasOdds(Protocol):
    """A game that can tell odds."""

    def odds(self, hands: int, seed: int) -> Odds:
        """Deal hands and count; the same figures for the same seed."""
        ...
