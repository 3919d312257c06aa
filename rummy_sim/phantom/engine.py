"""The engine: full games of Phantom Rummy, compiled, for any line-up.

``play`` plays blocks of deals under their seatings and writes the rows of the
frames; the functions above it are the steps of RULES-phantom.md, section 3, one
each. No Python object and no allocation in the loop; the GIL is not held.
"""

from __future__ import annotations

import numpy as np
from numba import types

from rummy_sim.core.jit import helper, kernel
from rummy_sim.core.job import emit, keep_events
from rummy_sim.core.rng import DECK, DICE, FIRST, key2, key3, one_below, shuffle, split
from rummy_sim.phantom import events
from rummy_sim.phantom.bonus import expected_points, pile_matches
from rummy_sim.phantom.cards import N_CODES
from rummy_sim.phantom.contract import (
    CONTRACT,
    DISCARD,
    GAIN,
    GO_OUT,
    OPEN,
    READY,
    TAKE,
)
from rummy_sim.phantom.frames import GAMES_ROW, HANDS_ROW, ROUNDS_ROW
from rummy_sim.phantom.hand import (
    add,
    clear,
    offer_sets,
    offer_sets_with,
    refresh,
    remove,
    waits_of,
)
from rummy_sim.phantom.scoring import (
    bonus_matches,
    condition_points,
    item_win_holds,
    next_split,
)
from rummy_sim.phantom.state import SEATS, WORLD
from rummy_sim.phantom.tables import KIT

__all__ = ["FAULT", "play"]

# How a short game ends, as in frames.ROUND_ENDS; GOES_ON while it does not.
BY_TAKE, BY_DISCARD, EXHAUSTED, ITEM_WIN = 0, 1, 2, 3
GOES_ON, FAULT, TURN_OVER = -1, -2, -3
# How a full game ends, as in frames.GAME_ENDS.
BY_TARGET, BY_ROUNDS, BY_ITEM_WIN = 0, 1, 2

HAND_SIZE = 7
_ONE = np.int64(1)


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
    return FAULT


# --- dealing and drawing ------------------------------------------------------


@helper
def _start(world, kit, key):  # type: ignore[no-untyped-def]
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
    table.pile = 100 - position


@helper
def _turn_up_market(world):  # type: ignore[no-untyped-def]
    """Turn up a new market; return whether the short game ends with it."""
    table = world.table
    size = table.rules.market_size
    if table.pile < size:
        return EXHAUSTED
    top = 100 - table.pile
    for i in range(size):
        table.market[i] = world.deck[top + i]
    table.market_count = size
    table.pile -= size
    if world.job.logging:
        m = table.market
        emit(world, events.MARKET, size, m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7])
    return EXHAUSTED if table.rules.pile_end_empty and table.pile == 0 else GOES_ON


@helper
def _draw_after_set(world, me, kit):  # type: ignore[no-untyped-def]
    """Draw the cards due after opening or gaining; too few end the short game."""
    table = world.table
    due = 2 if table.rules.draw_two else HAND_SIZE - me.cards
    if table.pile < due:
        return EXHAUSTED
    top = 100 - table.pile
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


# --- sets ---------------------------------------------------------------------


@helper
def _offered(me, answer):  # type: ignore[no-untyped-def]
    """Whether an answer names one of the sets in ``me.option``."""
    for i in range(me.options):
        if me.option[i] == answer & 63:
            return 0 <= answer < 512
    return False


@helper
def _copy_for_set(me, kind, red_wished):  # type: ignore[no-untyped-def]
    """Return the card of a kind to lay: black first, unless red is wished; -1 if not held."""
    if red_wished:
        return kind * 2 + 1 if me.red[kind] > 0 else -1
    if me.count[kind] > me.red[kind]:
        return kind * 2
    return kind * 2 + 1 if me.red[kind] > 0 else -1


@helper
def _lay_set(table, me, answer, offer, laid):  # type: ignore[no-untyped-def]
    """Lay a big set from the hand, with ``offer`` (a card, or -1) as one of its cards.

    The cards laid are written to ``laid``. Returns whether the hand holds them.
    """
    seat = me.seat
    big_set = answer & 63
    run = big_set & 1
    reds_wished = answer >> 6
    used_offer = False
    for i in range(3):
        kind = (big_set >> 1) + i * run
        # In a group the first bit asks for the red copy; in a run, bit i for card i.
        red_wished = (reds_wished >> i) & 1 == 1
        if offer >= 0 and kind == offer >> 1 and not used_offer and (run == 1 or i == 2):
            if red_wished and offer & 1 == 0:
                return False
            card = offer
            used_offer = True
        else:
            card = _copy_for_set(me, kind, red_wished)
            if card < 0:
                return False
            remove(me, card)
        laid[i] = card
        table.opened_count[seat, kind] += 1
        table.opened_red[seat, kind] += card & 1
        table.opened_reds[seat] += card & 1
    table.set[seat, table.opened[seat]] = big_set
    table.opened[seat] += 1
    me.opened += 1
    if big_set >= 48:
        table.item_sets[seat] += 1
    return True


@helper
def _item_win_by_opening(table, me, big_set):  # type: ignore[no-untyped-def]
    return table.rules.item_win == 1 and big_set & 63 >= 48 and item_win_holds(me, table, me.seat)


@helper
def _note_first_open(table, outcome, seat):  # type: ignore[no-untyped-def]
    if outcome.first_open_turn[seat] < 0:
        outcome.first_open_turn[seat] = table.turns[seat]


# --- going out ----------------------------------------------------------------


@helper
def _go_out(world, me, by_discard):  # type: ignore[no-untyped-def]
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
        outcome.points_conditions = condition_points(me, table, seat, outcome.split)
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
            card = np.int64(world.deck[100 - table.pile])
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


# --- ready --------------------------------------------------------------------


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
    answer = _ask(fns[READY], READY, world, seat, kit)
    if answer == 0:
        return GOES_ON
    if answer != 1:
        return _fault(world)
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


# --- the steps of a turn ------------------------------------------------------


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
        position = _ask(fns[TAKE], TAKE, world, seat, kit)
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
    """Let the player open sets and draw; return TURN_OVER if a set was opened."""
    table, outcome = world.table, world.outcome
    seat = table.seat
    me = world.me[seat]
    opened = False
    while offer_sets(me) > 0:
        answer = _ask(fns[OPEN], OPEN, world, seat, kit)
        if answer == -1:
            break
        laid = outcome.split
        if not _offered(me, answer) or not _lay_set(table, me, answer, -1, laid):
            return _fault(world)
        refresh(me, kit)
        opened = True
        _note_first_open(table, outcome, seat)
        if world.job.logging:
            emit(world, events.OPENED, seat, laid[0], laid[1], laid[2])
        if _item_win_by_opening(table, me, answer):
            outcome.winner = seat
            return ITEM_WIN
        if not table.rules.opens_any:
            break
    if not opened:
        return GOES_ON
    end = _draw_after_set(world, me, kit)
    if end == GOES_ON and table.rules.ready_after_open:
        end = _offer_ready(fns, world, kit)
    return TURN_OVER if end == GOES_ON else end


@helper
def _discard(fns, world, kit, taken):  # type: ignore[no-untyped-def]
    """Put a card on the own discard pile; return it, or -1 for an impossible answer."""
    table = world.table
    seat = table.seat
    me = world.me[seat]
    card = taken
    if not me.ready:
        card = _ask(fns[DISCARD], DISCARD, world, seat, kit)
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
        answer = _ask(fns[GO_OUT], GO_OUT, world, seat, kit)
        if answer == 1:
            _take_back(table)
            add(me, card)
            if world.job.logging:
                emit(world, events.OUT, seat, 1, discarder, card)
            return _go_out(world, me, True)
        if answer != 0:
            return _fault(world)
    seat = discarder
    for _ in range(1, players):
        seat = seat + 1 if seat + 1 < players else 0
        me = world.me[seat]
        if me.ready or not (me.claims >> kind) & 1:
            continue
        offer_sets_with(me, kind)
        answer = _ask(fns[GAIN], GAIN, world, seat, kit)
        if answer == -1:
            continue
        laid = outcome.split
        if not _offered(me, answer) or not _lay_set(table, me, answer, card, laid):
            return _fault(world)
        _take_back(table)
        table.gained[seat] += 1
        _note_first_open(table, outcome, seat)
        if world.job.logging:
            emit(world, events.GAINED, seat, discarder, card, laid[0], laid[1], laid[2])
        if _item_win_by_opening(table, me, answer):
            outcome.winner = seat
            return ITEM_WIN
        return _draw_after_set(world, me, kit)
    return GOES_ON


@helper
def _turn(fns, world, kit):  # type: ignore[no-untyped-def]
    """Play one turn; return how the short game ended, or GOES_ON."""
    table = world.table
    seat = table.seat
    me = world.me[seat]
    table.turn += 1
    table.turns[seat] += 1
    if table.market_count == 0:
        end = _turn_up_market(world)
        if end != GOES_ON:
            return end
    card = _take(fns, world, kit)
    if card < 0:
        return _fault(world)
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
        answer = _ask(fns[GO_OUT], GO_OUT, world, seat, kit)
        if answer == 1:
            if world.job.logging:
                emit(world, events.OUT, seat, 0, -1, card)
            return _go_out(world, me, False)
        if answer != 0:
            return _fault(world)
    if not me.ready:
        end = _open(fns, world, kit)
        if end == TURN_OVER:
            return GOES_ON
        if end != GOES_ON:
            return end
    elif goal:
        remove(me, card)
        refresh(me, kit)
        me.claims = me.waits
    card = _discard(fns, world, kit, card)
    if card < 0:
        return _fault(world)
    end = _offer_ready(fns, world, kit)
    if end != GOES_ON:
        return end
    table.offer = card
    table.discarder = seat
    end = _claims(fns, world, kit)
    table.offer = -1
    table.discarder = -1
    return end


# --- short game, full game, run -----------------------------------------------


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
    outcome.paid = 0
    for seat in range(players):
        outcome.first_open_turn[seat] = -1
        outcome.ready_waits[seat] = -1
        outcome.ready_outs[seat] = -1
    if world.job.logging:
        emit(world, events.ROUND, table.short_game, table.first)
    _start(world, kit, key)
    end = _turn_up_market(world)
    table.seat = table.first
    while end == GOES_ON:
        end = _turn(fns, world, kit)
        if end == GOES_ON:
            table.seat = table.seat + 1 if table.seat + 1 < players else 0
    if world.job.logging:
        s = table.score
        emit(world, events.ROUND_END, end, outcome.winner, s[0], s[1], s[2], s[3])
    return end


@helper
def _write_round(rows, world, deal, end):  # type: ignore[no-untyped-def]
    job, table, outcome = world.job, world.table, world.outcome
    row = rows[job.rounds]
    row["cell"] = job.cell
    row["deal"] = deal
    row["game"] = job.at_game
    row["round"] = table.short_game
    row["first_seat"] = table.first
    row["turns"] = table.turn
    row["end"] = end
    row["winner"] = outcome.winner
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


@helper
def _write_hands(rows, world, deal):  # type: ignore[no-untyped-def]
    job, table, outcome = world.job, world.table, world.outcome
    for seat in range(table.rules.players):
        row = rows[job.rounds * table.rules.players + seat]
        row["cell"] = job.cell
        row["deal"] = deal
        row["game"] = job.at_game
        row["round"] = table.short_game
        row["seat"] = seat
        row["strategy"] = world.entry[seat]
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
def _game_over(table, end):  # type: ignore[no-untyped-def]
    """Return how the full game ended, or GOES_ON."""
    if end == ITEM_WIN:
        return BY_ITEM_WIN
    if end != EXHAUSTED:
        for seat in range(table.rules.players):
            if table.score[seat] >= table.rules.target_score:
                return BY_TARGET
    return BY_ROUNDS if table.short_game >= table.rules.short_games else GOES_ON


@helper
def _write_game(rows, world, deal, end):  # type: ignore[no-untyped-def]
    job, table = world.job, world.table
    players = table.rules.players
    best = table.score[0]
    for seat in range(1, players):
        best = max(best, table.score[seat])
    sharers = 0
    for seat in range(players):
        sharers += table.score[seat] == best
    for seat in range(players):
        row = rows[job.games * players + seat]
        row["cell"] = job.cell
        row["deal"] = deal
        row["game"] = job.at_game
        row["seat"] = seat
        row["strategy"] = world.entry[seat]
        row["score"] = table.score[seat]
        if end == BY_ITEM_WIN:
            row["win_share"] = 1.0 if seat == world.outcome.winner else 0.0
        else:
            row["win_share"] = 1.0 / sharers if table.score[seat] == best else 0.0
        row["rounds"] = table.short_game
        row["end"] = end


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
    decks : array of shape (short games, 100)
        Room for the decks of one deal, shared by its seatings.
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
                if shuffled < n:
                    for i in range(100):
                        decks[n - 1, i] = kit.deck[i]
                    shuffle(decks[n - 1], 100, key3(job.seed, DECK, deal, n))
                    shuffled = n
                for i in range(100):
                    world.deck[i] = decks[n - 1, i]
                key = split(key3(job.seed, DICE, deal, n), job.at_game)
                end = _short_game(fns, world, kit, key)
                if end == FAULT:
                    return np.int64(FAULT)
                if job.keeps_rounds:
                    _write_round(rounds, world, deal, end)
                if hands.shape[0] > 0:
                    _write_hands(hands, world, deal)
                if job.logging:
                    keep_events(world, log)
                job.rounds += 1
                over = _game_over(table, end)
                table.first = table.first + 1 if table.first + 1 < players else 0
            if job.logging:
                emit(world, events.RESULT, over)
                keep_events(world, log)
            _write_game(games, world, deal, over)
            job.games += 1
    return np.int64(0)
