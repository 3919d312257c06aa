"""What discarders pay, where the rules make them."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, shown
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["PAYMENTS", "draw", "figures", "findings"]


_QUERY = f"""
    select cell, strategy, {block()}, count(*) as hands, sum(greatest(-points, 0)) as paid
    from hands group by all
"""


def _means(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    if not table["paid"].any():
        raise NothingToShowError("no discarder ever paid")
    by = ["panel", "strategy"]
    return ratio_intervals(panels.pooled(table), "paid", "hands", by).reset_index()


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return points paid by cell and strategy."""
    panels = about.panels(table["cell"])
    labels = {"strategy": "strategy"}
    return of_means(_means(table, panels), panels, labels, "paid in a short game", "points")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw points paid by strategy, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _means(table, panels),
        panels,
        about,
        name="strategy",
        title="What discarders pay",
        subtitle="Mean points that a player lost in a short game because another went out with "
        "the discard",
        label="points paid in a short game",
        mean_label="paid",
    )


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what a player pays in a short game, if anybody ever does."""
    if not table["paid"].any():
        return []

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        paid = intervals(rows, "paid", "hands")[panel]
        sentence = (
            f"A player pays {shown(paid, 'points')} in a short game for discards that others "
            "went out with."
        )
        return [Finding.of(sentence, "payments", paid, limits["discarder_pays"])]

    return for_variants(table, about, say)


PAYMENTS = Chart(
    name="payments",
    question="What do careless discards cost?",
    columns={"hands": ("cell", "deal", "strategy", "points")},
    sums=Sums(("cell", "strategy", "block"), _QUERY),
    draw=draw,
    help="The further to the left, the fewer points a strategy gives away.",
    figures=figures,
    findings=findings,
)
