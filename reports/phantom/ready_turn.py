"""When hands are declared ready."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.phantom.splits import BY_PLACE, BY_STRATEGY, Split, split_chart
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["READY_BY_PLACE", "READY_TURN", "turn_chart"]


def turn_chart(name: str, split: Split, question: str, reading: str) -> Chart:
    """Return the chart of how many hands are ready by each own turn.

    Parameters
    ----------
    name, question, reading : str
        The chart's; ``reading`` is how to read it.
    split : Split
        What has a curve.
    """
    by = split.column
    # −1 stands for never.
    query = f"""
    select cell, {by}, ready_turn, {block(FEW_GROUPS)}, count(*) as hands
    from {split.rows} group by all
    """

    def curves(table: pd.DataFrame, panels: Panels) -> Curves:
        ready = table[table["ready_turn"] >= 1]
        if ready["hands"].sum() == 0:
            raise NothingToShowError("no hand was ever declared ready")
        last = last_turn(ready["ready_turn"], ready["hands"])
        return cumulative(panels.pooled(split.named(table)), by, "ready_turn", "hands", last)

    return split_chart(
        split,
        curves,
        name=name,
        question=question,
        reading=reading,
        columns=split.needs("ready_turn"),
        sums=Sums(("cell", by, "ready_turn", "block"), query),
        along="own turn",
        what="ready by then",
        title="When hands are declared ready",
        subtitle="Share of all hands that were ready by the player's own turn; what is "
        "missing to 100 % was not (yet) when the short game ended",
        across="own turn",
        up="ready by then (% of hands)",
    )


READY_TURN = turn_chart(
    "ready-turn",
    BY_STRATEGY,
    "How early is each strategy ready?",
    "The higher and the further left a curve, the earlier a strategy is ready; short games that "
    "end first hold it below 100 %.",
)
READY_BY_PLACE = turn_chart(
    "ready-by-place",
    BY_PLACE,
    "Is who plays first in a short game ready earlier?",
    "Curves that lie on each other: the place in the turn order makes no difference.",
)
