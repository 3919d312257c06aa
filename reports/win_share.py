"""Who wins: the share of wins by strategy.

A win counts 1, a win shared by k players 1/k for each of them. The share is by
seat held: a strategy that holds two of four seats and wins every game has 50 %.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.fairness import best_strategy
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.shares import even_share
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals
from rummy_sim.stats.tallies import COLUMNS, WIN_KEYS, WIN_SUMS

__all__ = ["WINS", "WIN_SHARE", "draw", "figures"]


WINS = Sums(WIN_KEYS, WIN_SUMS)
"""Wins and seats held by cell, strategy and block."""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    by = ["panel", "strategy"]
    return ratio_intervals(panels.pooled(table), "won", "held", by, bounds=(0, 1)).reset_index()


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return win shares by cell and strategy."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"strategy": "strategy"}, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw win shares by strategy, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="strategy",
        title="Win share by strategy",
        subtitle="Share of the full games won, for each seat that the strategy held",
        label="win share (%)",
        scale=100,
        mean_label="win share",
        reference=even_share(panels, about),
        reference_label="an even share",
    )


WIN_SHARE = Chart(
    name="win-share",
    question="Which strategy wins more than its share?",
    columns={"games": COLUMNS},
    sums=WINS,
    draw=draw,
    help="A strategy whose line lies wholly to the right of the dashed one wins more than an "
    "even share; two whose lines lie well apart are not equally good. All tables count, also those "
    "with several seats of one strategy.",
    figures=figures,
    findings=best_strategy,
)
