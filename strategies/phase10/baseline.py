"""Counts the cards that are missing for the phase and keeps that number least.

Before laying it takes the discard when that makes ``need`` smaller, and discards
the card that keeps ``need`` least, the dearest of those. It lays as soon as it
can. After laying it takes the discard when it can be hit at once, hits as long as
it can, and discards its dearest number card. A Skip is discarded as soon as it is
held, against the player with the fewest cards.

Idea: the plain reading of the rules; defined to the letter in
RULES-phase10.md, section 5. Every comparison starts from it.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.phase10.bits import NUMBER_CARDS
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.groups import first_hit
from rummy_sim.phase10.hand import keeping_need, need_with, need_without
from rummy_sim.phase10.laying import LAY_BY_CHOICE

GAME = "phase10"

TENS = ((1 << 12) - 1) << 36  # the cards of the numbers 10 to 12


def draw(me, table, kit, params):
    """Take the discard, if it makes need smaller or can be hit at once."""
    top = table.discard[table.discards - 1]
    if me.laid:
        return (table.fits >> top) & 1
    return 1 if need_with(me, kit, top) < me.need else 0


def lay(me, table, kit, params):
    """Lay as soon as it can, by the choice of section 5."""
    return LAY_BY_CHOICE


def hit(me, table, kit, params):
    """Hit the lowest number card that fits, then a Wild, on the first group it fits."""
    return first_hit(table, lowest_bit(me.held & table.fits))


def discard(me, table, kit, params):
    """Discard a Skip; else the card that keeps need least, or after laying the dearest one."""
    if me.skips > 0:
        return SKIP
    if me.laid:
        cards = me.held & NUMBER_CARDS
    else:
        cards = keeping_need(me, kit)
    if cards == 0:
        return WILD
    dear = cards & TENS
    card = lowest_bit(dear if dear else cards)
    most_wilds = table.rules.max_wilds_to_lay
    if most_wilds >= 0 and me.wilds > most_wilds and not me.laid:
        # A Wild is dearer than any number card.
        if need_without(me, kit, WILD) <= need_without(me, kit, card):
            return WILD
    return card


def name(me, table, kit, params):
    """Name the player with the fewest cards, the next in turn order first."""
    best, fewest = -1, 99
    seat = me.seat
    for _ in range(1, table.rules.players):
        seat = seat + 1 if seat + 1 < table.rules.players else 0
        if (table.nameable >> seat) & 1 and table.cards[seat] < fewest:
            best, fewest = seat, table.cards[seat]
    return best
