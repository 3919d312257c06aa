"""Keeps Wilds for later in the hand: it fills its phase with number cards first.

Until a certain turn of its own it lays only if that takes few Wilds, and goes on
collecting number cards in their place. From that turn on it lays as soon as it
can. After laying it hits number cards at once, but keeps its Wilds, which always
fit, until with them it can go out. Otherwise it plays like ``baseline``.

Idea: the common advice to save Wilds for when nothing else helps, as a Wild can
be hit on any group. Published advice also warns of it, for a Wild still held
costs 25 points and a phase not laid costs the hand.

Parameters: ``wilds`` is how many Wilds it lays before turn ``turn``, its own
turns counted from 1, from which on it lays anyway.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.bits import NUMBER_CARDS
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.groups import first_hit
from rummy_sim.phase10.hand import keeping_need, need_with, need_without
from rummy_sim.phase10.insight import dearest, too_many_wilds, used_with, used_without
from rummy_sim.phase10.laying import LAY_BY_CHOICE, LAY_NOTHING

GAME = "phase10"

PARAMS = {
    "wilds": Param(1, low=0, high=8, whole=True, about="Wilds laid before that turn"),
    "turn": Param(6, low=1, high=1000, whole=True, about="own turn from which on it lays anyway"),
}


def draw(me, table, kit, params):
    """Take the discard, if it makes need smaller, stands in for a Wild, or can be hit."""
    top = table.discard[table.discards - 1]
    if me.laid:
        return (table.fits >> top) & 1
    if need_with(me, kit, top) < me.need:
        return 1
    return 1 if me.need == 0 and top < WILD and used_with(me, kit, top) > me.used else 0


def lay(me, table, kit, params):
    """Lay, if it takes few Wilds or the hand has gone on for long."""
    wilds_laid = me.goal.cards - me.used
    if wilds_laid <= params[0] or table.turns[me.seat] >= params[1]:
        return LAY_BY_CHOICE
    return LAY_NOTHING


def hit(me, table, kit, params):
    """Hit number cards; Wilds only if all cards, or all but one, can then go."""
    cards = me.held & table.fits & NUMBER_CARDS
    if cards:
        return first_hit(table, lowest_bit(cards))
    return first_hit(table, WILD) if me.cards - me.wilds <= 1 else -1


def discard(me, table, kit, params):
    """Discard as baseline does; with the phase in hand, the card that fills it least."""
    if me.skips > 0:
        return SKIP
    if me.laid:
        return dearest(me.held & ~table.fits, me.held)
    cards = keeping_need(me, kit)
    if cards == 0:
        return WILD
    if too_many_wilds(me, table):
        if need_without(me, kit, WILD) <= need_without(me, kit, lowest_bit(cards)):
            return WILD
    if me.need == 0:
        cards = spare(me, kit, cards)
    return dearest(cards, cards)


def spare(me, kit, cards):
    """Return those cards of a mask after whose loss the phase can use the most number cards."""
    best, most = 0, -1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        used = used_without(me, kit, card)
        if used > most:
            best, most = 0, used
        if used == most:
            best |= 1 << card
    return best
