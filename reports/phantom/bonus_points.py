"""How many points bonus checks bring."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.bars import Mark, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.phantom.going_out import EXPECTED, SCORED
from rummy_sim.reports.sql import block, counts
from rummy_sim.runs.adding import Sums

__all__ = ["BONUS_POINTS", "MOST", "draw", "figures"]

MOST = 10
"""So many points, or more, are counted together."""


_QUERY = f"""
    select
        cell, {block()}, count(*) as outs, sum(points_bonus) as points, {EXPECTED} as expected,
        {counts("seen", "points_bonus", MOST)}
    from ({SCORED}) where bonus_matching >= 0 group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of goings-out by cell and bonus points."""
    panels = about.panels(table["cell"])
    bars = {f"seen_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)}
    return bar_figures(
        panels.pooled(table), panels, bars, "outs", "bonus points", "share of the goings-out"
    )


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares of goings-out by bonus points, a panel a cell."""
    if table.empty:
        raise NothingToShowError("there was no bonus check")
    panels = about.panels(table["cell"])
    return bar_panels(
        panels.pooled(table),
        panels,
        about,
        bars={f"seen_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)},
        of="outs",
        marks=(Mark("points", "mean, simulated"), Mark("expected", "mean, exact expectation")),
        title="Bonus points",
        subtitle="Share of the goings-out by points from the bonus check; exact: the mean over all "
        "orders of the draw pile, given the winner's cards",
        across="bonus points",
        up="% of goings-out",
        label="simulated",
    )


BONUS_POINTS = Chart(
    name="bonus-points",
    question="How much luck does the bonus check bring?",
    columns={
        "rounds": ("cell", "deal", "end", "points_bonus", "bonus_matching", "bonus_expected"),
    },
    sums=Sums(("cell", "block"), _QUERY),
    draw=draw,
    help="The farther bars reach to the right, the more luck a check brings.",
    figures=figures,
)
