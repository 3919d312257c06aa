"""What strategies answer to decisions that came up in the oracle's games.

Run as a script in plain mode, it answers rows that another process wrote down.
"""

import sys

import numpy as np

from rummy_sim.core.compiling import compile_strategy
from rummy_sim.core.contract import find, shipped
from rummy_sim.phase10 import GAME
from rummy_sim.phase10.state import ME_DTYPE, TABLE_DTYPE
from rummy_sim.phase10.tables import kit

SHIPPED = sorted(shipped("phase10"))
SEEN_DTYPE = np.dtype([("decision", "i4"), ("me", ME_DTYPE), ("table", TABLE_DTYPE)])
ANSWER_DTYPE = np.dtype([("answer", "i8"), ("dice", "u8")])


def seen(decision, me, table):
    """A row of what a decision got."""
    row = np.zeros(1, SEEN_DTYPE)
    row["decision"] = GAME.contract.names.index(decision)
    row["me"], row["table"] = me, table
    return row


def answers(name, rows):
    """What a strategy answers to each row, and where its dice stand afterwards."""
    strategy = find(GAME.contract, name)
    functions = compile_strategy(GAME.contract, strategy)
    params = strategy.vector()
    found = np.zeros(len(rows), ANSWER_DTYPE)
    for i, row in enumerate(rows.copy()):
        me, table = row["me"], row["table"]
        decision = GAME.contract.names[row["decision"]]
        found[i] = functions[decision](me, table, kit()[0], params), me["dice"]
    return found


if __name__ == "__main__":
    rows = np.load(sys.argv[1]).view(SEEN_DTYPE)
    with np.errstate(over="ignore"):
        np.savez(sys.argv[2], **{name: answers(name, rows) for name in SHIPPED})
