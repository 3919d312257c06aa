"""The chance to go out by what was declared ready: on which turn, with how many outs."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, profile
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, per_cent
from rummy_sim.reports.phantom.ready_hands import READY, READY_COLUMNS
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["FEWEST", "READY_OUTS", "READY_WAITS", "READY_WINS", "goes_out_by"]

FEWEST = 5
"""Of fewer ready hands no share is given; in large runs of fewer than one in 10,000."""

_MOST = 24  # turns, waits or outs
_OFTEN = 0.02  # of the ready hands; a sentence speaks of no rarer cases


def goes_out_by(
    column: str, name: str, words: str, case: str, question: str, reading: str
) -> Chart:
    """Return the chart of the chance to go out by a property of the declaration.

    Parameters
    ----------
    column : str
        Of the frame ``hands``.
    name, question, reading : str
        The chart's; ``reading`` is how to read it.
    words : str
        What people call the property.
    case : str
        A hand with some value of it, with places for the value and the plural's ending.
    """
    query = f"""
    select
        cell, strategy, greatest(least({column}, {_MOST}), 0) as value, {block(FEW_GROUPS)},
        count(*) as hands, count(*) filter (out) as out
    from ({READY}) group by all
    """

    def fewest(table: pd.DataFrame) -> int:
        cells = table["cell"].nunique()
        return max(FEWEST, int(table["hands"].sum()) // (10_000 * cells))

    def shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
        if table.empty:
            raise NothingToShowError("no hand was ever declared ready")
        by = ["panel", "strategy", "value"]
        rows = ratio_intervals(panels.pooled(table), "out", "hands", by, bounds=(0, 1))
        rows = rows[rows["weight"] >= fewest(table)]
        if rows.empty:
            raise NothingToShowError(
                f"no {fewest(table)} hands declared ready were alike in their {words}"
            )
        return rows

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"])
        labels = {"strategy": "strategy", "value": words}
        return of_means(shares(table, panels).reset_index(), panels, labels, "goes out")

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"])
        rows = shares(table, panels)
        return curve_panels(
            profile(rows, "strategy", "value"),
            panels,
            about,
            title=f"Chance to go out, by {words}",
            subtitle="Share of the hands declared ready so that went out",
            across=words,
            up="goes out (% of such hands)",
            notes=(f"Left out: fewer than {fewest(table)} hands.",),
        )

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
            often = rows.groupby("value")["hands"].sum() >= rows["hands"].sum() * _OFTEN
            out = intervals(rows[rows["value"].map(often)], "out", "hands", "value", (0, 1))
            if len(out) < 2:
                return []
            (least, few), *_, (most, many) = out.items()
            if few.low <= many.high and many.low <= few.high:
                return []
            first, last = (case.format(n, "s" if n != 1 else "") for n in (least, most))
            sentence = (
                f"A ready hand {first} goes out in {per_cent(few)} of the cases, one {last} in "
                f"{per_cent(many)}."
            )
            return [Finding.of(sentence, name, many)]

        return for_variants(table, about, say)

    return Chart(
        name=name,
        question=question,
        columns=READY_COLUMNS | {"hands": (*READY_COLUMNS["hands"], *_also(column))},
        sums=Sums(("cell", "strategy", "value", "block"), query),
        draw=draw,
        help=reading,
        figures=figures,
        findings=findings,
    )


def _also(column: str) -> tuple[str, ...]:
    return () if column in READY_COLUMNS["hands"] else (column,)


READY_WINS = goes_out_by(
    "ready_turn",
    "ready-wins",
    "own turn of the declaration",
    "declared on own turn {}",
    "What is an early declaration worth?",
    "The steeper a curve falls, the more it pays to be ready early.",
)
READY_WAITS = goes_out_by(
    "ready_waits",
    "ready-waits",
    "kinds that complete the hand",
    "that waits for {} kind{}",
    "What are many waits worth?",
    "The steeper a curve rises, the more it pays to wait for several kinds.",
)
READY_OUTS = goes_out_by(
    "ready_outs",
    "ready-outs",
    "unseen cards that complete the hand",
    "with {} unseen card{} to complete it",
    "What are many outs worth?",
    "The steeper a curve rises, the more it pays to keep many cards open.",
)
