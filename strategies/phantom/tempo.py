"""Weighs speed against points: keeps the hand with the best chance to win the game.

Every choice is the one with the greatest worth: chance × prize × safety.

The chance is that of going out first. Each card missing costs a factor, and more when
others threaten to go out; of hands with equal need the outs decide or, when more than one
card is missing, the pairs of live cards that help together. Copies that others are known
to have taken do not count; a copy left in the market that will still be there at the next
turn counts `market` times.

The prize is what a going out would change in the race to the target score, against
another's going out: opened sets, red cards and the bonus to be expected. In the last short
game only overtaking counts.

Safety: a discard that a ready player may wait for, or that others can gain, is worth less.

The first set is opened at once, and a card that makes it is taken. A further set is opened
or gained when its worth, with two unknown cards drawn, is greater than that of staying,
and if the pile has two cards. Red copies are laid, where they are safe. It is ready as
soon as a set is opened.

Idea: equity instead of tempo alone, as backgammon and mahjong programs play; the constants
come from fits to played games, trials by hand and a short random search.

Parameters: `step2` and `step`, the chance kept for the second and each further card
missing, and `first` without a set; `fear`, what each threat takes off; `open_edge` and
`gain_edge`, the weight of a further set; `soft`, points added to the distance to the
target; `feed` and `give`, the weight of discards that may be gone out with or gained;
`market` as told above.
"""

import math

import numpy as np

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phantom.hand import add, need_with, need_without, offer_sets, refresh, remove
from rummy_sim.phantom.insight import (
    card_of,
    kept_copies,
    lay_out,
    least_need_of_discards,
    least_need_of_takes,
    live_copies,
    makers,
    outs,
    outs_and_pairs,
    put_back,
    red_copies,
    reds_of,
    refused,
    set_outs,
    threats,
    unseen,
    with_red,
)

GAME = "phantom"
PARAMS = {
    "step2": Param(0.6, low=0, high=1, about="chance kept for the second card missing"),
    "step": Param(0.61, low=0, high=1, about="chance kept for each further card missing"),
    "first": Param(0.65, low=0, high=1, about="chance kept as long as no set is opened"),
    "fear": Param(0.2, low=0, high=0.5, about="what each threat takes off these"),
    "open_edge": Param(0.85, low=0, high=5, about="weight of opening a further set"),
    "gain_edge": Param(0.95, low=0, high=5, about="weight of gaining a further set"),
    "soft": Param(2.0, low=0.1, high=60, about="points added to the distance to the target"),
    "feed": Param(1.0, low=0, high=10, about="weight of discards that may be gone out with"),
    "give": Param(1.9, low=0, high=10, about="weight of discards that may be gained"),
    "market": Param(6.0, low=0, high=30, about="weight of what will be left in the market"),
}
STEP2, STEP, FIRST, FEAR, OPEN_EDGE, GAIN_EDGE, SOFT, FEED, GIVE, MARKET = range(10)
TYPICAL = 5.0  # points of another's going out


def coming(me, table, params, live, left):
    """Return how many copies of each kind may come to this player, by kind.

    ``left`` cards will lie in the market once the turn is over.
    """
    copies = live - kept_copies(me, table)
    for kind in range(28):
        copies[kind] = max(copies[kind], 0)
    stay = left - table.rules.players + 1  # of them still there at the next turn
    if stay > 0:
        weight = np.int64(params[MARKET] * stay / left + 0.5)
        for position in range(table.market_count):
            copies[table.market[position] >> 1] += weight
    return copies


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


def chance(me, kit, params, copies, kept):
    """Return the chance to go out with the hand, from its need and its outs."""
    value = chance_at(me.need, params, kept)
    # Square roots, which are the same on every machine, instead of powers.
    if me.need <= 1:
        value *= math.sqrt(max(outs(me, kit, copies), 0.4) / 5.0)
    elif me.need <= 3:
        pairs = outs_and_pairs(me, kit, copies)[1]
        typical = 30.0 if me.need == 2 else 250.0
        value *= math.sqrt(math.sqrt(max(pairs, 1.0) / typical))
    if me.opened == 0:
        value *= params[FIRST] * math.sqrt(math.sqrt((set_outs(me, copies) + 4.0) / 16.0))
    return value


def strength(table, params, score):
    """Return how strong a score is in the race to the target."""
    rest = max(table.rules.target_score - score, 0.0) + params[SOFT]
    return 1.0 / (rest * rest)


def prize(me, table, params, opened, reds):
    """Return what a going out changes: the race if this player does, against if another does."""
    each_red = 0.3 if table.rules.advanced else 1.0
    mine = table.score[me.seat] + opened + each_red * reds + 0.35 + 0.1 * opened
    others, best = 0.0, 0.0
    for seat in range(table.rules.players):
        if seat != me.seat:
            others += strength(table, params, table.score[seat])
            best = max(best, float(table.score[seat]))
    if table.short_game == table.rules.short_games:
        short = max(best + 0.5 - mine, 0.0)  # only overtaking counts in the last short game
        return 1.0 / (1.0 + short * short)
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
    return max(win - lose / (table.rules.players - 1), 0.01)


def risks(me, table, live):
    """Return, by seat, the kinds that a threat may wait for, and the weight of all kinds."""
    masks = np.zeros(4, np.int64)
    total = 0.0
    if threats(me, table) > 0:
        for seat in range(table.rules.players):
            if seat != me.seat and table.ready[seat] and table.opened[seat] > 0:
                masks[seat] = ~refused(me, table, seat)
        for kind in range(28):
            if kind & 7 != 7:
                total += makers(live, kind) + 2.0 * live[kind]
    return masks, total


def spared(params, live, kind, masks, total):
    """Return what the danger of discarding a kind leaves of a hand's worth."""
    wanted = makers(live, kind)
    left = max(0.0, 1.0 - params[GIVE] * wanted / 1000.0)
    if total > 0.0:
        share = (wanted + 2.0 * live[kind]) / total
        for seat in range(4):
            if (masks[seat] >> kind) & 1:
                left *= max(0.0, 1.0 - params[FEED] * share)
    return left


def best_discard(me, table, kit, params, live, copies, masks, total):
    """Return the card to discard, and the worth of the hand that is left."""
    kept = pace(me, table, params)
    opened = max(me.opened, 1)
    reds = reds_of(me, table)
    whole = prize(me, table, params, opened, reds)
    less = prize(me, table, params, opened, reds - 1)
    least = least_need_of_discards(me, kit)
    best, most = 0, -1.0
    kinds = me.held
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if need_without(me, kit, kind) > least:
            continue
        card = card_of(me, kind)
        worth = less if card & 1 else whole
        remove(me, card)
        refresh(me, kit)
        worth *= chance(me, kit, params, copies, kept)
        add(me, card)
        refresh(me, kit)
        worth *= spared(params, live, kind, masks, total)
        if worth > most:
            best, most = card, worth
    return best, most


def best_set(me, table, kit, params, copies, offered):
    """Return the set that is worth most to open or gain, and its worth with two cards drawn."""
    kept = pace(me, table, params)
    reds = reds_of(me, table) + (table.offer & 1 if offered >= 0 else 0)
    gain_of_it = prize(me, table, params, me.opened + 1, reds + 0.4)
    cards = float(unseen(copies))
    best, most = -1, -1.0
    for i in range(me.options):
        big_set = me.option[i]
        lay_out(me, big_set, offered)
        refresh(me, kit)
        singles, pairs = outs_and_pairs(me, kit, copies)
        two = pairs / (cards * (cards - 1.0) / 2.0)
        one = max(0.0, min(1.0 - two, 2.0 * singles / cards - 2.0 * two))
        worth = two * chance_at(me.need - 2, params, kept)
        worth += one * chance_at(me.need - 1, params, kept)
        worth += (1.0 - one - two) * chance_at(me.need, params, kept)
        put_back(me, kit, big_set, offered)
        if worth * gain_of_it > most:
            best, most = big_set, worth * gain_of_it
    return best, most


def take(me, table, kit, params):
    """The card after which the best set, or the best discard, is worth most."""
    live = live_copies(me, table)
    copies = coming(me, table, params, live, table.market_count - 1)
    masks, total = risks(me, table, live)
    least = least_need_of_takes(me, table, kit)
    best, most = 0, -1.0
    for position in range(table.market_count):
        card = np.int64(table.market[position])
        if need_with(me, kit, card >> 1) > least and not me.ready:
            continue
        add(me, card)
        refresh(me, kit)
        if me.need == 0 and me.opened > 0 and (me.ready or not table.rules.ready_always):
            worth = 1000.0 + (card & 1)  # goes out
        elif me.ready:
            worth = spared(params, live, card >> 1, masks, total)  # must discard it
        elif me.opened == 0 and offer_sets(me) > 0:
            worth = best_set(me, table, kit, params, copies, -1)[1]
        else:
            worth = best_discard(me, table, kit, params, live, copies, masks, total)[1]
        remove(me, card)
        refresh(me, kit)
        if worth > most:
            best, most = position, worth
    return best


def open(me, table, kit, params):
    """The first set always; a further one if that is worth more than the best discard."""
    if me.cards < 8 or (me.opened > 0 and table.pile < 2):
        return -1
    live = live_copies(me, table)
    copies = coming(me, table, params, live, table.market_count)
    best, worth = best_set(me, table, kit, params, copies, -1)
    if me.opened > 0:
        masks, total = risks(me, table, live)
        stay = best_discard(me, table, kit, params, live, copies, masks, total)[1]
        if worth * params[OPEN_EDGE] <= stay:
            return -1
    return with_red(best, red_copies(me, best, -1))


def gain(me, table, kit, params):
    """The first set always; a further one if that is worth more than the hand as it is."""
    if me.opened > 0 and table.pile < 2:
        return -1
    offered = table.offer >> 1
    copies = coming(me, table, params, live_copies(me, table), 0)
    best, worth = best_set(me, table, kit, params, copies, offered)
    if me.opened > 0:
        stay = chance(me, kit, params, copies, pace(me, table, params))
        stay *= prize(me, table, params, me.opened, reds_of(me, table))
        if worth * params[GAIN_EDGE] <= stay:
            return -1
    return with_red(best, red_copies(me, best, offered))


def discard(me, table, kit, params):
    """The card whose loss leaves the hand that is worth most."""
    live = live_copies(me, table)
    copies = coming(me, table, params, live, table.market_count)
    masks, total = risks(me, table, live)
    return best_discard(me, table, kit, params, live, copies, masks, total)[0]


def ready(me, table, kit, params):
    """As soon as a set is opened."""
    return 1 if me.opened > 0 else 0
