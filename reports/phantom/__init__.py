"""The charts of Phantom Rummy."""

from __future__ import annotations

from rummy_sim.reports.chart import Chart
from rummy_sim.reports.ends import ends_chart
from rummy_sim.reports.length import length_chart
from rummy_sim.reports.phantom.bonus_by_strategy import BONUS_BY_STRATEGY
from rummy_sim.reports.phantom.bonus_checks import BONUS_CHECKS
from rummy_sim.reports.phantom.bonus_points import BONUS_POINTS
from rummy_sim.reports.phantom.points_by_part import POINTS_BY_PART
from rummy_sim.reports.phantom.ready_never import READY_NEVER
from rummy_sim.reports.phantom.ready_outcome import READY_OUTCOME
from rummy_sim.reports.phantom.ready_turn import READY_TURN

__all__ = ["CHARTS", "ENDS", "LENGTH"]

ENDS = ends_chart(
    {
        "take": ("went out by take", "blue"),
        "discard": ("went out by another's discard", "sky"),
        "item_win": ("item win", "yellow"),
        "exhausted": ("draw pile ran short", "grey"),
    },
    "short game",
)
LENGTH = length_chart("short game")

CHARTS: tuple[Chart, ...] = (
    READY_TURN,
    READY_NEVER,
    READY_OUTCOME,
    POINTS_BY_PART,
    BONUS_CHECKS,
    BONUS_POINTS,
    BONUS_BY_STRATEGY,
    ENDS,
    LENGTH,
)
"""In the order of a report."""
