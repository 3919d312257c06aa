"""When hands are declared ready, and how many never are."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["READY_TURN", "draw", "figures"]


# −1 stands for never.
_QUERY = f"""
    select cell, strategy, ready_turn, {block(FEW_GROUPS)}, count(*) as hands
    from hands group by all
"""


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    ready = table[table["ready_turn"] >= 1]
    if ready["hands"].sum() == 0:
        raise NothingToShowError("no hand was ever declared ready")
    last = last_turn(ready["ready_turn"], ready["hands"])
    return cumulative(panels.pooled(table), "strategy", "ready_turn", "hands", last)


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of hands ready by cell, strategy and own turn."""
    panels = about.panels(table["cell"])
    return of_curves(_curves(table, panels), panels, "strategy", "own turn", "ready by then")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands ready by each own turn."""
    panels = about.panels(table["cell"])
    return curve_panels(
        _curves(table, panels),
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
    sums=Sums(("cell", "strategy", "ready_turn", "block"), _QUERY),
    draw=draw,
    help="The higher and the further left a curve, the earlier a strategy is ready; short games "
    "that end first hold it below 100 %.",
    figures=figures,
)
