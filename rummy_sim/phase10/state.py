"""The records of a game's state: what everybody sees and what one player sees.

``table`` is public, ``me`` is one seat's own. A strategy gets these two, the
lookup tables (``kit``) and its parameters, and nothing else, so hidden cards are
out of its reach. Cards are numbered as in ``cards``; a *mask of cards* has bit
``card`` set. Numbers 1–12 count from 0 in masks of numbers, colours are places
in ``RBGY``, and phases are places in the ruleset's list, from 0.
"""

from __future__ import annotations

import numba

from rummy_sim.core.world import record, world_dtype
from rummy_sim.phase10.cards import N_CARDS

__all__ = [
    "COLOR",
    "GENERAL",
    "MAX_DISCARDS",
    "MAX_GROUPS",
    "MAX_GROUPS_IN_PHASE",
    "MAX_PHASES",
    "MAX_TURNS",
    "ME",
    "ME_DTYPE",
    "ONE_COLOR",
    "PHASE_DTYPE",
    "RULES_DTYPE",
    "RUN",
    "SEATS",
    "SET",
    "SET_AND_RUN",
    "TABLE",
    "TABLE_DTYPE",
    "TWO_SETS",
    "WORLD",
    "WORLD_DTYPE",
]

# Kinds of groups.
SET, RUN, COLOR = 0, 1, 2
# Forms of phases; hand arithmetic has a quick way for all but the general one.
TWO_SETS, SET_AND_RUN, ONE_COLOR, GENERAL = 0, 1, 2, 3

SEATS = 6
MAX_PHASES = 100
MAX_GROUPS_IN_PHASE = 11  # a hand holds no more cards
MAX_GROUPS = SEATS * MAX_GROUPS_IN_PHASE
MAX_DISCARDS = 108
MAX_TURNS = 1000
# A turn has a lost one before it, a draw, a discard, and the rows of a reshuffle
# now and then; each card is laid or hit once.
MAX_EVENTS = 4 * MAX_TURNS + 1000

PHASE_DTYPE = record(
    [
        ("cards", "i4"),  # asked for in all
        ("groups", "i4"),  # how many, in order:
        ("kind", "i4", (MAX_GROUPS_IN_PHASE,)),  # SET, RUN or COLOR
        ("length", "i4", (MAX_GROUPS_IN_PHASE,)),  # cards asked for
        ("form", "i4"),  # which arithmetic is right, with the lengths
        ("first", "i4"),  # of the larger set, the set or the colour group,
        ("second", "i4"),  # and of the smaller set or the run (0 for none)
    ]
)

RULES_DTYPE = record(
    [
        ("players", "i4"),
        ("phases", "i4"),  # how many
        ("game_end", "i4"),  # 0 hand, 1 moment, 2 all, 3 hands
        ("hands", "i4"),  # for game_end: hands, else 0
        ("advance_always", "i4"),
        ("playoff", "i4"),  # tie: playoff
        ("natural", "i4"),  # 0 none, 1 phase, 2 group
        ("skip_next", "i4"),  # skip_target: next
        ("skip_lap", "i4"),  # skip_limit: lap
        ("hold_skips", "i4"),
        ("max_wilds_to_lay", "i4"),  # -1 for none
        ("hit_same_turn", "i4"),
        ("keep_last", "i4"),  # go_out: discard
        ("max_turns", "i4"),
        ("max_hands", "i4"),
        ("phase", PHASE_DTYPE, (MAX_PHASES,)),
    ]
)

TABLE_DTYPE = record(
    [
        ("fits", "i8"),  # mask of the cards that can be hit on some group
        # by seat, masks of cards taken from the discard pile and not seen since:
        ("known", "i8", (SEATS,)),
        ("known_twice", "i8", (SEATS,)),  # of them both copies
        ("rules", RULES_DTYPE),
        ("hand", "i4"),  # its number, from 1
        ("playoff", "i4"),  # 1, 2 … in the play-off hands of a tie, else 0
        ("dealt", "i4"),  # mask of the seats dealt in
        ("first", "i4"),  # seat that began it
        ("seat", "i4"),  # whose turn it is
        ("turn", "i4"),  # turns begun by all, lost ones not counted
        ("pile", "i4"),  # cards left in the draw pile
        ("reshuffles", "i4"),
        ("nameable", "i4"),  # mask of seats, while a Skip's discarder names one
        ("discards", "i4"),  # length of the discard pile, 0 while its top is taken
        ("discard", "i4", (MAX_DISCARDS,)),  # its cards, bottom first
        # by seat:
        ("score", "i4", (SEATS,)),  # penalty points of the hands before
        ("phase", "i4", (SEATS,)),  # next phase; rules.phases: all completed
        ("laid", "i4", (SEATS,)),  # 1 once the phase is laid
        ("laid_turn", "i4", (SEATS,)),  # own turn of laying, -1 for never
        ("cards", "i4", (SEATS,)),  # cards in hand
        ("turns", "i4", (SEATS,)),  # own turns begun
        ("lost", "i4", (SEATS,)),  # 1: the next turn will be lost
        ("idle", "i4", (SEATS,)),  # 1: the last turn was lost
        ("skipped", "i4", (SEATS,)),  # turns lost
        ("hits", "i4", (SEATS,)),  # cards hit
        # groups laid, in order; only the first `groups` entries are valid:
        ("groups", "i4"),
        ("kind", "i4", (MAX_GROUPS,)),
        ("owner", "i4", (MAX_GROUPS,)),
        ("low", "i4", (MAX_GROUPS,)),  # a run's lowest number, else number or colour
        ("high", "i4", (MAX_GROUPS,)),  # a run's highest number, else number or colour
        ("on_table", "i4", (N_CARDS,)),  # cards laid and hit
    ]
)

ME_DTYPE = record(
    [
        ("dice", "u8"),  # the player's own random stream, see dice_below
        ("held", "i8"),  # mask of the cards in hand,
        ("twice", "i8"),  # of the number cards held twice,
        ("discardable", "i8"),  # of the cards that may be discarded now
        ("seat", "i4"),
        ("phase", "i4"),  # the phase worked on
        ("laid", "i4"),  # 1 once it is laid
        ("need", "i4"),  # number cards missing for it, until it is laid
        ("cards", "i4"),  # cards in hand,
        ("wilds", "i4"),  # of them Wilds
        ("skips", "i4"),  # and Skips
        ("count", "i4", (N_CARDS,)),  # copies in hand, by card
        ("colour", "i4", (4,)),  # number cards in hand, by colour
        # a way to lay, see rummy_sim.phase10.laying:
        ("way_card", "i4", (MAX_GROUPS_IN_PHASE,)),  # the cards, group after group
        ("way_stand", "i4", (MAX_GROUPS_IN_PHASE,)),  # what each group stands for
        # working figures of hand arithmetic, see rummy_sim.phase10.hand:
        ("numbers", "i8"),  # field word of the number cards held
        ("spared", "i8"),  # general form: cards whose loss leaves `used` as it is,
        ("raised", "i8"),  # cards that would raise it
        ("goal", PHASE_DTYPE),  # the phase worked on
        ("floor", "i4"),  # number cards that the phase must have
        ("used", "i4"),  # number cards in hand that it can use
        ("top", "i4"),  # most cards of one number
        ("atleast", "i4", (14,)),  # numbers held n times or more (a mask), by n
        # room for the search, see rummy_sim.phase10.search:
        ("stand", "i8", (MAX_GROUPS_IN_PHASE,)),
        ("lacking", "i8", (MAX_GROUPS_IN_PHASE + 1,)),
        ("demand", "i8", (MAX_GROUPS_IN_PHASE + 1,)),
        ("least", "i8", (MAX_GROUPS_IN_PHASE + 1,)),
        ("stands", "i8", (MAX_GROUPS_IN_PHASE,)),
        ("left", "i8", (MAX_GROUPS_IN_PHASE,)),
        ("by_colour", "i8", (4,)),
    ]
)

OUTCOME_DTYPE = record(
    [
        ("winner", "i8"),  # seat, -1 for none
        # by seat, 0 for seats not dealt in:
        ("penalty", "i8", (SEATS,)),
        ("share", "f8", (SEATS,)),  # of the game's win
    ]
)

WORLD_DTYPE = world_dtype(TABLE_DTYPE, ME_DTYPE, OUTCOME_DTYPE, SEATS, MAX_DISCARDS, MAX_EVENTS)
"""Everything there is in a game, the hidden cards too: for the engine's eyes only."""

ME = numba.from_dtype(ME_DTYPE)
TABLE = numba.from_dtype(TABLE_DTYPE)
WORLD = numba.from_dtype(WORLD_DTYPE)
