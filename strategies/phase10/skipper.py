"""Chooses with care whom to skip, and may keep a Skip for the right moment.

It names the leader of the game, the next player, or the one who is closest to
going out. It discards a Skip as soon as it holds one, or keeps it until somebody
has laid. Otherwise it plays like ``baseline``, which names the player with the
fewest cards.

Idea: published advice disagrees on both questions: skip the leader, the player
after you, or who is about to go out; use Skips at once, or hold on to them for
the end of the hand. Each answer is a value here.

Parameters: ``target`` is 0 for the leader, 1 for the next player, 2 for the one
closest to going out; ``wait`` is 1 to keep Skips until somebody has laid (or until
it would have to break up its phase), 0 to use them at once.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.hand import keeping_need, need_without
from rummy_sim.phase10.insight import (
    closest_to_out,
    dearest,
    furthest_on,
    others_laid,
    too_many_wilds,
)

GAME = "phase10"

PARAMS = {
    "target": Param(
        0, low=0, high=2, whole=True, about="0 the leader, 1 the next, 2 the closest to going out"
    ),
    "wait": Param(0, low=0, high=1, whole=True, about="1 to keep Skips until somebody has laid"),
}


def discard(me, table, kit, params):
    """Discard a Skip in time; else as baseline does."""
    if me.laid:
        return SKIP if me.skips > 0 else dearest(me.held & ~table.fits, me.held)
    waiting = params[1] == 1 and others_laid(me, table) == 0
    if me.skips > 0 and not waiting:
        return SKIP
    cards = keeping_need(me, kit)
    if me.skips > 0 and (cards == 0 or need_without(me, kit, lowest_bit(cards)) > me.need):
        return SKIP
    if cards == 0:
        return WILD
    if too_many_wilds(me, table):
        if need_without(me, kit, WILD) <= need_without(me, kit, lowest_bit(cards)):
            return WILD
    return dearest(cards, cards)


def name(me, table, kit, params):
    """Name the one whom the parameter says."""
    if params[0] == 0:
        return furthest_on(me, table, table.nameable)
    if params[0] == 2:
        return closest_to_out(me, table, table.nameable)
    seat = me.seat
    while True:
        seat = seat + 1 if seat + 1 < table.rules.players else 0
        if (table.nameable >> seat) & 1:
            return seat
