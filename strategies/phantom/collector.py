"""Collects red cards; in the advanced rules those whose conditions it can meet.

Among hands with equal need it keeps the one with the most outs, a point that a red card
promises counting as much as `lure` outs. In the basic rules a red card promises a point.
In the advanced rules a red 2 or 6 does so while no opened set has an edge (a 1, a 7 or an
Item), a red 1 or 7 while all of them have what it asks for, a red 3 or 5 the more, the
more sets are opened, a plain Item always, a red 4 hardly; and while no edge is opened,
each one in the hand costs `bend` outs.

It opens and gains the sets that promise most: the first as soon as it can, others while
nobody is a threat and need grows by no more than one, up to `opens`, or three in the
advanced rules. It lays red copies, which are safe in opened sets.

Idea: two of three points of an average hand come from red cards; the conditions are the
yaku of riichi mahjong, for which a hand is bent while that is cheap.

Parameters: `lure`, the outs that a promised point is worth; `bend`, the outs that an edge
costs; `opens`, how many sets it opens in the basic rules.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import (
    add,
    need_with,
    need_without,
    need_without_pair,
    need_without_set,
    refresh,
    remove,
)
from rummy_sim.phantom.insight import (
    card_of,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    outs,
    red_copies,
    set_outs,
    threats,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "lure": Param(3.0, low=0, high=50, about="outs that a point promised is worth"),
    "bend": Param(2.0, low=0, high=20, about="advanced: outs that an edge in the hand costs"),
    "opens": Param(2, low=1, high=6, whole=True, about="basic: sets it opens"),
}
LURE, BEND, OPENS = 0, 1, 2


def is_edge(kind):
    """Whether a kind is a 1, a 7 or an Item."""
    return kind >= 24 or kind & 7 == 0 or kind & 7 == 6


def edges_of(big_set):
    """Return how many of a set's cards are edges."""
    kind = big_set >> 1
    if big_set & 1 == 0:
        return 3 if is_edge(kind) else 0
    return 1 if kind & 7 == 0 or kind & 7 == 4 else 0


def fitting(me, table, further):
    """Return whether the opened sets, and a further one unless it is -1, fit the conditions.

    The first answer is that for 2 and 6, the second that for 1 and 7.
    """
    asked = 3 if table.rules.ends_pure else 1
    middle, ends = True, True
    for i in range(me.opened + 1):
        if i == me.opened and further < 0:
            continue
        edges = edges_of(further if i == me.opened else table.set[me.seat, i])
        middle = middle and edges == 0
        ends = ends and edges >= asked
    return middle, ends


def promise(table, kind, middle, ends, opened):
    """Return the points that the red copy of a kind promises."""
    if not table.rules.advanced:
        return 1.0
    if kind >= 24:
        return 0.2 if (table.rules.victory_items >> kind) & 1 else 1.0
    title = (kind & 7) + 1
    if title == 1 or title == 7:
        sure = table.rules.ends_pure and opened > 0
        return (2.0 if sure else 0.3) if ends else 0.0
    if title == 2 or title == 6:
        sure = table.rules.middle_opened and opened > 0
        return (2.0 if sure else 1.0) if middle else 0.0
    if title == 4:
        return 0.3
    return 2.0 if opened >= 3 else 0.4 + 0.4 * opened


def best_discard(me, table, kit, params, live):
    """Return the card to discard, and the worth of the hand that is left."""
    middle, ends = fitting(me, table, -1)
    reds = 0.0
    for kind in range(28):
        if me.red[kind] > 0:
            reds += params[LURE] * promise(table, kind, middle, ends, me.opened)
    least = least_need_of_discards(me, kit)
    best, most = 0, -1e9
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if need_without(me, kit, kind) > least:
            continue
        card = card_of(me, kind)
        worth = reds
        if card & 1:
            worth -= params[LURE] * promise(table, kind, middle, ends, me.opened)
        if table.rules.advanced and middle and is_edge(kind):
            worth += params[BEND]
        remove(me, card)
        refresh(me, kit)
        worth += outs(me, kit, live)
        if me.opened == 0:
            worth += 0.5 * set_outs(me, live)
        add(me, card)
        refresh(me, kit)
        if worth > most:
            best, most = card, worth
    return best, most


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard; first of all a first set."""
    live = live_copies(me, table)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1e9
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) > least:
            continue
        first = 1000.0 * (me.claims >> (card >> 1) & 1) if me.opened == 0 else 0.0
        add(me, card)
        refresh(me, kit)
        worth = first + best_discard(me, table, kit, params, live)[1]
        remove(me, card)
        refresh(me, kit)
        if worth > most:
            best, most = position, worth
    return best


def growth_allowed(me, table, params):
    """Return by how much need may grow with a further set; -9 if it wants none."""
    if me.opened == 0:
        return 9
    if me.cards < 7 or table.pile < 2:
        return -9
    wanted = 3 if table.rules.advanced else params[OPENS]
    if threats(me, table) > 0:
        return 0 if table.rules.advanced and me.opened == 2 else -9
    return 1 if me.opened < wanted else -9


def worth_of_set(me, table, big_set, offered):
    """Return the points that the red cards promise once a set is laid."""
    middle, ends = fitting(me, table, big_set)
    points = 0.5 if table.rules.advanced and middle else 0.0  # for red cards yet to come
    for kind in range(28):
        reds = me.red[kind] + table.opened_red[me.seat, kind]
        if kind == offered:
            reds += table.offer & 1
        if reds > 0:
            points += reds * promise(table, kind, middle, ends, me.opened + 1)
    for i in range(3):  # in the hand they may still be lost
        points += 0.2 * me.red[(big_set >> 1) + i * (big_set & 1)]
    return points


def further_set(me, table, kit, params, offered):
    """Return the answer that opens or gains the set with the best promise, or -1."""
    allowed = growth_allowed(me, table, params)
    best, most = -1, -1e9
    for i in range(me.options):
        big_set = me.option[i]
        if offered < 0:
            growth = need_without_set(me, kit, big_set) - me.need
        else:
            growth = need_without_pair(me, kit, big_set, offered) - me.need
        if growth <= allowed:
            worth = worth_of_set(me, table, big_set, offered) - 10.0 * growth
            if worth > most:
                best, most = big_set, worth
    return best if best < 0 else with_red(best, red_copies(me, best, offered))


def open(me, table, kit, params):
    """The first set always, further ones when they cost little need."""
    return further_set(me, table, kit, params, -1)


def gain(me, table, kit, params):
    """The first set always, further ones when they cost little need."""
    return further_set(me, table, kit, params, table.offer >> 1)


def discard(me, table, kit, params):
    """The card whose loss costs the least of need, outs and points promised."""
    return best_discard(me, table, kit, params, live_copies(me, table))[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
