"""What a change of the rules of Phantom Rummy may change beside what every game has."""

from __future__ import annotations

from rummy_sim.reports.phantom.going_out import ENDS
from rummy_sim.reports.rules.measures import Measure, summed

__all__ = ["BONUS_SHARE", "EMPTY_PILE", "GOING_OUT"]


BONUS_SHARE = Measure(
    "bonus",
    "points from bonus checks",
    "points",
    {"rounds": ("cell", "deal", "points", "points_bonus")},
    summed("rounds", "sum(points_bonus)", "sum(points)"),
    "rules_bonus",
    "raises the bonus checks' share of all points by {}",
    "lowers the bonus checks' share of all points by {}",
    "what share of all points comes from bonus checks",
    share=True,
)


GOING_OUT = Measure(
    "going-out",
    "points of a going-out",
    "score points",
    {"rounds": ("cell", "deal", "end", "points")},
    summed("rounds", "sum(points)", f'count(*) filter ("end" in {ENDS})'),
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
    summed("rounds", "count(*) filter (\"end\" = 'exhausted')", "count(*)"),
    "rules_empty_pile",
    "adds {} of the short games to those with an empty pile",
    "takes {} of the short games off those with an empty pile",
    "how many short games end with an empty pile",
    share=True,
)
