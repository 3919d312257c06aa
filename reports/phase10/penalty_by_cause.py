"""What penalty points come from: numbers, Wilds and Skips left in the hand."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.parts import means_of, means_of_parts
from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS
from rummy_sim.reports.phase10.telling import penalties
from rummy_sim.reports.sql import block
from rummy_sim.reports.stacks import Part, stack_panels
from rummy_sim.runs.adding import Sums

__all__ = ["PARTS", "PENALTY_BY_CAUSE", "draw", "figures"]

PARTS: dict[str, Part] = {
    "numbers": ("numbers", "sky"),
    "wilds": ("Wilds (25 each)", "vermillion"),
    "skips": ("Skips (15 each)", "grey"),
}
"""The causes."""

_WILD, _SKIP = 25, 15


_QUERY = f"""
    select
        cell, strategy, {block()}, count(*) as hands, sum(penalty) as penalty,
        sum(penalty - wilds_left * {_WILD} - skips_left * {_SKIP}) as numbers,
        sum(wilds_left * {_WILD}) as wilds, sum(skips_left * {_SKIP}) as skips
    from ({DEALT}) group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return mean points by cell, strategy and cause."""
    panels = about.panels(table["cell"])
    columns = {"penalty": "all"} | {key: text for key, (text, _) in PARTS.items()}
    long = means_of(table, panels, columns, "hands", "part")
    labels = {"strategy": "strategy", "part": "cause"}
    return of_means(long, panels, labels, "penalty points a hand", "points")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw mean penalty points a hand by cause and strategy, a panel a cell."""
    panels = about.panels(table["cell"])
    means = means_of_parts(table, panels, "penalty", PARTS, "hands")
    return stack_panels(
        means.reset_index(),
        panels.names,
        about,
        name="strategy",
        parts=PARTS,
        title="Penalty points by cause",
        subtitle="Mean penalty points of a hand of the strategy, by the cards that were left",
        label="penalty points a hand",
        bound="95 % interval of the whole",
        notes=(no_intervals(means), panels.note),
    )


PENALTY_BY_CAUSE = Chart(
    name="penalty-by-cause",
    question="Which cards cost the points?",
    columns={
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": (
            "cell",
            "deal",
            "game",
            "round",
            "strategy",
            "penalty",
            "wilds_left",
            "skips_left",
            *DEALT_COLUMNS,
        ),
    },
    sums=Sums(("cell", "strategy", "block"), _QUERY),
    draw=draw,
    help="The length of a bar is what a hand costs; its pieces show which cards.",
    figures=figures,
    findings=penalties,
)
