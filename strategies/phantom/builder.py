"""Opens several sets before it goes for the goal shape: points before speed.

Until `opens` sets lie open it builds: of hands with equal need it keeps the one with the
most outs and, `ways` times as much, the most live cards that would complete a big set,
takes a card that makes a set at once, and opens or gains every set that costs no more
need than `growth`. Then it plays for the least need and the most outs, as `rush` does.
When the draw pile has fewer than `hurry` cards for each player, or somebody is ready with
a set opened, it builds no longer. Sets are laid with their red copies, and it is ready as
soon as a set is opened and its hand is.

Idea: each opened set is a sure point and carries most of a red card's, the two cards
drawn for it cost no turn, and a gain not even a discard; the rulebook's "number 3, 5"
conditions pay for three sets.

Parameters: `opens`, the sets it wants to open; `growth`, the need that a further set may
cost (4 builds at any price, and slowly); `ways`; `hurry`, cards of the draw pile for each
player below which it builds no longer.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    outs,
    red_copies,
    set_for_need,
    set_outs,
    threats,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "opens": Param(2, low=1, high=6, whole=True, about="sets opened before the goal shape"),
    "growth": Param(1, low=0, high=4, whole=True, about="need that a further set may cost"),
    "ways": Param(1.0, low=0, high=5, about="weight of ways to a set beside outs"),
    "hurry": Param(3, low=0, high=20, about="pile cards a player below which it goes home"),
}
OPENS, GROWTH, WAYS, HURRY = 0, 1, 2, 3


def building(me, table, params):
    """Whether it still collects sets."""
    if me.opened == 0:
        return True
    if me.opened >= params[OPENS] or threats(me, table) > 0:
        return False
    return table.pile >= params[HURRY] * table.rules.players


def best_discard(me, table, kit, params, live):
    """Return the card whose discard leaves the best hand, and that hand's worth."""
    ways = params[WAYS] if building(me, table, params) else 0.0
    least = least_need_of_discards(me, kit)
    best, most = 0, -1.0
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if need_without(me, kit, kind) > least:
            continue
        card = card_of(me, kind)
        remove(me, card)
        refresh(me, kit)
        worth = outs(me, kit, live) + ways * set_outs(me, live) - 0.5 * (card & 1)
        add(me, card)
        refresh(me, kit)
        if worth > most:
            best, most = card, worth
    return best, most


def take(me, table, kit, params):
    """The card that makes a set while it builds; else the one that leaves the best hand."""
    live = live_copies(me, table)
    least = least_need_of_takes(me, table, kit)
    wanted = me.claims if building(me, table, params) and not me.ready else 0
    best, most = 0, -1.0
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) > least:
            continue
        add(me, card)
        refresh(me, kit)
        worth = best_discard(me, table, kit, params, live)[1] + 0.5 * (card & 1)
        remove(me, card)
        refresh(me, kit)
        worth += 1000.0 * (wanted >> (card >> 1) & 1)
        if worth > most:
            best, most = position, worth
    return best


def further_set(me, table, kit, params, offered):
    """Return the answer that opens or gains the set with the least need, or -1."""
    if me.opened > 0 and (table.pile < 2 or not building(me, table, params)):
        return -1
    best, need = set_for_need(me, kit, offered)
    if me.opened > 0 and (need > me.need + params[GROWTH] or me.cards < 7):
        return -1
    return with_red(best, red_copies(me, best, offered))


def open(me, table, kit, params):
    """The first set always, further ones while it builds."""
    return further_set(me, table, kit, params, -1)


def gain(me, table, kit, params):
    """The first set always, further ones while it builds."""
    return further_set(me, table, kit, params, table.offer >> 1)


def discard(me, table, kit, params):
    """What the goal shape, and while it builds a further set, can best do without."""
    return best_discard(me, table, kit, params, live_copies(me, table))[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
