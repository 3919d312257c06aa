"""The rows that a run of Phantom Rummy leaves behind, as numpy records.

Columns are those of FRAMES.md, in its order; those that all games have stand in
:mod:`rummy_sim.core.rows`. ``end`` is a place in the lists below.
"""

from __future__ import annotations

from rummy_sim.core.rows import hands_dtype, rounds_dtype

__all__ = [
    "BY_DISCARD",
    "BY_ITEM_WIN",
    "BY_ROUNDS",
    "BY_TAKE",
    "BY_TARGET",
    "EXHAUSTED",
    "GAME_ENDS",
    "HANDS_DTYPE",
    "ITEM_WIN",
    "ROUNDS_DTYPE",
    "ROUND_ENDS",
]

GAME_ENDS = ("target", "rounds", "item_win")
BY_TARGET, BY_ROUNDS, BY_ITEM_WIN = 0, 1, 2
ROUND_ENDS = ("take", "discard", "exhausted", "item_win")
BY_TAKE, BY_DISCARD, EXHAUSTED, ITEM_WIN = 0, 1, 2, 3

ROUNDS_DTYPE = rounds_dtype(
    [
        ("discarder", "i1"),
        ("points", "i2"),
        ("points_sets", "i1"),
        ("points_red", "i1"),
        ("points_conditions", "i1"),
        ("points_bonus", "i2"),  # up to 36 a title with bonus_match: title
        ("bonus_checks", "i1"),
        ("paid", "i2"),
        ("pile_left", "i1"),
        # Beyond FRAMES.md, for the exact expectation of the bonus check (see ``bonus``):
        ("bonus_matching", "i1"),  # cards of the pile that would score; -1 without a check
        ("bonus_expected", "f4"),  # expected bonus points over all orders of the pile
        # and what each condition of red cards scored, as in ``scoring.CONDITIONS``:
        ("conditions_ends", "i1"),  # numbers 1 and 7
        ("conditions_middle", "i1"),  # 2 and 6
        ("conditions_three_five", "i1"),  # 3 and 5
        ("conditions_four", "i1"),
        ("conditions_items", "i1"),  # plain Items
    ]
)

HANDS_DTYPE = hands_dtype(
    [
        ("opened", "i1"),
        ("gained", "i1"),
        ("first_open_turn", "i1"),
        ("ready_turn", "i1"),
        ("ready_waits", "i1"),
        ("ready_outs", "i1"),
        ("turns", "i1"),
        ("points", "i2"),
    ]
)
