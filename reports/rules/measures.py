"""What a change of the rules may change: each measure is a ratio of sums over blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummy_sim.reports.sql import HELD, PLACED, WON, block, won_where

__all__ = ["GROUPS", "Measure", "Needed", "length_measures", "shared_measures", "summed"]

GROUPS = 512
"""Groups of blocks: enough for intervals, and few enough for many cells and figures."""

Needed = Mapping[str, tuple[str, ...]]
"""Columns by frame."""


@dataclass(frozen=True)
class Measure:
    """A figure of a cell, or one for each strategy or place.

    Attributes
    ----------
    name : str
        Its key in tables.
    label, unit : str
        What people call it, and what it is counted in.
    columns : mapping
        The frames and columns that it is made of.
    query : str
        For the sums ``top`` and ``bottom`` by cell, group of blocks and key, see
        :func:`summed`.
    threshold : str
        The entry of ``thresholds.yaml`` from which on a change matters; in the measure's
        own unit, shares from 0 to 1.
    more, less : str
        What a change does, with ``{}`` for how much: ``lengthens the game by {}``; for
        measures of several also ``{who}``.
    subject : str
        For "no option changes …".
    by : str
        ``strategy`` or ``place`` if there are several figures, ``""`` for one.
    share : bool
        Whether it lies between 0 and 1; it is then shown in per cent.
    """

    name: str
    label: str
    unit: str
    columns: Needed
    query: str
    threshold: str
    more: str
    less: str
    subject: str
    by: str = ""
    share: bool = False

    @property
    def scale(self) -> float:
        """What values are multiplied by to be shown."""
        return 100.0 if self.share else 1.0

    def fits(self, have: Mapping[str, Sequence[str]]) -> bool:
        """Return whether frames with such columns hold all that it is made of."""
        return all(
            name in have and set(columns) <= set(have[name])
            for name, columns in self.columns.items()
        )


def summed(table: str, top: str, bottom: str, key: str = "''") -> str:
    """Return the query that adds up two columns by cell, group of blocks and key.

    Parameters
    ----------
    table : str
        A frame's name, or a query in brackets; with ``cell`` and ``deal``.
    top, bottom : str
        What is divided by what in the end: aggregates.
    key : str
        The column that says whose figure it is, a strategy or a place; none for all.
    """
    return f"""
    select cell, {block(GROUPS)}, {key} as key, {top} as top, {bottom} as bottom
    from {table} group by all
    """


_GAMES = "count(*) filter (seat = 0)"
_TURNS = f"""
    select cell, block, '' as key, coalesce(turns, 0) as top, games as bottom
    from (select cell, {block(GROUPS)}, {_GAMES} as games from games group by all)
    left join (select cell, {block(GROUPS)}, sum(turns) as turns from rounds group by all)
    using (cell, block)
"""


def shared_measures() -> tuple[Measure, ...]:
    """Return what every game has: who wins, places in the turn order, scores, shared wins."""
    who = ("cell", "deal", "seat")
    return (
        Measure(
            "win",
            "win share",
            "points",
            {"games": (*who, "strategy", "win_share")},
            summed("games", WON, HELD, "strategy"),
            "rules_win",
            "adds {} to the win share of {who}",
            "takes {} off the win share of {who}",
            "who wins",
            by="strategy",
            share=True,
        ),
        Measure(
            "place",
            "win share by turn order",
            "points",
            {
                "games": (*who, "game", "win_share"),
                "rounds": ("cell", "game", "round", "first_seat"),
            },
            summed(f"({PLACED})", WON, HELD, "place::varchar"),
            "rules_place",
            "adds {} to the win share of {who}",
            "takes {} off the win share of {who}",
            "what a place in the turn order is worth",
            by="place",
            share=True,
        ),
        Measure(
            "score",
            "mean score",
            "score points",
            {"games": (*who, "strategy", "score")},
            summed("games", "sum(score)", HELD, "strategy"),
            "rules_score",
            "adds {} to the mean score of {who}",
            "takes {} off the mean score of {who}",
            "scores",
            by="strategy",
        ),
        Measure(
            "ties",
            "games with a shared win",
            "points",
            {"games": (*who, "win_share")},
            # The shares of a shared win add up to 1.
            summed("games", won_where("win_share < 1"), _GAMES),
            "rules_ties",
            "adds {} of the games to those with a shared win",
            "takes {} of the games off those with a shared win",
            "how many games have a shared win",
            share=True,
        ),
    )


def length_measures(thing: str) -> tuple[Measure, ...]:
    """Return the length of a game in what a row of ``rounds`` is, and in turns."""
    return (
        Measure(
            "length",
            f"length in {thing}s",
            f"{thing}s",
            {"games": ("cell", "deal", "seat", "rounds")},
            summed("games", "sum(rounds) filter (seat = 0)", _GAMES),
            "rules_length",
            "lengthens the game by {}",
            "shortens the game by {}",
            f"how many {thing}s a game takes",
        ),
        Measure(
            "turns",
            "length in turns",
            "turns",
            {"games": ("cell", "deal", "seat"), "rounds": ("cell", "deal", "turns")},
            _TURNS,
            "rules_turns",
            "adds {} to a game",
            "takes {} off a game",
            "how many turns a game takes",
        ),
    )
