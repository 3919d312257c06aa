"""How far players of Phantom Rummy are after each short game: their points so far."""

from __future__ import annotations

from rummy_sim.reports.lead import lead_chart

__all__ = ["LEAD", "STANDING"]

STANDING = """
    select
        cell, deal, game, round, seat,
        sum(points) over (partition by cell, game, seat order by round) as standing
    from hands
"""
"""Each player's points after each short game."""

LEAD = lead_chart(
    STANDING, {"hands": ("cell", "deal", "game", "round", "seat", "points")}, "short game"
)
