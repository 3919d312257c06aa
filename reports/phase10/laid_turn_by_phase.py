"""On which turn phases are laid, phase by phase."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.phase10.hands import DEALT, DEALT_COLUMNS, phase_names
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["LAID_TURN_BY_PHASE", "draw", "figures"]


# −1 stands for never.
_QUERY = f"""
    select cell, phase, laid_turn, {block(FEW_GROUPS)}, count(*) as hands
    from ({DEALT}) group by all
"""


def _curves(table: pd.DataFrame, panels: Panels, names: Mapping[int, str]) -> Curves:
    laid = table[table["laid_turn"] > 0]
    if laid.empty:
        raise NothingToShowError("no phase was ever laid")
    named = panels.pooled(table.assign(phase=table["phase"].map(dict(names))))
    last = last_turn(laid["laid_turn"], laid["hands"])
    return cumulative(named, "phase", "laid_turn", "hands", last)


def _names(table: pd.DataFrame, about: About) -> dict[int, str]:
    return phase_names(about, sorted(int(phase) for phase in table["phase"].unique()))


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of hands that laid by cell, phase and own turn."""
    panels = about.panels(table["cell"])
    curves = _curves(table, panels, _names(table, about))
    return of_curves(curves, panels, "phase", "own turn", "phase laid by then")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands whose phase was laid by each own turn, a panel a cell."""
    panels = about.panels(table["cell"])
    names = _names(table, about)
    return curve_panels(
        _curves(table, panels, names),
        panels,
        about,
        title="When phases are laid, by phase",
        subtitle="Share of the hands with a phase in which it was laid by the player's own turn, "
        "all strategies together; what is missing to 100 % had not laid when the hand ended",
        across="own turn",
        up="phase laid by then (% of hands)",
        order=list(names.values()),
    )


LAID_TURN_BY_PHASE = Chart(
    name="laid-turn-by-phase",
    question="Which phases come early, and which are missed?",
    columns={
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", "phase", *DEALT_COLUMNS),
    },
    sums=Sums(("cell", "phase", "laid_turn", "block"), _QUERY),
    draw=draw,
    help="A row that stays pale, or a curve that stays low, is a phase on which hands end first.",
    figures=figures,
)
