"""How far players of Phantom Rummy are after each short game: their points so far."""

from __future__ import annotations

from rummy_sim.reports.lead import lead_chart, lead_measures

__all__ = ["LEAD", "RACE", "STANDING"]

STANDING = """
    select
        cell, deal, game, round, seat,
        sum(points) over (partition by cell, game, seat order by round) as standing
    from hands
"""
"""Each player's points after each short game."""

_NEEDED = {"hands": ("cell", "deal", "game", "round", "seat", "points")}

LEAD = lead_chart(STANDING, _NEEDED, "short game")
RACE = lead_measures(STANDING, _NEEDED, "short game")
"""What a sweep may change of the lead."""
