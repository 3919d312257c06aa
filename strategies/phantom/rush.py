"""One set, then ready as early as possible: speed before points.

It takes and discards for the least need like `baseline`, but looks a step further:
of hands with equal need it keeps the one with the most outs (live copies that bring
need down), and it chooses the market card by the hand that is left after the best
discard. Of equally good cards it keeps the red ones. It opens or gains its first set
when that costs no more need than `slack`, with all red copies, and never a second one;
it is ready at once.

Idea: counting live outs is the common measure of efficiency in rummy games; in riichi
mahjong it is called ukeire.

Parameters: `slack`, how much need the first set may cost. The default takes the first
chance whatever it costs; 0 and 1 show how dear waiting for a cheap set is.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    outs_without,
    red_copies,
    set_for_need,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "slack": Param(8, low=0, high=8, whole=True, about="need that the first set may cost"),
}
SLACK = 0


def best_discard(me, kit, live):
    """Return the card whose discard leaves the best hand, and that hand's worth."""
    least = least_need_of_discards(me, kit)
    best, most = 0, -1.0
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if need_without(me, kit, kind) == least:
            card = card_of(me, kind)
            worth = outs_without(me, kit, live, kind) - 0.5 * (card & 1)
            if worth > most:
                best, most = card, worth
    return best, most


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard."""
    live = live_copies(me, table)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1.0
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) == least:
            add(me, card)
            refresh(me, kit)
            worth = best_discard(me, kit, live)[1] + 0.5 * (card & 1)
            remove(me, card)
            refresh(me, kit)
            if worth > most:
                best, most = position, worth
    return best


def first_set(me, kit, params, offered):
    """Return the answer that begins with a set, or -1."""
    if me.opened > 0:
        return -1
    best, need = set_for_need(me, kit, offered)
    if need > me.need + params[SLACK]:
        return -1
    return with_red(best, red_copies(me, best, offered))


def open(me, table, kit, params):
    """The first set, if it does not cost too much need."""
    return first_set(me, kit, params, -1)


def gain(me, table, kit, params):
    """The first set, if it does not cost too much need."""
    return first_set(me, kit, params, table.offer >> 1)


def discard(me, table, kit, params):
    """Of the cards that leave the least need, the one that leaves the most outs."""
    return best_discard(me, kit, live_copies(me, table))[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
