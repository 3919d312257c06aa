"""A long row of deals of one line-up, of which studies take one stretch after another."""

import numpy as np

from rummy_sim.stats.pairing import outcomes
from tests.studies.playing import play, table_of

CHUNK = 2000


def pool(game, lineup, blocks, first_seed, of=None, against=None):
    """Outcomes in each game of many blocks, each chunk of blocks with a seed of its own.

    Returns an array of shape (blocks, seatings): the win share of ``of`` (the first
    of the line-up by default), less that of ``against`` if given.
    """
    table = table_of(game, lineup)
    return np.concatenate(
        [
            outcomes(
                play(game, lineup, first_seed + i, CHUNK, table=table), of or lineup[0], against
            )
            for i in range(-(-blocks // CHUNK))
        ]
    )[:blocks]


def stretches(values, runs, used):
    """Yield windows of ``values``, each beginning where the one before was left.

    ``used`` is a list to which the caller appends how many blocks it has used.
    """
    start = 0
    for _ in range(runs):
        if start >= len(values):
            return
        yield values[start:]
        start += used[-1]
