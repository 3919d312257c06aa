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
from rummy_sim.reports.pieces import Frames, looked_up, sums
from rummy_sim.stats.ratios import block_group

__all__ = ["READY_BY_PLACE", "draw", "figures", "tally"]

_ROUND = {"cell": "cell", "game": "game", "round": "round"}


def tally(frames: Frames) -> pd.DataFrame:
    """Count hands by cell, place, the own turn of the declaration (−1 for never) and block."""
    hands = frames["hands"]
    first = looked_up(hands, frames["rounds"], _ROUND, "first_seat").astype(int)
    players = hands.groupby("cell")["seat"].transform("max").astype(int) + 1
    placed = hands.assign(
        block=block_group(hands["deal"], FEW_GROUPS),
        place=(hands["seat"].astype(int) - first) % players,
    )
    return sums(placed, ["cell", "place", "ready_turn", "block"], hands=1)


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
    tally=tally,
    draw=draw,
    help="Curves that lie on each other: the place in the turn order makes no difference.",
    figures=figures,
)
