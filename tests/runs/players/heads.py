"""Says heads.

Idea: somebody has to.
"""

GAME = "coin"


def guess(me, table, kit, params):
    return 1
