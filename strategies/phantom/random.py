"""Plays by the dice: every choice is uniform among what is allowed.

It takes any market card, opens or gains any set or none, discards any of its
cards, goes out whenever it may, and declares ready whenever it may and has
opened a set.

Idea: the customary floor of every comparison; defined to the letter in
RULES-phantom.md, section 7.
"""

from rummy_sim.core.rng import dice_below

GAME = "phantom"


def take(me, table, kit, params):
    """Any market card."""
    return dice_below(me, table.market_count)


def go_out(me, table, kit, params):
    """Whenever it may."""
    return 1


def open(me, table, kit, params):
    """Any set or none."""
    choice = dice_below(me, me.options + 1)
    return -1 if choice == 0 else me.option[choice - 1]


def discard(me, table, kit, params):
    """Any card; a red copy is a card of its own."""
    left = dice_below(me, me.cards)
    kind = 0
    while left >= me.count[kind]:
        left -= me.count[kind]
        kind += 1
    return kind * 2 + (1 if left >= me.count[kind] - me.red[kind] else 0)


def ready(me, table, kit, params):
    """Whenever it has opened a set."""
    return 1 if me.opened > 0 else 0


def gain(me, table, kit, params):
    """Any set or none."""
    choice = dice_below(me, me.options + 1)
    return -1 if choice == 0 else me.option[choice - 1]
