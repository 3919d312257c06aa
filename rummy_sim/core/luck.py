"""What a game may offer besides being played: the luck of its cards, for control variates.

Luck is what a card off the shuffled pile brought, less its exact expectation over the
cards that could have come, given all that had happened. Such pieces have mean 0 one by
one, and so has their sum, whatever the strategies do (martingale differences): M. White
and M. Bowling, "Learning a value analysis tool for agent evaluation", IJCAI 2009.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from rummy_sim.core.game import Event

__all__ = ["HasLuck", "LuckReader", "openness"]

Floats = npt.NDArray[np.float64]


class LuckReader:
    """Adds up the luck of each seat over a game, by kind, as its transcript is read.

    Parameters
    ----------
    kinds : sequence of str
        The kinds of luck that are told apart.
    players : int
        Seats.

    Attributes
    ----------
    sums : array of shape (players, kinds)
        Luck so far.
    weights : array of shape (players,)
        What a piece counts now. It must be set by what is known before the cards fall;
        then the mean stays 0.
    """

    def __init__(self, kinds: Sequence[str], players: int) -> None:
        self.players = players
        self.place = {kind: i for i, kind in enumerate(kinds)}
        self.sums = np.zeros((players, len(kinds)))
        self.weights = np.ones(players)

    def add(self, kind: str, seat: int, much: float) -> None:
        """Add a piece of luck."""
        self.sums[seat, self.place[kind]] += self.weights[seat] * much

    def read(self, event: Event) -> None:
        """Take the next event of the transcript."""
        raise NotImplementedError

    def over(self, seats: Iterable[int]) -> Floats:
        """Return the mean luck of some seats less that of the others, by kind.

        When the seats are all there are it is 0.
        """
        own = set(seats)
        others = [seat for seat in range(self.players) if seat not in own]
        if not others:
            return np.zeros(self.sums.shape[1])
        return np.asarray(self.sums[sorted(own)].mean(axis=0) - self.sums[others].mean(axis=0))


@runtime_checkable
class HasLuck(Protocol):
    """A module ``luck`` in a game's folder."""

    KINDS: Sequence[str]

    def reader(self, players: int) -> LuckReader:
        """Return a reader for one game."""
        ...


def openness(ahead: float, left: float, spread: float) -> float:
    """Return how much a bit of luck moves the chance to win, up to a factor.

    Parameters
    ----------
    ahead : float
        By how much the player leads, before the cards fall.
    left : float
        How many short games or hands are still to come, about.
    spread : float
        How much the lead changes in one of them, about.

    Notes
    -----
    The slope of the chance to win of a random walk: the density of the normal
    distribution at ``ahead`` with variance ``spread² · left``. Only how well the luck
    explains the result hangs on it.

    Examples
    --------
    >>> openness(0, 1, 1), round(openness(2, 1, 1), 3), openness(0, 4, 1)
    (1.0, 0.135, 0.5)
    """
    left = max(left, 0.5)
    return math.exp(-0.5 * (ahead / spread) ** 2 / left) / math.sqrt(left)
