"""The rows that a run of Phase 10 leaves behind, as numpy records.

Columns are those of FRAMES.md, in its order; those that all games have stand in
:mod:`rummy_sim.core.rows`. ``end`` is a place in the lists below.
"""

from __future__ import annotations

from rummy_sim.core.rows import hands_dtype, rounds_dtype

__all__ = [
    "BY_LIMIT",
    "COMPLETED",
    "GAME_ENDS",
    "HANDS_DTYPE",
    "LIMIT",
    "MOMENT",
    "OUT",
    "ROUNDS_DTYPE",
    "ROUND_ENDS",
]

GAME_ENDS = ("completed", "limit")
COMPLETED, BY_LIMIT = 0, 1
ROUND_ENDS = ("out", "moment", "limit")
OUT, MOMENT, LIMIT = 0, 1, 2

ROUNDS_DTYPE = rounds_dtype(
    [
        ("playoff", "?"),
        ("reshuffles", "i2"),
    ]
)

HANDS_DTYPE = hands_dtype(
    [
        ("phase", "i1"),
        ("laid_turn", "i2"),
        ("penalty", "i2"),
        ("wilds_left", "i1"),
        ("skips_left", "i1"),
        ("cards_left", "i1"),
        ("hits", "i1"),
        ("skipped", "i2"),
    ]
)
