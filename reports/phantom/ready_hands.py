"""What the charts of ready hands share: which they are, and which went out."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.pieces import Frames, looked_up

__all__ = ["READY_COLUMNS", "ready_hands"]

_ROUND = {"cell": "cell", "game": "game", "round": "round"}

READY_COLUMNS: dict[str, tuple[str, ...]] = {
    "rounds": ("cell", "game", "round", "end", "winner"),
    "hands": ("cell", "deal", "game", "round", "seat", "strategy", "ready_turn", "turns"),
}
"""The columns that :func:`ready_hands` needs."""


def ready_hands(frames: Frames) -> pd.DataFrame:
    """Return the hands declared ready, with ``out``: 1 if the player then went out, else 0."""
    hands, rounds = frames["hands"], frames["rounds"]
    ready = hands[hands["ready_turn"] >= 1]
    winner = looked_up(ready, rounds, _ROUND, "winner").to_numpy()
    end = looked_up(ready, rounds, _ROUND, "end").astype(str)
    out = (winner == ready["seat"].to_numpy()) & end.isin(SCORED).to_numpy()
    return ready.assign(out=out.astype(int))
