"""The rows that a run of Phase 10 leaves behind, as numpy records.

Columns are those of FRAMES.md, in its order; ``strategy`` is a number into the
run's list of strategies and ``end`` one into the lists below until the store
writes them out as words.
"""

from __future__ import annotations

import numba
import numpy as np

__all__ = ["GAMES_DTYPE", "GAME_ENDS", "HANDS_DTYPE", "ROUNDS_DTYPE", "ROUND_ENDS"]

GAME_ENDS = ("completed", "limit")
ROUND_ENDS = ("out", "moment", "limit")

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
        ("playoff", "?"),
        ("reshuffles", "i2"),
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
        ("phase", "i1"),
        ("laid_turn", "i2"),
        ("penalty", "i2"),
        ("wilds_left", "i1"),
        ("skips_left", "i1"),
        ("cards_left", "i1"),
        ("hits", "i1"),
        ("skipped", "i2"),
    ],
    align=True,
)

GAMES_ROW = numba.from_dtype(GAMES_DTYPE)
ROUNDS_ROW = numba.from_dtype(ROUNDS_DTYPE)
HANDS_ROW = numba.from_dtype(HANDS_DTYPE)
