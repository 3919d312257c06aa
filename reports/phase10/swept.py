"""What a change of the rules of Phase 10 may change beside what every game has."""

from __future__ import annotations

from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS
from rummy_sim.reports.rules.measures import Measure, Needed, summed

__all__ = ["LAID", "PENALTY"]


def _needed(column: str) -> Needed:
    return {
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", column, *DEALT_COLUMNS),
    }


LAID = Measure(
    "laid",
    "hands with the phase laid",
    "points",
    _needed("laid_turn"),
    summed(f"({DEALT})", "count(*) filter (laid_turn > 0)", "count(*)"),
    "rules_laid",
    "adds {} of the hands to those in which the phase is laid",
    "takes {} of the hands off those in which the phase is laid",
    "in how many hands the phase is laid",
    share=True,
)
PENALTY = Measure(
    "penalty",
    "penalty points a hand",
    "penalty points",
    _needed("penalty"),
    summed(f"({DEALT})", "sum(penalty)", "count(*)"),
    "rules_penalty",
    "makes a hand {} dearer",
    "makes a hand {} cheaper",
    "what a hand costs",
)
