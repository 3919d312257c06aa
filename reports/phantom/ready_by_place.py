"""When hands are declared ready, by place in the turn order of the short game."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative, last_turn
from rummy_sim.reports.fairness import place_name
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["READY_BY_PLACE", "draw", "figures"]

_ROUND = {"cell": "cell", "game": "game", "round": "round"}


_QUERY = f"""
    select
        h.cell, (h.seat - r.first_seat + p.players) % p.players as place, ready_turn,
        h.{block(FEW_GROUPS)}, count(*) as hands
    from hands h
    join rounds r using (cell, game, round)
    join (select cell, max(seat) + 1 as players from hands group by cell) p on p.cell = h.cell
    group by all
"""


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    ready = table[table["ready_turn"] >= 1]
    if ready.empty:
        raise NothingToShowError("no hand was ever declared ready")
    last = last_turn(ready["ready_turn"], ready["hands"])
    named = panels.pooled(table.assign(place=[place_name(int(p)) for p in table["place"]]))
    return cumulative(named, "place", "ready_turn", "hands", last)


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of hands ready by cell, place and own turn."""
    panels = about.panels(table["cell"])
    return of_curves(_curves(table, panels), panels, "place", "own turn", "ready by then")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the share of hands ready by each own turn, a panel a cell."""
    panels = about.panels(table["cell"])
    return curve_panels(
        _curves(table, panels),
        panels,
        about,
        title="When hands are declared ready, by place in the turn order",
        subtitle="Share of all hands that were ready by the player's own turn, by place in the "
        "turn order of the short game, all strategies together",
        across="own turn",
        up="ready by then (% of hands)",
        order=sorted({place_name(int(p)) for p in table["place"]}),
    )


READY_BY_PLACE = Chart(
    name="ready-by-place",
    question="Is who plays first in a short game ready earlier?",
    columns={
        "rounds": ("cell", "game", "round", "first_seat"),
        "hands": ("cell", "deal", "game", "round", "seat", "ready_turn"),
    },
    sums=Sums(("cell", "place", "ready_turn", "block"), _QUERY),
    draw=draw,
    help="Curves that lie on each other: the place in the turn order makes no difference.",
    figures=figures,
)
