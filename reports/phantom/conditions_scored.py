"""Which conditions of the advanced rules score, and which never do."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, per_cent
from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.blocks import Interval
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["CONDITIONS_SCORED", "NAMES", "draw", "figures", "findings"]

NAMES = {
    "conditions_ends": "numbers 1 and 7",
    "conditions_middle": "numbers 2 and 6",
    "conditions_three_five": "numbers 3 and 5",
    "conditions_four": "number 4",
    "conditions_items": "plain Items",
}
"""The red cards of each condition, by the column of its points."""


_QUERY = "\nunion all\n".join(
    f"""
    select
        cell, '{name}' as condition, {block()}, count(*) filter ({column} > 0) as scored,
        count(*) as outs
    from ({SCORED}) group by all
    """
    for column, name in NAMES.items()
)


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    if not table["scored"].any():
        raise NothingToShowError("no condition of red cards ever scored")
    by = ["panel", "condition"]
    shares = ratio_intervals(panels.pooled(table), "scored", "outs", by, bounds=(0, 1))
    order = list(NAMES.values())
    return shares.reset_index().sort_values(
        by, key=lambda part: part.map(order.index) if part.name == "condition" else part
    )


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of goings-out that each condition scored in, by cell."""
    panels = about.panels(table["cell"])
    rows = _shares(table, panels)
    return of_means(rows, panels, {"condition": "red cards"}, "share of the goings-out")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="condition",
        by_value=False,
        title="Conditions that score",
        subtitle="Share of the goings-out in which the condition of these red cards brought points",
        label="% of goings-out",
        scale=100,
        mean_label="share",
    )


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say which condition scores most often, which least, and which never did."""
    if not table["scored"].any():
        return []  # said of all conditions together, see :mod:`.conditions`

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        found = rows.assign(panel=panel)
        shares = ratio_intervals(found, "scored", "outs", ["condition"], bounds=(0, 1))
        ends = {
            str(name): Interval(row["mean"], row["low"], row["high"], int(row["blocks"]))
            for name, row in shares.iterrows()
        }
        ranked = sorted(ends, key=lambda name: -ends[name].mean)
        most = ends[ranked[0]]
        never = [name for name in ranked if ends[name].mean == 0]
        least = next(name for name in reversed(ranked) if ends[name].mean > 0)
        text = f"Of the conditions, that of {ranked[0]} scores most often, in {per_cent(most)} of "
        text += "the goings-out"
        if least != ranked[0]:
            text += f", that of {least} least often, in {per_cent(ends[least])}"
        if never:
            high = max(ends[name].high for name in never)
            text += f"; that of {' and of '.join(never)} never (at most {high * 100:.2g}\u00a0%)"
        return [Finding.of(f"{text}.", "conditions-scored", most)]

    return for_variants(table, about, say)


CONDITIONS_SCORED = Chart(
    name="conditions-scored",
    question="Which conditions score, and which never do?",
    columns={"rounds": ("cell", "deal", "end", *NAMES)},
    sums=Sums(("cell", "condition", "block"), _QUERY),
    draw=draw,
    help="How often a condition brings its points when somebody goes out; each has red cards of "
    "its own.",
    figures=figures,
    findings=findings,
)
