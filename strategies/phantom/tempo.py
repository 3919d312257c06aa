"""Weighs speed against points: keeps the hand with the best chance to win the game.

A hand's worth is the chance to go out with it times the prize. The chance falls with
every card missing and rises with the outs, and, further away, with the pairs of live
cards that help together; it falls with each player who threatens to go out. The prize is
what a going out would change in the race to the target score: opened sets, red cards
and the bonus to be expected on one side, another's going out on the other.

Every choice compares worths: which card to take (by the best discard after it), which to
discard, and whether a further set, with the two unknown cards it brings, is worth more
than staying. Discards that a ready player may wait for, or that others can gain, count
for less. It is ready as soon as a set is opened.

Idea: equity instead of tempo alone, as backgammon and mahjong programs play; the
constants were found by a random search in matches against `baseline`.

Parameters: `step2` and `step` are the chance kept for the second and each further card
missing; `fear` what each threat takes off; `near`, `middling`, `far` how strongly outs
count with one, two, three cards missing; `open_edge` and `gain_edge` how far a further
set must be better; `first` how strongly the ways to a first set count; `soft` points
added to the distance to the target; `feed` and `give` the weight of discards that may be
gone out with or gained.
"""

from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    lay_out,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    makers,
    outs_and_pairs,
    put_back,
    reds_of,
    refused,
    set_outs,
    threats,
    unseen,
)

GAME = "phantom"
PARAMS = {
    "step2": Param(0.6, low=0, high=1, about="chance kept for the second card missing"),
    "step": Param(0.61, low=0, high=1, about="chance kept for each further card missing"),
    "fear": Param(0.2, low=0, high=0.5, about="what each threat takes off these"),
    "near": Param(0.54, low=0, high=2, about="how strongly outs count, one card missing"),
    "middling": Param(0.3, low=0, high=2, about="how strongly pairs count, two missing"),
    "far": Param(0.25, low=0, high=2, about="how strongly pairs count, three missing"),
    "open_edge": Param(0.85, low=0, high=5, about="weight of opening a further set"),
    "gain_edge": Param(0.95, low=0, high=5, about="weight of gaining a further set"),
    "first": Param(0.3, low=-3, high=3, about="how strongly ways to a first set count"),
    "soft": Param(4.0, low=0.1, high=60, about="points added to the distance to the target"),
    "feed": Param(1.0, low=0, high=10, about="weight of discards that may be gone out with"),
    "give": Param(1.9, low=0, high=10, about="weight of discards that may be gained"),
}
STEP2, STEP, FEAR, NEAR, MIDDLING, FAR = 0, 1, 2, 3, 4, 5
OPEN_EDGE, GAIN_EDGE, FIRST, SOFT, FEED, GIVE = 6, 7, 8, 9, 10, 11
TYPICAL = 5.0  # points of another's going out


def pace(me, table, params):
    """Return what the threats leave of the chance of each further step."""
    return max(0.0, 1.0 - params[FEAR] * min(threats(me, table), 2))


def chance_at(need, params, kept):
    """Return the chance to go out from a need, for typical outs."""
    if need <= 1:
        return 1.0
    chance = params[STEP2] * kept
    for _ in range(need - 2):
        chance *= params[STEP] * kept
    return chance


def chance(me, kit, params, live, kept):
    """Return the chance to go out with the hand, from its need and its outs."""
    singles, pairs = outs_and_pairs(me, kit, live)
    value = chance_at(me.need, params, kept)
    if me.need <= 1:
        value *= (max(singles, 0.4) / 5.0) ** params[NEAR]
    elif me.need == 2:
        value *= (max(pairs, 1.0) / 30.0) ** params[MIDDLING]
    elif me.need == 3:
        value *= (max(pairs, 1.0) / 250.0) ** params[FAR]
    else:
        value *= (max(singles, 1.0) / 45.0) ** params[FAR]
    if me.opened == 0:
        value *= ((set_outs(me, live) + 4) / 16.0) ** params[FIRST]
    return value


def strength(table, params, score):
    """Return how strong a score is in the race to the target."""
    rest = max(table.rules.target_score - score, 0.0) + params[SOFT]
    return 1.0 / (rest * rest)


def prize(me, table, params, opened, reds):
    """Return what a going out changes: the race if this player does, against if another does."""
    mine = table.score[me.seat] + opened + reds + 0.35 + 0.1 * opened
    others, best = 0.0, 0
    for seat in range(table.rules.players):
        if seat != me.seat:
            others += strength(table, params, table.score[seat])
            best = max(best, table.score[seat])
    if table.short_game == table.rules.short_games:
        short = best + 0.5 - mine  # only overtaking counts in the last short game
        return 1.0 if short <= 0 else 1.0 / (1.0 + short * short)
    own = strength(table, params, mine)
    win = own / (own + others)
    if mine >= table.rules.target_score and mine > best:
        win = 1.0
    now, lose = strength(table, params, table.score[me.seat]), 0.0
    for seat in range(table.rules.players):
        then = table.score[seat] + TYPICAL
        if seat != me.seat and then < table.rules.target_score:
            more = strength(table, params, then) - strength(table, params, table.score[seat])
            lose += now / (now + others + more)
    return win - lose / (table.rules.players - 1)


def spared(me, table, params, live, kind, total):
    """Return what the danger of discarding a kind leaves of a hand's worth."""
    left = max(0.0, 1.0 - params[GIVE] * makers(live, kind) / 1000.0)
    if total > 0:
        for seat in range(table.rules.players):
            if seat == me.seat or not table.ready[seat] or table.opened[seat] == 0:
                continue
            if (refused(me, table, seat) >> kind) & 1 == 0:
                share = (makers(live, kind) + 2.0 * live[kind]) / total
                left *= max(0.0, 1.0 - params[FEED] * share)
    return left


def best_discard(me, table, kit, params, live, kept):
    """Return the kind to discard, and the worth of the hand that is left."""
    least = least_need_of_discards(me, kit)
    reds = reds_of(me, table)
    total = 0.0
    if threats(me, table) > 0:
        for kind in range(28):
            total += makers(live, kind) + 2.0 * live[kind]
    best, most = 0, -1e9
    for kind in range(28):
        if me.count[kind] == 0 or need_without(me, kit, kind) > least:
            continue
        red = 1 if me.count[kind] == me.red[kind] else 0
        remove(me, kind * 2)
        refresh(me, kit)
        worth = chance(me, kit, params, live, kept)
        add(me, kind * 2)
        refresh(me, kit)
        worth *= prize(me, table, params, max(me.opened, 1), reds - red)
        worth *= spared(me, table, params, live, kind, total)
        if worth > most:
            best, most = kind, worth
    return best, most


def worth_of_set(me, table, kit, params, live, big_set, offered, kept):
    """Return the worth of the hand once a set is laid and two unknown cards are drawn."""
    reds = reds_of(me, table) + (table.offer & 1 if offered >= 0 else 0)
    lay_out(me, big_set, offered)
    refresh(me, kit)
    singles, pairs = outs_and_pairs(me, kit, live)
    cards = float(unseen(live))
    two = pairs / (cards * (cards - 1) / 2)
    one = max(0.0, min(1.0 - two, 2.0 * singles / cards - 2 * two))
    value = two * chance_at(me.need - 2, params, kept)
    value += one * chance_at(me.need - 1, params, kept)
    value += (1 - one - two) * chance_at(me.need, params, kept)
    put_back(me, kit, big_set, offered)
    return value * prize(me, table, params, me.opened + 1, reds + 0.4)


def best_set(me, table, kit, params, live, offered, kept):
    """Return the set that is worth most to open or gain, and its worth."""
    best, most = -1, -1e9
    for i in range(me.options):
        big_set = me.option[i]
        worth = worth_of_set(me, table, kit, params, live, big_set, offered, kept)
        if worth > most:
            best, most = big_set, worth
    return best, most


def take(me, table, kit, params):
    """The card with the best hand after the best discard."""
    live = live_copies(me, table)
    kept = pace(me, table, params)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1e9
    for position in range(table.market_count):
        card = table.market[position]
        if need_with(me, kit, card >> 1) == least:
            add(me, card)
            refresh(me, kit)
            worth = best_discard(me, table, kit, params, live, kept)[1]
            remove(me, card)
            refresh(me, kit)
            if worth > most:
                best, most = position, worth
    return best


def open(me, table, kit, params):
    """The first set always; a further one if that is worth more than the best discard."""
    live = live_copies(me, table)
    kept = pace(me, table, params)
    best, worth = best_set(me, table, kit, params, live, -1, kept)
    if me.opened == 0:
        return best
    stay = best_discard(me, table, kit, params, live, kept)[1]
    return best if worth * params[OPEN_EDGE] > stay else -1


def gain(me, table, kit, params):
    """The first set always; a further one if that is worth more than the hand as it is."""
    live = live_copies(me, table)
    kept = pace(me, table, params)
    best, worth = best_set(me, table, kit, params, live, table.offer >> 1, kept)
    if me.opened == 0:
        return best
    stay = chance(me, kit, params, live, kept)
    stay *= prize(me, table, params, me.opened, reds_of(me, table))
    return best if worth * params[GAIN_EDGE] > stay else -1


def discard(me, table, kit, params):
    """The card whose loss leaves the hand that is worth most."""
    kept = pace(me, table, params)
    return card_of(me, best_discard(me, table, kit, params, live_copies(me, table), kept)[0])


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
