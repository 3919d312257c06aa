"""Sheds high cards once others have laid: it gives up a lost phase to save points.

Until then it plays like ``baseline``. Once enough others have laid, one of them
is close to going out, and its own phase is still far away, it discards its
dearest cards whatever they are for, Wilds too, and takes a cheap card from the
discard pile rather than an unknown one.

Idea: the advice to keep the hand's points low above all once somebody is about to
go out, and the walkthrough's remark that level players are told apart by their
penalty points. It saves a few points a game: enough to win more often than
``baseline`` where the lowest total wins, but not in the standard game, where
points only tell level players apart.

Parameters: ``laid`` is how many others must have laid, ``cards`` how many cards
the one closest to going out may hold, and ``need`` how many cards its own phase
must lack at least.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.hand import keeping_need, need_with, need_without
from rummy_sim.phase10.insight import dearest, fewest_cards_of_others, others_laid, too_many_wilds

GAME = "phase10"

PARAMS = {
    "laid": Param(1, low=1, high=5, whole=True, about="others who must have laid"),
    "cards": Param(1, low=1, high=10, whole=True, about="cards that the closest of them may hold"),
    "need": Param(3, low=1, high=11, whole=True, about="cards that its own phase must lack"),
}


def shedding(me, table, params):
    """Whether it is time to give the phase up."""
    if me.laid or me.need < params[2] or others_laid(me, table) < params[0]:
        return False
    return fewest_cards_of_others(me, table) <= params[1]


def draw(me, table, kit, params):
    """Take the discard as baseline does, or if it is cheap while shedding."""
    top = table.discard[table.discards - 1]
    if me.laid:
        return (table.fits >> top) & 1
    if shedding(me, table, params):
        return 1 if kit.penalty[top] <= 5 else 0
    return 1 if need_with(me, kit, top) < me.need else 0


def discard(me, table, kit, params):
    """Discard as baseline does; while shedding, the dearest card."""
    if me.skips > 0 and not (me.wilds > 0 and shedding(me, table, params)):
        return SKIP
    if me.laid:
        return dearest(me.held & ~table.fits, me.held)
    if shedding(me, table, params):
        return WILD if me.wilds > 0 else dearest(me.held, me.held)
    cards = keeping_need(me, kit)
    if cards == 0:
        return WILD
    if too_many_wilds(me, table):
        if need_without(me, kit, WILD) <= need_without(me, kit, lowest_bit(cards)):
            return WILD
    return dearest(cards, cards)
