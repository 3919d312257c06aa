"""Keeps Items, opens and gains whatever it can: for tests of what opened sets are worth."""

from rummy_sim.phantom.hand import need_with, need_without

GAME = "phantom"


def take(me, table, kit, params):
    best, most = 0, -1
    for i in range(table.market_count):
        kind = table.market[i] >> 1
        worth = 20 + me.count[kind] if kind >= 24 else 9 - need_with(me, kit, kind)
        if worth > most:
            best, most = i, worth
    return best


def open(me, table, kit, params):
    return me.option[me.options - 1]


def discard(me, table, kit, params):
    best, least = -1, 99
    for kind in range(28):
        if me.count[kind] > 0:
            worth = need_without(me, kit, kind) + (20 if kind >= 24 else 0)
            if worth < least:
                best, least = kind, worth
    return best * 2 + (1 if me.count[best] == me.red[best] else 0)


def gain(me, table, kit, params):
    return me.option[me.options - 1]
