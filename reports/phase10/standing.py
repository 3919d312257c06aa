"""How far players have come after each hand of a game.

Players whose game is over keep the standing that they had at its end, so that
the curves do not bend down when the quick games are over.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import FEW_GROUPS, Curves, cumulative
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.reports.phase10.hands import COUNTING
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums

__all__ = ["MOVED", "STANDING", "draw"]

_MOST = 40
_ENDED = 0.95  # the axis goes on until so many games are over


MOVED = f"""
    select
        *,
        coalesce(
            nullif(lead(phase) over game - phase, 0),
            (laid_turn > 0 and count(*) filter (laid_turn > 0) over phase = 1)::int
        ) as moved,
        lead(phase) over game is null as over
    from ({COUNTING})
    window
        game as (partition by cell, game, seat order by round),
        phase as (partition by cell, game, seat, phase order by round)
"""
"""The hands that count, with by how many phases each brought its player on (``moved``), and
whether it was that player's last (``over``).

It is the difference to the player's next hand; of the last one, 1 if the phase was laid. Who
has laid the last phase and works on it again, with ``game_end: hands``, moves on only once.
"""

# Each player of each game counts once, at hand 1; ``over`` counts the players' last hands.
_QUERY = f"""
    select
        cell, strategy, round, {block(FEW_GROUPS)}, sum(moved) as moved,
        count(*) filter (round = 1) as players, count(*) filter (over) as over
    from ({MOVED}) group by all
"""


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
    sums=Sums(("cell", "strategy", "round", "block"), _QUERY),
    draw=draw,
    help="Curves that stay together leave everybody in the game; those that part decide it early.",
    figures=figures,
)
