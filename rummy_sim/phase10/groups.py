"""The groups on the table: what fits where, and the answers to the decision ``hit``.

RULES-phase10.md, section 2, step 3.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper
from rummy_sim.phase10.bits import cards_of_numbers
from rummy_sim.phase10.cards import N_CARDS, WILD
from rummy_sim.phase10.state import COLOR, RUN, SET

__all__ = ["count_hits", "first_hit", "fits_at", "hit", "nth_hit", "refit"]

_ONE = np.int64(1)
_WILD = np.int64(WILD)
_WILD_BIT = np.int64(1 << WILD)
_OF_COLOUR = np.int64(0x111111111111)
_HIGHEST = np.int64(11)
_N_CARDS = np.int64(N_CARDS)


@helper
def hit(card, group, end):  # type: ignore[no-untyped-def]
    """Return the answer that hits ``card`` on ``group``.

    Parameters
    ----------
    card : int
        The card.
    group : int
        The group's number on the table.
    end : int
        1 for the high end of a run; 0 for the low end, and for other groups.
    """
    return np.int64(card) | (np.int64(group) << 7) | (np.int64(end) << 6)


@helper
def fits_at(table, card, group, end):  # type: ignore[no-untyped-def]
    """Whether a card fits at an end (0 low, 1 high) of a group, 0 for groups without ends."""
    kind = table.kind[group]
    low, high = table.low[group], table.high[group]
    if card > _WILD:
        return False
    if kind == RUN:
        place = high + 1 if end else low - 1
        return place >= 0 and place <= _HIGHEST and (card == _WILD or card >> 2 == place)
    if end:
        return False
    return card == _WILD or (card & 3 if kind == COLOR else card >> 2) == low


@helper
def refit(table):  # type: ignore[no-untyped-def]
    """Bring ``table.fits`` up to date with the groups."""
    numbers = np.int64(0)
    cards = np.int64(0)
    for group in range(table.groups):
        kind = table.kind[group]
        low, high = np.int64(table.low[group]), np.int64(table.high[group])
        if kind == SET:
            numbers |= _ONE << low
        elif kind == RUN:
            numbers |= ((_ONE << low) >> 1) | ((_ONE << (high + 1)) & 4095)
        else:
            cards |= _OF_COLOUR << low
            cards |= _WILD_BIT
    if numbers:
        cards |= cards_of_numbers(numbers) | _WILD_BIT
    table.fits = cards


@helper
def first_hit(table, card):  # type: ignore[no-untyped-def]
    """Return the answer that hits a card on the first group it fits, a run's low end first.

    -1 if it fits nowhere.
    """
    for group in range(table.groups):
        if fits_at(table, card, group, 0):
            return hit(card, group, 0)
        if fits_at(table, card, group, 1):
            return hit(card, group, 1)
    return np.int64(-1)


@helper
def count_hits(me, table):  # type: ignore[no-untyped-def]
    """Return how many different hits the hand allows."""
    hits = np.int64(0)
    fitting = np.int64(me.held & table.fits)
    for card in range(_N_CARDS):
        if (fitting >> card) & 1:
            for group in range(table.groups):
                hits += fits_at(table, card, group, 0)
                hits += fits_at(table, card, group, 1)
    return hits


@helper
def nth_hit(me, table, n):  # type: ignore[no-untyped-def]
    """Return the n-th hit, from 0: by card, then group, then low end before high.

    -1 if there are not as many.
    """
    fitting = np.int64(me.held & table.fits)
    left = np.int64(n)
    for card in range(_N_CARDS):
        if (fitting >> card) & 1:
            for group in range(table.groups):
                for end in range(2):
                    if fits_at(table, card, group, end):
                        if left == 0:
                            return hit(card, group, end)
                        left -= 1
    return np.int64(-1)
