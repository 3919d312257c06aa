"""Writing the rows of the frames."""

from __future__ import annotations

from rummy_sim.core import rows as shared
from rummy_sim.core.jit import helper

__all__ = ["write_hands", "write_round"]


@helper
def write_round(rows, world, deal, end):  # type: ignore[no-untyped-def]
    """Write the row of a hand, which is not settled yet."""
    table = world.table
    row = rows[world.job.rounds]
    shared.write_round(row, world, deal, end)
    row["playoff"] = table.playoff > 0
    row["reshuffles"] = table.reshuffles


@helper
def write_hands(rows, world, deal):  # type: ignore[no-untyped-def]
    """Write a hand's rows by seat, also for seats not dealt in."""
    table = world.table
    for seat in range(table.rules.players):
        me = world.me[seat]
        row = rows[world.job.rounds * table.rules.players + seat]
        shared.write_hand(row, world, deal, seat)
        in_it = (table.dealt >> seat) & 1
        row["phase"] = (me.phase if in_it else table.phase[seat]) + 1
        row["laid_turn"] = table.laid_turn[seat]
        row["penalty"] = world.outcome.penalty[seat]
        row["wilds_left"] = me.wilds
        row["skips_left"] = me.skips
        row["cards_left"] = me.cards
        row["hits"] = table.hits[seat]
        row["skipped"] = table.skipped[seat]
