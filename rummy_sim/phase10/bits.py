"""Sets of cards as bit masks, and counts by number packed into one word.

A *field word* holds one count for each of the numbers 1–12 in five bits each,
number 1 in the highest: sums and differences of twelve counts are then single
instructions (the guard bit of each field stops borrows), and comparing two
words compares the counts of 1s first, then those of 2s, and so on.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper

__all__ = [
    "GUARDS",
    "NUMBER_CARDS",
    "ONES",
    "cards_of_fields",
    "cards_of_numbers",
    "excess",
    "fields_total",
]

NUMBER_CARDS = np.int64((1 << 48) - 1)
"""The bits of all number cards."""

ONES = np.int64(sum(1 << (5 * field) for field in range(12)))
"""The field word of one card of each number."""

GUARDS = np.int64(int(ONES) << 4)
_EVEN = np.int64(sum(31 << (10 * pair) for pair in range(6)))
_SPREAD = tuple(
    np.int64(mask)
    for mask in (0x000000FF000000FF, 0x000F000F000F000F, 0x0303030303030303, 0x1111111111111111)
)
_LOW10 = np.int64(1023)


@helper
def cards_of_numbers(numbers):  # type: ignore[no-untyped-def]
    """Return the mask of all cards of some numbers, given as a mask of 12 bits."""
    x = np.int64(numbers)
    x = (x | (x << 24)) & _SPREAD[0]
    x = (x | (x << 12)) & _SPREAD[1]
    x = (x | (x << 6)) & _SPREAD[2]
    x = (x | (x << 3)) & _SPREAD[3]
    return x * np.int64(15)


@helper
def excess(left, right):  # type: ignore[no-untyped-def]
    """Return ``max(left - right, 0)`` field by field; no field above 15."""
    difference = (left | GUARDS) - right
    kept = difference & GUARDS
    return difference & (kept - (kept >> 4))


@helper
def fields_total(word):  # type: ignore[no-untyped-def]
    """Return the sum of a field word's twelve fields."""
    x = (word & _EVEN) + ((word >> 5) & _EVEN)
    x += x >> 30
    return (x + (x >> 10) + (x >> 20)) & _LOW10


@helper
def cards_of_fields(word):  # type: ignore[no-untyped-def]
    """Return the mask of all cards of the numbers whose fields are not 0."""
    numbers = np.int64(0)
    for number in range(12):
        if (word >> (55 - 5 * number)) & 31:
            numbers |= np.int64(1) << number
    return cards_of_numbers(numbers)
