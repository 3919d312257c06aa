"""What the bonus check is worth to each strategy, against the exact expectation.

Strategies that open more sets, or collect many cards of few kinds, can expect
more. How far the simulated mean lies from the expectation is luck alone.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.parts import means_of, means_of_parts
from rummy_sim.reports.phantom.going_out import EXPECTED, SCORED_BY
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["BONUS_BY_STRATEGY", "draw", "figures"]


_QUERY = f"""
    select
        cell, strategy, {block()}, count(*) as outs, sum(points_bonus) as points,
        {EXPECTED} as expected, sum(points_bonus) - {EXPECTED} as luck
    from ({SCORED_BY}) where bonus_matching >= 0 group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return bonus points, simulated and expected, by cell and strategy."""
    panels = about.panels(table["cell"])
    columns = {"points": "simulated", "expected": "exact expectation"}
    long = means_of(table, panels, columns, "outs", "which")
    labels = {"strategy": "strategy", "which": "which"}
    return of_means(long, panels, labels, "bonus points for each going-out", "points")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw mean bonus points by strategy, a panel a cell."""
    if table.empty:
        raise NothingToShowError("there was no bonus check")
    panels = about.panels(table["cell"])
    rows = panels.pooled(table)
    means = means_of_parts(table, panels, "points", ["expected"], "outs")
    luck = ratio_intervals(rows.assign(all=0), "luck", "outs", ["all"]).loc[0]
    note = f"All together, simulated less exact: {luck['mean']:+.4f} points"
    if luck["low"] == luck["low"]:
        note += f" ({luck['low']:+.4f} to {luck['high']:+.4f})"
    return dot_panels(
        means.reset_index(),
        panels,
        about,
        name="strategy",
        title="Bonus points by strategy",
        subtitle="Mean points from the bonus check for each going-out of the strategy",
        label="bonus points for each going-out",
        mean_label="simulated",
        expected="expected",
        expected_label="exact expectation, given the cards at each going-out",
        notes=(note + ".",),
    )


BONUS_BY_STRATEGY = Chart(
    name="bonus-by-strategy",
    question="Who profits from the bonus check?",
    columns={
        "games": ("cell", "game", "seat", "strategy"),
        "rounds": (
            "cell",
            "deal",
            "game",
            "end",
            "winner",
            "points_bonus",
            "bonus_matching",
            "bonus_expected",
        ),
    },
    sums=Sums(("cell", "strategy", "block"), _QUERY),
    draw=draw,
    help="A diamond within a line: the points came as the cards made one expect.",
    figures=figures,
)
