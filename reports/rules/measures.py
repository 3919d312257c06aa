"""What a change of the rules may change: each measure is a ratio of sums over blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

from rummy_sim.reports.order_share import placed
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group

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
    tally : callable
        From frames to the sums ``top`` and ``bottom``, see :func:`summed`.
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
    tally: Callable[[Frames], pd.DataFrame]
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

    def fits(self, frames: Frames) -> bool:
        """Return whether frames hold all that it is made of."""
        return all(
            name in frames and set(columns) <= set(frames[name].columns)
            for name, columns in self.columns.items()
        )


def summed(
    frame: pd.DataFrame, top: pd.Series | float, bottom: pd.Series | float, key: pd.Series | str
) -> pd.DataFrame:
    """Add up two columns by cell, group of blocks and key.

    Parameters
    ----------
    frame : DataFrame
        With ``cell`` and ``deal``.
    top, bottom : Series or float
        What is divided by what in the end.
    key : Series or str
        Whose figure it is: a strategy, a place, ``""`` for all.
    """
    rows = frame.assign(block=block_group(frame["deal"], GROUPS), key=key)
    return sums(rows, ["cell", "block", "key"], top=top, bottom=bottom)


def _wins_by_strategy(frames: Frames) -> pd.DataFrame:
    games = frames["games"]
    return summed(games, games["win_share"].astype(float), 1.0, games["strategy"].astype(str))


def _scores(frames: Frames) -> pd.DataFrame:
    games = frames["games"]
    return summed(games, games["score"].astype(float), 1.0, games["strategy"].astype(str))


def _wins_by_place(frames: Frames) -> pd.DataFrame:
    games = placed(frames)
    return summed(games, games["win_share"].astype(float), 1.0, games["place"].astype(str))


def _ties(frames: Frames) -> pd.DataFrame:
    games = frames["games"]
    won = games["win_share"].astype(float)
    # The shares of a shared win add up to 1.
    return summed(games, won.where(won < 1, 0.0), (games["seat"] == 0).astype(float), "")


def _rounds(frames: Frames) -> pd.DataFrame:
    games = frames["games"]
    one = games[games["seat"] == 0]
    return summed(one, one["rounds"].astype(float), 1.0, "")


def _turns(frames: Frames) -> pd.DataFrame:
    games, rounds = frames["games"], frames["rounds"]
    begun = (games["seat"] == 0).astype(float)
    parts = [
        summed(rounds, rounds["turns"].astype(float), 0.0, ""),
        summed(games, 0.0, begun, ""),
    ]
    return pd.concat(parts).groupby(level=["cell", "block", "key"]).sum()


def shared_measures() -> tuple[Measure, ...]:
    """Return what every game has: who wins, places in the turn order, scores, shared wins."""
    who = ("cell", "deal", "seat")
    return (
        Measure(
            "win",
            "win share",
            "points",
            {"games": (*who, "strategy", "win_share")},
            _wins_by_strategy,
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
            _wins_by_place,
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
            _scores,
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
            _ties,
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
            _rounds,
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
            _turns,
            "rules_turns",
            "adds {} to a game",
            "takes {} off a game",
            "how many turns a game takes",
        ),
    )
