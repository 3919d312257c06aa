"""What going first is worth: the share of wins by place in the turn order.

Places count from the player who began the first short game or hand.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.fairness import order_edge, place_name
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.pieces import Frames, looked_up, sums
from rummy_sim.reports.shares import even_share
from rummy_sim.stats.ratios import block_group, ratio_intervals

__all__ = ["ORDER_SHARE", "draw", "figures", "placed", "tally"]


def placed(frames: Frames) -> pd.DataFrame:
    """Return the frame ``games`` with the column ``place`` in the turn order, from 0."""
    games, rounds = frames["games"], frames["rounds"]
    if games.empty:
        return games.assign(place=games["seat"])
    begun = rounds[rounds["round"] == 1]
    first = looked_up(games, begun, {"cell": "cell", "game": "game"}, "first_seat").astype(int)
    players = games.groupby("cell")["seat"].transform("max").astype(int) + 1
    return games.assign(place=(games["seat"].astype(int) - first) % players)


def tally(frames: Frames) -> pd.DataFrame:
    """Add up wins and games by cell, place in the turn order and block."""
    games = placed(frames)
    games = games.assign(block=block_group(games["deal"]))
    return sums(games, ["cell", "place", "block"], won=games["win_share"], held=1)


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    by = ["panel", "place"]
    rows = ratio_intervals(panels.pooled(table), "won", "held", by, bounds=(0, 1)).reset_index()
    return rows.assign(place=[place_name(int(place)) for place in rows["place"]])


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return win shares by cell and place in the turn order."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"place": "place"}, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw win shares by place in the turn order, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="place",
        by_value=False,
        title="Win share by place in the turn order",
        subtitle="Share of the full games won by who plays first, second and so on when the game "
        "begins, all strategies together",
        label="win share (%)",
        scale=100,
        mean_label="win share",
        reference=even_share(panels, about),
        reference_label="an even share",
    )


ORDER_SHARE = Chart(
    name="order-share",
    question="What is going first worth?",
    columns={
        "games": ("cell", "deal", "game", "seat", "win_share"),
        "rounds": ("cell", "game", "round", "first_seat"),
    },
    tally=tally,
    draw=draw,
    help="A line that misses the dashed one shows a place that wins more, or less, than an even "
    "share.",
    figures=figures,
    findings=order_edge,
)
