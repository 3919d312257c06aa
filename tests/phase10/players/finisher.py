"""Waits with laying until the whole hand can go: for tests of phases that end a hand."""

GAME = "phase10"


def lay(me, table, kit, params):
    return 1 if me.cards <= me.goal.cards + 1 else 0
