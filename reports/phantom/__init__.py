"""The charts of Phantom Rummy."""

from __future__ import annotations

from rummy_sim.reports.chart import Chart
from rummy_sim.reports.ends import ends_chart
from rummy_sim.reports.game_length import game_length_chart
from rummy_sim.reports.length import length_chart
from rummy_sim.reports.phantom.bonus_by_strategy import BONUS_BY_STRATEGY
from rummy_sim.reports.phantom.bonus_checks import BONUS_CHECKS
from rummy_sim.reports.phantom.bonus_points import BONUS_POINTS
from rummy_sim.reports.phantom.bonus_weight import BONUS_WEIGHT
from rummy_sim.reports.phantom.conditions import CONDITIONS
from rummy_sim.reports.phantom.conditions_scored import CONDITIONS_SCORED
from rummy_sim.reports.phantom.payments import PAYMENTS
from rummy_sim.reports.phantom.points_by_part import POINTS_BY_PART
from rummy_sim.reports.phantom.points_of import LEAD, RACE
from rummy_sim.reports.phantom.ready_never import READY_NEVER
from rummy_sim.reports.phantom.ready_outcome import READY_OUTCOME
from rummy_sim.reports.phantom.ready_pace import READY_PACE, READY_PACE_BY_PLACE
from rummy_sim.reports.phantom.ready_turn import READY_BY_PLACE, READY_TURN
from rummy_sim.reports.phantom.ready_wait import READY_WAIT, READY_WAIT_BY_PLACE
from rummy_sim.reports.phantom.ready_wins import READY_OUTS, READY_WAITS, READY_WINS
from rummy_sim.reports.phantom.swept import BONUS_SHARE, EMPTY_PILE, GOING_OUT
from rummy_sim.reports.phantom.telling import game_ends, round_ends
from rummy_sim.reports.rules import rule_charts
from rummy_sim.reports.sections import FAIRNESS, LUCK, STRATEGIES, Section

__all__ = ["CHARTS", "ENDS", "GAME_ENDS", "GAME_LENGTH", "LENGTH", "RULES", "SECTIONS"]

ENDS = ends_chart(
    {
        "take": ("went out by take", "blue"),
        "discard": ("went out by another's discard", "sky"),
        "item_win": ("item win", "yellow"),
        "exhausted": ("draw pile ran short", "grey"),
    },
    "short game",
    findings=round_ends,
)
GAME_ENDS = ends_chart(
    {
        "target": ("target score reached", "blue"),
        "rounds": ("last short game played", "sky"),
        "item_win": ("item win", "yellow"),
    },
    "game",
    frame="games",
    name="game-ends",
    findings=game_ends,
)
GAME_LENGTH = game_length_chart("short game")
LENGTH = length_chart("short game")

CHARTS: tuple[Chart, ...] = (
    LEAD,
    GAME_LENGTH,
    GAME_ENDS,
    LENGTH,
    ENDS,
    POINTS_BY_PART,
    CONDITIONS,
    CONDITIONS_SCORED,
    PAYMENTS,
    READY_TURN,
    READY_BY_PLACE,
    READY_PACE,
    READY_PACE_BY_PLACE,
    READY_NEVER,
    READY_WAIT,
    READY_WAIT_BY_PLACE,
    READY_WINS,
    READY_WAITS,
    READY_OUTS,
    READY_OUTCOME,
    BONUS_WEIGHT,
    BONUS_POINTS,
    BONUS_BY_STRATEGY,
    BONUS_CHECKS,
)
"""In the order of a report."""

RULES = rule_charts("short game", (*RACE, BONUS_SHARE, GOING_OUT, EMPTY_PILE))
"""For sweeps."""

SECTIONS = (
    FAIRNESS,
    STRATEGIES,
    LUCK,
    Section(
        "length",
        "Length and ends",
        ("game-length", "game-ends", "length", "ends"),
        "How long games and short games take, and what ends them.",
    ),
    Section(
        "points",
        "Where points come from",
        ("points-by-part", "conditions", "conditions-scored", "payments"),
        "What going out is worth, and for what.",
    ),
    Section(
        "ready",
        "Ready hands",
        (
            "ready-turn",
            "ready-by-place",
            "ready-pace",
            "ready-pace-by-place",
            "ready-never",
            "ready-wait",
            "ready-wait-by-place",
            "ready-wins",
            "ready-waits",
            "ready-outs",
            "ready-outcome",
        ),
        "Short games end before everybody is ready, so shares are counted among all hands: a hand "
        "that never came to it is not left out.",
    ),
    Section(
        "bonus",
        "The bonus check",
        ("bonus-weight", "bonus-points", "bonus-by-strategy", "bonus-checks"),
        "How much luck the check adds, and whether it came out as the cards say it must.",
    ),
)
"""Of a report."""
