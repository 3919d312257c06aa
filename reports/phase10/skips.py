"""What Skips do: how hands go by the number of turns lost."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, profile
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS
from rummy_sim.reports.phase10.telling import lost_turns
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["MOST", "OUTCOMES", "SKIPS", "draw", "figures"]

MOST = 3
"""So many turns lost, or more, are counted together."""

OUTCOMES = {"laid": "phase laid", "out": "went out"}
"""What is looked at."""


_QUERY = f"""
    select
        h.cell, least(skipped, {MOST}) as skipped, h.{block(FEW_GROUPS)}, count(*) as hands,
        count(*) filter (laid_turn > 0) as laid, count(*) filter (winner = seat) as out
    from ({DEALT}) h join rounds r using (cell, game, round)
    group by all
"""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    rows = panels.pooled(table)
    return pd.concat(
        {
            text: ratio_intervals(rows, column, "hands", ["panel", "skipped"], bounds=(0, 1))
            for column, text in OUTCOMES.items()
        },
        names=["outcome"],
    )


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the shares of hands that laid and went out by cell and turns lost."""
    panels = about.panels(table["cell"])
    shares = _shares(table, panels).reset_index()
    labels = {"outcome": "outcome", "skipped": f"turns lost ({MOST}: or more)"}
    return of_means(shares, panels, labels, "share of hands")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares of hands that laid and went out by turns lost, a panel a cell."""
    if (table["skipped"] == 0).all():
        raise NothingToShowError("nobody ever lost a turn")
    panels = about.panels(table["cell"])
    shares = _shares(table, panels)
    lost = sorted(int(turns) for turns in table["skipped"].unique())
    share = table.groupby("skipped")["hands"].sum() / table["hands"].sum() * 100
    often = ", ".join(f"{n}{'+' if n == MOST else ''}: {share[n]:.1f} %" for n in lost)
    return curve_panels(
        profile(shares, "outcome", "skipped"),
        panels,
        about,
        title="Turns lost to Skips, and what became of the hand",
        subtitle="Share of the hands in which the player laid the phase, and went out, by the "
        "turns that the player lost",
        across="turns lost in the hand",
        up="% of hands",
        order=list(OUTCOMES.values()),
        ticks=[f"{n}+" if n == MOST else str(n) for n in lost],
        notes=(
            f"Hands by turns lost: {often}. Long hands leave more time to lose turns, and to lay.",
        ),
    )


SKIPS = Chart(
    name="skips",
    question="What does a lost turn cost?",
    columns={
        "rounds": ("cell", "game", "round", "playoff", "winner"),
        "hands": ("cell", "deal", "game", "round", "seat", *DEALT_COLUMNS, "skipped"),
    },
    sums=Sums(("cell", "skipped", "block"), _QUERY),
    draw=draw,
    help="A curve that falls shows what lost turns cost; one that rises, that long hands leave "
    "time both to lose turns and to lay.",
    figures=figures,
    findings=lost_turns,
)
