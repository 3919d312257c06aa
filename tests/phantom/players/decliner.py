"""Goes out with another's discard alone: for tests of claims after a goal was let go."""

GAME = "phantom"


def go_out(me, table, kit, params):
    return 1 if table.offer >= 0 else 0
