"""On which turn phases are laid, by strategy."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["LAID_TURN", "draw", "figures"]


# −1 stands for never.
_QUERY = f"""
    select cell, strategy, laid_turn, {block(FEW_GROUPS)}, count(*) as hands
    from ({DEALT}) group by all
"""


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
        "hands": ("cell", "deal", "game", "round", "strategy", *DEALT_COLUMNS),
    },
    sums=Sums(("cell", "strategy", "laid_turn", "block"), _QUERY),
    draw=draw,
    help="The higher and the further left a curve, the earlier a strategy lays its phase.",
    figures=figures,
)
