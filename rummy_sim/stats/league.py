"""A league table that does not rank what the data cannot separate, and its knots."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import ascii_lowercase

import pandas as pd

from rummy_sim.stats.cells import pairs
from rummy_sim.stats.estimates import Estimates

__all__ = ["beaten", "cycles", "groups", "league"]


def groups(order: Sequence[str], separated: Collection[tuple[str, str]]) -> dict[str, str]:
    """Return letters such that two strategies share one if they are not separated.

    Parameters
    ----------
    order : sequence of str
        The strategies, best first.
    separated : collection of (str, str)
        The pairs that the data can tell apart, in any order.

    Returns
    -------
    dict of str to str
        By strategy, its letters; ``a`` is the group of the best one.

    Notes
    -----
    H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise
    comparisons", Journal of Computational and Graphical Statistics 13, 2004: begin
    with all in one group; for each separated pair split every group that holds
    both; drop groups that lie within others.

    Examples
    --------
    >>> groups(["rush", "builder", "baseline"], [("rush", "baseline")])
    {'rush': 'a', 'builder': 'ab', 'baseline': 'b'}
    """
    held = [frozenset(order)]
    for a, b in separated:
        split = [part for group in held if {a, b} <= group for part in (group - {a}, group - {b})]
        kept = [group for group in held if not {a, b} <= group]
        for part in split:
            if not any(part <= other for other in kept):
                kept.append(part)
        held = [group for group in kept if not any(group < other for other in kept)]
    rank = {name: i for i, name in enumerate(order)}
    held.sort(key=lambda group: sorted(rank[name] for name in group))
    return {
        name: "".join(_letter(i) for i, group in enumerate(held) if name in group) for name in order
    }


def _letter(i: int) -> str:
    """Return the letter of a group: a to z, then aa, ab and so on."""
    tens, ones = divmod(i, 26)
    return (ascii_lowercase[tens - 1] if tens else "") + ascii_lowercase[ones]


def league(scores: Estimates, *, level: float = 0.95) -> pd.DataFrame:
    """Return the strategies, best first, with intervals and groups.

    Parameters
    ----------
    scores : Estimates
        Win shares labelled by strategy, from :func:`rummy_sim.stats.payoffs.scores`.
    level : float
        The confidence level; 1 − level is also the error rate of all pairwise tests
        together (paired by deal, corrected after Holm).

    Returns
    -------
    DataFrame
        Indexed by strategy: ``mean``, ``low``, ``high``, ``blocks``, ``group``
        (strategies that share a letter cannot be separated) and ``rank`` (1 plus
        how many strategies are better beyond doubt).
    """
    table = scores.table(level=level, bounds=(0.0, 1.0)).sort_values(
        "mean", ascending=False, kind="stable"
    )
    clear = beaten(pairs(scores), level=level)
    letters = groups(list(table.index), list(zip(clear["winner"], clear["loser"], strict=True)))
    table["group"] = [letters[name] for name in table.index]
    table["rank"] = [1 + int((clear["loser"] == name).sum()) for name in table.index]
    return table


def beaten(margins: Estimates, *, level: float = 0.95) -> pd.DataFrame:
    """Return who beats whom beyond doubt.

    Parameters
    ----------
    margins : Estimates
        Labelled (a, b), from :func:`rummy_sim.stats.payoffs.margins` for direct
        results or :func:`rummy_sim.stats.cells.pairs` for league scores.
    level : float
        1 − level is the error rate of all pairs together (Holm).

    Returns
    -------
    DataFrame
        A row a pair, the winner first: ``winner``, ``loser``, ``margin``, ``low``,
        ``high``, ``holm``.
    """
    tests = margins.tests(level=level).reset_index()
    clear = tests[tests["holm"] < 1.0 - level]
    won = clear["mean"] > 0
    return pd.DataFrame(
        {
            "winner": clear["a"].where(won, clear["b"]),
            "loser": clear["b"].where(won, clear["a"]),
            "margin": clear["mean"].abs(),
            "low": clear["low"].where(won, -clear["high"]),
            "high": clear["high"].where(won, -clear["low"]),
            "holm": clear["holm"],
        }
    ).reset_index(drop=True)


def cycles(beats: Collection[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Return the rings in which each strategy beats the next and the last the first.

    Parameters
    ----------
    beats : collection of (str, str)
        Winner and loser of each pair that is clear; at most one direction a pair.

    Returns
    -------
    list of tuples of str
        Each ring once, beginning with the first name in alphabetical order; the
        shortest first. Only rings that no further clear result cuts through: in a
        complete tournament those of three.

    Examples
    --------
    >>> cycles([("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")])
    [('paper', 'rock', 'scissors')]
    """
    after: dict[str, set[str]] = {}
    for winner, loser in beats:
        after.setdefault(winner, set()).add(loser)
    linked = {frozenset(pair) for pair in beats}
    found: list[tuple[str, ...]] = []

    def extend(path: tuple[str, ...]) -> None:
        for name in sorted(after.get(path[-1], ())):
            if name <= path[0] or any(frozenset((name, old)) in linked for old in path[1:-1]):
                continue
            longer = (*path, name)
            if path[0] in after.get(name, ()):
                found.append(longer)
            elif len(path) == 1 or frozenset((name, path[0])) not in linked:
                extend(longer)

    for name in sorted(after):
        extend((name,))
    return sorted(found, key=lambda ring: (len(ring), ring))
