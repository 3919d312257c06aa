"""Writing the rows of the frames."""

from __future__ import annotations

from rummy_sim.core.jit import helper

__all__ = ["write_game", "write_hands", "write_round"]


@helper
def write_round(rows, world, deal, end):  # type: ignore[no-untyped-def]
    """Write the row of a hand, which is not settled yet."""
    job, table = world.job, world.table
    row = rows[job.rounds]
    row["cell"] = job.cell
    row["deal"] = deal
    row["game"] = job.at_game
    row["round"] = table.hand
    row["first_seat"] = table.first
    row["turns"] = table.turn
    row["end"] = end
    row["winner"] = world.outcome.winner
    row["playoff"] = table.playoff > 0
    row["reshuffles"] = table.reshuffles


@helper
def write_hands(rows, world, deal):  # type: ignore[no-untyped-def]
    """Write a hand's rows by seat, also for seats not dealt in."""
    job, table = world.job, world.table
    for seat in range(table.rules.players):
        me = world.me[seat]
        row = rows[job.rounds * table.rules.players + seat]
        row["cell"] = job.cell
        row["deal"] = deal
        row["game"] = job.at_game
        row["round"] = table.hand
        row["seat"] = seat
        row["strategy"] = world.entry[seat]
        in_it = (table.dealt >> seat) & 1
        row["phase"] = (me.phase if in_it else table.phase[seat]) + 1
        row["laid_turn"] = table.laid_turn[seat]
        row["penalty"] = world.outcome.penalty[seat]
        row["wilds_left"] = me.wilds
        row["skips_left"] = me.skips
        row["cards_left"] = me.cards
        row["hits"] = table.hits[seat]
        row["skipped"] = table.skipped[seat]


@helper
def write_game(rows, world, deal, end):  # type: ignore[no-untyped-def]
    """Write a game's rows by seat."""
    job, table = world.job, world.table
    players = table.rules.players
    for seat in range(players):
        row = rows[job.games * players + seat]
        row["cell"] = job.cell
        row["deal"] = deal
        row["game"] = job.at_game
        row["seat"] = seat
        row["strategy"] = world.entry[seat]
        row["score"] = table.score[seat]
        row["win_share"] = world.outcome.share[seat]
        row["rounds"] = table.hand
        row["end"] = end
