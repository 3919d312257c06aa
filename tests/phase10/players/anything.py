"""Does anything that is allowed, by the dice: for tests of the rules' corners.

It may wait with laying, and lays in ways of its own: other copies, more Wilds.
"""

from rummy_sim.core.bits import count_bits
from rummy_sim.core.rng import dice_below
from rummy_sim.phase10.groups import count_hits, nth_hit
from rummy_sim.phase10.laying import choose_way, way_is_right

GAME = "phase10"


def draw(me, table, kit, params):
    return dice_below(me, 2)


def lay(me, table, kit, params):
    answer = dice_below(me, 6)
    if answer < 2:
        return answer
    choose_way(me)
    # Change cards at random, as far as the way stays right.
    for _ in range(12):
        at = dice_below(me, me.goal.cards)
        before = me.way_card[at]
        me.way_card[at] = dice_below(me, 49)
        if not way_is_right(me):
            me.way_card[at] = before
    return 2


def hit(me, table, kit, params):
    choice = dice_below(me, count_hits(me, table) + 1)
    return -1 if choice == 0 else nth_hit(me, table, choice - 1)


def discard(me, table, kit, params):
    left = dice_below(me, count_bits(me.discardable))
    card = 0
    while True:
        if (me.discardable >> card) & 1:
            if left == 0:
                return card
            left -= 1
        card += 1


def name(me, table, kit, params):
    while True:
        seat = dice_below(me, table.rules.players)
        if (table.nameable >> seat) & 1:
            return seat
