"""The yardstick of a machine: how long one keyed shuffle of 100 cards takes.

Speeds told in shuffles hold on every machine, so that a slow simulator is not
taken for a slow computer.
"""

from __future__ import annotations

import time

import numpy as np
from numba import types

from rummy_sim.core.jit import PLAIN, kernel
from rummy_sim.core.rng import DECK, key3, shuffle

__all__ = ["CARDS", "shuffle_ns"]

CARDS = 100


@kernel(types.int64(types.Array(types.uint8, 1, "C"), types.uint64, types.int64))
def _shuffle_often(deck, seed, times):  # type: ignore[no-untyped-def]
    """Shuffle a sorted deck many times; return a sum, so that nothing is optimised away."""
    total = np.int64(0)
    for deal in range(times):
        for i in range(deck.shape[0]):
            deck[i] = i
        shuffle(deck, deck.shape[0], key3(seed, DECK, deal, 1))
        total += deck[0]
    return total


def shuffle_ns(times: int = 20_000) -> float:
    """Return the nanoseconds that one keyed 100-card shuffle takes now.

    Parameters
    ----------
    times : int
        How many shuffles are timed together.

    Examples
    --------
    >>> shuffle_ns(1000) > 0
    True
    """
    if PLAIN:
        times = max(1, times // 200)
    deck = np.zeros(CARDS, np.uint8)
    with np.errstate(over="ignore"):
        before = time.thread_time_ns()
        _shuffle_often(deck, np.uint64(1), times)
        return (time.thread_time_ns() - before) / times
