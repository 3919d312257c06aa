"""The one record that holds a game's whole state, and the kernel that plays on it."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from rummy_sim.core.job import JOB_DTYPE, LOG_WIDTH
from rummy_sim.core.strategy import MAX_PARAMS, Contract

__all__ = ["kernel_signature", "record", "world_dtype"]

Fields = list[tuple[Any, ...]]


def record(fields: Fields) -> np.dtype[np.void]:
    """Return the type of a record whose fields are read as attributes.

    Examples
    --------
    >>> made = np.zeros(1, record([("cards", "i4")]))[0]
    >>> int(made.cards)
    0
    """
    return np.dtype((np.record, np.dtype(fields, align=True)))


def world_dtype(
    table: np.dtype[np.void],
    me: np.dtype[np.void],
    outcome: np.dtype[np.void],
    seats: int,
    deck: int,
    most_events: int,
) -> np.dtype[np.void]:
    """Return the type of everything there is in a game, the hidden cards too.

    It is one record, and not several arrays, because compiled code counts references
    to arrays (an atomic operation each time), but not to records.

    Parameters
    ----------
    table, me, outcome : dtype
        What all see, what a seat sees, and what came of the short game or hand. The
        latter has ``share`` by seat, of the win.
    seats : int
        Players at most.
    deck : int
        Cards in the deck.
    most_events : int
        Rows of the event log of one short game or hand.
    """
    return record(
        [
            # Records of 8-byte fields come first: numba wants them aligned.
            ("job", JOB_DTYPE),
            ("me", me, (seats,)),
            ("outcome", outcome),
            ("entry", "i8", (seats,)),  # who of the line-up sits in each seat
            ("params", "f8", (seats, MAX_PARAMS)),  # by entry
            ("table", table),
            ("events", "i4"),  # rows of the log in use
            ("log", "i4", (most_events, LOG_WIDTH)),  # what happened
            ("deck", "u1", (deck,)),  # the shuffled cards, top first
        ]
    )


def kernel_signature(
    contract: Contract, seats: int, world: Any, kit: Any, rows: tuple[Any, Any, Any]
) -> Any:
    """Return the numba signature of a game's ``play``.

    Its arguments are

    fns : tuple by decision of tuples by entry
        First-class functions of ``contract.signature``.
    worlds : array of one world record
        The job, the options of the ruleset and the parameters stand in it.
    kits : array of one kit record
        The lookup tables.
    seatings : array of shape (seatings, players)
        The entry in each seat.
    decks : array of shape (short games or hands, cards)
        Room for the decks of one deal, shared by its seatings.
    games, rounds, hands : arrays of records
        Where the frames' rows go; ``rounds`` and ``hands`` may be of length 0.
    log : array of shape (events, LOG_WIDTH)
        Where events go; of length 0 for none.

    and it returns 0, or FAULT when a decision's answer was impossible (the job says
    which).
    """
    return types.int64(
        types.UniTuple(
            types.UniTuple(types.FunctionType(contract.signature), seats), len(contract.names)
        ),
        types.Array(world, 1, "C"),
        types.Array(kit, 1, "C", readonly=True),
        types.Array(types.int64, 2, "C"),
        types.Array(types.uint8, 2, "C"),
        *(types.Array(numba.from_dtype(row), 1, "C") for row in rows),
        types.Array(types.int32, 2, "C"),
    )
