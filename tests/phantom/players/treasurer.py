"""Hoards Items and opens nothing else until it goes out: for tests of the item win."""

from rummy_sim.phantom.hand import need_with, need_without

GAME = "phantom"


def take(me, table, kit, params):
    best, most = 0, -1
    for i in range(table.market_count):
        card = table.market[i]
        worth = 0 if card >> 1 < 24 else 10 + me.count[card >> 1] * 2 + (card & 1)
        if worth == 0:
            worth = 8 - need_with(me, kit, card >> 1)
        if worth > most:
            best, most = i, worth
    return best


def go_out(me, table, kit, params):
    return 1 if table.item_sets[me.seat] > 2 else 0


def open(me, table, kit, params):
    return me.option[me.options - 1] if me.option[me.options - 1] >= 48 else -1


def discard(me, table, kit, params):
    best, least = -1, 99
    for kind in range(28):
        if me.count[kind] > 0:
            need = need_without(me, kit, kind) + (20 if kind >= 24 else 0) + me.count[kind]
            if need < least:
                best, least = kind, need
    return best * 2 + (1 if me.count[best] == me.red[best] else 0)


def ready(me, table, kit, params):
    return 1 if me.opened > 2 else 0


def gain(me, table, kit, params):
    return me.option[0] if me.option[0] >= 48 else -1
