"""The rows that a run of Phantom Rummy leaves behind, as numpy records.

Columns are those of FRAMES.md, in its order; ``strategy`` is a number into the
run's list of strategies and ``end`` one into the lists below until the store
writes them out as words.
"""

from __future__ import annotations

import numba
import numpy as np

__all__ = ["GAMES_DTYPE", "GAME_ENDS", "HANDS_DTYPE", "ROUNDS_DTYPE", "ROUND_ENDS"]

GAME_ENDS = ("target", "rounds", "item_win")
ROUND_ENDS = ("take", "discard", "exhausted", "item_win")

GAMES_DTYPE = np.dtype(
    [
        ("cell", "i2"),
        ("deal", "i4"),
        ("game", "i4"),
        ("seat", "i1"),
        ("strategy", "i2"),
        ("score", "i4"),
        ("win_share", "f8"),
        ("rounds", "i2"),
        ("end", "i1"),
    ],
    align=True,
)

ROUNDS_DTYPE = np.dtype(
    [
        ("cell", "i2"),
        ("deal", "i4"),
        ("game", "i4"),
        ("round", "i2"),
        ("first_seat", "i1"),
        ("turns", "i2"),
        ("end", "i1"),
        ("winner", "i1"),
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
    ],
    align=True,
)

HANDS_DTYPE = np.dtype(
    [
        ("cell", "i2"),
        ("deal", "i4"),
        ("game", "i4"),
        ("round", "i2"),
        ("seat", "i1"),
        ("strategy", "i2"),
        ("opened", "i1"),
        ("gained", "i1"),
        ("first_open_turn", "i1"),
        ("ready_turn", "i1"),
        ("ready_waits", "i1"),
        ("ready_outs", "i1"),
        ("turns", "i1"),
        ("points", "i2"),
    ],
    align=True,
)

GAMES_ROW = numba.from_dtype(GAMES_DTYPE)
ROUNDS_ROW = numba.from_dtype(ROUNDS_DTYPE)
HANDS_ROW = numba.from_dtype(HANDS_DTYPE)
