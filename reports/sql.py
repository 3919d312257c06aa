"""What the queries of charts have in common: groups of blocks, wins, counts by number.

Everything that is added up is a whole number, so that sums are the same in any order,
and with any number of threads.
"""

from __future__ import annotations

from rummy_sim.stats.tallies import SIXTIETHS, WON, block

__all__ = ["HELD", "PLACED", "SQUARES", "WON", "block", "counts", "won_where"]

SQUARES = f"sum({SIXTIETHS} * {SIXTIETHS}) / 3600"
"""The sum of their squares."""

HELD = "count(*)"
"""How many seats were held, in ``games``."""

PLACED = """
    select g.*, (g.seat - r.first_seat + p.players) % p.players as place
    from games g
    join rounds r on r.cell = g.cell and r.game = g.game and r.round = 1
    join (select cell, max(seat) + 1 as players from games group by cell) p on p.cell = g.cell
"""
"""The frame ``games`` with the place in the turn order at the game's beginning, from 0."""


def won_where(condition: str) -> str:
    """Return the sum of the win shares of some rows.

    Examples
    --------
    >>> won_where("seat = 0")
    'coalesce(sum((win_share * 60)::bigint) filter (seat = 0), 0) / 60'
    """
    return f"coalesce(sum({SIXTIETHS}) filter ({condition}), 0) / 60"


def counts(prefix: str, number: str, most: int) -> str:
    """Return columns that count how often a number was 0, 1, 2 … and ``most`` or more.

    Examples
    --------
    >>> print(counts("of", "rounds", 1))
    count(*) filter (least(rounds, 1) = 0) as of_0,
    count(*) filter (least(rounds, 1) = 1) as of_1
    """
    return ",\n".join(
        f"count(*) filter (least({number}, {most}) = {n}) as {prefix}_{n}" for n in range(most + 1)
    )
