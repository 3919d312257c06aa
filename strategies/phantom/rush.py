"""One set, then ready as early as possible: speed before points.

It takes and discards for the least need like `baseline`, but looks a step further:
of hands with equal need it keeps the one with the most outs (live copies that bring
need down), and it chooses the market card by the hand that is left after the best
discard. It opens or gains its first set when that costs no more need than `slack`, and
never a second one; it is ready at once.

Idea: counting live outs is the common measure of efficiency in rummy games; in riichi
mahjong it is called ukeire.

Parameters: `slack`, how much need the first set may cost. The default takes the first
chance whatever it costs; 0 and 1 show how dear waiting for a cheap set is.
"""

from rummy_sim.core.contract import Param
from rummy_sim.phantom.insight import (
    card_of,
    discard_for_outs,
    live_copies,
    set_for_need,
    take_for_outs,
)

GAME = "phantom"
PARAMS = {
    "slack": Param(8, low=0, high=8, whole=True, about="need that the first set may cost"),
}
SLACK = 0


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard."""
    return take_for_outs(me, table, kit, live_copies(me, table))


def first_set(me, kit, params, offered):
    """Return the set to begin with, or -1."""
    if me.opened > 0:
        return -1
    best, need = set_for_need(me, kit, offered)
    return best if need <= me.need + params[SLACK] else -1


def open(me, table, kit, params):
    """The first set, if it does not cost too much need."""
    return first_set(me, kit, params, -1)


def gain(me, table, kit, params):
    """The first set, if it does not cost too much need."""
    return first_set(me, kit, params, table.offer >> 1)


def discard(me, table, kit, params):
    """Of the cards that leave the least need, the one that leaves the most outs."""
    return card_of(me, discard_for_outs(me, kit, live_copies(me, table))[0])


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
