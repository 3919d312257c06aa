"""Asking a seat for a decision, from inside a kernel."""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper

__all__ = ["FAULT", "GOES_ON", "ask", "fault"]

GOES_ON, FAULT = -1, -2
"""What a step of a kernel returns while nothing has ended, and after an impossible answer."""


@helper
def ask(functions, decision, world, seat, kit):  # type: ignore[no-untyped-def]
    """Ask a seat for a decision that has two or more answers.

    Parameters
    ----------
    functions : tuple by entry
        The line-up's functions for this decision.
    decision : int
        Its number in the game's contract.
    """
    entry = world.entry[seat]
    job = world.job
    job.asked += 1
    job.decision = decision
    job.seat = seat
    answer = functions[entry](world.me[seat], world.table, kit, world.params[entry])
    job.answer = answer
    return answer


@helper
def fault(world):  # type: ignore[no-untyped-def]
    """Note that the last answer was impossible; the run ends with it."""
    world.job.fault = 1
    return np.int64(FAULT)
