"""The decisions that Phantom Rummy asks of a strategy."""

from __future__ import annotations

from numba import types

from rummy_sim.core.contract import Contract, Decision
from rummy_sim.phantom.state import ME, TABLE
from rummy_sim.phantom.tables import KIT

__all__ = ["CONTRACT", "DISCARD", "GAIN", "GO_OUT", "OPEN", "READY", "TAKE"]

TAKE, GO_OUT, OPEN, DISCARD, READY, GAIN = range(6)

CONTRACT = Contract(
    game="phantom",
    decisions=(
        Decision(
            "take",
            "Which market card goes into the hand?",
            "a position in table.market, from 0 to table.market_count - 1",
        ),
        Decision(
            "go_out",
            "The hand may go out (with table.offer, if that is not -1): does it?",
            "1 for yes, 0 for no",
        ),
        Decision(
            "open",
            "Which big set of the hand is opened? me.option lists those that can be.",
            "-1 for none, or one of me.option[0] … me.option[me.options - 1], as it is (black "
            "copies first) or through with_red(set, mask) to lay red copies",
        ),
        Decision(
            "discard",
            "Which card of the hand is discarded?",
            "a card that is held: kind * 2, plus 1 for the red copy",
        ),
        Decision("ready", "The hand is one card away from a goal shape: ready?", "1 or 0"),
        Decision(
            "gain",
            "Which big set is gained with table.offer and two cards of the hand?",
            "-1 for none, or one of me.option, as for open",
        ),
    ),
    signature=types.int64(ME, TABLE, KIT, types.Array(types.float64, 1, "C")),
)
