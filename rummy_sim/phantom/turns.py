"""A turn: take, go out, open, discard, declare ready, gain; RULES-phantom.md, section 3."""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import GOES_ON, ask, fault
from rummy_sim.core.jit import helper
from rummy_sim.core.job import emit
from rummy_sim.phantom import events
from rummy_sim.phantom.cards import N_CODES
from rummy_sim.phantom.contract import DISCARD, GAIN, GO_OUT, OPEN, READY, TAKE
from rummy_sim.phantom.dealing import HAND_SIZE, draw_after_set, turn_up_market
from rummy_sim.phantom.frames import ITEM_WIN
from rummy_sim.phantom.going_out import go_out
from rummy_sim.phantom.hand import (
    add,
    offer_sets,
    offer_sets_with,
    refresh,
    remove,
    waits_of,
)
from rummy_sim.phantom.opening import is_offered, item_win_by_opening, lay_set, note_first_open

__all__ = ["play_turn"]

_TURN_OVER = -3


@helper
def _outs(table, me, waits):  # type: ignore[no-untyped-def]
    """Return the copies of the kinds waited for that are not in the player's sight."""
    outs = 0
    for kind in range(N_CODES):
        if (waits >> kind) & 1 == 0:
            continue
        outs += 4 - me.count[kind]
        for seat in range(table.rules.players):
            outs -= table.opened_count[seat, kind] + table.discard_count[seat, kind]
    for i in range(table.market_count):
        if (waits >> (table.market[i] >> 1)) & 1:
            outs -= 1
    return outs


@helper
def _offer_ready(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player whose turn it is declare ready, if the hand is one card away."""
    table, outcome = world.table, world.outcome
    seat = table.seat
    me = world.me[seat]
    if me.ready or me.need != 1 or me.cards != HAND_SIZE:
        return GOES_ON
    if table.rules.ready_needs_open and table.opened[seat] == 0:
        return GOES_ON
    answer = ask(fns[READY], READY, world, seat, kit)
    if answer == 0:
        return GOES_ON
    if answer != 1:
        return fault(world)
    waits = waits_of(me, kit)
    me.ready = 1
    me.waits = waits
    me.claims = waits
    table.ready[seat] = 1
    table.ready_turn[seat] = table.turns[seat]
    n = 0
    for kind in range(N_CODES):
        n += (waits >> kind) & 1
    outcome.ready_waits[seat] = n
    outcome.ready_outs[seat] = _outs(table, me, waits)
    if world.job.logging:
        emit(world, events.READY, seat, waits)
    return GOES_ON


@helper
def _take(fns, world, kit):  # type: ignore[no-untyped-def]
    """Take a market card; return it, or -1 for an impossible answer."""
    table = world.table
    seat = table.seat
    choice = False
    for i in range(1, table.market_count):
        if table.market[i] != table.market[0]:
            choice = True
            break
    position = np.int64(0)
    if choice:
        position = ask(fns[TAKE], TAKE, world, seat, kit)
        if position < 0 or position >= table.market_count:
            return np.int64(-1)
    card = np.int64(table.market[position])
    table.market_count -= 1
    for i in range(position, table.market_count):
        table.market[i] = table.market[i + 1]
    table.taken[seat, table.takes[seat]] = card
    table.takes[seat] += 1
    return card


@helper
def _open(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player open sets and draw; return _TURN_OVER if a set was opened."""
    table, outcome = world.table, world.outcome
    seat = table.seat
    me = world.me[seat]
    opened = False
    while offer_sets(me) > 0:
        answer = ask(fns[OPEN], OPEN, world, seat, kit)
        if answer == -1:
            break
        laid = outcome.split
        if not is_offered(me, answer) or not lay_set(table, me, answer, -1, laid):
            return fault(world)
        refresh(me, kit)
        opened = True
        note_first_open(table, outcome, seat)
        if world.job.logging:
            emit(world, events.OPENED, seat, laid[0], laid[1], laid[2])
        if item_win_by_opening(table, me, answer):
            outcome.winner = seat
            return ITEM_WIN
        if not table.rules.opens_any:
            break
    if not opened:
        return GOES_ON
    end = draw_after_set(world, me, kit)
    if end == GOES_ON and table.rules.ready_after_open:
        end = _offer_ready(fns, world, kit)
    return _TURN_OVER if end == GOES_ON else end


@helper
def _discard(fns, world, kit, taken):  # type: ignore[no-untyped-def]
    """Put a card on the own discard pile; return it, or -1 for an impossible answer."""
    table = world.table
    seat = table.seat
    me = world.me[seat]
    card = taken
    if not me.ready:
        card = ask(fns[DISCARD], DISCARD, world, seat, kit)
        kind = card >> 1
        if card < 0 or kind >= N_CODES:
            return np.int64(-1)
        if (me.red[kind] if card & 1 else me.count[kind] - me.red[kind]) <= 0:
            return np.int64(-1)
        remove(me, card)
        refresh(me, kit)
    table.discard[seat, table.discards[seat]] = card
    table.discards[seat] += 1
    table.discard_count[seat, card >> 1] += 1
    if world.job.logging:
        emit(world, events.DISCARDED, seat, card)
    return card


@helper
def _take_back(table):  # type: ignore[no-untyped-def]
    """Remove the claimed card from the pile that it was discarded to."""
    seat = table.discarder
    table.discards[seat] -= 1
    table.discard_count[seat, table.offer >> 1] -= 1


@helper
def _barred(table, me):  # type: ignore[no-untyped-def]
    """Whether the player's own discard pile holds one of the hand's waits."""
    for kind in range(N_CODES):
        if (me.waits >> kind) & 1 and table.discard_count[me.seat, kind] > 0:
            return True
    return False


@helper
def _claims(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the others go out with the discard, or gain it; section 3, step 4."""
    table, outcome = world.table, world.outcome
    players = table.rules.players
    discarder = table.discarder
    card = np.int64(table.offer)
    kind = card >> 1
    wanted = 0
    for seat in range(players):
        me = world.me[seat]
        # The waits too: a strategy that tries cards out may have refreshed the claims.
        wanted |= me.claims | me.waits if seat != discarder else 0
    if (wanted >> kind) & 1 == 0:
        return GOES_ON
    seat = discarder
    for _ in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        me = world.me[seat]
        if not (me.waits >> kind) & 1 or me.opened == 0:
            continue
        if table.rules.own_discard_bar and _barred(table, me):
            continue
        answer = ask(fns[GO_OUT], GO_OUT, world, seat, kit)
        if answer == 1:
            _take_back(table)
            add(me, card)
            if world.job.logging:
                emit(world, events.OUT, seat, 1, discarder, card)
            return go_out(world, me, True)
        if answer != 0:
            return fault(world)
    seat = discarder
    for _ in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        me = world.me[seat]
        if me.ready or not (me.claims >> kind) & 1:
            continue
        offer_sets_with(me, kind)
        answer = ask(fns[GAIN], GAIN, world, seat, kit)
        if answer == -1:
            continue
        laid = outcome.split
        if not is_offered(me, answer) or not lay_set(table, me, answer, card, laid):
            return fault(world)
        _take_back(table)
        table.gained[seat] += 1
        note_first_open(table, outcome, seat)
        if world.job.logging:
            emit(world, events.GAINED, seat, discarder, card, laid[0], laid[1], laid[2])
        if item_win_by_opening(table, me, answer):
            outcome.winner = seat
            return ITEM_WIN
        return draw_after_set(world, me, kit)
    return GOES_ON


@helper
def play_turn(fns, world, kit):  # type: ignore[no-untyped-def]
    """Play one turn; return how the short game ended, or GOES_ON."""
    table = world.table
    seat = table.seat
    me = world.me[seat]
    table.turn += 1
    table.turns[seat] += 1
    if table.market_count == 0:
        end = turn_up_market(world)
        if end != GOES_ON:
            return end
    card = _take(fns, world, kit)
    if card < 0:
        return fault(world)
    if world.job.logging:
        emit(world, events.TAKEN, seat, card)
    # A ready hand changes only when it goes out, so the card need not enter it.
    goal = me.ready and (me.waits >> (card >> 1)) & 1
    if goal or not me.ready:
        add(me, card)
        refresh(me, kit)
    if not me.ready:
        goal = me.need == 0 and not table.rules.ready_always
    if goal and me.opened > 0:
        answer = ask(fns[GO_OUT], GO_OUT, world, seat, kit)
        if answer == 1:
            if world.job.logging:
                emit(world, events.OUT, seat, 0, -1, card)
            return go_out(world, me, False)
        if answer != 0:
            return fault(world)
    if not me.ready:
        end = _open(fns, world, kit)
        if end == _TURN_OVER:
            return GOES_ON
        if end != GOES_ON:
            return end
    elif goal:
        remove(me, card)
        refresh(me, kit)
        me.claims = me.waits
    card = _discard(fns, world, kit, card)
    if card < 0:
        return fault(world)
    end = _offer_ready(fns, world, kit)
    if end != GOES_ON:
        return end
    table.offer = card
    table.discarder = seat
    end = _claims(fns, world, kit)
    table.offer = -1
    table.discarder = -1
    return end
