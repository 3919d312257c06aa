"""Plays for outs, and does not feed a player who is ready.

It is as fast as `rush`, but weighs each discard: outs that stay × safety. Safety falls by
`caution` times the chance that the discard is gone out with, and by a share of the chance
that it is gained. A discard that costs a card of need is possible, at `price` of its outs.

A ready player does not wait for what it has let pass: all that lay in the market when it
took, and all discards since its declaration. Other kinds are the likelier waits, the more
pairs of live cards go with them; so with gains, and a kind that goes with two cards that
the others are known to have taken is the likeliest. When somebody is a threat and `fold`
or more cards are missing, it gives up and discards what is safest. Once ready itself, it
takes the safest card of the market, since it must discard it again.

Idea: defence by reading discards, as in riichi mahjong (genbutsu, "what has passed is
safe"; suji and kabe, what can hardly be waited for; betaori, folding a hopeless hand).

Parameters: `caution`, `price` and `fold` as told above; they are what it gives up of its
speed. With `caution: 0`, `price: 0` and `fold: 9` it plays much as `rush` does.
"""

import numpy as np

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    kept_copies,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    makers,
    outs_without,
    red_copies,
    refused,
    set_for_need,
    threats,
    unseen,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "caution": Param(1.0, low=0, high=10, about="weight of the danger of a discard"),
    "price": Param(0.05, low=0, high=1, about="share of the outs left at a cost of need"),
    "fold": Param(4, low=1, high=9, whole=True, about="need from which on it folds"),
}
CAUTION, PRICE, FOLD = 0, 1, 2
WAITS = 1.8  # kinds that an ordinary ready hand waits for
GIFT = 0.15  # what another's gain costs, compared with its going out


def dangers(me, table, live):
    """Return the danger of discarding each kind, by kind: 1 if it surely ends the game."""
    cards = float(unseen(live))
    together = 42.0 / (cards * (cards - 1.0))  # two live cards in one hand of seven
    total = 0.0
    for kind in range(28):
        if kind & 7 != 7:
            total += makers(live, kind) + 2.0 * live[kind]
    kept = kept_copies(me, table)
    danger = np.zeros(28)
    for seat in range(table.rules.players):
        if seat == me.seat or (table.ready[seat] and table.opened[seat] == 0):
            continue
        passed = refused(me, table, seat)
        for kind in range(28):
            if kind & 7 == 7:
                continue
            if not table.ready[seat]:
                danger[kind] += GIFT * together * makers(live, kind)
            elif (passed >> kind) & 1 == 0:
                danger[kind] += WAITS * (makers(live, kind) + 2.0 * live[kind]) / total
    for kind in range(28):
        if kind & 7 != 7 and makers(kept, kind) > 0:
            danger[kind] += GIFT
    return danger


def best_discard(me, table, kit, params, live, danger):
    """Return the card to discard, and the worth of the hand that is left."""
    least = least_need_of_discards(me, kit)
    folding = least >= params[FOLD] and threats(me, table) > 0
    best, most = 0, -1.0
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        cost = need_without(me, kit, kind) - least
        if cost > 1 and not folding:
            continue
        card = card_of(me, kind)
        worth = 1.0
        if not folding:
            worth = outs_without(me, kit, live, kind) + 0.5 - 0.5 * (card & 1)
            if cost == 1:
                worth *= params[PRICE]
        worth *= max(0.0, 1.0 - params[CAUTION] * danger[kind])
        if worth > most:
            best, most = card, worth
    return best, most


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard; when ready, a safe one."""
    live = live_copies(me, table)
    danger = dangers(me, table, live)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1e9
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) > least:
            continue
        if me.ready:
            worth = -danger[card >> 1]
        else:
            add(me, card)
            refresh(me, kit)
            worth = best_discard(me, table, kit, params, live, danger)[1] + 0.5 * (card & 1)
            remove(me, card)
            refresh(me, kit)
        if worth > most:
            best, most = position, worth
    return best


def first_set(me, kit, offered):
    """Return the answer that opens or gains the first set, or -1."""
    if me.opened > 0:
        return -1
    best = set_for_need(me, kit, offered)[0]
    return with_red(best, red_copies(me, best, offered))


def open(me, table, kit, params):
    """The first set."""
    return first_set(me, kit, -1)


def gain(me, table, kit, params):
    """The first set."""
    return first_set(me, kit, table.offer >> 1)


def discard(me, table, kit, params):
    """The best of outs and safety."""
    live = live_copies(me, table)
    return best_discard(me, table, kit, params, live, dangers(me, table, live))[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
