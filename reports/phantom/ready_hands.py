"""What the charts of ready hands share: which they are, and which went out."""

from __future__ import annotations

from rummy_sim.reports.phantom.going_out import ENDS

__all__ = ["READY", "READY_COLUMNS", "ready_of"]

READY_COLUMNS: dict[str, tuple[str, ...]] = {
    "rounds": ("cell", "game", "round", "end", "winner"),
    "hands": ("cell", "deal", "game", "round", "seat", "strategy", "ready_turn", "turns"),
}
"""The columns that :data:`READY` needs."""


def ready_of(hands: str) -> str:
    """Return the query for the hands declared ready, and whether the player then went out.

    Parameters
    ----------
    hands : str
        The frame ``hands``, or a query in brackets for it with further columns.
    """
    return f"""
    select h.*, winner = h.seat and "end" in {ENDS} as out
    from {hands} h join rounds r using (cell, game, round)
    where ready_turn >= 1
    """


READY = ready_of("hands")
"""The hands declared ready, and whether the player then went out."""
