"""What a kernel is asked to play, and what it tells of itself: the *job* record."""

from __future__ import annotations

import numba
import numpy as np

from rummy_sim.core.jit import helper

__all__ = ["JOB", "JOB_DTYPE", "LOG_WIDTH", "emit", "keep_events"]

JOB_DTYPE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # asked:
                ("seed", "u8"),
                ("cell", "i8"),
                ("first_deal", "i8"),  # deals first_deal … first_deal + deals − 1,
                ("deals", "i8"),
                ("first_seating", "i8"),  # each under these seatings,
                ("end_seating", "i8"),
                ("seatings", "i8"),  # of this many in the plan
                ("logging", "i8"),  # 1: write down what happens
                ("keeps_rounds", "i8"),  # 1: the rows of the frame ``rounds`` are wanted
                # told:
                ("games", "i8"),  # full games played
                ("rounds", "i8"),  # short games or hands played
                ("asked", "i8"),  # decisions asked
                # where it stands, to name the culprit when a decision fails:
                ("fault", "i8"),  # 1: the last answer was impossible
                ("decision", "i8"),
                ("seat", "i8"),
                ("answer", "i8"),
                ("at_game", "i8"),
                ("at_round", "i8"),  # short game or hand, from 1
            ],
            align=True,
        ),
    )
)
JOB = numba.from_dtype(JOB_DTYPE)

LOG_WIDTH = 12
"""Numbers in a row of the event log: what happened, then up to eleven more."""


@helper
def emit(world, event, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0):  # type: ignore[no-untyped-def]
    """Append an event to the log of the short game or hand, ``world.log``."""
    if world.events < world.log.shape[0]:
        n = world.events
        world.log[n, 0] = event
        world.log[n, 1] = a
        world.log[n, 2] = b
        world.log[n, 3] = c
        world.log[n, 4] = d
        world.log[n, 5] = e
        world.log[n, 6] = f
        world.log[n, 7] = g
        world.log[n, 8] = h
        world.log[n, 9] = i
        world.log[n, 10] = j
        world.log[n, 11] = k
    world.events += 1


@helper
def keep_events(world, log):  # type: ignore[no-untyped-def]
    """Move the events of ``world.log`` to the end of ``log``.

    ``log[0, 0]`` counts all events, also those that found no room, so that the
    caller can see how much room is needed.
    """
    for n in range(world.events):
        log[0, 0] += 1
        if log[0, 0] < log.shape[0] and n < world.log.shape[0]:
            for column in range(LOG_WIDTH):
                log[log[0, 0], column] = world.log[n, column]
    world.events = 0
