"""Laying a phase: the choice of cards to lay, and whether a way to lay is right.

A way to lay is written into the player's record: ``me.way_stand[i]`` is what
group ``i`` stands for (a number or a run's lowest number from 0, a place in
``RBGY``), ``me.way_card`` has the cards, group after group: a run's upwards, Wilds
in their places; another group's in any order.

*The choice* (RULES-phase10.md, section 5) uses the fewest Wilds, then leaves the
fewest penalty points, then lays the cards that come first in canonical order,
then stands for the lowest numbers. Where that leaves it open which of the chosen
cards lies in which group, the first group gets the first cards.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.bits import count_bits, lowest_bit
from rummy_sim.core.jit import helper, outlined
from rummy_sim.phase10.bits import ONES, excess, fields_total
from rummy_sim.phase10.cards import WILD
from rummy_sim.phase10.search import (
    begin,
    colour_demand,
    fields_by_colour,
    narrow,
    next_way,
    placed,
)
from rummy_sim.phase10.state import COLOR, GENERAL, ONE_COLOR, RUN, SET

__all__ = ["LAY_BY_CHOICE", "LAY_NOTHING", "LAY_THIS_WAY", "choose_way", "way_is_right"]

LAY_NOTHING, LAY_BY_CHOICE, LAY_THIS_WAY = 0, 1, 2
"""The answers to the decision ``lay``."""

# What _share_out must look after: that each group gets a number card, that colour
# groups and others do not take each other's cards.
NO_CHECKS, CHECK_FED, CHECK_COLOURS = 0, 1, 2
_ONE = np.int64(1)
_WILD = np.int64(WILD)
_OF_NUMBER = np.int64(15)
_OF_COLOUR = np.int64(0x111111111111)
_TENS = np.int64((1 << 15) - 1)  # the fields of the numbers 10–12
_TEN_CARDS = np.int64(((1 << 12) - 1) << 36)  # their cards


@helper
def _window(kind, length, stand):  # type: ignore[no-untyped-def]
    """Return the full fields of the numbers that a set or run takes."""
    wide = length if kind == RUN else 1
    return ((_ONE << (5 * wide)) - 1) << (5 * (12 - stand - wide))


@outlined
def _all_fed(me, first, numbers):  # type: ignore[no-untyped-def]
    """Whether each group from ``first`` on can have a number card of its own.

    By Hall's theorem: whether the cards that any of some groups takes are as many
    as these groups, for every choice of them. ``me.by_colour`` must be the cards by
    colour if a colour is asked for.
    """
    goal = me.goal
    many = np.int64(goal.groups - first)
    for chosen in range(1, _ONE << many):
        taken = np.int64(0)
        colours = 0
        for j in range(many):
            if (chosen >> j) & 1:
                kind, stand = goal.kind[first + j], me.stand[first + j]
                if kind == COLOR:
                    colours |= 1 << stand
                else:
                    taken |= _window(kind, np.int64(goal.length[first + j]), stand)
        cards = fields_total(numbers & taken)
        for colour in range(4):
            if (colours >> colour) & 1:
                cards += fields_total(me.by_colour[colour] & ~taken)
        if cards < count_bits(chosen):
            return False
    return True


@outlined
def _best_cards(me):  # type: ignore[no-untyped-def]
    """Return as masks the cards that the way in ``me.stand`` lays, with colours asked for.

    The sets of cards that a way can place are the independent sets of a matroid, so
    taking each card that can be added, the dearest and then the first of them
    first, gives the best set.
    """
    demand = np.int64(me.demand[me.goal.groups])
    colours = colour_demand(me, 0)
    once, twice = np.int64(0), np.int64(0)
    numbers, many = np.int64(0), np.int64(0)
    for colour in range(4):
        me.by_colour[colour] = 0
    for i in range(48):
        card = np.int64(i + 36 if i < 12 else i - 12)
        field = _ONE << (55 - 5 * (card >> 2))
        for copy in range(me.count[card]):
            me.by_colour[card & 3] += field
            if placed(me, numbers + field, demand, colours) == many + 1:
                numbers += field
                many += 1
                if copy == 0:
                    once |= _ONE << card
                else:
                    twice |= _ONE << card
            else:
                me.by_colour[card & 3] -= field
                break
    return once, twice


@helper
def _come_first(once, twice, other_once, other_twice):  # type: ignore[no-untyped-def]
    """Whether the cards of two masks are better than those of two others, as many."""
    tens = count_bits(once & _TEN_CARDS) + count_bits(twice & _TEN_CARDS)
    other_tens = count_bits(other_once & _TEN_CARDS) + count_bits(other_twice & _TEN_CARDS)
    if tens != other_tens:
        return tens > other_tens
    different = (once ^ other_once) | (twice ^ other_twice)
    if different == 0:
        return False
    bit = _ONE << lowest_bit(different)
    return once & bit > other_once & bit or twice & bit > other_twice & bit


@helper
def _rest_fits(me, i, place, checks, once, twice, numbers):  # type: ignore[no-untyped-def]
    """Whether some cards can all be placed after ``place`` of group ``i``, and feed the groups."""
    goal = me.goal
    if checks & CHECK_COLOURS:
        fields_by_colour(me, once, twice)
        left = np.int64(goal.length[i] - place - 1)
        demand = me.demand[goal.groups] - me.demand[i + 1]
        colours = colour_demand(me, i + 1)
        if goal.kind[i] == COLOR:
            colours += left << (8 * me.stand[i])
        elif goal.kind[i] == SET:
            demand += left << (55 - 5 * me.stand[i])
        else:
            demand += (ONES & ((_ONE << (5 * left)) - 1)) << (
                5 * (12 - me.stand[i] - goal.length[i])
            )
        if placed(me, numbers, demand, colours) < fields_total(numbers):
            return False
    return checks & CHECK_FED == 0 or _all_fed(me, i + 1, numbers)


@outlined
def _share_out(me, once, twice, numbers, checks):  # type: ignore[no-untyped-def]
    """Share cards out to the groups of the way in ``me.stand``, the first to the first.

    Each place gets the first card with which the rest still works out, or a Wild.

    Parameters
    ----------
    once, twice : int
        Masks of the cards; of a number the way has to do with the first ones.
    numbers : int
        Field word of the cards that the way uses.
    checks : int
        What may go wrong with the rest, as a mask of CHECK_FED and CHECK_COLOURS.
    """
    goal = me.goal
    at = 0
    for i in range(goal.groups):
        kind, length, stand = goal.kind[i], goal.length[i], me.stand[i]
        me.way_stand[i] = stand
        for place in range(length):
            if kind == COLOR:
                fitting = (once | twice) & (_OF_COLOUR << stand)
            else:
                number = stand + place if kind == RUN else stand
                fitting = (once | twice) & (_OF_NUMBER << (4 * number))
            me.way_card[at] = _WILD
            while fitting:
                card = lowest_bit(fitting)
                bit = _ONE << card
                left_twice = twice & ~bit
                left_once = once if twice & bit else once & ~bit
                left = numbers - (_ONE << (55 - 5 * (card >> 2)))
                if checks == 0 or _rest_fits(me, i, place, checks, left_once, left_twice, left):
                    me.way_card[at] = card
                    once, twice, numbers = left_once, left_twice, left
                    break
                # Of one number all cards do, or none, unless colours are asked for.
                fitting = fitting & (fitting - 1) if checks & CHECK_COLOURS else np.int64(0)
            at += 1


@helper
def _dearest_of_colour(me, colour, many):  # type: ignore[no-untyped-def]
    """Return as masks the dearest cards of a colour, the first of them."""
    once, twice = np.int64(0), np.int64(0)
    left = np.int64(many)
    held = np.int64(me.held) & (_OF_COLOUR << colour)
    for part in range(2):
        cards = held & (_TEN_CARDS if part == 0 else ~_TEN_CARDS)
        while cards and left > 0:
            bit = cards & -cards
            cards ^= bit
            once |= bit
            left -= 1
            if me.twice & bit and left > 0:
                twice |= bit
                left -= 1
    return once, twice


@outlined
def _choose_colour(me):  # type: ignore[no-untyped-def]
    """Do the work of ``choose_way`` for a phase of one colour group."""
    used = np.int64(me.used)
    best_once, best_twice = np.int64(0), np.int64(0)
    chosen = np.int64(-1)
    for colour in range(4):
        if min(np.int64(me.colour[colour]), np.int64(me.goal.length[0])) == used:
            once, twice = _dearest_of_colour(me, colour, used)
            if chosen < 0 or _come_first(once, twice, best_once, best_twice):
                best_once, best_twice = once, twice
                chosen = np.int64(colour)
    me.stand[0] = chosen
    _share_out(me, best_once, best_twice, np.int64(me.numbers), np.int64(NO_CHECKS))


@outlined
def _choose_numbers(me, fed):  # type: ignore[no-untyped-def]
    """Do the work of ``choose_way`` for a phase without colour groups.

    A way takes of each number as many cards as it can, the first ones, so the field
    word of these says all about the cards.
    """
    goal = me.goal
    numbers, used = np.int64(me.numbers), np.int64(me.used)
    wilds = np.int64(goal.cards) - used
    best_tens, best_word = np.int64(-1), np.int64(0)
    begin(me)
    narrow(me, wilds, fed)
    level = np.int64(0)
    while next_way(me, level, wilds):
        level = np.int64(goal.groups - 1)
        word = numbers - excess(numbers, np.int64(me.demand[goal.groups]))
        if fields_total(word) < used:
            continue
        tens = fields_total(word & _TENS)
        if tens < best_tens or (tens == best_tens and word <= best_word):
            continue
        if fed and wilds > 0 and goal.groups > 1 and not _all_fed(me, np.int64(0), numbers):
            continue
        best_tens, best_word = tens, word
        for i in range(goal.groups):
            me.way_stand[i] = me.stand[i]
    for i in range(goal.groups):
        me.stand[i] = me.way_stand[i]
    # Without Wilds there is a card for each place.
    checks = np.int64(CHECK_FED if fed and wilds > 0 and goal.groups > 1 else NO_CHECKS)
    _share_out(me, np.int64(me.held), np.int64(me.twice), best_word, checks)


@outlined
def _choose_any(me, fed):  # type: ignore[no-untyped-def]
    """Do the work of ``choose_way`` for a phase that asks for colours among other things."""
    goal = me.goal
    numbers, used = np.int64(me.numbers), np.int64(me.used)
    wilds = np.int64(goal.cards) - used
    best_once, best_twice = np.int64(0), np.int64(0)
    found = False
    begin(me)
    narrow(me, wilds, fed)
    level = np.int64(0)
    while next_way(me, level, wilds):
        level = np.int64(goal.groups - 1)
        fields_by_colour(me, me.held, me.twice)
        demand = np.int64(me.demand[goal.groups])
        if placed(me, numbers, demand, colour_demand(me, 0)) < used:
            continue
        if fed and not _all_fed(me, np.int64(0), numbers):
            continue
        once, twice = _best_cards(me)
        if found and not _come_first(once, twice, best_once, best_twice):
            continue
        found = True
        best_once, best_twice = once, twice
        for i in range(goal.groups):
            me.way_stand[i] = me.stand[i]
    _set_way(me)
    chosen = np.int64(0)
    for card in range(48):
        copies = ((best_once >> card) & 1) + ((best_twice >> card) & 1)
        chosen += copies << (55 - 5 * (card >> 2))
    checks = np.int64(CHECK_COLOURS | (CHECK_FED if fed else NO_CHECKS))
    _share_out(me, best_once, best_twice, chosen, checks)


@helper
def choose_way(me):  # type: ignore[no-untyped-def]
    """Write *the choice of cards to lay* to ``me.way_stand`` and ``me.way_card``.

    ``me.need`` must be 0 and up to date.

    Returns
    -------
    int
        The number of Wilds it takes.
    """
    goal = me.goal
    fed = np.int64(1 if me.floor == goal.groups else 0)
    if goal.form == ONE_COLOR:
        _choose_colour(me)
    else:
        coloured = False
        if goal.form == GENERAL:
            for i in range(goal.groups):
                coloured = coloured or goal.kind[i] == COLOR
        if coloured:
            _choose_any(me, fed)
        else:
            _choose_numbers(me, fed)
    return np.int64(goal.cards) - me.used


@helper
def _set_way(me):  # type: ignore[no-untyped-def]
    """Make the way in ``me.way_stand`` the one that the search stands at."""
    goal = me.goal
    for i in range(goal.groups):
        stand = np.int64(me.way_stand[i])
        me.stand[i] = stand
        kind, length = goal.kind[i], np.int64(goal.length[i])
        asked = np.int64(0)
        if kind != COLOR:
            each = length if kind == SET else _ONE
            asked = (_window(kind, length, stand) & ONES) * each
        me.demand[i + 1] = me.demand[i] + asked


@outlined
def way_is_right(me):  # type: ignore[no-untyped-def]
    """Whether the way to lay in ``me.way_stand`` and ``me.way_card`` is held and lays the phase."""
    goal = me.goal
    number_cards, fed_groups = 0, 0
    at = 0
    for i in range(goal.groups):
        kind, length, stand = goal.kind[i], goal.length[i], me.way_stand[i]
        highest = 13 - length if kind == RUN else (12 if kind == SET else 4)
        if stand < 0 or stand >= highest:
            return False
        fed = 0
        for place in range(length):
            card = me.way_card[at]
            if card < 0 or card > _WILD:
                return False
            if card < _WILD:
                trait = card & 3 if kind == COLOR else card >> 2
                if trait != (stand + place if kind == RUN else stand):
                    return False
                number_cards += 1
                fed = 1
            copies = 0
            for other in range(goal.cards):
                copies += me.way_card[other] == card
            if copies > me.count[card]:
                return False
            at += 1
        fed_groups += fed
    if me.floor == goal.groups:
        return fed_groups == goal.groups
    return number_cards >= me.floor
