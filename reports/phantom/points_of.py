"""How far players of Phantom Rummy are after each short game: their points so far."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.lead import lead_chart
from rummy_sim.reports.pieces import Frames

__all__ = ["LEAD", "standing"]


def standing(frames: Frames) -> pd.DataFrame:
    """Return each player's points after each short game, in the column ``standing``."""
    hands = frames["hands"].sort_values(["cell", "game", "seat", "round"], kind="stable")
    points = hands["points"].astype(int).groupby([hands["cell"], hands["game"], hands["seat"]])
    return hands.assign(standing=points.cumsum())


LEAD = lead_chart(
    standing, {"hands": ("cell", "deal", "game", "round", "seat", "points")}, "short game"
)
