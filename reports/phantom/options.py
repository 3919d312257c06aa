"""Which option of Phantom Rummy moves what, its own figures beside those of every game."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.options import options_chart
from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group

__all__ = ["OPTIONS_CHANGE", "own_sums"]


def own_sums(frames: Frames) -> pd.DataFrame:
    """Add up goings-out, their points and those of bonus checks by cell and block."""
    rounds = frames["rounds"].assign(block=lambda frame: block_group(frame["deal"]))
    return sums(
        rounds,
        ["cell", "block"],
        played=1,
        outs=rounds["end"].isin(SCORED).astype(int),
        points=rounds["points"].astype(int),
        bonus=rounds["points_bonus"].astype(int),
        exhausted=(rounds["end"] == "exhausted").astype(int),
    )


OPTIONS_CHANGE = options_chart(
    "short game",
    {
        "points of a going-out": ("points", "outs"),
        "the bonus checks' share of points": ("bonus", "points"),
        "short games with an empty pile": ("exhausted", "played"),
    },
    own_sums,
    {"rounds": ("cell", "deal", "end", "points", "points_bonus")},
)
"""The chart."""
