"""The definition of need, over all 18,876 goal shapes at once: slow, plain, vectorised."""

import numpy as np

from ..oracle.phantom.hand import GOALS

GOAL_COUNTS = np.array(list(GOALS), np.int8)

# LACKING[kind][held] is, for each goal shape, how many more of the kind it asks for.
LACKING = [
    [np.maximum(GOAL_COUNTS[:, kind] - held, 0).astype(np.int8) for held in range(5)]
    for kind in range(25)
]


def need(counts):
    """The least |G - h| over all goal shapes G; ``counts`` by kind, in canonical order."""
    cost = np.zeros(len(GOAL_COUNTS), np.int8)
    for kind, held in enumerate(counts):
        cost += LACKING[kind][held]
    return int(cost.min())


def changed(counts, more=(), fewer=()):
    """Other counts: with some kinds (0 to 24) more and some fewer."""
    counts = list(counts)
    for kind in more:
        counts[kind] += 1
    for kind in fewer:
        counts[kind] -= 1
    return tuple(counts)
