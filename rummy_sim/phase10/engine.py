"""The engine: full games of Phase 10, compiled, for any line-up.

``play`` plays blocks of deals under their seatings and writes the rows of the
frames; the functions above it are the steps of RULES-phase10.md, sections 2 and 3.
No Python object and no allocation in the loop; the GIL is not held.
"""

from __future__ import annotations

import numpy as np
from numba import types

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.jit import helper, kernel
from rummy_sim.core.job import emit, keep_events
from rummy_sim.core.rng import (
    DECK,
    DICE,
    FIRST,
    RESHUFFLE,
    key2,
    key3,
    key4,
    one_below,
    shuffle,
    split,
)
from rummy_sim.phase10 import events
from rummy_sim.phase10.bits import count_bits
from rummy_sim.phase10.cards import N_CARDS, SKIP, WILD
from rummy_sim.phase10.contract import CONTRACT, DISCARD, DRAW, HIT, LAY, NAME
from rummy_sim.phase10.frames import GAMES_ROW, HANDS_ROW, ROUNDS_ROW
from rummy_sim.phase10.groups import fits_at, refit
from rummy_sim.phase10.hand import add, aim, clear, refresh, remove
from rummy_sim.phase10.laying import (
    LAY_BY_CHOICE,
    LAY_NOTHING,
    LAY_THIS_WAY,
    choose_way,
    way_is_right,
)
from rummy_sim.phase10.rules import PLAYOFF_HANDS
from rummy_sim.phase10.scoring import (
    AFTER_ALL,
    AT_MOMENT,
    GAME_GOES_ON,
    end_playoff_hand,
    game_over,
    penalty_of,
    settle,
)
from rummy_sim.phase10.search import outlined
from rummy_sim.phase10.state import RUN, SEATS, WORLD
from rummy_sim.phase10.tables import KIT

__all__ = ["FAULT", "play"]

# How a hand ends, as in frames.ROUND_ENDS; GOES_ON while it does not.
OUT, MOMENT, LIMIT = 0, 1, 2
GOES_ON, FAULT = -1, -2

HAND_SIZE = 10
DECK_SIZE = 108
_ONE = np.int64(1)
_SKIP, _WILD = np.int64(SKIP), np.int64(WILD)
_SKIP_BIT = np.int64(1 << SKIP)


@helper
def _ask(functions, decision, world, seat, kit):  # type: ignore[no-untyped-def]
    """Ask a seat for a decision that has two or more answers."""
    entry = world.entry[seat]
    job = world.job
    job.asked += 1
    job.decision = decision
    job.seat = seat
    answer = functions[entry](world.me[seat], world.table, kit, world.params[entry])
    job.answer = answer
    return answer


@helper
def _fault(world):  # type: ignore[no-untyped-def]
    world.job.fault = 1
    return np.int64(FAULT)


# --- dealing and drawing ------------------------------------------------------


@helper
def _next_dealt(table, seat):  # type: ignore[no-untyped-def]
    """Return the next seat to the left that is dealt in."""
    while True:
        seat = seat + 1 if seat + 1 < table.rules.players else 0
        if (table.dealt >> seat) & 1:
            return np.int64(seat)


@helper
def _start(world, kit, key):  # type: ignore[no-untyped-def]
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
        seat = _next_dealt(table, seat)
    dealt = HAND_SIZE * many
    table.discard[0] = world.deck[dealt]
    table.discards = 1
    table.pile = DECK_SIZE - 1 - dealt
    table.lost[table.first] = table.discard[0] == _SKIP


@helper
def _reshuffle(world):  # type: ignore[no-untyped-def]
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
            from_discard = _ask(fns[DRAW], np.int64(DRAW), world, seat, kit)
            if from_discard < 0 or from_discard > 1:
                return _fault(world)
    if from_discard:
        card = top
        table.discards -= 1
        bit = _ONE << card
        table.known_twice[seat] |= table.known[seat] & bit
        table.known[seat] |= bit
    else:
        if table.pile == 0:
            _reshuffle(world)
        card = np.int64(world.deck[DECK_SIZE - table.pile])
        table.pile -= 1
    add(me, card)
    table.cards[seat] += 1
    if world.job.logging:
        emit(world, events.DRAWN, seat, from_discard, card)
    return card


# --- laying and hitting -------------------------------------------------------


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
    answer = _ask(fns[LAY], np.int64(LAY), world, seat, kit)
    if answer == LAY_NOTHING:
        return np.int64(GOES_ON)
    if answer == LAY_BY_CHOICE:
        choose_way(me)
    elif answer != LAY_THIS_WAY or not way_is_right(me):
        return _fault(world)
    _put_down(world, me)
    return np.int64(GOES_ON)


@helper
def _hit(fns, world, kit):  # type: ignore[no-untyped-def]
    """Let the player hit as long as something fits; return FAULT if that goes wrong."""
    table = world.table
    seat = np.int64(table.seat)
    me = world.me[seat]
    while me.held & table.fits and not (table.rules.keep_last and me.cards == 1):
        answer = _ask(fns[HIT], np.int64(HIT), world, seat, kit)
        if answer == -1:
            break
        card, end, group = answer & 63, (answer >> 6) & 1, answer >> 7
        if answer < 0 or group >= table.groups or card >= N_CARDS or me.count[card] == 0:
            return _fault(world)
        if not fits_at(table, card, group, end):
            return _fault(world)
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


# --- discarding ---------------------------------------------------------------


@helper
def _nameable(table, seat):  # type: ignore[no-untyped-def]
    """Return the mask of the seats that may lose a turn to a Skip discarded by ``seat``."""
    mask = np.int64(0)
    other = _next_dealt(table, seat)
    while other != seat:
        if not table.lost[other] and not (table.rules.skip_lap and table.idle[other]):
            mask |= _ONE << other
        if table.rules.skip_next:
            break
        other = _next_dealt(table, other)
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
        named = _ask(fns[NAME], np.int64(NAME), world, seat, kit)
        if named < 0 or named >= SEATS or (mask >> named) & 1 == 0:
            return _fault(world)
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
        card = _ask(fns[DISCARD], np.int64(DISCARD), world, seat, kit)
        if card < 0 or card >= N_CARDS or (allowed >> card) & 1 == 0:
            return _fault(world)
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


# --- turn, hand, game, run ----------------------------------------------------


@helper
def _turn(fns, world, kit):  # type: ignore[no-untyped-def]
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
    """Play one hand; return how it ended, or FAULT."""
    table, outcome = world.table, world.outcome
    outcome.winner = -1
    _start(world, kit, key)
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
            end = _turn(fns, world, kit)
        seat = _next_dealt(table, seat)
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
def _write_round(rows, world, deal, end):  # type: ignore[no-untyped-def]
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
def _write_hands(rows, world, deal):  # type: ignore[no-untyped-def]
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
def _write_game(rows, world, deal, end):  # type: ignore[no-untyped-def]
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


@helper
def _end_hand(world, end):  # type: ignore[no-untyped-def]
    """Settle the hand; return how the game ended, or GAME_GOES_ON with the next one prepared."""
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
    if over == GAME_GOES_ON:
        if table.rules.game_end == AFTER_ALL:
            for seat in range(table.rules.players):
                if table.phase[seat] == table.rules.phases:
                    table.dealt &= ~(_ONE << seat)
        table.first = _next_dealt(table, table.first)
    return over


_SIGNATURE = types.int64(
    types.UniTuple(
        types.UniTuple(types.FunctionType(CONTRACT.signature), SEATS), len(CONTRACT.names)
    ),
    types.Array(WORLD, 1, "C"),
    types.Array(KIT, 1, "C", readonly=True),
    types.Array(types.int64, 2, "C"),
    types.Array(types.uint8, 2, "C"),
    types.Array(GAMES_ROW, 1, "C"),
    types.Array(ROUNDS_ROW, 1, "C"),
    types.Array(HANDS_ROW, 1, "C"),
    types.Array(types.int32, 2, "C"),
)


@kernel(_SIGNATURE)
def play(fns, worlds, kits, seatings, decks, games, rounds, hands, log):  # type: ignore[no-untyped-def]
    """Play the job's deals under its seatings.

    Parameters
    ----------
    fns : tuple by decision of tuples by entry
        First-class functions of ``CONTRACT.signature``.
    worlds : array of one WORLD record
        The job, the options of the ruleset and the parameters stand in it.
    kits : array of one KIT record
        The lookup tables.
    seatings : array of shape (seatings, players)
        The entry in each seat.
    decks : array of shape (hands, 108)
        Room for the decks of one deal, shared by its seatings: as many as a game can
        have hands.
    games, rounds, hands : arrays of records
        Where the frames' rows go; ``rounds`` and ``hands`` may be of length 0.
    log : array of shape (events, LOG_WIDTH)
        Where events go; of length 0 for none.

    Returns
    -------
    int
        0, or FAULT when a decision's answer was impossible (the job says which).
    """
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
            table.first = _next_dealt(table, dealer)
            table.hand = 0
            over = GAME_GOES_ON
            while over == GAME_GOES_ON:
                table.hand += 1
                n = np.int64(table.hand)
                job.at_round = n
                if shuffled < n:
                    for i in range(DECK_SIZE):
                        decks[n - 1, i] = kit.deck[i]
                    shuffle(decks[n - 1], DECK_SIZE, key3(job.seed, DECK, deal, n))
                    shuffled = n
                for i in range(DECK_SIZE):
                    world.deck[i] = decks[n - 1, i]
                key = split(key3(job.seed, DICE, deal, n), job.at_game)
                end = _hand(fns, world, kit, key)
                if end == FAULT:
                    return np.int64(FAULT)
                if rounds.shape[0] > 0:
                    _write_round(rounds, world, deal, end)
                if hands.shape[0] > 0:
                    _write_hands(hands, world, deal)
                over = _end_hand(world, end)
                if job.logging:
                    keep_events(world, log)
                job.rounds += 1
            if job.logging:
                emit(world, events.RESULT, over)
                keep_events(world, log)
            _write_game(games, world, deal, over)
            job.games += 1
    return np.int64(0)
