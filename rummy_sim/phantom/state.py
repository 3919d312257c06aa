"""The records of a game's state: what everybody sees and what one player sees.

``table`` is public, ``me`` is one seat's own. A strategy gets these two, the
lookup tables (``kit``) and its parameters, and nothing else, so hidden cards are
out of its reach. Kinds, cards and sets are numbered as in ``cards``.

All fields are 32 bits wide, though most would fit in 8: in plain Python
``1 << kind`` with an 8-bit kind overflows, and a strategy must get the same
figures compiled and not.
"""

from __future__ import annotations

import numba

from rummy_sim.core.world import record, world_dtype
from rummy_sim.phantom.cards import N_CODES

__all__ = [
    "MAX_MARKET",
    "MAX_OPTIONS",
    "MAX_PILE",
    "MAX_SETS",
    "ME",
    "ME_DTYPE",
    "OUTCOME_DTYPE",
    "RULES_DTYPE",
    "SEATS",
    "TABLE",
    "TABLE_DTYPE",
    "WORLD",
    "WORLD_DTYPE",
]

SEATS = 4
MAX_MARKET = 8
MAX_SETS = 33  # 100 cards make no more sets
MAX_PILE = 100
MAX_EVENTS = 2048  # a short game has fewer than 100 turns, a turn fewer than 10 events
MAX_OPTIONS = 16  # big sets that 8 cards can hold at once: never more than 8

RULES_DTYPE = record(
    [
        ("players", "i4"),
        ("short_games", "i4"),
        ("target_score", "i4"),
        ("market_size", "i4"),
        ("advanced", "i4"),
        ("opens_any", "i4"),  # opens_per_turn: any
        ("draw_two", "i4"),  # open_draw: two
        ("ready_always", "i4"),  # ready_needed: always
        ("ready_needs_open", "i4"),
        ("ready_after_open", "i4"),
        ("bonus_check", "i4"),
        ("bonus_title", "i4"),  # bonus_match: title
        ("bonus_flip", "i4"),  # bonus_points: flip
        ("ends_pure", "i4"),  # ends_condition: pure
        ("middle_opened", "i4"),  # middle_condition: opened
        ("item_win", "i4"),  # 0 off, 1 opened, 2 goal
        ("item_win_all", "i4"),  # item_win_sets: all
        ("victory_items", "i4"),  # bit mask of the kinds that bear victory
        ("own_discard_bar", "i4"),
        ("discarder_pays", "i4"),
        ("pile_end_empty", "i4"),  # pile_end: empty
    ]
)

TABLE_DTYPE = record(
    [
        ("rules", RULES_DTYPE),
        ("short_game", "i4"),  # its number, from 1
        ("first", "i4"),  # seat that began it
        ("seat", "i4"),  # whose turn it is
        ("turn", "i4"),  # turns begun by all
        ("pile", "i4"),  # cards left in the draw pile
        ("offer", "i4"),  # card just discarded and open to claims, else -1
        ("discarder", "i4"),  # who discarded it, else -1
        ("market_count", "i4"),
        ("market", "i4", (MAX_MARKET,)),  # cards, by position
        # by seat:
        ("score", "i4", (SEATS,)),
        ("turns", "i4", (SEATS,)),  # own turns begun
        ("ready", "i4", (SEATS,)),  # 1 once declared
        ("ready_turn", "i4", (SEATS,)),  # own turn of the declaration, -1 for never
        ("opened", "i4", (SEATS,)),  # sets opened
        ("gained", "i4", (SEATS,)),  # of them by gaining
        ("item_sets", "i4", (SEATS,)),  # of them made of items alone
        ("opened_reds", "i4", (SEATS,)),  # red cards in opened sets
        ("discards", "i4", (SEATS,)),  # length of the discard pile
        ("takes", "i4", (SEATS,)),  # cards taken from the market
        ("opened_count", "i4", (SEATS, N_CODES)),  # opened cards by kind
        ("opened_red", "i4", (SEATS, N_CODES)),  # of them red
        ("discard_count", "i4", (SEATS, N_CODES)),  # discards by kind
        # lists; only as many entries as the numbers above say are valid:
        ("set", "i4", (SEATS, MAX_SETS)),  # opened sets, in order
        ("discard", "i4", (SEATS, MAX_PILE)),  # discard pile, bottom first
        ("taken", "i4", (SEATS, MAX_PILE)),  # cards taken, in order
    ]
)

ME_DTYPE = record(
    [
        ("dice", "u8"),  # the player's own random stream, see dice_below
        ("seat", "i4"),
        ("cards", "i4"),  # cards in hand
        ("need", "i4"),  # cards missing for a goal shape
        ("opened", "i4"),  # sets opened
        ("ready", "i4"),  # 1 once declared
        ("waits", "i4"),  # bit mask of the kinds waited for, once ready
        ("options", "i4"),  # sets that may be opened or gained now
        ("option", "i4", (MAX_OPTIONS,)),  # these sets, in canonical order
        ("count", "i4", (N_CODES,)),  # cards in hand by kind
        ("red", "i4", (N_CODES,)),  # of them red (0 or 1)
        # working figures of hand arithmetic, see rummy_sim.phantom.hand:
        ("held", "i4"),  # bit mask of kinds held at least once,
        ("pairs", "i4"),  # twice
        ("trips", "i4"),  # three times
        ("claims", "i4"),  # bit mask of the discards of others that it has a use for
        ("code", "i4", (4,)),  # holding by attribute, in base 5
        ("rest", "i4", (4,)),  # class of the other three attributes
    ]
)

OUTCOME_DTYPE = record(
    [
        ("winner", "i8"),
        ("discarder", "i8"),
        ("points", "i8"),
        ("points_sets", "i8"),
        ("points_red", "i8"),
        ("points_conditions", "i8"),
        ("points_bonus", "i8"),
        ("bonus_checks", "i8"),
        ("bonus_matching", "i8"),
        ("bonus_expected", "f8"),
        ("conditions", "i8", (5,)),  # points by condition, see scoring.CONDITIONS
        ("paid", "i8"),
        # by seat, as in the hands frame:
        ("first_open_turn", "i8", (SEATS,)),
        ("ready_waits", "i8", (SEATS,)),
        ("ready_outs", "i8", (SEATS,)),
        ("share", "f8", (SEATS,)),  # of the game's win, by seat
        ("split", "i8", (4,)),  # of the winning hand, see scoring.next_split
    ]
)

WORLD_DTYPE = world_dtype(TABLE_DTYPE, ME_DTYPE, OUTCOME_DTYPE, SEATS, MAX_PILE, MAX_EVENTS)
"""Everything there is in a game, the hidden cards too: for the engine's eyes only."""

ME = numba.from_dtype(ME_DTYPE)
TABLE = numba.from_dtype(TABLE_DTYPE)
WORLD = numba.from_dtype(WORLD_DTYPE)
