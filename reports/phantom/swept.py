"""What a change of the rules of Phantom Rummy may change beside what every game has."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.pieces import Frames
from rummy_sim.reports.rules.measures import Measure, summed

__all__ = ["BONUS_SHARE", "EMPTY_PILE", "GOING_OUT"]


def _bonus(frames: Frames) -> pd.DataFrame:
    rounds = frames["rounds"]
    return summed(rounds, rounds["points_bonus"].astype(float), rounds["points"].astype(float), "")


BONUS_SHARE = Measure(
    "bonus",
    "points from bonus checks",
    "points",
    {"rounds": ("cell", "deal", "points", "points_bonus")},
    _bonus,
    "rules_bonus",
    "raises the bonus checks' share of all points by {}",
    "lowers the bonus checks' share of all points by {}",
    "what share of all points comes from bonus checks",
    share=True,
)


def _going_out(frames: Frames) -> pd.DataFrame:
    rounds = frames["rounds"]
    outs = rounds["end"].isin(SCORED).astype(float)
    return summed(rounds, rounds["points"].astype(float), outs, "")


def _exhausted(frames: Frames) -> pd.DataFrame:
    rounds = frames["rounds"]
    return summed(rounds, (rounds["end"] == "exhausted").astype(float), 1.0, "")


GOING_OUT = Measure(
    "going-out",
    "points of a going-out",
    "score points",
    {"rounds": ("cell", "deal", "end", "points")},
    _going_out,
    "rules_going_out",
    "makes a going-out worth {} more",
    "makes a going-out worth {} less",
    "what a going-out is worth",
)
EMPTY_PILE = Measure(
    "empty-pile",
    "short games with an empty pile",
    "points",
    {"rounds": ("cell", "deal", "end")},
    _exhausted,
    "rules_empty_pile",
    "adds {} of the short games to those with an empty pile",
    "takes {} of the short games off those with an empty pile",
    "how many short games end with an empty pile",
    share=True,
)
