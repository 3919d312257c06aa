"""Plays like baseline, but leaves some of its takes to the dice: a small true difference."""

from rummy_sim.core.contract import Param
from rummy_sim.core.rng import dice_below
from rummy_sim.phantom.hand import need_with

GAME = "phantom"

PARAMS = {"slips": Param(10, low=0, high=100, whole=True, about="takes in a hundred by the dice")}


def take(me, table, kit, params):
    """The card that makes need least, or any."""
    if dice_below(me, 100) < params[0]:
        return dice_below(me, table.market_count)
    best, least = 0, 99
    for position in range(table.market_count):
        need = need_with(me, kit, table.market[position] >> 1)
        if need < least:
            best, least = position, need
    return best
