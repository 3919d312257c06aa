"""Does not discard what the next player can use, on the table or for the phase.

Of the discards that keep ``need`` least it makes the one that leaves the most
outs, less what the card is worth to the player who moves next. Who has laid can
use what fits on the table; of the others it knows the phase and the cards that
they took from the discard pile. It hits on sets rather than on runs, where a card
opens a place to others. Otherwise it plays like ``baseline``.

Idea: the defence of rummy, to which published Phase 10 advice comes back most
often: watch what the player after you collects, and control what the discard
pile gives. Only that player is thought of, because the discard is covered
before anybody else can take it.

Parameter: ``give`` is how many outs it gives up to keep back a card that the
next player is sure to use (0: it only counts its own outs).
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.bits import NUMBER_CARDS
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.hand import keeping_need, need_without
from rummy_sim.phase10.insight import (
    best_hit,
    next_to_play,
    outs_without,
    too_many_wilds,
    unseen,
    use_to,
)

GAME = "phase10"

PARAMS = {
    "give": Param(4, low=0, high=100, about="outs given up to keep a sure card from the next"),
}

DEAR = 1.5  # outs given up to be rid of a 10, 11 or 12


def hit(me, table, kit, params):
    """Hit where it opens no place to others, but lets own cards follow."""
    return best_hit(me, table)


def discard(me, table, kit, params):
    """Discard a Skip; else what costs little and helps the next player little."""
    if me.skips > 0:
        return SKIP
    cards = me.held & NUMBER_CARDS if me.laid else keeping_need(me, kit)
    if cards == 0:
        return WILD
    if too_many_wilds(me, table) and not me.laid:
        if need_without(me, kit, WILD) <= need_without(me, kit, lowest_bit(cards)):
            return WILD
    after = next_to_play(table, me.seat)
    once, twice = unseen(me, table)
    best, most = -1, -1e9
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        worth = -params[0] * use_to(table, after, card, once, twice)
        if not me.laid:
            worth += outs_without(me, kit, card, once, twice)
        elif (table.fits >> card) & 1:
            worth -= 100.0  # it can be hit later
        if kit.penalty[card] > 5:
            worth += DEAR
        if worth > most:
            best, most = card, worth
    return best
