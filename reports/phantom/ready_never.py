"""How many hands are never declared ready."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.phantom.telling import never_ready
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["READY_NEVER", "draw", "figures"]


_QUERY = f"""
    select cell, strategy, {block()}, count(*) filter (ready_turn < 0) as never, count(*) as hands
    from hands group by all
"""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    by = ["panel", "strategy"]
    return ratio_intervals(panels.pooled(table), "never", "hands", by, bounds=(0, 1)).reset_index()


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of hands never ready by cell and strategy."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"strategy": "strategy"}, "never ready")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands never ready, by strategy."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="strategy",
        title="Hands never declared ready",
        subtitle="Share of the hands in which the short game ended before the player was ready",
        label="never ready (% of hands)",
        scale=100,
        mean_label="never ready",
    )


READY_NEVER = Chart(
    name="ready-never",
    question="How many hands does each strategy fail to make ready?",
    columns={"hands": ("cell", "deal", "strategy", "ready_turn")},
    sums=Sums(("cell", "strategy", "block"), _QUERY),
    draw=draw,
    help="The further to the right, the more hands a strategy leaves without a declaration.",
    figures=figures,
    findings=never_ready,
)
