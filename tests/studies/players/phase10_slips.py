"""Plays like baseline, but leaves some of its draws to the dice: a small true difference."""

from rummy_sim.core.contract import Param
from rummy_sim.core.rng import dice_below
from rummy_sim.phase10.hand import need_with

GAME = "phase10"

PARAMS = {"slips": Param(10, low=0, high=100, whole=True, about="draws in a hundred by the dice")}


def draw(me, table, kit, params):
    """The discard if it helps, or either."""
    if dice_below(me, 100) < params[0]:
        return dice_below(me, 2)
    top = table.discard[table.discards - 1]
    if me.laid:
        return (table.fits >> top) & 1
    return 1 if need_with(me, kit, top) < me.need else 0
