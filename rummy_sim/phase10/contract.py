"""The decisions that Phase 10 asks of a strategy."""

from __future__ import annotations

from numba import types

from rummy_sim.core.contract import Contract, Decision
from rummy_sim.phase10.state import ME, TABLE
from rummy_sim.phase10.tables import KIT

__all__ = ["CONTRACT", "DISCARD", "DRAW", "HIT", "LAY", "NAME"]

DRAW, LAY, HIT, DISCARD, NAME = range(5)

CONTRACT = Contract(
    game="phase10",
    decisions=(
        Decision(
            "draw",
            "Where is a card drawn from? The top of the discard pile is "
            "table.discard[table.discards - 1].",
            "0 for the draw pile, 1 for the discard pile",
        ),
        Decision(
            "lay",
            "The phase can be laid: is it, and how?",
            "0 for not now, 1 to lay the usual choice of cards (fewest Wilds first), 2 to lay the "
            "way written into me.way_stand and me.way_card, which must be held and right",
        ),
        Decision(
            "hit",
            "Which card of the hand is hit, on which group? table.fits is the mask of the cards "
            "that fit somewhere.",
            "-1 to stop, or hit(card, group, end) with a card that is held and fits there; end is "
            "1 for the high end of a run, else 0",
        ),
        Decision(
            "discard",
            "Which card of the hand is discarded?",
            "a card whose bit is set in me.discardable",
        ),
        Decision(
            "name",
            "A Skip was discarded: who loses a turn?",
            "a seat whose bit is set in table.nameable",
        ),
    ),
    signature=types.int64(ME, TABLE, KIT, types.Array(types.float64, 1, "C")),
)
