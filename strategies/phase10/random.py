"""Plays by the dice: every choice is uniform among what is allowed.

It draws from either pile, hits any card that fits or stops, discards any of its
cards and names anybody. It lays whenever it can, by the usual choice of cards.

Idea: the customary floor of every comparison; defined to the letter in
RULES-phase10.md, section 5.
"""

from rummy_sim.core.bits import count_bits
from rummy_sim.core.rng import dice_below
from rummy_sim.phase10.cards import SKIP
from rummy_sim.phase10.groups import count_hits, nth_hit
from rummy_sim.phase10.laying import LAY_BY_CHOICE

GAME = "phase10"


def draw(me, table, kit, params):
    """Draw from either pile."""
    return dice_below(me, 2)


def lay(me, table, kit, params):
    """Lay whenever it can."""
    return LAY_BY_CHOICE


def hit(me, table, kit, params):
    """Hit any card on any group, or none."""
    choice = dice_below(me, count_hits(me, table) + 1)
    return -1 if choice == 0 else nth_hit(me, table, choice - 1)


def discard(me, table, kit, params):
    """Discard any card; one of two equal cards is one of two."""
    left = dice_below(me, me.cards)
    card = 0
    while card < SKIP and left >= me.count[card]:
        left -= me.count[card]
        card += 1
    return card


def name(me, table, kit, params):
    """Name anybody who can be named."""
    left = dice_below(me, count_bits(table.nameable))
    seat = me.seat
    while True:
        seat = seat + 1 if seat + 1 < table.rules.players else 0
        if (table.nameable >> seat) & 1:
            if left == 0:
                return seat
            left -= 1
