"""After a hand: penalty points, who goes on to which phase, and who has won.

RULES-phase10.md, sections 2 (end) and 3.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.asking import GOES_ON
from rummy_sim.core.bits import count_bits
from rummy_sim.core.jit import helper
from rummy_sim.phase10.bits import fields_total
from rummy_sim.phase10.frames import BY_LIMIT, COMPLETED

__all__ = [
    "end_playoff_hand",
    "finishers",
    "game_over",
    "penalty_of",
    "settle",
    "share_lowest",
]

# The values of game_end, as in rules.GAME_ENDS_BY.
AT_HAND, AT_MOMENT, AFTER_ALL, AFTER_HANDS = 0, 1, 2, 3

_ONE = np.int64(1)
_TENS = np.int64((1 << 15) - 1)  # the fields of the numbers 10–12


@helper
def penalty_of(me):  # type: ignore[no-untyped-def]
    """Return the penalty points for the cards in hand."""
    tens = fields_total(me.numbers & _TENS)
    return np.int64(5 * (me.cards + tens) + 20 * me.wilds + 10 * me.skips)


@helper
def settle(world):  # type: ignore[no-untyped-def]
    """Add the penalty points to the scores and move the players on to their next phases."""
    table, outcome = world.table, world.outcome
    last = table.rules.phases - 1
    for seat in range(table.rules.players):
        table.score[seat] += outcome.penalty[seat]
        if (table.dealt >> seat) & 1 == 0:
            continue
        if table.laid[seat]:
            table.phase[seat] = world.me[seat].phase + 1
        elif table.rules.advance_always and table.phase[seat] < last:
            table.phase[seat] += 1


@helper
def finishers(world):  # type: ignore[no-untyped-def]
    """Return the mask of the seats that laid the last phase in this hand."""
    table = world.table
    mask = np.int64(0)
    for seat in range(table.rules.players):
        if (table.dealt >> seat) & 1 and table.laid[seat]:
            if world.me[seat].phase == table.rules.phases - 1:
                mask |= _ONE << seat
    return mask


@helper
def _lowest(table, seats):  # type: ignore[no-untyped-def]
    """Return the mask of those seats (a mask) that have the lowest score."""
    best = np.int64(1 << 40)
    mask = np.int64(0)
    for seat in range(table.rules.players):
        if (seats >> seat) & 1:
            if table.score[seat] < best:
                best = np.int64(table.score[seat])
                mask = np.int64(0)
            if table.score[seat] == best:
                mask |= _ONE << seat
    return mask


@helper
def _share(world, winners):  # type: ignore[no-untyped-def]
    """Give the win to some seats (a mask) in equal shares."""
    each = 1.0 / count_bits(winners)
    for seat in range(world.table.rules.players):
        world.outcome.share[seat] = each if (winners >> seat) & 1 else 0.0


@helper
def share_lowest(world, seats):  # type: ignore[no-untyped-def]
    """Give the win to those of some seats that have the lowest score."""
    _share(world, _lowest(world.table, seats))


@helper
def game_over(world, moment):  # type: ignore[no-untyped-def]
    """Return how the game ended with this hand, which is settled, or GOES_ON.

    A tie that is to be played off sets ``table.playoff``, and ``table.dealt`` to the
    players in it.

    Parameters
    ----------
    world : record
        The state.
    moment : bool
        Whether the last phase has just ended the play.
    """
    table = world.table
    rules = table.rules
    everybody = (_ONE << rules.players) - 1
    if rules.game_end == AT_HAND:
        winners = finishers(world)
        if winners:
            winners = _lowest(table, winners)
            if winners & (winners - 1) and rules.playoff:
                table.playoff = 1
                table.dealt = winners
                return GOES_ON
            _share(world, winners)
            return COMPLETED
    elif rules.game_end == AT_MOMENT:
        if moment:
            _share(world, _ONE << world.outcome.winner)
            return COMPLETED
    elif rules.game_end == AFTER_ALL:
        done = True
        for seat in range(rules.players):
            done = done and table.phase[seat] == rules.phases
        if done:
            share_lowest(world, everybody)
            return COMPLETED
    elif table.hand >= rules.hands:
        share_lowest(world, everybody)
        return COMPLETED
    if table.hand >= rules.max_hands:
        furthest = np.int64(0)
        leaders = np.int64(0)
        for seat in range(rules.players):
            if table.phase[seat] > furthest:
                furthest = np.int64(table.phase[seat])
                leaders = np.int64(0)
            if table.phase[seat] == furthest:
                leaders |= _ONE << seat
        share_lowest(world, leaders)
        return BY_LIMIT
    return GOES_ON


@helper
def end_playoff_hand(world, most):  # type: ignore[no-untyped-def]
    """Return how the game ended with this play-off hand, or GOES_ON.

    ``table.playoff`` counts the hands, of which there are ``most`` before a tie is
    shared.
    """
    table, outcome = world.table, world.outcome
    if outcome.winner >= 0:
        _share(world, _ONE << outcome.winner)
        return COMPLETED
    if table.playoff >= most:
        _share(world, np.int64(table.dealt))
        return COMPLETED
    table.playoff += 1
    return GOES_ON
