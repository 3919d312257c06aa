"""What a change of the rules of Phase 10 may change beside what every game has."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.phase10.hands import counting_hands
from rummy_sim.reports.pieces import Frames
from rummy_sim.reports.rules.measures import Measure, Needed, summed

__all__ = ["LAID", "PENALTY"]


def _needed(column: str) -> Needed:
    return {
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", column),
    }


def _laid(frames: Frames) -> pd.DataFrame:
    hands = counting_hands(frames)
    return summed(hands, (hands["laid_turn"] > 0).astype(float), 1.0, "")


def _penalty(frames: Frames) -> pd.DataFrame:
    hands = counting_hands(frames)
    return summed(hands, hands["penalty"].astype(float), 1.0, "")


LAID = Measure(
    "laid",
    "hands with the phase laid",
    "points",
    _needed("laid_turn"),
    _laid,
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
    _penalty,
    "rules_penalty",
    "makes a hand {} dearer",
    "makes a hand {} cheaper",
    "what a hand costs",
)
