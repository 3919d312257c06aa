"""Whether it matters on which chair one sits: the share of wins by seat.

Who begins is drawn for each deal, so that seats should be even when strategies
take turns in them; with ``seatings: fixed`` a seat is a strategy. What going
first is worth shows in :mod:`rummy_sim.reports.order_share`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.fairness import seat_edge
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.shares import even_share
from rummy_sim.reports.sql import HELD, WON, block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["SEAT_SHARE", "draw", "figures"]


_QUERY = f"""
    select cell, seat, {block()}, {WON} as won, {HELD} as held
    from games group by all
"""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    by = ["panel", "seat"]
    rows = ratio_intervals(panels.pooled(table), "won", "held", by, bounds=(0, 1)).reset_index()
    return rows.assign(seat="seat " + rows["seat"].astype(str))


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return win shares by cell and seat."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"seat": "seat"}, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw win shares by seat, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="seat",
        by_value=False,
        title="Win share by seat",
        subtitle="Share of the full games won in each seat, all strategies together",
        label="win share (%)",
        scale=100,
        mean_label="win share",
        reference=even_share(panels, about),
        reference_label="an even share",
    )


SEAT_SHARE = Chart(
    name="seat-share",
    question="Are the seats even, as they should be?",
    columns={"games": ("cell", "deal", "game", "seat", "win_share")},
    sums=Sums(("cell", "seat", "block"), _QUERY),
    draw=draw,
    help="Seats should be even: lines cross the dashed one, save one in twenty by chance alone.",
    figures=figures,
    findings=seat_edge,
)
