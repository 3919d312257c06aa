"""On which turn phases are laid, by strategy."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.phase10.hands import counting_hands
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group

__all__ = ["LAID_TURN", "draw", "figures", "tally"]


def tally(frames: Frames) -> pd.DataFrame:
    """Count hands by cell, strategy, the turn of laying (−1 for never) and block."""
    hands = counting_hands(frames)
    hands = hands.assign(block=block_group(hands["deal"], FEW_GROUPS))
    return sums(hands, ["cell", "strategy", "laid_turn", "block"], hands=1)


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    laid = table[table["laid_turn"] > 0]
    if laid.empty:
        raise NothingToShowError("no phase was ever laid")
    last = last_turn(laid["laid_turn"], laid["hands"])
    return cumulative(panels.pooled(table), "strategy", "laid_turn", "hands", last)


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of hands that laid by cell, strategy and own turn."""
    panels = about.panels(table["cell"])
    return of_curves(_curves(table, panels), panels, "strategy", "own turn", "phase laid by then")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands whose phase was laid by each own turn, a panel a cell."""
    panels = about.panels(table["cell"])
    return curve_panels(
        _curves(table, panels),
        panels,
        about,
        title="When phases are laid",
        subtitle="Share of all hands whose phase was laid by the player's own turn; what is "
        "missing to 100 % had not laid when the hand ended",
        across="own turn",
        up="phase laid by then (% of hands)",
    )


LAID_TURN = Chart(
    name="laid-turn",
    question="How early does each strategy lay its phase, and how often not at all?",
    columns={
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", "strategy", "laid_turn"),
    },
    tally=tally,
    draw=draw,
    help="The higher and the further left a curve, the earlier a strategy lays its phase.",
    figures=figures,
)
