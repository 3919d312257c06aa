"""What penalty points come from: numbers, Wilds and Skips left in the hand."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.parts import means_of, means_of_parts
from rummy_sim.reports.phase10.hands import counting_hands
from rummy_sim.reports.phase10.telling import penalties
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.reports.stacks import Part, stack_panels
from rummy_sim.stats.ratios import block_group

__all__ = ["PARTS", "PENALTY_BY_CAUSE", "draw", "figures", "tally"]

PARTS: dict[str, Part] = {
    "numbers": ("numbers", "sky"),
    "wilds": ("Wilds (25 each)", "vermillion"),
    "skips": ("Skips (15 each)", "grey"),
}
"""The causes."""

_WILD, _SKIP = 25, 15


def tally(frames: Frames) -> pd.DataFrame:
    """Add up penalty points by cause, by cell, strategy and block."""
    hands = counting_hands(frames)
    hands = hands.assign(block=block_group(hands["deal"]))
    penalty = hands["penalty"].astype(int)
    wilds = hands["wilds_left"].astype(int) * _WILD
    skips = hands["skips_left"].astype(int) * _SKIP
    return sums(
        hands,
        ["cell", "strategy", "block"],
        hands=1,
        penalty=penalty,
        numbers=penalty - wilds - skips,
        wilds=wilds,
        skips=skips,
    )


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
        ),
    },
    tally=tally,
    draw=draw,
    help="The length of a bar is what a hand costs; its pieces show which cards.",
    figures=figures,
    findings=penalties,
)
