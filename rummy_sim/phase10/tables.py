"""The lookup tables of hand arithmetic: what each set of numbers gives for a run.

A run of n asks for one card of each number in a window of n numbers. For each n
and each set of numbers held (a mask of 12 bits) one word says how many places of
the best window are filled, which numbers lie in *every* best window (losing the
only card of one makes the run worse) and which lie in *any*.

The tables travel to kernels and strategies as one record, the *kit*; a table
used as a global would be copied into every compiled function.
"""

from __future__ import annotations

from functools import cache

import numba
import numpy as np
import numpy.typing as npt

from rummy_sim.phase10.cards import DECK, N_CARDS, PENALTIES

__all__ = ["KIT", "KIT_DTYPE", "best_runs", "kit"]

KIT_DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # (length << 12) | numbers held -> filled << 12 | numbers in every best window
                ("run", "u2", (13 << 12,)),
                ("penalty", "u1", (N_CARDS,)),  # points for a card still held
                ("deck", "u1", (len(DECK),)),  # the cards in canonical order
            ],
            align=True,
        ),
    )
)
KIT = numba.from_dtype(KIT_DTYPE)


def best_runs(length: int) -> npt.NDArray[np.uint16]:
    """Return, for every set of numbers held, how far a run of ``length`` is filled.

    Returns
    -------
    array of 4096
        ``filled << 12 | numbers held that lie in every best window``.

    Examples
    --------
    >>> word = int(best_runs(4)[0b1100_0000_0111])  # 1, 2, 3 and 11, 12
    >>> word >> 12, bin(word & 4095)
    (3, '0b111')
    """
    held = np.arange(1 << 12, dtype=np.uint16)
    windows = [np.uint16(((1 << length) - 1) << first) for first in range(13 - length)]
    filled = np.stack([np.bitwise_count(held & window) for window in windows])
    most = filled.max(axis=0)
    always = np.full(1 << 12, (1 << 12) - 1, np.uint16)
    for window, places in zip(windows, filled, strict=True):
        always &= np.where(places == most, window, np.uint16((1 << 12) - 1))
    words: npt.NDArray[np.uint16] = (most.astype(np.uint16) << np.uint16(12)) | (always & held)
    return words


@cache
def kit() -> npt.NDArray[np.void]:
    """Return the tables as an array of one record, made at the first call."""
    record = np.zeros(1, KIT_DTYPE)
    for length in range(1, 13):
        record["run"][0, length << 12 : (length + 1) << 12] = best_runs(length)
    record["penalty"][0] = PENALTIES
    record["deck"][0] = DECK
    record.flags.writeable = False
    return record
