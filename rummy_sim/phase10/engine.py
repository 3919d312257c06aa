"""The engine: full games of Phase 10, compiled, for any line-up.

``play`` plays blocks of deals under their seatings and writes the rows of the
frames; RULES-phase10.md, section 3. No Python object and no allocation in the loop;
the GIL is not held.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import FAULT, GOES_ON
from rummy_sim.core.decks import put_deck
from rummy_sim.core.jit import helper, kernel, outlined
from rummy_sim.core.job import emit, keep_events
from rummy_sim.core.rng import DICE, FIRST, key2, key3, one_below, split
from rummy_sim.core.rows import GAMES_DTYPE, write_game
from rummy_sim.core.world import kernel_signature
from rummy_sim.phase10 import events
from rummy_sim.phase10.contract import CONTRACT
from rummy_sim.phase10.dealing import DECK_SIZE, next_dealt, start
from rummy_sim.phase10.frames import HANDS_DTYPE, MOMENT, ROUNDS_DTYPE
from rummy_sim.phase10.rows import write_hands, write_round
from rummy_sim.phase10.rules import PLAYOFF_HANDS
from rummy_sim.phase10.scoring import (
    AFTER_ALL,
    end_playoff_hand,
    game_over,
    penalty_of,
    settle,
)
from rummy_sim.phase10.state import SEATS, WORLD
from rummy_sim.phase10.tables import KIT
from rummy_sim.phase10.turns import play_turn

__all__ = ["play"]

_ONE = np.int64(1)


@helper
def _log_start(world):  # type: ignore[no-untyped-def]
    table = world.table
    p = np.zeros(SEATS, np.int64)
    for seat in range(table.rules.players):
        in_it = (table.dealt >> seat) & 1
        p[seat] = (world.me[seat].phase if in_it else table.phase[seat]) + 1
    emit(
        world,
        events.ROUND,
        table.hand,
        table.first,
        1 if table.playoff else 0,
        table.dealt,
        p[0],
        p[1],
        p[2],
        p[3],
        p[4],
        p[5],
    )


@outlined
def _hand(fns, world, kit, key):  # type: ignore[no-untyped-def]
    """Play one hand; return how it ended, or FAULT.

    A function of its own, and not part of ``play``: it is compiled to better code.
    """
    table, outcome = world.table, world.outcome
    outcome.winner = -1
    start(world, kit, key)
    if world.job.logging:
        _log_start(world)
    end = np.int64(GOES_ON)
    seat = np.int64(table.first)
    while end == GOES_ON:
        table.seat = seat
        if table.lost[seat]:
            table.lost[seat] = 0
            table.idle[seat] = 1
            table.skipped[seat] += 1
            if world.job.logging:
                emit(world, events.SKIPPED, seat)
        else:
            end = play_turn(fns, world, kit)
        seat = next_dealt(table, seat)
    for i in range(table.rules.players):
        outcome.penalty[i] = penalty_of(world.me[i])
    return end


@helper
def _log_end(world, end, laid):  # type: ignore[no-untyped-def]
    table = world.table
    emit(world, events.ROUND_END, end, world.outcome.winner, laid)
    p = world.outcome.penalty
    emit(world, events.PENALTIES, p[0], p[1], p[2], p[3], p[4], p[5])
    s = table.score
    emit(world, events.SCORES, s[0], s[1], s[2], s[3], s[4], s[5])
    n = table.phase
    emit(world, events.PHASES, n[0], n[1], n[2], n[3], n[4], n[5])


@helper
def _end_hand(world, end):  # type: ignore[no-untyped-def]
    """Settle the hand; return how the game ended, or GOES_ON with the next one prepared."""
    table = world.table
    laid = np.int64(0)
    for seat in range(table.rules.players):
        laid |= _ONE << seat if table.laid[seat] else 0
    playoff = table.playoff
    if not playoff:
        settle(world)
    if world.job.logging:
        _log_end(world, end, laid)
    if playoff:
        over = end_playoff_hand(world, PLAYOFF_HANDS)
    else:
        over = game_over(world, end == MOMENT)
    if over == GOES_ON:
        if table.rules.game_end == AFTER_ALL:
            for seat in range(table.rules.players):
                if table.phase[seat] == table.rules.phases:
                    table.dealt &= ~(_ONE << seat)
        table.first = next_dealt(table, table.first)
    return over


@kernel(kernel_signature(CONTRACT, SEATS, WORLD, KIT, (GAMES_DTYPE, ROUNDS_DTYPE, HANDS_DTYPE)))
def play(fns, worlds, kits, seatings, decks, games, rounds, hands, log):  # type: ignore[no-untyped-def]
    """Play the job's deals under its seatings; see ``core.world.kernel_signature``."""
    world, kit = worlds[0], kits[0]
    table, job = world.table, world.job
    players = np.int64(table.rules.players)
    job.logging = log.shape[0] > 0
    for deal in range(job.first_deal, job.first_deal + job.deals):
        dealer = one_below(key2(job.seed, FIRST, deal), players)
        shuffled = np.int64(0)
        for seating in range(job.first_seating, job.end_seating):
            job.at_game = deal * job.seatings + seating
            for seat in range(players):
                world.entry[seat] = seatings[seating, seat]
                table.score[seat] = 0
                table.phase[seat] = 0
            table.dealt = (_ONE << players) - 1
            table.playoff = 0
            table.first = next_dealt(table, dealer)
            table.hand = 0
            over = GOES_ON
            while over == GOES_ON:
                table.hand += 1
                n = np.int64(table.hand)
                job.at_round = n
                shuffled = put_deck(world, decks, kit.deck, DECK_SIZE, deal, n, shuffled)
                key = split(key3(job.seed, DICE, deal, n), job.at_game)
                end = _hand(fns, world, kit, key)
                if end == FAULT:
                    return np.int64(FAULT)
                if rounds.shape[0] > 0:
                    write_round(rounds, world, deal, end)
                if hands.shape[0] > 0:
                    write_hands(hands, world, deal)
                over = _end_hand(world, end)
                if job.logging:
                    keep_events(world, log)
                job.rounds += 1
            if job.logging:
                emit(world, events.RESULT, over)
                keep_events(world, log)
            write_game(games, world, deal, over)
            job.games += 1
    return np.int64(0)
