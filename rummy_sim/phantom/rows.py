"""Writing the rows of the frames."""

from __future__ import annotations

from rummy_sim.core import rows as shared
from rummy_sim.core.jit import helper
from rummy_sim.phantom.scoring import ENDS, FOUR, MIDDLE, PLAIN_ITEMS, THREE_FIVE

__all__ = ["share_win", "write_hands", "write_round"]


@helper
def write_round(rows, world, deal, end):  # type: ignore[no-untyped-def]
    """Write the row of a short game."""
    table, outcome = world.table, world.outcome
    row = rows[world.job.rounds]
    shared.write_round(row, world, deal, end)
    row["discarder"] = outcome.discarder
    row["points"] = outcome.points
    row["points_sets"] = outcome.points_sets
    row["points_red"] = outcome.points_red
    row["points_conditions"] = outcome.points_conditions
    row["points_bonus"] = outcome.points_bonus
    row["bonus_checks"] = outcome.bonus_checks
    row["paid"] = outcome.paid
    row["pile_left"] = table.pile
    row["bonus_matching"] = outcome.bonus_matching
    row["bonus_expected"] = outcome.bonus_expected
    row["conditions_ends"] = outcome.conditions[ENDS]
    row["conditions_middle"] = outcome.conditions[MIDDLE]
    row["conditions_three_five"] = outcome.conditions[THREE_FIVE]
    row["conditions_four"] = outcome.conditions[FOUR]
    row["conditions_items"] = outcome.conditions[PLAIN_ITEMS]


@helper
def write_hands(rows, world, deal):  # type: ignore[no-untyped-def]
    """Write a short game's rows by seat."""
    table, outcome = world.table, world.outcome
    for seat in range(table.rules.players):
        row = rows[world.job.rounds * table.rules.players + seat]
        shared.write_hand(row, world, deal, seat)
        row["opened"] = table.opened[seat]
        row["gained"] = table.gained[seat]
        row["first_open_turn"] = outcome.first_open_turn[seat]
        row["ready_turn"] = table.ready_turn[seat]
        row["ready_waits"] = outcome.ready_waits[seat]
        row["ready_outs"] = outcome.ready_outs[seat]
        row["turns"] = table.turns[seat]
        points = outcome.points if seat == outcome.winner else 0
        row["points"] = points - outcome.paid if seat == outcome.discarder else points


@helper
def share_win(world, item_win):  # type: ignore[no-untyped-def]
    """Write who won the game: by the item win, or the highest score, shared by equals."""
    table, outcome = world.table, world.outcome
    players = table.rules.players
    best = table.score[0]
    for seat in range(1, players):
        best = max(best, table.score[seat])
    sharers = 0
    for seat in range(players):
        sharers += table.score[seat] == best
    for seat in range(players):
        if item_win:
            outcome.share[seat] = 1.0 if seat == outcome.winner else 0.0
        else:
            outcome.share[seat] = 1.0 / sharers if table.score[seat] == best else 0.0
