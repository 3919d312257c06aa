"""How many cards are turned over in bonus checks, against the exact chances.

Before a check every order of the draw pile is equally likely, so how many of its
cards match the winner's cards gives the chance of each number of checks; see
:mod:`rummy_sim.phantom.bonus`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.phantom.bonus import check_chances
from rummy_sim.reports.about import About
from rummy_sim.reports.bars import Against, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curves import FEW_GROUPS
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.phantom.going_out import SCORED
from rummy_sim.reports.sql import block, counts
from rummy_sim.runs.adding import Sums

__all__ = ["BONUS_CHECKS", "MOST", "draw", "figures"]

MOST = 6
"""So many cards turned over, or more, are counted together."""


_QUERY = f"""
    select
        cell, {block(FEW_GROUPS)}, bonus_matching as matching, pile_left + bonus_checks as pile,
        count(*) as outs,
        {counts("seen", "bonus_checks", MOST)}
    from ({SCORED}) where bonus_matching >= 0 group by all
"""


def _with_chances(goings_out: pd.DataFrame) -> pd.DataFrame:
    """Add up the exact chances of each number of cards: the columns ``exact_0`` …."""
    chances = check_chances(
        goings_out["matching"].to_numpy(int), goings_out["pile"].to_numpy(int), MOST
    )
    exact = {f"exact_{n}": chances[:, n] * goings_out["outs"] for n in range(MOST + 1)}
    table = goings_out.assign(**exact).drop(columns=["matching", "pile"])
    return table.groupby(["cell", "block"], as_index=False).sum()


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of goings-out by cell and cards turned over."""
    panels = about.panels(table["cell"])
    bars = {f"seen_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)}
    return bar_figures(
        panels.pooled(table), panels, bars, "outs", "cards turned over", "share of the goings-out"
    )


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares of goings-out by cards turned over, a panel a cell."""
    if table.empty:
        raise NothingToShowError("there was no bonus check")
    panels = about.panels(table["cell"])
    return bar_panels(
        panels.pooled(table),
        panels,
        about,
        bars={f"seen_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)},
        of="outs",
        against=Against({f"seen_{n}": f"exact_{n}" for n in range(MOST + 1)}, "exact chance"),
        title="Cards turned over in bonus checks",
        subtitle="Share of the goings-out by cards turned over, the last one that missed included; "
        "exact: from the winner's cards and those left in the draw pile",
        across="cards turned over",
        up="% of goings-out",
        label="simulated",
    )


BONUS_CHECKS = Chart(
    name="bonus-checks",
    question="Do bonus checks come out as often as the cards say?",
    columns={
        "rounds": ("cell", "deal", "end", "bonus_checks", "bonus_matching", "pile_left"),
    },
    sums=Sums(("cell", "block", "matching", "pile"), _QUERY),
    prepare=_with_chances,
    draw=draw,
    help="Diamonds within the bars' ends: chance worked as it must.",
    figures=figures,
)
