"""The engine: full games of Phantom Rummy, compiled, for any line-up.

``play`` plays blocks of deals under their seatings and writes the rows of the
frames; RULES-phantom.md, section 3. No Python object and no allocation in the loop;
the GIL is not held.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import FAULT, GOES_ON
from rummy_sim.core.decks import put_deck
from rummy_sim.core.jit import helper, kernel
from rummy_sim.core.job import emit, keep_events
from rummy_sim.core.rng import DICE, FIRST, key2, key3, one_below, split
from rummy_sim.core.rows import GAMES_DTYPE, write_game
from rummy_sim.core.world import kernel_signature
from rummy_sim.phantom import events
from rummy_sim.phantom.contract import CONTRACT
from rummy_sim.phantom.dealing import DECK_SIZE, start, turn_up_market
from rummy_sim.phantom.frames import (
    BY_ITEM_WIN,
    BY_ROUNDS,
    BY_TARGET,
    EXHAUSTED,
    HANDS_DTYPE,
    ITEM_WIN,
    ROUNDS_DTYPE,
)
from rummy_sim.phantom.rows import share_win, write_hands, write_round
from rummy_sim.phantom.scoring import CONDITIONS
from rummy_sim.phantom.state import SEATS, WORLD
from rummy_sim.phantom.tables import KIT
from rummy_sim.phantom.turns import play_turn

__all__ = ["play"]


@helper
def _short_game(fns, world, kit, key):  # type: ignore[no-untyped-def]
    """Play one short game; return how it ended, or FAULT."""
    table, outcome = world.table, world.outcome
    players = table.rules.players
    outcome.winner = -1
    outcome.discarder = -1
    outcome.points = 0
    outcome.points_sets = 0
    outcome.points_red = 0
    outcome.points_conditions = 0
    outcome.points_bonus = 0
    outcome.bonus_checks = 0
    outcome.bonus_matching = -1
    outcome.bonus_expected = 0.0
    for condition in range(len(CONDITIONS)):
        outcome.conditions[condition] = 0
    outcome.paid = 0
    for seat in range(players):
        outcome.first_open_turn[seat] = -1
        outcome.ready_waits[seat] = -1
        outcome.ready_outs[seat] = -1
    if world.job.logging:
        emit(world, events.ROUND, table.short_game, table.first)
    start(world, kit, key)
    end = turn_up_market(world)
    table.seat = table.first
    while end == GOES_ON:
        end = play_turn(fns, world, kit)
        if end == GOES_ON:
            table.seat = table.seat + 1 if table.seat + 1 < players else 0
    if world.job.logging:
        s = table.score
        emit(world, events.ROUND_END, end, outcome.winner, s[0], s[1], s[2], s[3])
    return end


@helper
def _game_over(table, end):  # type: ignore[no-untyped-def]
    """Return how the full game ended, or GOES_ON."""
    if end == ITEM_WIN:
        return BY_ITEM_WIN
    if end != EXHAUSTED:
        for seat in range(table.rules.players):
            if table.score[seat] >= table.rules.target_score:
                return BY_TARGET
    return BY_ROUNDS if table.short_game >= table.rules.short_games else GOES_ON


@kernel(kernel_signature(CONTRACT, SEATS, WORLD, KIT, (GAMES_DTYPE, ROUNDS_DTYPE, HANDS_DTYPE)))
def play(fns, worlds, kits, seatings, decks, games, rounds, hands, log):  # type: ignore[no-untyped-def]
    """Play the job's deals under its seatings; see ``core.world.kernel_signature``."""
    world, kit = worlds[0], kits[0]
    table, job = world.table, world.job
    players = np.int64(table.rules.players)
    job.logging = log.shape[0] > 0
    job.keeps_rounds = rounds.shape[0] > 0
    for deal in range(job.first_deal, job.first_deal + job.deals):
        first = one_below(key2(job.seed, FIRST, deal), players)
        shuffled = np.int64(0)
        for seating in range(job.first_seating, job.end_seating):
            job.at_game = deal * job.seatings + seating
            for seat in range(players):
                world.entry[seat] = seatings[seating, seat]
                table.score[seat] = 0
            table.first = first
            table.short_game = 0
            over = GOES_ON
            while over == GOES_ON:
                table.short_game += 1
                n = np.int64(table.short_game)
                job.at_round = n
                shuffled = put_deck(world, decks, kit.deck, DECK_SIZE, deal, n, shuffled)
                key = split(key3(job.seed, DICE, deal, n), job.at_game)
                end = _short_game(fns, world, kit, key)
                if end == FAULT:
                    return np.int64(FAULT)
                if job.keeps_rounds:
                    write_round(rounds, world, deal, end)
                if hands.shape[0] > 0:
                    write_hands(hands, world, deal)
                if job.logging:
                    keep_events(world, log)
                job.rounds += 1
                over = _game_over(table, end)
                table.first = table.first + 1 if table.first + 1 < players else 0
            if job.logging:
                emit(world, events.RESULT, over)
                keep_events(world, log)
            share_win(world, over == BY_ITEM_WIN)
            write_game(games, world, deal, over)
            job.games += 1
    return np.int64(0)
