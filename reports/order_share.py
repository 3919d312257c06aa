"""What going first is worth: the share of wins by place in the turn order.

Places count from the player who began the first short game or hand.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.fairness import order_edge, place_name
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.shares import even_share
from rummy_sim.reports.sql import HELD, PLACED, WON, block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["ORDER_SHARE", "draw", "figures"]


_QUERY = f"""
    select cell, place, {block()}, {WON} as won, {HELD} as held
    from ({PLACED}) group by all
"""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    by = ["panel", "place"]
    rows = ratio_intervals(panels.pooled(table), "won", "held", by, bounds=(0, 1)).reset_index()
    return rows.assign(place=[place_name(int(place)) for place in rows["place"]])


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return win shares by cell and place in the turn order."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"place": "place"}, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw win shares by place in the turn order, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="place",
        by_value=False,
        title="Win share by place in the turn order",
        subtitle="Share of the full games won by who plays first, second and so on when the game "
        "begins, all strategies together",
        label="win share (%)",
        scale=100,
        mean_label="win share",
        reference=even_share(panels, about),
        reference_label="an even share",
    )


ORDER_SHARE = Chart(
    name="order-share",
    question="What is going first worth?",
    columns={
        "games": ("cell", "deal", "game", "seat", "win_share"),
        "rounds": ("cell", "game", "round", "first_seat"),
    },
    sums=Sums(("cell", "place", "block"), _QUERY),
    draw=draw,
    help="A line that misses the dashed one speaks for a place that wins more, or less, than an "
    "even share; one line in twenty misses it by chance alone.",
    figures=figures,
    findings=order_edge,
)
