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
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.phantom.going_out import checked, scored
from rummy_sim.reports.pieces import Frames, sums

__all__ = ["BONUS_CHECKS", "MOST", "draw", "figures", "tally"]

MOST = 6
"""So many cards turned over, or more, are counted together."""


def tally(frames: Frames) -> pd.DataFrame:
    """Count goings-out by cell, block and cards turned over, and add up the exact chances.

    Columns ``outs``; ``seen_0`` … by cards turned over; ``exact_0`` … the sums of their
    chances.
    """
    out = checked(scored(frames))
    checks = out["bonus_checks"].to_numpy(int)
    pile = out["pile_left"].to_numpy(int) + checks
    chances = check_chances(out["bonus_matching"].to_numpy(), pile, MOST)
    columns = {f"exact_{n}": chances[:, n] for n in range(MOST + 1)}
    columns |= {f"seen_{n}": (checks.clip(max=MOST) == n).astype(int) for n in range(MOST + 1)}
    wide = pd.DataFrame(columns, index=out.index)
    return sums(out, ["cell", "block"], outs=1, **{name: wide[name] for name in columns})


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
    tally=tally,
    draw=draw,
    help="Diamonds within the bars' ends: chance worked as it must.",
    figures=figures,
)
