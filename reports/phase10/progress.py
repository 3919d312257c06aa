"""How far players of Phase 10 are after each hand: phases first, then penalty points."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.lead import lead_chart
from rummy_sim.reports.phase10.hands import counting_hands
from rummy_sim.reports.phase10.standing import moved_on
from rummy_sim.reports.pieces import Frames

__all__ = ["LEAD", "progress"]

_PHASE = 1_000_000  # more than the penalty points of any game


def progress(frames: Frames) -> pd.DataFrame:
    """Return the standing of each player after each hand, in the column ``standing``."""
    hands = counting_hands(frames)
    moved = moved_on(hands) * _PHASE - hands["penalty"].astype(int)
    hands = hands.assign(step=moved).sort_values(["cell", "game", "seat", "round"], kind="stable")
    steps = hands.groupby(["cell", "game", "seat"])["step"]
    return hands.assign(standing=steps.cumsum())


LEAD = lead_chart(
    progress,
    {
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": (
            "cell",
            "deal",
            "game",
            "round",
            "seat",
            "phase",
            "laid_turn",
            "penalty",
        ),
    },
    "hand",
)
