"""The lookup tables of hand arithmetic: exact, one a group of attributes.

A goal shape is one small set and two big sets, and each of these lies within
one attribute. So for each attribute the question is: how many cards are missing
for *p* small sets (0 or 1) and *s* big sets (0 to 2) inside it? The six answers
make a *class*; only 39 different classes occur among all 78,125 + 625 possible
holdings of one attribute, and merging two attributes (the least sum over all
ways to share the sets out, a min-plus product) leads to the same 39 again. The
whole of ``need`` thus becomes a chain of byte lookups.

The tables travel to kernels and strategies as one record, the *kit*; a table
used as a global would be copied into every compiled function.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numba
import numpy as np
import numpy.typing as npt

from rummy_sim.phantom.cards import DECK

__all__ = ["ITEM_BASE", "KIT", "KIT_DTYPE", "N_CLASS_SLOTS", "POW5", "kit"]

POW5 = (1, 5, 25, 125, 625, 3125, 15625)
"""The weight of each title in an attribute's holding, written in base 5."""

ITEM_BASE = 5**7
"""Where the items' part of the class table begins."""

N_CLASS_SLOTS = 64
"""Classes are numbered below this, so that two make an index by shift and or."""

KIT_DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("holding", "u1", (5**7 + 5**4,)),  # holding -> class
                ("merged", "u1", (N_CLASS_SLOTS**2,)),  # two classes -> class of both
                ("needed", "u1", (N_CLASS_SLOTS**2,)),  # two classes -> cards missing
                ("deck", "u1", (100,)),  # the cards in canonical order
            ],
            align=True,
        ),
    )
)
KIT = numba.from_dtype(KIT_DTYPE)

_SHARES = [(p, s) for p in (0, 1) for s in (0, 1, 2)]


def missing(titles: int, runs: bool) -> npt.NDArray[np.int8]:
    """Return the cards missing for each share of a goal shape, for every holding.

    Parameters
    ----------
    titles : int
        How many titles the attribute has.
    runs : bool
        Whether its cards make runs.

    Returns
    -------
    array of shape (5**titles, 6)
        Row: the holding in base 5. Column: 0 to 2 big sets without a small set,
        then with one. No kind is asked for more than its four copies.
    """
    holdings = np.arange(5**titles)
    lacking = [
        [np.maximum(asked - holdings // 5**title % 5, 0).astype(np.int8) for asked in range(5)]
        for title in range(titles)
    ]
    groups = [tuple(3 * (i == title) for i in range(titles)) for title in range(titles)]
    straights = [
        tuple(int(first <= i < first + 3) for i in range(titles))
        for first in range(titles - 2 if runs else 0)
    ]
    pairs = [tuple(2 * (i == title) for i in range(titles)) for title in range(titles)]
    best = np.full((5**titles, 6), 99, np.int8)
    for column, (small, big) in enumerate(_SHARES):
        for sets in combinations_with_replacement(groups + straights, big):
            for pair in pairs if small else [()]:
                asked = np.sum([*sets, pair or (0,) * titles], axis=0)
                if asked.max() > 4:
                    continue
                cost = np.zeros(5**titles, np.int8)
                for title in np.flatnonzero(asked):
                    cost += lacking[title][asked[title]]
                np.minimum(best[:, column], cost, out=best[:, column])
    return best


def min_plus(left: npt.NDArray[np.int8], right: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Merge the missing cards of two disjoint parts of a hand, over the last axis."""
    columns = []
    for small, big in _SHARES:
        ways = [
            left[..., p * 3 + s] + right[..., (small - p) * 3 + big - s]
            for p in range(small + 1)
            for s in range(big + 1)
        ]
        columns.append(np.minimum.reduce(ways))
    return np.stack(columns, axis=-1)


@cache
def kit() -> npt.NDArray[np.void]:
    """Return the tables as an array of one record, made at the first call (some 0.1 s)."""
    record = np.zeros(1, KIT_DTYPE)
    rows = np.concatenate([missing(7, runs=True), missing(4, runs=False)])
    weights = 16 ** np.arange(6, dtype=np.int64)
    packed = rows.astype(np.int64) @ weights
    codes, first, number = np.unique(packed, return_index=True, return_inverse=True)
    classes = rows[first]
    record["holding"][0] = number
    merged = min_plus(classes[:, None, :], classes[None, :, :])
    place = np.searchsorted(codes, merged.astype(np.int64) @ weights)
    if not np.array_equal(classes[place], merged):
        raise AssertionError("merging two classes led outside them")
    n = len(codes)
    for table, values in (("merged", place), ("needed", merged[..., 5])):
        square = np.zeros((N_CLASS_SLOTS, N_CLASS_SLOTS), np.uint8)
        square[:n, :n] = values
        record[table][0] = square.ravel()
    record["deck"][0] = DECK
    record.flags.writeable = False
    return record
