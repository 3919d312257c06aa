"""How far players of Phase 10 are after each hand: phases first, then penalty points."""

from __future__ import annotations

from rummy_sim.reports.lead import lead_chart, lead_measures
from rummy_sim.reports.phase10.standing import MOVED

__all__ = ["LEAD", "PROGRESS", "RACE"]

_PHASE = 1_000_000  # more than the penalty points of any game

PROGRESS = f"""
    select
        cell, deal, game, round, seat,
        sum(moved * {_PHASE} - penalty) over (partition by cell, game, seat order by round)
            as standing
    from ({MOVED})
"""
"""How far each player is after each hand."""

_NEEDED = {
    "rounds": ("cell", "game", "round", "playoff"),
    "hands": ("cell", "deal", "game", "round", "seat", "phase", "laid_turn", "penalty"),
}

LEAD = lead_chart(PROGRESS, _NEEDED, "hand")
RACE = lead_measures(PROGRESS, _NEEDED, "hand")
"""What a sweep may change of it."""
