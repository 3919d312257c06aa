"""Lays only when it can go out soon, and shows nothing before.

It counts the cards that would stay in its hand after laying and hitting all that
fits, and lays when they are few. It also lays as soon as another player who has
laid is close to going out. While it waits it keeps the phase and collects cards
that can be hit. Otherwise it plays like ``baseline``.

Idea: going out in one turn, as in the rummy games that reward it: groups that
are not on the table give the others nothing to hit, and lull them. The price is
a hand that ends before its phase is laid.

Parameters: ``left`` is how many cards may stay after laying and hitting, one of
which is discarded; ``danger`` is the number of cards in the hand of another
player who has laid from which on it lays whatever stays (0: never).
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.bits import NUMBER_CARDS
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.hand import keeping_need, need_with, need_without
from rummy_sim.phase10.insight import (
    cards_left_after_laying,
    dearest,
    fewest_cards_of_others,
    too_many_wilds,
)
from rummy_sim.phase10.laying import LAY_BY_CHOICE, LAY_NOTHING

GAME = "phase10"

PARAMS = {
    "left": Param(2, low=0, high=10, whole=True, about="cards that may stay after laying"),
    "danger": Param(3, low=0, high=10, whole=True, about="cards of another at which it lays"),
}


def draw(me, table, kit, params):
    """Take the discard, if it makes need smaller or can be hit (at once, or once it lays)."""
    top = table.discard[table.discards - 1]
    if me.laid or me.need == 0:
        return (table.fits >> top) & 1
    return 1 if need_with(me, kit, top) < me.need else 0


def lay(me, table, kit, params):
    """Lay, if few cards would stay or another player is close to going out."""
    if fewest_cards_of_others(me, table) <= params[1]:
        return LAY_BY_CHOICE
    return LAY_BY_CHOICE if cards_left_after_laying(me, table) <= params[0] else LAY_NOTHING


def discard(me, table, kit, params):
    """Discard as baseline does, but keep what fits on the table while waiting."""
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
        return dearest(cards & ~table.fits & NUMBER_CARDS, cards)
    return dearest(cards, cards)
