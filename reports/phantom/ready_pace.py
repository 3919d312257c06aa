"""How soon hands would be ready if short games did not end first."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curves import FEW_GROUPS, Curves, last_turn
from rummy_sim.reports.phantom.splits import BY_PLACE, BY_STRATEGY, Split, split_chart
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.survival import reached_if_undisturbed

__all__ = ["READY_PACE", "READY_PACE_BY_PLACE", "pace_chart"]


def pace_chart(name: str, split: Split, question: str, reading: str) -> Chart:
    """Return the chart of Kaplan and Meier's estimate of when hands would be ready.

    Parameters
    ----------
    name, question, reading : str
        The chart's; ``reading`` is how to read it.
    split : Split
        What has a curve.
    """
    by = split.column
    # The turn is that of the declaration, or the last one of a hand that was never ready.
    query = f"""
    select
        cell, {by}, if(ready_turn >= 1, ready_turn, turns) as turn, ready_turn >= 1 as ready,
        {block(FEW_GROUPS)}, count(*) as hands
    from {split.rows} group by all
    """

    def curves(table: pd.DataFrame, panels: Panels) -> Curves:
        ready = table[table["ready"]]
        if ready.empty:
            raise NothingToShowError("no hand was ever declared ready")
        last = last_turn(ready["turn"], ready["hands"], 0.99)
        rows = panels.pooled(split.named(table))
        return Curves(*reached_if_undisturbed(rows, ["panel", by], "turn", "ready", "hands", last))

    return split_chart(
        split,
        curves,
        name=name,
        question=question,
        reading=reading,
        columns=split.needs("ready_turn", "turns"),
        sums=Sums(("cell", by, "turn", "ready", "block"), query),
        along="own turn",
        what="ready by then if the short game goes on",
        title="How soon hands would be ready",
        subtitle="Share of hands that would be ready by the player's own turn if short games "
        "did not end first (Kaplan and Meier's estimate)",
        across="own turn",
        up="ready by then if it goes on (%)",
        notes=("Ends of short games are taken to come regardless of how near a hand is.",),
    )


READY_PACE = pace_chart(
    "ready-pace",
    BY_STRATEGY,
    "How quick is each strategy by itself, however soon others end the short game?",
    "Held against the chart of when hands are declared ready, the gap is what short games that "
    "end first take away.",
)
READY_PACE_BY_PLACE = pace_chart(
    "ready-pace-by-place",
    BY_PLACE,
    "Is who plays first quicker by itself?",
    "Curves that lie on each other: the place in the turn order makes no hand quicker.",
)
