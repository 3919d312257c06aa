"""Says tails at every seventh guess of its life, whatever the game.

Idea: a strategy that cannot be replayed.
"""

GAME = "coin"
GUESSES = [0]


def guess(me, table, kit, params):
    GUESSES[0] += 1
    return 1 if GUESSES[0] % 7 else 0
