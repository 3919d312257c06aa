"""What going out scores, by part, for each strategy."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.parts import means_of, means_of_parts
from rummy_sim.reports.phantom.going_out import SCORED_BY
from rummy_sim.reports.sql import block
from rummy_sim.reports.stacks import Part, stack_panels
from rummy_sim.runs.adding import Sums

__all__ = ["PARTS", "POINTS_BY_PART", "draw", "figures"]

PARTS: dict[str, Part] = {
    "points_sets": ("opened sets", "blue"),
    "points_red": ("red cards", "vermillion"),
    "points_conditions": ("conditions of red cards", "orange"),
    "points_bonus": ("bonus check", "sky"),
}
"""The parts of a score."""


_QUERY = f"""
    select
        cell, strategy, {block()}, count(*) as outs,
        {", ".join(f"sum({part}) as {part}" for part in ("points", *PARTS))}
    from ({SCORED_BY}) group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return mean points by cell, strategy and part."""
    panels = about.panels(table["cell"])
    columns = {"points": "all"} | {key: text for key, (text, _) in PARTS.items()}
    long = means_of(table, panels, columns, "outs", "part")
    labels = {"strategy": "strategy", "part": "part"}
    return of_means(long, panels, labels, "points for each going-out", "points")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw mean points by part and strategy, a panel a cell."""
    if table.empty:
        raise NothingToShowError("nobody ever went out")
    panels = about.panels(table["cell"])
    parts = {key: part for key, part in PARTS.items() if table[key].sum() > 0}
    means = means_of_parts(table, panels, "points", parts, "outs")
    return stack_panels(
        means.reset_index(),
        panels.names,
        about,
        name="strategy",
        parts=parts,
        title="Points of a going-out, by part",
        subtitle="Mean points that the winner of a short game scored, for each going-out of the "
        "strategy",
        label="points for each going-out",
        bound="95 % interval of the whole",
        notes=(no_intervals(means), panels.note),
    )


POINTS_BY_PART = Chart(
    name="points-by-part",
    question="Where do the points come from?",
    columns={
        "games": ("cell", "game", "seat", "strategy"),
        "rounds": ("cell", "deal", "game", "end", "winner", "points", *PARTS),
    },
    sums=Sums(("cell", "strategy", "block"), _QUERY),
    draw=draw,
    help="The length of a bar is what a going-out brings; its pieces show what for.",
    figures=figures,
)
