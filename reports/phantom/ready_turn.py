"""When hands are declared ready, and how many never are."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, cumulative, last_turn
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group

__all__ = ["READY_TURN", "draw", "tally"]


def tally(frames: Frames) -> pd.DataFrame:
    """Count hands by cell, strategy, the own turn of the declaration (−1 for never) and block."""
    hands = frames["hands"].assign(block=lambda frame: block_group(frame["deal"], FEW_GROUPS))
    return sums(hands, ["cell", "strategy", "ready_turn", "block"], hands=1)


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands ready by each own turn."""
    ready = table[table["ready_turn"] >= 1]
    if ready["hands"].sum() == 0:
        raise NothingToShowError("no hand was ever declared ready")
    panels = about.panels(table["cell"])
    last = last_turn(ready["ready_turn"], ready["hands"])
    shares = cumulative(panels.pooled(table), "strategy", "ready_turn", "hands", last)
    return curve_panels(
        shares,
        panels,
        about,
        title="When hands are declared ready",
        subtitle="Share of all hands that were ready by the player's own turn; what is missing to "
        "100 % was not (yet) when the short game ended",
        across="own turn",
        up="ready by then (% of hands)",
    )


READY_TURN = Chart(
    name="ready-turn",
    question="How early is each strategy ready?",
    columns={"hands": ("cell", "deal", "strategy", "ready_turn")},
    tally=tally,
    draw=draw,
)
