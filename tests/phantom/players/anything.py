"""Does anything that is allowed, by the dice: for tests of the rules' corners.

It declines to go out, is ready without a set, and lays red copies by choice.
"""

from rummy_sim.core.rng import dice_below

GAME = "phantom"


def take(me, table, kit, params):
    return dice_below(me, table.market_count)


def go_out(me, table, kit, params):
    return dice_below(me, 2)


def with_reds(me, kind_offered, big_set):
    mask = 0
    run = big_set & 1
    for i in range(3):
        kind = (big_set >> 1) + i * run
        own = kind != kind_offered or (run == 0 and i < 2)
        if own and (run == 1 or i == 0) and me.red[kind] > 0 and dice_below(me, 2) == 1:
            mask |= 1 << i
    return big_set | (mask << 6)


def open(me, table, kit, params):
    choice = dice_below(me, me.options + 1)
    return -1 if choice == 0 else with_reds(me, -1, me.option[choice - 1])


def discard(me, table, kit, params):
    left = dice_below(me, me.cards)
    kind = 0
    while left >= me.count[kind]:
        left -= me.count[kind]
        kind += 1
    return kind * 2 + (1 if left >= me.count[kind] - me.red[kind] else 0)


def ready(me, table, kit, params):
    return dice_below(me, 2)


def gain(me, table, kit, params):
    choice = dice_below(me, me.options + 1)
    return -1 if choice == 0 else with_reds(me, table.offer >> 1, me.option[choice - 1])
