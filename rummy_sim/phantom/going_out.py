"""Going out: what the winner scores; RULES-phantom.md, sections 4 and 5."""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper
from rummy_sim.core.job import emit
from rummy_sim.phantom import events
from rummy_sim.phantom.bonus import expected_points, pile_matches
from rummy_sim.phantom.cards import N_CODES
from rummy_sim.phantom.dealing import DECK_SIZE
from rummy_sim.phantom.frames import BY_DISCARD, BY_TAKE, ITEM_WIN
from rummy_sim.phantom.scoring import (
    bonus_matches,
    condition_points,
    item_win_holds,
    next_split,
)

__all__ = ["go_out"]


@helper
def go_out(world, me, by_discard):  # type: ignore[no-untyped-def]
    """Score the player who goes out with the eight cards in ``me``; sections 4 and 5."""
    table, outcome = world.table, world.outcome
    rules = table.rules
    seat = me.seat
    outcome.winner = seat
    outcome.discarder = table.discarder if by_discard else -1
    if rules.item_win == 2 and item_win_holds(me, table, seat):
        return ITEM_WIN
    outcome.points_sets = table.opened[seat]
    if rules.advanced:
        outcome.points_conditions = condition_points(
            me, table, seat, outcome.split, outcome.conditions
        )
    else:
        outcome.points_red = table.opened_reds[seat]
        for kind in range(N_CODES):
            outcome.points_red += me.red[kind]
    if rules.bonus_check:
        if world.job.keeps_rounds:
            size = np.int64(table.pile)
            matching, worth = pile_matches(me, table, seat, world.deck)
            outcome.bonus_matching = matching
            outcome.bonus_expected = expected_points(matching, worth, size)
        while table.pile > 0:
            card = np.int64(world.deck[DECK_SIZE - table.pile])
            table.pile -= 1
            outcome.bonus_checks += 1
            if world.job.logging:
                emit(world, events.FLIPPED, card)
            matches = bonus_matches(me, table, seat, card >> 1)
            if matches == 0:
                break
            outcome.points_bonus += 1 if rules.bonus_flip else matches
    outcome.points = (
        outcome.points_sets + outcome.points_red + outcome.points_conditions + outcome.points_bonus
    )
    if by_discard and rules.discarder_pays:
        payer = table.discarder
        outcome.paid = min(outcome.points, np.int64(table.score[payer]))
        table.score[payer] -= outcome.paid
    table.score[seat] += outcome.points
    if world.job.logging:
        if not rules.advanced:
            outcome.split[0] = -1
            next_split(me.count, outcome.split)
        emit(
            world,
            events.SCORED,
            seat,
            outcome.points_sets,
            outcome.points_red,
            outcome.points_conditions,
            outcome.points_bonus,
            outcome.points,
            table.discarder if by_discard and rules.discarder_pays else -1,
            outcome.paid,
            outcome.split[1],
            outcome.split[2],
            outcome.split[3],
        )
    return BY_DISCARD if by_discard else BY_TAKE
