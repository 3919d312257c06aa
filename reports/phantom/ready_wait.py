"""How long ready hands wait until they go out, and how many never do."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.findings import (
    Finding,
    Thresholds,
    for_variants,
    intervals,
    per_cent,
    shown,
)
from rummy_sim.reports.phantom.ready_hands import READY, READY_COLUMNS
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["READY_WAIT", "draw", "figures", "findings"]


# Own turns begun after the declaration, from 1 (0: went out before the next own turn);
# −1 stands for hands that did not go out.
_QUERY = f"""
    select
        cell, strategy, if(out, turns - ready_turn, -1) as wait, {block(FEW_GROUPS)},
        count(*) as hands
    from ({READY}) group by all
"""


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    gone = table[table["wait"] >= 0]
    if gone.empty:
        raise NothingToShowError("no ready hand ever went out")
    # From the first place of the axis on, which stands for no own turn at all.
    shifted = table.assign(place=table["wait"] + 1)
    last = last_turn(gone["wait"] + 1, gone["hands"], 0.99)
    curves = cumulative(panels.pooled(shifted), "strategy", "place", "hands", last)
    parts = (curves.mean, curves.low, curves.high)
    return Curves(*(part.rename(columns=lambda place: place - 1) for part in parts))


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of ready hands that had gone out by cell, strategy and turns waited."""
    panels = about.panels(table["cell"])
    curves = _curves(table, panels)
    return of_curves(curves, panels, "strategy", "own turns after ready", "gone out by then")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of ready hands that had gone out, a panel a cell."""
    panels = about.panels(table["cell"])
    return curve_panels(
        _curves(table, panels),
        panels,
        about,
        title="From ready to going out",
        subtitle="Share of all hands declared ready that had gone out within so many own turns; "
        "what is missing to 100 % never did: another ended the short game first",
        across="own turns begun after the declaration",
        up="gone out by then (% of ready hands)",
    )


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how many ready hands go out, and after how long."""
    if table.empty:
        return []

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        out = rows["hands"].where(rows["wait"] >= 0, 0)
        rows = rows.assign(out=out, waited=out * rows["wait"])
        share = intervals(rows, "out", "hands", bounds=(0, 1))[panel]
        wait = intervals(rows, "waited", "out").get(panel)
        sentence = f"Of the hands declared ready {per_cent(share)} go out"
        if wait:
            sentence += f", after {shown(wait, 'own turns')} on average"
        return [Finding.of(f"{sentence}.", "ready-wait", share)]

    return for_variants(table, about, say)


READY_WAIT = Chart(
    name="ready-wait",
    question="How long does a ready hand wait?",
    columns=READY_COLUMNS,
    sums=Sums(("cell", "strategy", "wait", "block"), _QUERY),
    draw=draw,
    help="Where a curve begins, hands went out before their next turn; where it ends, so many "
    "went out at all.",
    figures=figures,
    findings=findings,
)
