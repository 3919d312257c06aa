"""Counts the cards that are missing for a goal shape and keeps that number least.

It takes the market card, opens the set, gains the set and makes the discard
after which ``need`` is least; ties go to the lowest in canonical order. It opens
or gains as soon as it can while it has opened nothing, and never again; it goes
out whenever it may, and declares ready whenever it may and has opened.

Idea: the plain reading of the rulebook; defined to the letter in
RULES-phantom.md, section 7. Every comparison starts from it.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.phantom.hand import (
    need_with,
    need_without,
    need_without_pair,
    need_without_set,
)

GAME = "phantom"


def take(me, table, kit, params):
    """The card that makes need least."""
    best, least = 0, 99
    for position in range(table.market_count):
        need = need_with(me, kit, table.market[position] >> 1)
        if need < least:
            best, least = position, need
            if need < me.need:  # one card cannot do more
                break
    return best


def go_out(me, table, kit, params):
    """Whenever it may."""
    return 1


def open(me, table, kit, params):
    """The set that makes need least, if nothing is opened yet."""
    best, least = -1, 99
    if me.opened == 0:
        for i in range(me.options):
            need = need_without_set(me, kit, me.option[i])
            if need < least:
                best, least = me.option[i], need
    return best


def discard(me, table, kit, params):
    """The card that makes need least; of a kind, a black copy first."""
    best, least = 0, 99
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        need = need_without(me, kit, kind)
        if need < least:
            best, least = kind, need
            if need == me.need:  # the card is of no use at all
                break
    return best * 2 + (1 if me.count[best] == me.red[best] else 0)


def ready(me, table, kit, params):
    """Whenever it has opened a set."""
    return 1 if me.opened > 0 else 0


def gain(me, table, kit, params):
    """The set that makes need least, if nothing is opened yet."""
    best, least = -1, 99
    if me.opened == 0:
        for i in range(me.options):
            need = need_without_pair(me, kit, me.option[i], table.offer >> 1)
            if need < least:
                best, least = me.option[i], need
    return best
