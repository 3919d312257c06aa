"""Plays for outs, and does not feed a player who is ready.

As long as nobody is a threat (ready, with a set opened) it plays as `rush` does. Against
a threat it weighs each discard: kinds that the ready player has let pass since the
declaration, in discards of others or its own, are safe; of the rest those are dangerous
that live cards could still be waiting for. A hand far from the goal shape gives up its
need for safety, a hand that is close only its outs. It also keeps discards from players
who could gain them.

Idea: defence by reading discards, as in riichi mahjong (genbutsu, "what has passed is
safe"; betaori, folding a hopeless hand).

Parameters: `care`, outs it gives up for a discard that is certainly safe instead of one
that is as dangerous as can be; `fold`, the need from which on it gives up need, too;
`stingy`, outs it gives up not to leave the likeliest card to gain.
"""

from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import need_without
from rummy_sim.phantom.insight import (
    card_of,
    least_need_of_discards,
    live_copies,
    makers,
    outs_without,
    refused,
    set_for_need,
    take_for_outs,
)

GAME = "phantom"
PARAMS = {
    "care": Param(4.0, low=0, high=100, about="outs given up for a safe discard"),
    "fold": Param(6, low=1, high=9, whole=True, about="need from which on it folds"),
    "stingy": Param(1.5, low=0, high=50, about="outs given up to leave nothing to gain"),
}
CARE, FOLD, STINGY = 0, 1, 2


def danger(me, table, live, kind):
    """Return how dangerous a discard is, summed over the threats: 0 is safe, 1 much."""
    total = 0.0
    for seat in range(table.rules.players):
        if seat == me.seat or not table.ready[seat] or table.opened[seat] == 0:
            continue
        if (refused(me, table, seat) >> kind) & 1 == 0:
            total += (makers(live, kind) + 3.0 * live[kind]) / 40.0
    return total


def take(me, table, kit, params):
    """The card that leaves the best hand after the best discard."""
    return take_for_outs(me, table, kit, live_copies(me, table))


def open(me, table, kit, params):
    """The first set."""
    return set_for_need(me, kit, -1)[0] if me.opened == 0 else -1


def gain(me, table, kit, params):
    """The first set."""
    return set_for_need(me, kit, table.offer >> 1)[0] if me.opened == 0 else -1


def discard(me, table, kit, params):
    """The best of need, outs, and safety."""
    live = live_copies(me, table)
    least = least_need_of_discards(me, kit)
    best, most = 0, -1e9
    for kind in range(28):
        if me.count[kind] == 0:
            continue
        cost = need_without(me, kit, kind) - least
        risk = danger(me, table, live, kind)
        if cost > 0 and (risk > 0 or least < params[FOLD]):
            continue  # need is given up only for a safe card, and only to fold
        worth = outs_without(me, kit, live, kind) - params[CARE] * risk
        worth -= params[STINGY] * makers(live, kind) / 40.0
        worth -= params[CARE] * 0.5 * cost
        if worth > most:
            best, most = kind, worth
    return card_of(me, best)


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
