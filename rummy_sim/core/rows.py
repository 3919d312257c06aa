"""The rows of the frames, as far as they are the same in every game (FRAMES.md).

``strategy`` is the entry of the line-up and ``end`` a number into the game's list
of ends, until the store writes them out as words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rummy_sim.core.jit import helper

__all__ = ["GAMES_DTYPE", "hands_dtype", "rounds_dtype", "write_game", "write_hand", "write_round"]

Fields = list[tuple[Any, ...]]

_GAME: Fields = [("cell", "i2"), ("deal", "i4"), ("game", "i4")]
_SEAT: Fields = [("seat", "i1"), ("strategy", "i2")]

GAMES_DTYPE = np.dtype(
    [*_GAME, *_SEAT, ("score", "i4"), ("win_share", "f8"), ("rounds", "i2"), ("end", "i1")],
    align=True,
)


def rounds_dtype(own: Fields) -> np.dtype[np.void]:
    """Return the row of the frame ``rounds`` with a game's own columns."""
    shared: Fields = [("first_seat", "i1"), ("turns", "i2"), ("end", "i1"), ("winner", "i1")]
    return np.dtype([*_GAME, ("round", "i2"), *shared, *own], align=True)


def hands_dtype(own: Fields) -> np.dtype[np.void]:
    """Return the row of the frame ``hands`` with a game's own columns."""
    return np.dtype([*_GAME, ("round", "i2"), *_SEAT, *own], align=True)


@helper
def _write_place(row, world, deal):  # type: ignore[no-untyped-def]
    """Write which game of which cell a row belongs to."""
    row["cell"] = world.job.cell
    row["deal"] = deal
    row["game"] = world.job.at_game


@helper
def write_round(row, world, deal, end):  # type: ignore[no-untyped-def]
    """Write the shared columns of a row of ``rounds``."""
    _write_place(row, world, deal)
    row["round"] = world.job.at_round
    row["first_seat"] = world.table.first
    row["turns"] = world.table.turn
    row["end"] = end
    row["winner"] = world.outcome.winner


@helper
def write_hand(row, world, deal, seat):  # type: ignore[no-untyped-def]
    """Write the shared columns of a row of ``hands``."""
    _write_place(row, world, deal)
    row["round"] = world.job.at_round
    row["seat"] = seat
    row["strategy"] = world.entry[seat]


@helper
def write_game(rows, world, deal, end):  # type: ignore[no-untyped-def]
    """Write a full game's rows by seat; ``world.outcome.share`` says who won."""
    job = world.job
    players = world.table.rules.players
    for seat in range(players):
        row = rows[job.games * players + seat]
        _write_place(row, world, deal)
        row["seat"] = seat
        row["strategy"] = world.entry[seat]
        row["score"] = world.table.score[seat]
        row["win_share"] = world.outcome.share[seat]
        row["rounds"] = job.at_round
        row["end"] = end
