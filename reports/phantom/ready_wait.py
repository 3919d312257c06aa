"""How long ready hands wait until they go out, and how many never do."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, Finder, NothingToShowError
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.findings import (
    Finding,
    Thresholds,
    for_variants,
    intervals,
    per_cent,
    shown,
)
from rummy_sim.reports.phantom.ready_hands import READY_COLUMNS, ready_of
from rummy_sim.reports.phantom.splits import BY_PLACE, BY_STRATEGY, Split, split_chart
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["READY_WAIT", "READY_WAIT_BY_PLACE", "goes_out", "wait_chart"]


def wait_chart(
    name: str, split: Split, question: str, reading: str, findings: Finder | None = None
) -> Chart:
    """Return the chart of how many ready hands have gone out after so many own turns.

    Parameters
    ----------
    name, question, reading : str
        The chart's; ``reading`` is how to read it.
    split : Split
        What has a curve.
    findings : callable, optional
        The chart's.
    """
    by = split.column
    # Own turns begun after the declaration, from 1 (0: went out before the next own turn);
    # −1 stands for hands that did not go out.
    query = f"""
    select
        cell, {by}, if(out, turns - ready_turn, -1) as wait, {block(FEW_GROUPS)},
        count(*) as hands
    from ({ready_of(split.rows)}) group by all
    """

    def curves(table: pd.DataFrame, panels: Panels) -> Curves:
        gone = table[table["wait"] >= 0]
        if gone.empty:
            raise NothingToShowError("no ready hand ever went out")
        # From the first place of the axis on, which stands for no own turn at all.
        shifted = split.named(table).assign(step=table["wait"] + 1)
        last = last_turn(gone["wait"] + 1, gone["hands"], 0.99)
        grown = cumulative(panels.pooled(shifted), by, "step", "hands", last)
        parts = (grown.mean, grown.low, grown.high)
        return Curves(*(part.rename(columns=lambda step: step - 1) for part in parts))

    return split_chart(
        split,
        curves,
        name=name,
        question=question,
        reading=reading,
        columns=split.needs(*READY_COLUMNS["hands"], rounds=READY_COLUMNS["rounds"]),
        sums=Sums(("cell", by, "wait", "block"), query),
        along="own turns after ready",
        what="gone out by then",
        title="From ready to going out",
        subtitle="Share of all hands declared ready that had gone out within so many own "
        "turns; what is missing to 100 % never did: another ended the short game first",
        across="own turns begun after the declaration",
        up="gone out by then (% of ready hands)",
        findings=findings,
    )


def goes_out(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
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


READY_WAIT = wait_chart(
    "ready-wait",
    BY_STRATEGY,
    "How long does a ready hand wait?",
    "Where a curve begins, hands went out before their next turn; where it ends, so many went "
    "out at all.",
    goes_out,
)
READY_WAIT_BY_PLACE = wait_chart(
    "ready-wait-by-place",
    BY_PLACE,
    "Does a ready hand wait longer by its place in the turn order?",
    "Curves that lie on each other: who plays first waits no shorter.",
)
