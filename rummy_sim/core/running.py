"""Running a game's kernel from Python: preparing it, and telling what went wrong."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.compiling import DecisionError
from rummy_sim.core.errors import StrategyError, UserError
from rummy_sim.core.game import Table
from rummy_sim.core.jit import PLAIN
from rummy_sim.core.job import LOG_WIDTH
from rummy_sim.core.strategy import MAX_PARAMS, Contract, Strategy

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
    contract: Contract, table: Table, world: np.record, round_name: str
) -> Iterator[None]:
    """Turn what a strategy does wrong inside the kernel into words.

    Parameters
    ----------
    contract, table : Contract, Table
        The game's decisions, and who plays.
    world : np.record
        All state, which the kernel keeps up to date.
    round_name : str
        ``short game`` or ``hand``.

    Raises
    ------
    StrategyError
        After an impossible answer or an exception inside a decision.
    """
    job = world["job"]
    try:
        # Plain numpy numbers wrap around silently and do not mind dividing by zero;
        # the first is what the generators mean, the second is an error when compiled.
        with np.errstate(over="ignore", divide="raise", invalid="raise"):
            yield
    except UserError:
        raise
    except Exception as error:
        # In compiled code only strategies raise; in plain mode the engine could.
        if not isinstance(error, DecisionError) and (PLAIN or job["asked"] == 0):
            raise
        cause = error.__cause__ if isinstance(error, DecisionError) else error
        raise StrategyError(
            f"{_place(contract, table, world, round_name)}: "
            f"{type(cause).__name__}: {cause}{_line(cause, table)}"
        ) from error
    if job["fault"]:
        decision = contract.decisions[int(job["decision"])]
        raise StrategyError(
            f"{_place(contract, table, world, round_name)}: answered "
            f"{int(job['answer'])}; allowed: {decision.answers}{_values(decision.answers, world)}"
        )


def _values(text: str, world: np.record) -> str:
    """Return the values of the fields that a description of answers names.

    >>> _values("from 0 to table.market_count - 1", world)          # doctest: +SKIP
    ' (table.market_count is 3)'
    """
    records = {"table": world["table"], "me": world["me"][int(world["job"]["seat"])]}
    found = {
        f"{record}.{field} is {int(records[record][field])}": None
        for record, field in re.findall(r"\b(table|me)\.(\w+)", text)
        if np.ndim(records[record][field]) == 0
    }
    return f" ({', '.join(found)})" if found else ""


def _place(contract: Contract, table: Table, world: np.record, round_name: str) -> str:
    """Say who was asked what, and when."""
    job, state = world["job"], world["table"]
    seating = table.seatings[int(job["at_game"]) % len(table.seatings)]
    strategy = table.strategies[int(seating[int(job["seat"])])]
    decision = contract.names[int(job["decision"])]
    own = strategy.functions.get(decision)
    file = f" ({own.__code__.co_filename})" if own else " (the baseline's, it defines none)"
    return (
        f"strategy {strategy.name!r}, decision {decision!r}{file}, "
        f"deal {int(job['at_game']) // len(table.seatings)}, game {int(job['at_game'])}, "
        f"{round_name} {int(job['at_round'])}, "
        f"turn {int(state['turn'])} (seat {int(state['seat'])} to play)"
    )


def _line(error: BaseException | None, table: Table) -> str:
    """Return where in a strategy's file an exception came from, or how to see it."""
    if not PLAIN:
        return " (RUMMY_SIM_PLAIN=1 tells the line)"
    files = {
        function.__code__.co_filename
        for strategy in table.strategies
        for function in strategy.functions.values()
    }
    for frame in reversed(traceback.extract_tb(error.__traceback__ if error else None)):
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
