"""The general search: any list of groups, exactly.

It goes through what the groups can stand for, leaving out what would surely lack
more cards than another choice (branch and bound with a rising bound), and asks for
each such *way* how many cards of the hand it can place. Sets and runs ask for numbers:
a way's *demand* is a field word, and of a number held ``c`` times and asked for
``d`` times ``min(c, d)`` cards are placed. Colour groups compete with them for
the same cards; the most that can be placed is a maximum flow from cards to
numbers and colours, found as its minimum cut (Ford and Fulkerson, "Maximal flow
through a network", 1956): over every choice of the colours to cut, the colours'
demand, and of the other cards those that neither they nor the numbers can take
off the total.

The quick ways of ``hand`` serve the phases of the game; this one serves all
others, and every choice of cards to lay.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.bits import count_bits, lowest_bit
from rummy_sim.core.jit import helper, outlined
from rummy_sim.phase10.bits import (
    NUMBER_CARDS,
    ONES,
    cards_of_fields,
    excess,
    fields_total,
)
from rummy_sim.phase10.state import COLOR, RUN, SET

__all__ = [
    "begin",
    "colour_demand",
    "fields_by_colour",
    "narrow",
    "next_way",
    "placed",
    "survey",
]

_ONE = np.int64(1)
_NEVER = np.int64(99)
_OF_COLOUR = np.int64(0x111111111111)


@helper
def _stands(kind, length):  # type: ignore[no-untyped-def]
    """Return how many different things a group can stand for."""
    if kind == RUN:
        return np.int64(13 - length)
    return np.int64(12 if kind == SET else 4)


@helper
def _weight(kind, length, stand):  # type: ignore[no-untyped-def]
    """Return the field word of the numbers that a group asks for."""
    if kind == SET:
        return np.int64(length) << (55 - 5 * stand)
    if kind == RUN:
        return (ONES & ((_ONE << (5 * length)) - 1)) << (5 * (12 - stand - length))
    return np.int64(0)


@helper
def fields_by_colour(me, held, twice):  # type: ignore[no-untyped-def]
    """Write the field word of each colour's cards, of two masks, to ``me.by_colour``."""
    for colour in range(4):
        word = np.int64(0)
        for number in range(12):
            card = number * 4 + colour
            copies = ((held >> card) & 1) + ((twice >> card) & 1)
            word |= copies << (55 - 5 * number)
        me.by_colour[colour] = word


@helper
def _lacks(me, kind, length, stand):  # type: ignore[no-untyped-def]
    """Return what a group lacks if it can take any card it likes."""
    if kind == SET:
        held = (me.numbers >> (55 - 5 * stand)) & 31
    elif kind == RUN:
        held = count_bits((np.int64(me.atleast[1]) >> stand) & ((_ONE << length) - 1))
    else:
        held = np.int64(me.colour[stand])
    return np.int64(max(length - held, np.int64(0)))


@outlined
def begin(me):  # type: ignore[no-untyped-def]
    """Prepare to go through the ways of ``me.goal``; return the least that any can lack.

    Notes
    -----
    ``me.least[i]`` becomes what the groups from ``i`` on lack at least, each of them
    alone.
    """
    goal = me.goal
    me.lacking[0] = 0
    me.demand[0] = 0
    me.least[goal.groups] = 0
    for back in range(goal.groups):
        i = goal.groups - 1 - back
        kind, length = goal.kind[i], np.int64(goal.length[i])
        if kind == SET:
            least = max(length - me.top, np.int64(0))
        else:
            least = length
            for stand in range(_stands(kind, length)):
                least = min(least, _lacks(me, kind, length, np.int64(stand)))
        me.least[i] = me.least[i + 1] + least
    return np.int64(me.least[0])


@outlined
def narrow(me, most_lacking, fed):  # type: ignore[no-untyped-def]
    """Start at the first of the ways that may lack at most ``most_lacking`` cards.

    Parameters
    ----------
    me : record
        After ``begin``.
    most_lacking : int
        Ways that surely lack more are left out.
    fed : int
        1 if each group must have a number card, else 0.
    """
    goal = me.goal
    for i in range(goal.groups):
        kind, length = goal.kind[i], np.int64(goal.length[i])
        others = me.least[0] - me.least[i] + me.least[i + 1]
        most = min(most_lacking - others, length - fed)
        stands = np.int64(0)
        if most >= 0:
            if kind == SET:
                stands = np.int64(me.atleast[length - most])
            else:
                for stand in range(_stands(kind, length)):
                    if _lacks(me, kind, length, np.int64(stand)) <= most:
                        stands |= _ONE << stand
        me.stands[i] = stands
    me.left[0] = me.stands[0]


@helper
def next_way(me, level, most_lacking):  # type: ignore[no-untyped-def]
    """Move ``me.stand`` on to the next way, in the order of what the groups stand for.

    Parameters
    ----------
    me : record
        After ``narrow``.
    level : int
        0 at first, the number of the last group afterwards.
    most_lacking : int
        As for ``narrow``.

    Returns
    -------
    bool
        Whether there is another one. Its demand is ``me.demand[groups]``.

    Notes
    -----
    Of neighbouring groups that ask for the same, the first stands for the lower:
    the other order would give the same way again.
    """
    goal = me.goal
    i = np.int64(level)
    while i >= 0:
        left = np.int64(me.left[i])
        if left == 0:
            i -= 1
            continue
        stand = lowest_bit(left)
        me.left[i] = left & (left - 1)
        me.stand[i] = stand
        kind, length = goal.kind[i], np.int64(goal.length[i])
        lacking = me.lacking[i] + _lacks(me, kind, length, stand)
        if lacking + me.least[i + 1] > most_lacking:
            continue
        me.lacking[i + 1] = lacking
        me.demand[i + 1] = me.demand[i] + _weight(kind, length, stand)
        i += 1
        if i == goal.groups:
            return True
        same = goal.kind[i] == kind and goal.length[i] == length
        me.left[i] = me.stands[i] & (-_ONE << stand if same else -_ONE)
    return False


@helper
def colour_demand(me, first):  # type: ignore[no-untyped-def]
    """Return the cards that the colour groups from ``first`` on ask for, 8 bits a colour."""
    goal = me.goal
    word = np.int64(0)
    for i in range(first, goal.groups):
        if goal.kind[i] == COLOR:
            word += np.int64(goal.length[i]) << (8 * me.stand[i])
    return word


@helper
def _cut(me, colours, cut):  # type: ignore[no-untyped-def]
    """Return a cut's price for the colours in it and the cards of the other ones asked for.

    ``cut`` is a mask of colours. Returns -1 if it holds one that nobody asks for.
    """
    price = np.int64(0)
    others = np.int64(0)
    for colour in range(4):
        asked = (colours >> (8 * colour)) & 255
        if (cut >> colour) & 1:
            if asked == 0:
                return np.int64(-1), others
            price += asked
        elif asked > 0:
            others += me.by_colour[colour]
    return price, others


@outlined
def placed(me, numbers, demand, colours):  # type: ignore[no-untyped-def]
    """Return how many cards a way can place.

    Parameters
    ----------
    me : record
        ``me.by_colour`` must hold the cards' field words by colour, if a colour is
        asked for.
    numbers : int
        Field word of the cards.
    demand : int
        Field word of the numbers asked for.
    colours : int
        Cards asked for by colour, 8 bits each.
    """
    rest = excess(numbers, demand)
    held = fields_total(numbers)
    if colours == 0:
        return held - fields_total(rest)
    most = _NEVER
    for cut in range(16):
        price, others = _cut(me, colours, cut)
        if price >= 0:
            most = min(most, price + held - fields_total(excess(rest, others)))
    return most


@helper
def _margins(me, demand, colours, most):  # type: ignore[no-untyped-def]
    """Return the cards that a way can spare and those that it could place besides.

    ``most`` is what it can place. A card is spared, or placed besides, if every
    minimum cut lets it.
    """
    numbers = np.int64(me.numbers)
    rest, short = excess(numbers, demand), excess(demand, numbers)
    held = fields_total(numbers)
    spared, raised = NUMBER_CARDS, NUMBER_CARDS
    for cut in range(16):
        price, others = _cut(me, colours, cut)
        if price < 0 or price + held - fields_total(excess(rest, others)) > most:
            continue
        asked = np.int64(0)
        for colour in range(4):
            if (colours >> (8 * colour)) & 255 and not (cut >> colour) & 1:
                asked |= _OF_COLOUR << colour
        spared &= cards_of_fields(excess(rest, others)) & ~asked
        raised &= cards_of_fields(short | excess(others, rest)) | asked
    return spared, raised


@outlined
def survey(me):  # type: ignore[no-untyped-def]
    """Return the most number cards of the hand that ``me.goal`` can use.

    Writes to ``me.spared`` the number cards whose loss leaves that as it is, and to
    ``me.raised`` those that would raise it.
    """
    goal = me.goal
    numbers = np.int64(me.numbers)
    coloured = False
    for i in range(goal.groups):
        coloured = coloured or goal.kind[i] == COLOR
    if coloured:
        fields_by_colour(me, me.held, me.twice)
    spare, short = np.int64(0), np.int64(0)  # field words, or masks of cards with colours
    lacking = begin(me)
    used = goal.cards - lacking
    found = False
    while not found:
        narrow(me, lacking, np.int64(0))
        level = np.int64(0)
        while next_way(me, level, lacking):
            level = np.int64(goal.groups - 1)
            demand = np.int64(me.demand[goal.groups])
            colours = colour_demand(me, 0) if coloured else np.int64(0)
            if placed(me, numbers, demand, colours) < used:
                continue
            found = True
            if coloured:
                spared, raised = _margins(me, demand, colours, used)
                spare |= spared
                short |= raised
            else:
                spare |= excess(numbers, demand)
                short |= excess(demand, numbers)
        if not found:
            lacking += 1
            used -= 1
    if not coloured:
        spare, short = cards_of_fields(spare), cards_of_fields(short)
    me.spared = spare & me.held
    me.raised = short
    return used
