"""What a player can make out from what it sees: live copies, outs, dangers.

Helpers for strategies. *Live* copies of a kind are those out of the player's
sight: in the draw pile or in the others' hands. *Outs* are live copies that bring
``need`` down.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.jit import helper
from rummy_sim.phantom.cards import N_CODES
from rummy_sim.phantom.hand import (
    add,
    claimable,
    need_with,
    need_with_two,
    need_without,
    need_without_pair,
    need_without_set,
    refresh,
    remove,
)

__all__ = [
    "card_of",
    "discard_for_outs",
    "kept_copies",
    "lay_out",
    "least_need_of_discards",
    "least_need_of_takes",
    "live_copies",
    "makers",
    "outs",
    "outs_and_pairs",
    "outs_without",
    "put_back",
    "red_copies",
    "reds_of",
    "refused",
    "set_for_need",
    "set_outs",
    "take_for_outs",
    "threats",
    "unseen",
    "with_red",
]

_ONE = np.int64(1)
_NUMBERS = np.int64(24)


@helper
def with_red(big_set, mask):  # type: ignore[no-untyped-def]
    """Return the answer that opens or gains a set with red copies.

    Parameters
    ----------
    big_set : int
        One of ``me.option``.
    mask : int
        Which cards are to be red: bit i for the i-th card of a run, bit 0 for a
        group. The hand must hold these red copies.

    Examples
    --------
    >>> int(with_red(10, 1))
    74
    """
    return np.int64(big_set) | (np.int64(mask) << 6)


@helper
def red_copies(me, big_set, offered):  # type: ignore[no-untyped-def]
    """Return the mask, for ``with_red``, of all red copies that the hand can lay.

    Parameters
    ----------
    big_set : int
        One of ``me.option``.
    offered : int
        The kind of the card that is gained; -1 when opening.
    """
    kind = np.int64(big_set) >> 1
    if big_set & 1 == 0:
        return np.int64(me.red[kind])
    mask = np.int64(0)
    for i in range(3):
        if kind + i != offered:
            mask |= np.int64(me.red[kind + i]) << i
    return mask


@helper
def live_copies(me, table):  # type: ignore[no-untyped-def]
    """Return the live copies of each kind: an array indexed by kind, zero at the gaps."""
    live = np.zeros(N_CODES, np.int64)
    for kind in range(N_CODES):
        if kind & 7 != 7:
            live[kind] = 4 - me.count[kind]
    for seat in range(table.rules.players):
        for kind in range(N_CODES):
            live[kind] -= table.opened_count[seat, kind] + table.discard_count[seat, kind]
    for i in range(table.market_count):
        live[table.market[i] >> 1] -= 1
    return live


@helper
def unseen(live):  # type: ignore[no-untyped-def]
    """Return how many cards are out of sight."""
    total = np.int64(0)
    for kind in range(N_CODES):
        total += live[kind]
    return total


@helper
def outs(me, kit, live):  # type: ignore[no-untyped-def]
    """Return the live cards that would bring ``need`` down by one."""
    total = np.int64(0)
    for kind in range(N_CODES):
        if live[kind] > 0 and need_with(me, kit, kind) < me.need:
            total += live[kind]
    return total


@helper
def outs_without(me, kit, live, kind):  # type: ignore[no-untyped-def]
    """Return the outs of the hand once a card of ``kind``, which is held, is gone."""
    card = np.int64(kind) * 2
    remove(me, card)
    refresh(me, kit)
    total = outs(me, kit, live)
    add(me, card)
    refresh(me, kit)
    return total


@helper
def outs_and_pairs(me, kit, live):  # type: ignore[no-untyped-def]
    """Return the outs, and the pairs of live cards that bring ``need`` down by two.

    The second figure tells hands with the same need apart: two cards that each
    help but not both together are worth less.
    """
    singles, pairs = np.int64(0), np.int64(0)
    useful = np.int64(0)
    for kind in range(N_CODES):
        if live[kind] > 0 and need_with(me, kit, kind) < me.need:
            singles += live[kind]
            useful |= _ONE << kind
    if me.need < 2:
        return singles, pairs
    firsts = useful
    while firsts:
        first = lowest_bit(firsts)
        firsts &= firsts - 1
        if live[first] > 1 and me.count[first] < 3:
            if need_with_two(me, kit, first, first) == me.need - 2:
                pairs += live[first] * (live[first] - 1) // 2
        seconds = firsts
        while seconds:
            second = lowest_bit(seconds)
            seconds &= seconds - 1
            if need_with_two(me, kit, first, second) == me.need - 2:
                pairs += live[first] * live[second]
    return singles, pairs


@helper
def set_outs(me, live):  # type: ignore[no-untyped-def]
    """Return the live cards that make a big set with two cards of the hand."""
    useful = np.int64(claimable(me))
    total = np.int64(0)
    while useful:
        kind = lowest_bit(useful)
        useful &= useful - 1
        total += live[kind]
    return total


@helper
def makers(live, kind):  # type: ignore[no-untyped-def]
    """Return the pairs of live cards that make a big set with a card of ``kind``.

    The more there are, the likelier another player can use a discard of the kind.
    """
    total = live[kind] * (live[kind] - 1) // 2
    if kind < _NUMBERS:
        title = kind & 7
        if title >= 2:
            total += live[kind - 1] * live[kind - 2]
        if 1 <= title <= 5:
            total += live[kind - 1] * live[kind + 1]
        if title <= 4:
            total += live[kind + 1] * live[kind + 2]
    return total


@helper
def threats(me, table):  # type: ignore[no-untyped-def]
    """Return how many others may go out by a discard: ready, with a set opened."""
    total = np.int64(0)
    for seat in range(table.rules.players):
        if seat != me.seat and table.ready[seat] and table.opened[seat] > 0:
            total += 1
    return total


@helper
def refused(me, table, seat):  # type: ignore[no-untyped-def]
    """Return the bit mask of kinds that a ready player has let pass.

    A ready hand does not change, so what its owner did not go out with, in the
    market or from a discard, is safe to discard ever after. Counted are all cards
    that lay in the market when it took one since its declaration, and the discards
    since. The markets are worked out from the cards taken: one a turn, and each
    market is used up before the next is turned up.
    """
    mask = np.int64(0)
    if not table.ready[seat]:
        return mask
    players = table.rules.players
    size = table.rules.market_size
    declared = np.int64(table.ready_turn[seat])
    place = (seat - table.first + players) % players
    taken = np.int64(0)
    for other in range(players):
        taken += table.takes[other]
    for turn in range(declared, table.takes[seat]):
        take = turn * players + place  # its number among all takes, from 0
        market = take // size
        for later in range(take, min((market + 1) * size, taken)):
            card = table.taken[(table.first + later) % players, later // players]
            mask |= _ONE << (card >> 1)
        if market == taken // size:
            for position in range(table.market_count):
                mask |= _ONE << (table.market[position] >> 1)
    # The newest discard, if its claims are not over, has not been let pass by everybody.
    newest = table.discarder
    if me.seat == table.seat and me.cards == 7 and table.takes[me.seat] == table.turns[me.seat]:
        newest = me.seat
    for other in range(players):
        since = declared
        # Seats after it in the round had begun a turn fewer.
        if (other - table.first + players) % players > place:
            since -= 1
        # Turns without a discard (a set was opened) only make the count too careful.
        for i in range(since, table.discards[other] - (1 if other == newest else 0)):
            mask |= _ONE << (table.discard[other, i] >> 1)
    return mask


@helper
def kept_copies(me, table):  # type: ignore[no-untyped-def]
    """Return how many copies of each kind the others are known to hold.

    They took them from the market, and have neither discarded nor opened as many
    since; discards that may have been gained count as discarded. The array is indexed
    by kind.
    """
    kept = np.zeros(N_CODES, np.int64)
    for seat in range(table.rules.players):
        if seat == me.seat:
            continue
        for i in range(table.takes[seat]):
            kind = table.taken[seat, i] >> 1
            number = 1  # the how-manieth of its kind this take was
            for earlier in range(i):
                number += table.taken[seat, earlier] >> 1 == kind
            if number > table.discard_count[seat, kind] + table.opened_count[seat, kind]:
                kept[kind] += 1
    for kind in range(N_CODES):
        if kept[kind] > 0:
            for seat in range(table.rules.players):
                kept[kind] -= min(table.gained[seat], table.opened_count[seat, kind])
            kept[kind] = max(kept[kind], 0)
    return kept


@helper
def reds_of(me, table):  # type: ignore[no-untyped-def]
    """Return the red cards in the player's hand and opened sets."""
    total = np.int64(table.opened_reds[me.seat])
    for kind in range(N_CODES):
        total += me.red[kind]
    return total


@helper
def lay_out(me, big_set, offered):  # type: ignore[no-untyped-def]
    """Take a set's cards out of ``me``, to see the hand without them; ``put_back`` must follow.

    Parameters
    ----------
    big_set : int
        The set.
    offered : int
        The kind of the card that would be gained, which the hand does not hold; -1
        for a set of the hand alone.
    """
    gained = offered < 0
    for i in range(3):
        kind = np.int64((big_set >> 1) + i * (big_set & 1))
        if kind == offered and not gained:
            gained = True
        else:
            remove(me, kind * 2)


@helper
def put_back(me, kit, big_set, offered):  # type: ignore[no-untyped-def]
    """Undo ``lay_out``."""
    gained = offered < 0
    for i in range(3):
        kind = np.int64((big_set >> 1) + i * (big_set & 1))
        if kind == offered and not gained:
            gained = True
        else:
            add(me, kind * 2)
    refresh(me, kit)


@helper
def card_of(me, kind):  # type: ignore[no-untyped-def]
    """Return a card of a kind that is held: the black one if there is one."""
    return kind * 2 + (1 if me.count[kind] == me.red[kind] else 0)


@helper
def least_need_of_discards(me, kit):  # type: ignore[no-untyped-def]
    """Return the least need that a discard leaves."""
    least = np.int64(99)
    kinds = np.int64(me.held)
    while kinds:
        least = min(least, need_without(me, kit, lowest_bit(kinds)))
        kinds &= kinds - 1
    return least


@helper
def least_need_of_takes(me, table, kit):  # type: ignore[no-untyped-def]
    """Return the least need that a market card leads to, before the discard."""
    least = np.int64(99)
    for position in range(table.market_count):
        least = min(least, need_with(me, kit, table.market[position] >> 1))
    return least


@helper
def discard_for_outs(me, kit, live):  # type: ignore[no-untyped-def]
    """Return the kind whose discard leaves the least need and then the most outs.

    Returns
    -------
    kind : int
        The first in canonical order of the best.
    worth : int
        What is left: outs, less 1000 for each card missing.
    """
    least = least_need_of_discards(me, kit)
    best, most = np.int64(0), np.int64(-100_000)
    kinds = np.int64(me.held)
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if need_without(me, kit, kind) == least:
            worth = outs_without(me, kit, live, kind) - 1000 * least
            if worth > most:
                best, most = kind, worth
    return best, most


@helper
def take_for_outs(me, table, kit, live):  # type: ignore[no-untyped-def]
    """Return the market position that leaves the best hand after ``discard_for_outs``."""
    least = least_need_of_takes(me, table, kit)
    best, most = np.int64(0), np.int64(-100_000)
    for position in range(table.market_count):
        card = np.int64(table.market[position])
        if need_with(me, kit, card >> 1) == least:
            add(me, card)
            refresh(me, kit)
            worth = discard_for_outs(me, kit, live)[1]
            remove(me, card)
            refresh(me, kit)
            if worth > most:
                best, most = np.int64(position), worth
    return best


@helper
def set_for_need(me, kit, offered):  # type: ignore[no-untyped-def]
    """Return the set of ``me.option`` whose opening or gaining leaves the least need.

    Parameters
    ----------
    offered : int
        The kind that would be gained; -1 when opening.

    Returns
    -------
    big_set, need : int
        The first of the best, and the need that is left before new cards are drawn.
    """
    best, least = np.int64(-1), np.int64(99)
    for i in range(me.options):
        big_set = np.int64(me.option[i])
        if offered < 0:
            need = need_without_set(me, kit, big_set)
        else:
            need = need_without_pair(me, kit, big_set, offered)
        if need < least:
            best, least = big_set, need
    return best, least
