"""From strategies to line-ups, and from a line-up to its seatings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

__all__ = ["DESIGNS", "SEATINGS", "Lineup", "needed"]

Lineup = tuple[str, ...]
"""Strategies by name, one a seat."""


def versus(names: Sequence[str], players: int) -> list[Lineup]:
    """Return each strategy against copies of each other one, for every ordered pair.

    Examples
    --------
    >>> versus(["a", "b"], 3)
    [('a', 'b', 'b'), ('b', 'a', 'a')]
    """
    return [(x, *[y] * (players - 1)) for x, y in permutations(names, 2)]


def round_robin(names: Sequence[str], players: int) -> list[Lineup]:
    """Return every set of different strategies that fills the table.

    Examples
    --------
    >>> round_robin(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    return list(combinations(names, players))


def mirror(names: Sequence[str], players: int) -> list[Lineup]:
    """Return each strategy against its own copies.

    Examples
    --------
    >>> mirror(["a", "b"], 2)
    [('a', 'a'), ('b', 'b')]
    """
    return [(name,) * players for name in names]


DESIGNS: dict[str, Callable[[Sequence[str], int], list[Lineup]]] = {
    "versus": versus,
    "round-robin": round_robin,
    "mirror": mirror,
}


def needed(design: str, players: int) -> int:
    """Return how many strategies a design needs at least."""
    return {"versus": 2, "round-robin": players, "mirror": 1}[design]


def rotate(lineup: Lineup) -> npt.NDArray[np.int64]:
    """Return every cyclic seating: in seating k, entry e sits in seat (e + k) mod players.

    Examples
    --------
    >>> rotate(("a", "b", "c")).tolist()
    [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    """
    players = len(lineup)
    seats = np.arange(players, dtype=np.int64)
    return (seats[np.newaxis, :] - seats[:, np.newaxis]) % players


def every(lineup: Lineup) -> npt.NDArray[np.int64]:
    """Return every distinct seating: entries of one name are not told apart.

    Examples
    --------
    >>> every(("a", "b", "b")).tolist()
    [[0, 1, 2], [1, 0, 2], [1, 2, 0]]
    """
    seen: dict[Lineup, tuple[int, ...]] = {}
    for order in permutations(range(len(lineup))):
        seen.setdefault(tuple(lineup[entry] for entry in order), order)
    return np.array(list(seen.values()), np.int64)


def fixed(lineup: Lineup) -> npt.NDArray[np.int64]:
    """Return the one seating in which entry e sits in seat e.

    Examples
    --------
    >>> fixed(("a", "b")).tolist()
    [[0, 1]]
    """
    return np.arange(len(lineup), dtype=np.int64)[np.newaxis, :]


SEATINGS: dict[str, Callable[[Lineup], npt.NDArray[np.int64]]] = {
    "rotate": rotate,
    "all": every,
    "fixed": fixed,
}
