"""Collects red cards, and in the advanced rules the conditions printed on them.

It plays for need and outs, but adds to a hand's worth what its red cards, and those it
has opened, promise to score. In the basic rules that is a point each. In the advanced
rules it is the printed points times how well the other cards fit the condition: edges
(1, 7, Items) or middles (2 to 6) for red 1 and 7 or 2 and 6, one attribute for red 4,
three opened sets for red 3 and 5, nothing for a plain Item. It lays red copies in the
sets it opens, where they are safe.

Idea: the rulebook's scoring: red cards are half of what an average hand scores.

Parameters: `lure`, the outs that a point is worth; `opens`, how many sets it opens as
long as nobody is a threat.
"""

from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    outs,
    set_for_need,
    threats,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "lure": Param(5.0, low=0, high=50, about="outs that a point promised is worth"),
    "opens": Param(2, low=1, high=6, whole=True, about="sets it opens while nobody threatens"),
}
LURE, OPENS = 0, 1


def promise(me, table):
    """Return the points that the red cards in hand and opened sets promise."""
    seat = me.seat
    cards, edges, reds, most = 0, 0, 0, 0
    for attribute in range(4):
        held = 0
        for kind in range(attribute * 8, min(attribute * 8 + 8, 28)):
            n = me.count[kind] + table.opened_count[seat, kind]
            held += n
            reds += me.red[kind] + table.opened_red[seat, kind]
            if attribute == 3 or kind & 7 == 0 or kind & 7 == 6:
                edges += n
        cards += held
        if attribute < 3:
            most = max(most, held)
        else:
            most += held  # Items may stand beside the one attribute
    if not table.rules.advanced or cards == 0:
        return float(reds)
    edge, middle, alike = edges / cards, 1 - edges / cards, most / cards
    points = 0.0
    for kind in range(28):
        red = me.red[kind] + table.opened_red[seat, kind]
        if red == 0:
            continue
        title = (kind & 7) + 1
        if kind >= 24:
            points += 1 - (table.rules.victory_items >> kind & 1)
        elif title == 1 or title == 7:
            points += 2 * min(1.0, 2 * edge) ** 3
        elif title == 2 or title == 6:
            points += 2 * middle**4
        elif title == 4:
            points += 5 * alike**4
        else:
            points += 2 * min(1.0, me.opened / 3) ** 2
    return points


def best_discard(me, table, kit, params, live):
    """Return the card to discard, and the worth of the hand that is left."""
    least = least_need_of_discards(me, kit)
    best, most = 0, -1e9
    for kind in range(28):
        if me.count[kind] == 0 or need_without(me, kit, kind) > least:
            continue
        card = card_of(me, kind)
        remove(me, card)
        refresh(me, kit)
        worth = outs(me, kit, live) + params[LURE] * promise(me, table) - 1000.0 * least
        add(me, card)
        refresh(me, kit)
        if worth > most:
            best, most = card, worth
    return best, most


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard."""
    live = live_copies(me, table)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1e9
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) == least:
            add(me, card)
            refresh(me, kit)
            worth = best_discard(me, table, kit, params, live)[1]
            remove(me, card)
            refresh(me, kit)
            if worth > most:
                best, most = position, worth
    return best


def with_all_reds(me, big_set, offered):
    """Return the answer that lays a set with every red copy the hand has for it."""
    mask = 0
    run = big_set & 1
    for i in range(3):
        kind = (big_set >> 1) + i * run
        if me.red[kind] > 0 and kind != offered and (run or i == 0):
            mask |= 1 << i
    if run == 0 and me.red[big_set >> 1] > 0:
        mask = 1
    return with_red(big_set, mask)


def wanted_set(me, table, kit, params, offered):
    """Return the answer that opens or gains the next set, or -1."""
    wish = 1 if threats(me, table) > 0 else params[OPENS]
    if me.opened >= wish:
        return -1
    big_set, need = set_for_need(me, kit, offered)
    if me.opened > 0 and need > me.need + 1:
        return -1
    return with_all_reds(me, big_set, offered)


def open(me, table, kit, params):
    """The first set always, further ones when they cost little need."""
    return wanted_set(me, table, kit, params, -1)


def gain(me, table, kit, params):
    """The first set always, further ones when they cost little need."""
    return wanted_set(me, table, kit, params, table.offer >> 1)


def discard(me, table, kit, params):
    """The card whose loss costs the least of need, outs and points promised."""
    return best_discard(me, table, kit, params, live_copies(me, table))[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
