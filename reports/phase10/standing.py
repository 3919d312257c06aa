"""How far players have come after each hand of a game.

Players whose game is over keep the standing that they had at its end, so that
the curves do not bend down when the quick games are over.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.phase10.hands import counting_hands
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group

__all__ = ["STANDING", "draw", "moved_on", "tally"]

_MOST = 40
_ENDED = 0.95  # the axis goes on until so many games are over


def moved_on(hands: pd.DataFrame) -> pd.Series:
    """Return by how many phases each hand brought its player on.

    It is the difference to the player's next hand; of the last one, 1 if the phase was laid.
    """
    order = hands.sort_values(["cell", "game", "seat", "round"], kind="stable")
    player = ["cell", "game", "seat"]
    last = ~order.duplicated(player, keep="last")
    step = order["phase"].shift(-1) - order["phase"]
    moved = np.where(last, (order["laid_turn"] > 0).astype(float), step)
    return pd.Series(moved, order.index).reindex(hands.index).astype(int)


def tally(frames: Frames) -> pd.DataFrame:
    """Add up phases moved on, by cell, strategy, hand of the game and block.

    ``players`` counts each player of each game once, at hand 1; ``over`` counts the
    players' last hands.
    """
    hands = counting_hands(frames)
    last = ~hands.sort_values("round", kind="stable").duplicated(
        ["cell", "game", "seat"], keep="last"
    )
    return sums(
        hands.assign(block=block_group(hands["deal"], FEW_GROUPS)),
        ["cell", "strategy", "round", "block"],
        moved=moved_on(hands),
        players=(hands["round"] == 1).astype(int),
        over=last.reindex(hands.index).astype(int),
    )


def _curves(table: pd.DataFrame, panels: Panels) -> Curves:
    over = table.groupby("round")["over"].sum().sort_index().cumsum()
    last = min(_MOST, int((over >= _ENDED * over.iloc[-1]).idxmax()))
    return cumulative(
        panels.pooled(table), "strategy", "round", "moved", last, of="players", bounds=None
    )


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return phases left behind by cell, strategy and hand of the game."""
    panels = about.panels(table["cell"])
    curves = _curves(table, panels)
    return of_curves(curves, panels, "strategy", "hand", "phases left behind", "phases")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw mean phases completed after each hand, a panel a cell."""
    panels = about.panels(table["cell"])
    curves = _curves(table, panels)
    return curve_panels(
        curves,
        panels,
        about,
        title="Phase standing over the hands of a game",
        subtitle="Mean number of phases that a player has left behind after each hand; players "
        "whose game is over keep their standing",
        across="hand of the game",
        up="phases left behind",
        per_cent=False,
    )


STANDING = Chart(
    name="standing",
    question="How does a game run, and does the field stay together?",
    columns={
        "rounds": ("cell", "game", "round", "playoff"),
        "hands": ("cell", "deal", "game", "round", "seat", "strategy", "phase", "laid_turn"),
    },
    tally=tally,
    draw=draw,
    help="Curves that stay together leave everybody in the game; those that part decide it early.",
    figures=figures,
)
