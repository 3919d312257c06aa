"""The charts of Phase 10."""

from __future__ import annotations

from rummy_sim.reports.chart import Chart
from rummy_sim.reports.ends import ends_chart
from rummy_sim.reports.game_length import game_length_chart
from rummy_sim.reports.length import length_chart
from rummy_sim.reports.phase10.hands_per_phase import HANDS_PER_PHASE
from rummy_sim.reports.phase10.laid_turn import LAID_TURN
from rummy_sim.reports.phase10.laid_turn_by_phase import LAID_TURN_BY_PHASE
from rummy_sim.reports.phase10.penalty_by_cause import PENALTY_BY_CAUSE
from rummy_sim.reports.phase10.progress import LEAD, RACE
from rummy_sim.reports.phase10.skips import SKIPS
from rummy_sim.reports.phase10.standing import STANDING
from rummy_sim.reports.phase10.swept import LAID, PENALTY
from rummy_sim.reports.rules import rule_charts
from rummy_sim.reports.sections import FAIRNESS, LUCK, STRATEGIES, Section

__all__ = ["CHARTS", "ENDS", "GAME_LENGTH", "LENGTH", "RULES", "SECTIONS"]

ENDS = ends_chart(
    {
        "out": ("somebody went out", "blue"),
        "moment": ("last phase laid", "orange"),
        "limit": ("turn limit", "grey"),
    },
    "hand",
)
GAME_LENGTH = game_length_chart("hand")
LENGTH = length_chart("hand")

CHARTS: tuple[Chart, ...] = (
    LEAD,
    GAME_LENGTH,
    STANDING,
    HANDS_PER_PHASE,
    LAID_TURN,
    LAID_TURN_BY_PHASE,
    PENALTY_BY_CAUSE,
    SKIPS,
    ENDS,
    LENGTH,
)
"""In the order of a report."""

RULES = rule_charts("hand", (*RACE, LAID, PENALTY))
"""For sweeps."""

SECTIONS = (
    FAIRNESS,
    STRATEGIES,
    LUCK,
    Section(
        "length",
        "Length and ends",
        ("game-length", "length", "ends"),
        "How long games and hands take, and what ends them.",
    ),
    Section(
        "phases",
        "Phases",
        ("hands-per-phase", "standing", "laid-turn", "laid-turn-by-phase"),
        "Where games stall, and whether the field stays together.",
    ),
    Section(
        "penalties",
        "Penalties and Skips",
        ("penalty-by-cause", "skips"),
        "What the points are made of, and what a lost turn costs.",
    ),
)
"""Of a report."""
