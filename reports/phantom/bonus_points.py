"""How many points bonus checks bring."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.bars import Mark, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.phantom.going_out import checked, scored
from rummy_sim.reports.pieces import Frames, sums

__all__ = ["BONUS_POINTS", "MOST", "draw", "figures", "tally"]

MOST = 10
"""So many points, or more, are counted together."""


def tally(frames: Frames) -> pd.DataFrame:
    """Count goings-out by cell, block and bonus points.

    Columns ``outs``, ``points`` and ``expected`` (sums) and ``seen_0`` … by points.
    """
    out = checked(scored(frames))
    points = out["points_bonus"].astype(int)
    seen = {f"seen_{n}": (points.clip(upper=MOST) == n).astype(int) for n in range(MOST + 1)}
    return sums(
        out,
        ["cell", "block"],
        outs=1,
        points=points,
        expected=out["bonus_expected"].astype(float),
        **seen,
    )


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
    tally=tally,
    draw=draw,
    help="The farther bars reach to the right, the more luck a check brings.",
    figures=figures,
)
