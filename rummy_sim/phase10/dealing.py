"""Dealing a hand, and turning the discards into a new draw pile.

RULES-phase10.md, section 2.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.bits import count_bits
from rummy_sim.core.jit import helper
from rummy_sim.core.job import emit
from rummy_sim.core.rng import RESHUFFLE, key4, shuffle, split
from rummy_sim.phase10 import events
from rummy_sim.phase10.cards import N_CARDS, SKIP
from rummy_sim.phase10.hand import add, aim, clear, refresh

__all__ = ["DECK_SIZE", "next_dealt", "reshuffle", "start"]

HAND_SIZE = 10
DECK_SIZE = 108
_SKIP = np.int64(SKIP)


@helper
def next_dealt(table, seat):  # type: ignore[no-untyped-def]
    """Return the next seat to the left that is dealt in."""
    while True:
        seat = seat + 1 if seat + 1 < table.rules.players else 0
        if (table.dealt >> seat) & 1:
            return np.int64(seat)


@helper
def start(world, kit, key):  # type: ignore[no-untyped-def]
    """Clear the table, deal ten cards to each player, turn one up; section 2."""
    table = world.table
    rules = table.rules
    table.turn = 0
    table.reshuffles = 0
    table.groups = 0
    table.fits = 0
    table.nameable = 0
    for card in range(N_CARDS):
        table.on_table[card] = 0
    for seat in range(rules.players):
        table.known[seat] = 0
        table.known_twice[seat] = 0
        table.laid[seat] = 0
        table.laid_turn[seat] = -1
        table.cards[seat] = 0
        table.turns[seat] = 0
        table.lost[seat] = 0
        table.idle[seat] = 0
        table.skipped[seat] = 0
        table.hits[seat] = 0
        clear(world.me[seat])
    many = count_bits(table.dealt)
    seat = table.first
    for i in range(many):
        me = world.me[seat]
        me.seat = seat
        me.dice = split(key, seat)
        me.laid = 0
        phase = min(table.phase[seat], rules.phases - 1)
        if table.playoff:
            phase = rules.phases - 1
        me.phase = phase
        aim(me, rules.phase[phase], rules.natural)
        for j in range(HAND_SIZE):
            add(me, np.int64(world.deck[j * many + i]))
        table.cards[seat] = HAND_SIZE
        refresh(me, kit)
        seat = next_dealt(table, seat)
    dealt = HAND_SIZE * many
    table.discard[0] = world.deck[dealt]
    table.discards = 1
    table.pile = DECK_SIZE - 1 - dealt
    table.lost[table.first] = table.discard[0] == _SKIP


@helper
def reshuffle(world):  # type: ignore[no-untyped-def]
    """Turn the discards but the top one into a new draw pile."""
    table, job = world.table, world.job
    many = np.int64(table.discards - 1)
    table.reshuffles += 1
    for i in range(many):
        world.deck[DECK_SIZE - many + i] = table.discard[i]
    deal = job.at_game // job.seatings
    key = key4(job.seed, RESHUFFLE, deal, np.int64(table.hand), np.int64(table.reshuffles))
    shuffle(world.deck[DECK_SIZE - many :], many, key)
    table.discard[0] = table.discard[many]
    table.discards = 1
    table.pile = many
    if job.logging:
        emit(world, events.RESHUFFLED, many)
        c = np.zeros(10, np.int64)
        for start in range(0, many, 10):
            for i in range(10):
                c[i] = world.deck[DECK_SIZE - many + start + i] if start + i < many else -1
            last = 1 if start + 10 >= many else 0
            emit(
                world, events.PILE, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], last
            )
