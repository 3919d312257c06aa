"""Says tails, but heads in every so many rounds.

Idea: a parameter to set.
"""

from rummy_sim.core.contract import Param

GAME = "coin"
PARAMS = {
    "every": Param(0, low=0, high=9, whole=True, about="heads in every so many rounds; 0: never"),
    "weight": Param(0.5, low=0, high=1, about="does nothing"),
}


def guess(me, table, kit, params):
    return 1 if params[0] and table % params[0] == 0 else 0
