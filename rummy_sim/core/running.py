"""Running a game's kernel from Python: preparing it, and telling what went wrong."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.contract import MAX_PARAMS, Contract, Strategy
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.game import Table
from rummy_sim.core.job import LOG_WIDTH

__all__ = ["logged_events", "params_of", "set_job", "told_faults"]

_FIRST_LOG = 4096


def params_of(strategies: tuple[Strategy, ...], seats: int) -> npt.NDArray[np.float64]:
    """Return the parameters of a line-up as an array of shape (seats, MAX_PARAMS)."""
    params = np.zeros((seats, MAX_PARAMS))
    for entry, strategy in enumerate(strategies):
        params[entry] = strategy.vector()
    return params


def set_job(job: np.record, table: Table, seed: int, cell: int, deals: range) -> None:
    """Write into a job record what is to be played: all seatings of some deals."""
    job["seed"] = seed
    job["cell"] = cell
    job["first_deal"] = deals.start
    job["deals"] = len(deals)
    job["first_seating"] = 0
    job["end_seating"] = job["seatings"] = len(table.seatings)


@contextmanager
def told_faults(
    contract: Contract,
    table: Table,
    job: np.record,
    situation: Callable[[], str],
    round_name: str,
) -> Iterator[None]:
    """Turn what a strategy does wrong inside the kernel into words.

    Parameters
    ----------
    contract, table : Contract, Table
        The game's decisions, and who plays.
    job : np.record
        The job that the kernel keeps up to date.
    situation : callable
        Says whose turn it was, from the game's state.
    round_name : str
        ``short game`` or ``hand``.

    Raises
    ------
    StrategyError
        After an impossible answer or an exception inside a decision.
    """
    try:
        # Wrapping around is what the generators' arithmetic means, in plain mode.
        with np.errstate(over="ignore"):
            yield
    except (ArithmeticError, LookupError, TypeError, ValueError, AssertionError) as error:
        if job["asked"] == 0:
            raise
        raise StrategyError(
            f"{_place(contract, table, job, situation, round_name)}: "
            f"{type(error).__name__}: {error}{_line(error, table)}"
        ) from error
    if job["fault"]:
        decision = contract.decisions[int(job["decision"])]
        raise StrategyError(
            f"{_place(contract, table, job, situation, round_name)}: answered "
            f"{int(job['answer'])}; allowed: {decision.answers}"
        )


def _place(
    contract: Contract,
    table: Table,
    job: np.record,
    situation: Callable[[], str],
    round_name: str,
) -> str:
    seating = table.seatings[int(job["at_game"]) % len(table.seatings)]
    strategy = table.strategies[int(seating[int(job["seat"])])]
    decision = contract.names[int(job["decision"])]
    source = strategy if decision in strategy.functions else None
    file = f" ({strategy.path})" if source else " (the baseline's, it defines none)"
    return (
        f"strategy {strategy.name!r}{file}, decision {decision!r}, "
        f"deal {int(job['at_game']) // len(table.seatings)}, game {int(job['at_game'])}, "
        f"{round_name} {int(job['at_round'])}, {situation()}"
    )


def _line(error: BaseException, table: Table) -> str:
    """Return where in a strategy's file an exception came from, if that is known."""
    files = {str(strategy.path) for strategy in table.strategies}
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in files:
            return f" (line {frame.lineno})"
    return ""


def logged_events(play: Callable[[npt.NDArray[np.int32]], Any]) -> npt.NDArray[np.int32]:
    """Let ``play`` write an event log, with more room until it has enough.

    Parameters
    ----------
    play : callable
        Plays from the start and logs into the array it is given.

    Returns
    -------
    array of shape (events, LOG_WIDTH)
        The events in the order that they happened.
    """
    room = _FIRST_LOG
    while True:
        log = np.zeros((room, LOG_WIDTH), np.int32)
        play(log)
        if (count := int(log[0, 0])) < room:
            return log[1 : count + 1]
        room = count + 1


