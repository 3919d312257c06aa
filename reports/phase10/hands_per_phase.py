"""How many hands each phase takes: where games stall.

The figure is the hands worked on a phase divided by the times that it was laid.
So hands that were the last of their game count, too, though their phase was
never laid; the mean over those who laid it would leave out the slow ones.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, profile
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS, phase_names
from rummy_sim.reports.phase10.telling import stalls
from rummy_sim.reports.sql import block
from rummy_sim.reports.style import wrapped
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["FEWEST", "HANDS_PER_PHASE", "draw", "figures"]

FEWEST = 5
"""Of a phase laid less often by a strategy no figure is given."""


_QUERY = f"""
    select
        cell, strategy, phase, {block(FEW_GROUPS)}, count(*) as hands,
        count(*) filter (laid_turn > 0) as laid
    from ({DEALT}) group by all
"""


def _needed(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    keys = ["panel", "strategy", "phase"]
    needed = ratio_intervals(panels.pooled(table), "hands", "laid", keys)
    needed = needed[needed["weight"] >= FEWEST]
    if needed.empty:
        raise NothingToShowError(f"no strategy laid a phase {FEWEST} times")
    return needed.assign(low=needed["low"].clip(lower=1))


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return hands for each laying, by cell, strategy and phase."""
    panels = about.panels(table["cell"])
    labels = {"strategy": "strategy", "phase": "phase"}
    needed = _needed(table, panels).reset_index()
    return of_means(needed, panels, labels, "hands for each laying", "hands")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw hands for each laying, by phase and strategy, a panel a cell."""
    panels = about.panels(table["cell"])
    needed = _needed(table, panels)
    phases = sorted(int(phase) for phase in needed.index.unique("phase"))
    names = phase_names(about, phases)
    short = len(phases) > 6 or len(panels.names) > 1
    return curve_panels(
        profile(needed, "strategy", "phase"),
        panels,
        about,
        title="Hands needed for each phase",
        subtitle="Hands worked on a phase for each time that it was laid; 1 is the least",
        across="phase",
        up="hands for each laying",
        per_cent=False,
        log=True,
        ticks=[str(p) for p in phases] if short else [wrapped(names[p], 1.0, 8, 3) for p in phases],
        notes=(
            "Phases: " + ", ".join(names.values()) + "." if about.options.get("phases") else "",
            f"Left out: phases that a strategy laid fewer than {FEWEST} times.",
        ),
    )


HANDS_PER_PHASE = Chart(
    name="hands-per-phase",
    question="Where do games stall?",
    columns={
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", "strategy", "phase", *DEALT_COLUMNS),
    },
    sums=Sums(("cell", "strategy", "phase", "block"), _QUERY),
    draw=draw,
    help="A peak is a phase on which games stall; the lower a curve, the quicker a strategy.",
    figures=figures,
    findings=stalls,
)
