"""What the conditions of the advanced rules score."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.bars import Mark, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import (
    Finding,
    Thresholds,
    for_variants,
    intervals,
    per_cent,
    shown,
)
from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.sql import block, counts
from rummy_sim.runs.adding import Sums

__all__ = ["CONDITIONS", "MOST", "draw", "figures", "findings"]

MOST = 10
"""So many points, or more, are counted together."""

_BARS = {f"seen_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)}


_QUERY = f"""
    select
        cell, {block()}, count(*) as outs, sum(points_conditions) as points,
        {counts("seen", "points_conditions", MOST)}
    from ({SCORED}) group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of goings-out by cell and points from conditions."""
    panels = about.panels(table["cell"])
    what = "share of the goings-out"
    return bar_figures(panels.pooled(table), panels, _BARS, "outs", "points of conditions", what)


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares of goings-out by points from conditions, a panel a cell."""
    if not table["points"].any():
        raise NothingToShowError("no condition of red cards ever scored")
    panels = about.panels(table["cell"])
    return bar_panels(
        panels.pooled(table),
        panels,
        about,
        bars=_BARS,
        of="outs",
        marks=(Mark("points", "mean"),),
        title="Points of the conditions of red cards",
        subtitle="Share of the goings-out by points that conditions of the advanced rules brought",
        across="points of conditions",
        up="% of goings-out",
        label="goings-out",
    )


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how often conditions score; nothing where the rules have none."""
    if about.options.get("advanced") is False or table.empty:
        return []
    chart = "conditions" if table["points"].any() else "points-by-part"

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        rows = rows.assign(any=rows["outs"] - rows["seen_0"])
        often = intervals(rows, "any", "outs", bounds=(0, 1))[panel]
        if often.mean > 0:
            points = shown(intervals(rows, "points", "outs")[panel], "points")
            sentence = (
                f"A condition of red cards scores in {per_cent(often)} of the goings-out, "
                f"{points} a going-out on average."
            )
        else:
            sentence = (
                f"No condition of red cards scored in {rows['outs'].sum():,} goings-out: at "
                f"most {often.high * 100:.2g}\u00a0% do."
            )
        return [Finding.of(sentence, chart, often, limits["conditions_score"])]

    return for_variants(table, about, say)


CONDITIONS = Chart(
    name="conditions",
    question="Do the conditions of the advanced rules score?",
    columns={"rounds": ("cell", "deal", "end", "points_conditions")},
    sums=Sums(("cell", "block"), _QUERY),
    draw=draw,
    help="The first bar is the goings-out in which no condition scored.",
    figures=figures,
    findings=findings,
)
