"""Dealing, turning up a market, and drawing after a set.

RULES-phantom.md, section 3.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import GOES_ON
from rummy_sim.core.jit import helper
from rummy_sim.core.job import emit
from rummy_sim.core.rng import split
from rummy_sim.phantom import events
from rummy_sim.phantom.cards import N_CODES
from rummy_sim.phantom.frames import EXHAUSTED
from rummy_sim.phantom.hand import add, clear, refresh

__all__ = ["DECK_SIZE", "HAND_SIZE", "draw_after_set", "start", "turn_up_market"]

HAND_SIZE = 7
DECK_SIZE = 100


@helper
def start(world, kit, key):  # type: ignore[no-untyped-def]
    """Clear the table, deal seven cards to each player; RULES-phantom.md, section 3."""
    table = world.table
    players = table.rules.players
    table.turn = 0
    table.offer = -1
    table.discarder = -1
    table.market_count = 0
    for seat in range(players):
        table.turns[seat] = 0
        table.ready[seat] = 0
        table.ready_turn[seat] = -1
        table.opened[seat] = 0
        table.gained[seat] = 0
        table.item_sets[seat] = 0
        table.opened_reds[seat] = 0
        table.discards[seat] = 0
        table.takes[seat] = 0
        for kind in range(N_CODES):
            table.opened_count[seat, kind] = 0
            table.opened_red[seat, kind] = 0
            table.discard_count[seat, kind] = 0
    position = 0
    for i in range(players):
        seat = (table.first + i) % players
        me = world.me[seat]
        clear(me)
        me.seat = seat
        me.dice = split(key, seat)
        for _ in range(HAND_SIZE):
            add(me, np.int64(world.deck[position]))
            position += 1
        refresh(me, kit)
    table.pile = DECK_SIZE - position


@helper
def turn_up_market(world):  # type: ignore[no-untyped-def]
    """Turn up a new market; return whether the short game ends with it."""
    table = world.table
    size = table.rules.market_size
    if table.pile < size:
        return EXHAUSTED
    top = DECK_SIZE - table.pile
    for i in range(size):
        table.market[i] = world.deck[top + i]
    table.market_count = size
    table.pile -= size
    if world.job.logging:
        m = table.market
        emit(world, events.MARKET, size, m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7])
    return EXHAUSTED if table.rules.pile_end_empty and table.pile == 0 else GOES_ON


@helper
def draw_after_set(world, me, kit):  # type: ignore[no-untyped-def]
    """Draw the cards due after opening or gaining; too few end the short game."""
    table = world.table
    due = 2 if table.rules.draw_two else HAND_SIZE - me.cards
    if table.pile < due:
        return EXHAUSTED
    top = DECK_SIZE - table.pile
    for i in range(due):
        add(me, np.int64(world.deck[top + i]))
    table.pile -= due
    refresh(me, kit)
    if world.job.logging:
        d = np.zeros(8, np.int64)
        for i in range(due):
            d[i] = world.deck[top + i]
        emit(world, events.DRAWN, me.seat, due, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7])
    return EXHAUSTED if table.rules.pile_end_empty and table.pile == 0 else GOES_ON
