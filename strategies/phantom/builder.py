"""Opens several sets before it goes for the goal shape: points before speed.

Until `opens` sets lie open it collects big sets: it keeps the hand that the most live
cards would complete to a big set, and opens or gains every set it can. Then it plays for
the least need and the most outs, as `rush` does. When the draw pile has fewer than
`hurry` cards for each player, or somebody is ready with a set opened, it builds no longer.

Idea: each opened set is a sure point, and the two cards drawn for it cost no turn; the
rulebook's "number 3, 5" conditions pay for three sets.

Parameters: `opens`, the sets it wants to open; `hurry`, cards of the draw pile for each
player below which it builds no longer.
"""

from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    discard_for_outs,
    live_copies,
    set_for_need,
    set_outs,
    take_for_outs,
    threats,
)

GAME = "phantom"
PARAMS = {
    "opens": Param(2, low=1, high=6, whole=True, about="sets opened before the goal shape"),
    "hurry": Param(5, low=0, high=20, about="pile cards a player below which it goes home"),
}
OPENS, HURRY = 0, 1


def building(me, table, params):
    """Whether it still collects sets."""
    if me.opened == 0:
        return True
    if me.opened >= params[OPENS] or threats(me, table) > 0:
        return False
    return table.pile >= params[HURRY] * table.rules.players


def set_discard(me, kit, live):
    """Return the kind whose discard leaves the most ways to a big set, and its worth."""
    best, most = 0, -100_000
    for kind in range(28):
        if me.count[kind] == 0:
            continue
        need = need_without(me, kit, kind)
        remove(me, kind * 2)
        worth = 3 * set_outs(me, live) - 20 * need
        add(me, kind * 2)
        if worth > most:
            best, most = kind, worth
    refresh(me, kit)
    return best, most


def take(me, table, kit, params):
    """The card that leaves the hand closest to a big set, or to the goal shape."""
    live = live_copies(me, table)
    if not building(me, table, params):
        return take_for_outs(me, table, kit, live)
    best, most = 0, -100_000
    for position in range(table.market_count):
        card = table.market[position]
        kind = card >> 1
        if me.claims >> kind & 1:  # it makes a set, to be opened at once
            worth = 10_000 + card % 2
        else:
            add(me, card)
            refresh(me, kit)
            worth = set_discard(me, kit, live)[1]
            remove(me, card)
            refresh(me, kit)
        if worth > most:
            best, most = position, worth
    return best


def open(me, table, kit, params):
    """Every set while it builds; the one that leaves the least need."""
    return set_for_need(me, kit, -1)[0] if building(me, table, params) else -1


def gain(me, table, kit, params):
    """Every set while it builds; the one that leaves the least need."""
    return set_for_need(me, kit, table.offer >> 1)[0] if building(me, table, params) else -1


def discard(me, table, kit, params):
    """What helps neither a set nor, later, the goal shape."""
    live = live_copies(me, table)
    if building(me, table, params):
        return card_of(me, set_discard(me, kit, live)[0])
    return card_of(me, discard_for_outs(me, kit, live)[0])


def ready(me, table, kit, params):
    """As soon as a set is opened and it builds no longer."""
    return 1 if me.opened > 0 and not building(me, table, params) else 0
