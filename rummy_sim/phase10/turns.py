"""A turn: draw, lay, hit, discard; RULES-phase10.md, section 2."""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import FAULT, GOES_ON, ask, fault
from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.jit import helper
from rummy_sim.core.job import emit
from rummy_sim.phase10 import events
from rummy_sim.phase10.cards import N_CARDS, SKIP
from rummy_sim.phase10.contract import DISCARD, DRAW, HIT, LAY, NAME
from rummy_sim.phase10.dealing import DECK_SIZE, next_dealt, reshuffle
from rummy_sim.phase10.frames import LIMIT, MOMENT, OUT
from rummy_sim.phase10.groups import fits_at, refit
from rummy_sim.phase10.hand import add, refresh, remove
from rummy_sim.phase10.laying import (
    LAY_BY_CHOICE,
    LAY_NOTHING,
    LAY_THIS_WAY,
    choose_way,
    way_is_right,
)
from rummy_sim.phase10.scoring import AT_MOMENT
from rummy_sim.phase10.state import RUN, SEATS

__all__ = ["play_turn"]


_ONE = np.int64(1)
_SKIP = np.int64(SKIP)
_SKIP_BIT = np.int64(1 << SKIP)


@helper
def _draw(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player draw a card into the hand; return it, or FAULT."""
    table = world.table
    seat = np.int64(table.seat)
    me = world.me[seat]
    top = np.int64(table.discard[table.discards - 1])
    pile_there = table.pile > 0 or table.discards > 1
    from_discard = np.int64(0)
    if top != _SKIP:
        from_discard = np.int64(1)
        if pile_there:
            from_discard = ask(fns[DRAW], np.int64(DRAW), world, seat, kit)
            if from_discard < 0 or from_discard > 1:
                return fault(world)
    if from_discard:
        card = top
        table.discards -= 1
        bit = _ONE << card
        table.known_twice[seat] |= table.known[seat] & bit
        table.known[seat] |= bit
    else:
        if table.pile == 0:
            reshuffle(world)
        card = np.int64(world.deck[DECK_SIZE - table.pile])
        table.pile -= 1
    add(me, card)
    table.cards[seat] += 1
    if world.job.logging:
        emit(world, events.DRAWN, seat, from_discard, card)
    return card


@helper
def _let_go(table, me, card):  # type: ignore[no-untyped-def]
    """Take a card out of a player's hand for everybody to see."""
    seat = me.seat
    remove(me, card)
    table.cards[seat] -= 1
    bit = _ONE << card
    if table.known_twice[seat] & bit:
        table.known_twice[seat] ^= bit
    else:
        table.known[seat] &= ~bit


@helper
def _stands_for(kind, stand, place):  # type: ignore[no-untyped-def]
    """Return what the card at a place of a group stands for."""
    return stand + place if kind == RUN else stand


@helper
def _put_down(world, me):  # type: ignore[no-untyped-def]
    """Lay the way written into ``me``."""
    table, goal = world.table, me.goal
    seat = me.seat
    if world.job.logging:
        emit(world, events.LAID, seat, me.phase)
    at = 0
    for i in range(goal.groups):
        kind, length, stand = goal.kind[i], goal.length[i], me.way_stand[i]
        group = table.groups
        table.groups = group + 1
        table.kind[group] = kind
        table.owner[group] = seat
        table.low[group] = stand
        table.high[group] = stand + length - 1 if kind == RUN else stand
        if world.job.logging:
            emit(world, events.GROUP, group, kind, length, stand)
        for place in range(length):
            card = np.int64(me.way_card[at])
            at += 1
            _let_go(table, me, card)
            table.on_table[card] += 1
            if world.job.logging:
                last = 1 if at == goal.cards else 0
                emit(world, events.PLACED, card, _stands_for(kind, stand, place), last)
    me.laid = 1
    me.need = 0
    table.laid[seat] = 1
    table.laid_turn[seat] = table.turns[seat]
    refit(table)


@helper
def _lay(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player lay the phase, if it can be laid; return FAULT if that goes wrong."""
    table = world.table
    rules = table.rules
    seat = np.int64(table.seat)
    me = world.me[seat]
    if me.need > 0:
        return np.int64(GOES_ON)
    if rules.max_wilds_to_lay >= 0 and me.wilds > rules.max_wilds_to_lay:
        return np.int64(GOES_ON)
    if rules.keep_last and me.cards == me.goal.cards:
        return np.int64(GOES_ON)
    answer = ask(fns[LAY], np.int64(LAY), world, seat, kit)
    if answer == LAY_NOTHING:
        return np.int64(GOES_ON)
    if answer == LAY_BY_CHOICE:
        choose_way(me)
    elif answer != LAY_THIS_WAY or not way_is_right(me):
        return fault(world)
    _put_down(world, me)
    return np.int64(GOES_ON)


@helper
def _hit(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player hit as long as something fits; return FAULT if that goes wrong."""
    table = world.table
    seat = np.int64(table.seat)
    me = world.me[seat]
    while me.held & table.fits and not (table.rules.keep_last and me.cards == 1):
        answer = ask(fns[HIT], np.int64(HIT), world, seat, kit)
        if answer == -1:
            break
        card, end, group = answer & 63, (answer >> 6) & 1, answer >> 7
        if answer < 0 or group >= table.groups or card >= N_CARDS or me.count[card] == 0:
            return fault(world)
        if not fits_at(table, card, group, end):
            return fault(world)
        stands_for = np.int64(table.low[group])
        if table.kind[group] == RUN:
            if end:
                table.high[group] += 1
                stands_for = np.int64(table.high[group])
            else:
                table.low[group] -= 1
                stands_for -= 1
            refit(table)
        _let_go(table, me, card)
        table.on_table[card] += 1
        table.hits[seat] += 1
        if world.job.logging:
            side = end if table.kind[group] == RUN else np.int64(-1)
            emit(world, events.HIT, seat, group, card, stands_for, side)
    return np.int64(GOES_ON)


@helper
def _nameable(table, seat):  # type: ignore[no-untyped-def]
    """Return the mask of the seats that may lose a turn to a Skip discarded by ``seat``."""
    mask = np.int64(0)
    other = next_dealt(table, seat)
    while other != seat:
        if not table.lost[other] and not (table.rules.skip_lap and table.idle[other]):
            mask |= _ONE << other
        if table.rules.skip_next:
            break
        other = next_dealt(table, other)
    return mask


@helper
def _name(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the discarder of a Skip name who loses a turn; return the seat, -1 or FAULT."""
    table = world.table
    seat = np.int64(table.seat)
    mask = _nameable(table, seat)
    if mask == 0:
        return np.int64(-1)
    if mask & (mask - 1):
        table.nameable = mask
        named = ask(fns[NAME], np.int64(NAME), world, seat, kit)
        if named < 0 or named >= SEATS or (mask >> named) & 1 == 0:
            return fault(world)
        table.nameable = 0
    else:
        named = lowest_bit(mask)
    table.lost[named] = 1
    return named


@helper
def _discard(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player discard a card; return FAULT if that goes wrong."""
    table = world.table
    seat = np.int64(table.seat)
    me = world.me[seat]
    allowed = np.int64(me.held)
    if not table.rules.hold_skips and me.skips > 0:
        allowed = _SKIP_BIT
    if allowed & (allowed - 1):
        me.discardable = allowed
        card = ask(fns[DISCARD], np.int64(DISCARD), world, seat, kit)
        if card < 0 or card >= N_CARDS or (allowed >> card) & 1 == 0:
            return fault(world)
    else:
        card = lowest_bit(allowed)
    _let_go(table, me, card)
    table.discard[table.discards] = card
    table.discards += 1
    named = np.int64(-1)
    if card == _SKIP and me.cards > 0:
        named = _name(fns, world, kit)
        if named == FAULT:
            return named
    if world.job.logging:
        emit(world, events.DISCARDED, seat, card, named)
    return np.int64(GOES_ON)


@helper
def play_turn(fns, world, kit):  # type: ignore[no-untyped-def]
    """Play one turn; return how the hand ended, or GOES_ON."""
    table = world.table
    rules = table.rules
    seat = np.int64(table.seat)
    me = world.me[seat]
    table.turn += 1
    table.turns[seat] += 1
    table.idle[seat] = 0
    if _draw(fns, world, kit) == FAULT:
        return np.int64(FAULT)
    hitting = me.laid
    if not me.laid:
        refresh(me, kit)
        if _lay(fns, world, kit) == FAULT:
            return np.int64(FAULT)
        if me.laid:
            hitting = rules.hit_same_turn
            if rules.game_end == AT_MOMENT and me.phase == rules.phases - 1:
                world.outcome.winner = seat
                return np.int64(MOMENT)
    if hitting and _hit(fns, world, kit) == FAULT:
        return np.int64(FAULT)
    if me.cards > 0:
        if _discard(fns, world, kit) == FAULT:
            return np.int64(FAULT)
        if not me.laid:
            refresh(me, kit)
    if me.cards == 0:
        world.outcome.winner = seat
        return np.int64(OUT)
    return np.int64(LIMIT if table.turn >= rules.max_turns else GOES_ON)
