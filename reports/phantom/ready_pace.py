"""How soon hands would be ready if short games did not end first."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.survival import reached_if_undisturbed

__all__ = ["READY_PACE", "draw", "figures"]


# The turn is that of the declaration, or the last one of a hand that was never ready.
_QUERY = f"""
    select
        cell, strategy, if(ready_turn >= 1, ready_turn, turns) as turn, ready_turn >= 1 as ready,
        {block(FEW_GROUPS)}, count(*) as hands
    from hands group by all
"""


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    ready = table[table["ready"]]
    if ready.empty:
        raise NothingToShowError("no hand was ever declared ready")
    last = last_turn(ready["turn"], ready["hands"], 0.99)
    return Curves(
        *reached_if_undisturbed(
            panels.pooled(table), ["panel", "strategy"], "turn", "ready", "hands", last
        )
    )


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the Kaplan–Meier shares by cell, strategy and own turn."""
    panels = about.panels(table["cell"])
    what = "ready by then if the short game goes on"
    return of_curves(_curves(table, panels), panels, "strategy", "own turn", what)


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the Kaplan–Meier curves, a panel a cell."""
    panels = about.panels(table["cell"])
    return curve_panels(
        _curves(table, panels),
        panels,
        about,
        title="How soon hands would be ready",
        subtitle="Share of hands that would be ready by the player's own turn if short games did "
        "not end first (Kaplan and Meier's estimate)",
        across="own turn",
        up="ready by then if it goes on (%)",
        notes=("Ends of short games are taken to come regardless of how near a hand is.",),
    )


READY_PACE = Chart(
    name="ready-pace",
    question="How quick is each strategy by itself, however soon others end the short game?",
    columns={"hands": ("cell", "deal", "strategy", "ready_turn", "turns")},
    sums=Sums(("cell", "strategy", "turn", "ready", "block"), _QUERY),
    draw=draw,
    help="Held against the chart of when hands are declared ready, the gap is what short games "
    "that end first take away.",
    figures=figures,
)
