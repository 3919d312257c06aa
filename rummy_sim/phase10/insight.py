"""What a player can work out from the table: cards not seen, outs, dangers.

Helpers for strategies, the shipped ones and others. They read ``me``, ``table``
and ``kit`` as the decisions get them, and nothing else. An *out* is a card not
yet seen that makes ``need`` smaller, a term of poker; a card is *seen* if it is
in the own hand, on the table, in the discard pile, or was taken from that pile
by another player who still holds it.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.bits import count_bits, lowest_bit
from rummy_sim.core.jit import helper
from rummy_sim.phase10.bits import NUMBER_CARDS, cards_of_numbers
from rummy_sim.phase10.cards import WILD
from rummy_sim.phase10.groups import fits_at, hit
from rummy_sim.phase10.hand import add, need_with, refresh, remove
from rummy_sim.phase10.laying import choose_way
from rummy_sim.phase10.state import COLOR, GENERAL, ONE_COLOR, RUN, SET

__all__ = [
    "best_hit",
    "cards_left_after_laying",
    "closest_to_out",
    "copies",
    "dearest",
    "fewest_cards_of_others",
    "furthest_on",
    "next_to_play",
    "others_laid",
    "outs",
    "outs_with",
    "outs_without",
    "too_many_wilds",
    "unseen",
    "use_to",
    "used_with",
    "used_without",
]

_ONE = np.int64(1)
_WILD = np.int64(WILD)
_TENS = np.int64(((1 << 12) - 1) << 36)  # the cards of the numbers 10–12
_OF_NUMBER = np.int64(15)
_OF_COLOUR = np.int64(0x111111111111)


# --- cards not seen -----------------------------------------------------------


@helper
def unseen(me, table):  # type: ignore[no-untyped-def]
    """Return which number cards the player has not seen.

    Returns
    -------
    once, twice : int
        Masks of the number cards of which at least one copy, and both copies, are
        in the draw pile or in hands, for all that the player knows. ``copies``
        counts them.
    """
    once, twice = np.int64(me.held), np.int64(me.twice)
    for i in range(table.discards):
        bit = _ONE << np.int64(table.discard[i])
        twice |= once & bit
        once |= bit
    for seat in range(table.rules.players):
        if seat != me.seat:
            known = np.int64(table.known[seat])
            twice |= (once & known) | np.int64(table.known_twice[seat])
            once |= known
    if table.groups > 0:
        for i in range(48):
            many = table.on_table[i]
            if many > 0:
                bit = _ONE << i
                twice |= bit if many > 1 else once & bit
                once |= bit
    return ~twice & NUMBER_CARDS, ~once & NUMBER_CARDS


@helper
def copies(cards, once, twice):  # type: ignore[no-untyped-def]
    """Return how many unseen copies there are of the cards of a mask.

    Parameters
    ----------
    cards : int
        Mask of cards.
    once, twice : int
        The answer of ``unseen``.
    """
    return count_bits(cards & once) + count_bits(cards & twice)


@helper
def dearest(cards, otherwise):  # type: ignore[no-untyped-def]
    """Return the lowest of the dearest number cards of a mask, or of another if it has none.

    A Wild if that has none either.
    """
    among = cards & NUMBER_CARDS
    if among == 0:
        among = otherwise & NUMBER_CARDS
    if among == 0:
        return _WILD
    return lowest_bit(among & _TENS if among & _TENS else among)


# --- outs ---------------------------------------------------------------------


@helper
def outs(me, kit, once, twice):  # type: ignore[no-untyped-def]
    """Return how many unseen number cards would make ``need`` smaller.

    Parameters
    ----------
    me, kit : records
        As the decision got them; ``me.need`` must be up to date.
    once, twice : int
        The answer of ``unseen``.
    """
    if me.need == 0:
        return np.int64(0)
    form = me.goal.form
    mask = np.int64(0)
    if form == ONE_COLOR:
        for colour in range(4):
            if need_with(me, kit, np.int64(colour)) < me.need:
                mask |= _OF_COLOUR << colour
    elif form == GENERAL:
        for card in range(48):
            if need_with(me, kit, np.int64(card)) < me.need:
                mask |= _ONE << card
    else:
        numbers = np.int64(0)
        for number in range(12):
            if need_with(me, kit, np.int64(number << 2)) < me.need:
                numbers |= _ONE << number
        mask = cards_of_numbers(numbers)
    return copies(mask, once, twice)


@helper
def outs_without(me, kit, card, once, twice):  # type: ignore[no-untyped-def]
    """Return ``outs`` once a card, which is held, is gone.

    The card is taken out of the hand and put back, so ``me`` is as it was.
    """
    remove(me, card)
    refresh(me, kit)
    many = outs(me, kit, once, twice)
    add(me, card)
    refresh(me, kit)
    return many


@helper
def outs_with(me, kit, card, once, twice):  # type: ignore[no-untyped-def]
    """Return ``outs`` with a card more; ``me`` is left as it was."""
    add(me, card)
    refresh(me, kit)
    many = outs(me, kit, once, twice)
    remove(me, card)
    refresh(me, kit)
    return many


@helper
def too_many_wilds(me, table):  # type: ignore[no-untyped-def]
    """Whether ``max_wilds_to_lay`` forbids laying with the Wilds held."""
    most = table.rules.max_wilds_to_lay
    return most >= 0 and me.wilds > most


@helper
def used_without(me, kit, card):  # type: ignore[no-untyped-def]
    """Return how many number cards the phase can use once a card, which is held, is gone.

    Unlike ``need`` it does not count on Wilds. ``me`` is left as it was.
    """
    remove(me, card)
    refresh(me, kit)
    many = np.int64(me.used)
    add(me, card)
    refresh(me, kit)
    return many


@helper
def used_with(me, kit, card):  # type: ignore[no-untyped-def]
    """Return how many number cards the phase can use with a card more."""
    add(me, card)
    refresh(me, kit)
    many = np.int64(me.used)
    remove(me, card)
    refresh(me, kit)
    return many


@helper
def cards_left_after_laying(me, table):  # type: ignore[no-untyped-def]
    """Return how many cards stay in hand after laying by choice and hitting all that fits.

    The discard is not counted. ``me.need`` must be 0; ``me.way_card`` and
    ``me.way_stand`` are overwritten.
    """
    choose_way(me)
    goal = me.goal
    twice, left = np.int64(me.twice), np.int64(me.held & NUMBER_CARDS)
    wilds = np.int64(me.wilds)
    for i in range(goal.cards):
        card = np.int64(me.way_card[i])
        if card == _WILD:
            wilds -= 1
        elif (twice >> card) & 1:
            twice ^= _ONE << card
        else:
            left ^= _ONE << card
    fits = np.int64(table.fits & NUMBER_CARDS)
    for i in range(goal.groups):
        stand = np.int64(me.way_stand[i])
        if goal.kind[i] == COLOR:
            fits |= _OF_COLOUR << stand
        elif goal.kind[i] == SET:
            fits |= _OF_NUMBER << (4 * stand)
        else:
            # A run grows as long as the next number is held.
            low, high = stand - 1, stand + np.int64(goal.length[i])
            while low >= 0 and left & (_OF_NUMBER << (4 * low)):
                left, twice = _one_less(left, twice, low)
                low -= 1
            while high <= 11 and left & (_OF_NUMBER << (4 * high)):
                left, twice = _one_less(left, twice, high)
                high += 1
    return count_bits(left & ~fits) + count_bits(twice & ~fits) + np.int64(me.skips)


@helper
def _one_less(once, twice, number):  # type: ignore[no-untyped-def]
    """Return two masks of cards, held and held twice, with a card of a number less."""
    of_number = _OF_NUMBER << (4 * number)
    if twice & of_number:
        return once, twice ^ (_ONE << lowest_bit(twice & of_number))
    return once ^ (_ONE << lowest_bit(once & of_number)), twice


# --- other players ------------------------------------------------------------


@helper
def next_to_play(table, seat):  # type: ignore[no-untyped-def]
    """Return the seat that plays after ``seat``: dealt in and with no lost turn pending.

    ``seat`` itself if there is none.
    """
    after = np.int64(seat)
    for _ in range(1, table.rules.players):
        after = after + 1 if after + 1 < table.rules.players else np.int64(0)
        if (table.dealt >> after) & 1 and not table.lost[after]:
            return after
    return np.int64(seat)


@helper
def others_laid(me, table):  # type: ignore[no-untyped-def]
    """Return how many other players have laid their phase."""
    many = np.int64(0)
    for seat in range(table.rules.players):
        if seat != me.seat and (table.dealt >> seat) & 1:
            many += table.laid[seat]
    return many


@helper
def fewest_cards_of_others(me, table):  # type: ignore[no-untyped-def]
    """Return the fewest cards that another player who has laid holds; 99 if none has laid."""
    fewest = np.int64(99)
    for seat in range(table.rules.players):
        if seat != me.seat and (table.dealt >> seat) & 1 and table.laid[seat]:
            fewest = min(fewest, np.int64(table.cards[seat]))
    return fewest


@helper
def closest_to_out(me, table, seats):  # type: ignore[no-untyped-def]
    """Return who is closest to going out: the fewest cards, of those who have laid first.

    Parameters
    ----------
    seats : int
        Mask of the seats to choose from; of level ones the next in turn order is taken.

    Returns
    -------
    int
        A seat, or -1 if the mask is empty.
    """
    best, fewest = np.int64(-1), np.int64(999)
    seat = np.int64(me.seat)
    for _ in range(1, table.rules.players):
        seat = seat + 1 if seat + 1 < table.rules.players else np.int64(0)
        if (seats >> seat) & 1:
            left = np.int64(table.cards[seat]) + (0 if table.laid[seat] else 100)
            if left < fewest:
                best, fewest = seat, left
    return best


@helper
def furthest_on(me, table, seats):  # type: ignore[no-untyped-def]
    """Return the leader: the furthest phase, one laid now counted as done, then the lowest score.

    Parameters
    ----------
    seats : int
        Mask of the seats to choose from; of level ones the next in turn order is taken.

    Returns
    -------
    int
        A seat, or -1 if the mask is empty.
    """
    best, furthest, lowest = np.int64(-1), np.int64(-1), np.int64(0)
    seat = np.int64(me.seat)
    for _ in range(1, table.rules.players):
        seat = seat + 1 if seat + 1 < table.rules.players else np.int64(0)
        if (seats >> seat) & 1:
            phase = np.int64(table.phase[seat]) + np.int64(table.laid[seat])
            score = np.int64(table.score[seat])
            if phase > furthest or (phase == furthest and score < lowest):
                best, furthest, lowest = seat, phase, score
    return best


@helper
def use_to(table, seat, card, once, twice):  # type: ignore[no-untyped-def]
    """Estimate from 0 to 1 how likely a number card is of use to a player.

    Who has laid can use what fits on the table. Of the others only the phase and
    the cards that they took from the discard pile are known: a number or colour
    taken before is most likely collected, and a number of which many copies are
    unseen may be; a run can use any number it lacks, those in the middle first.

    Parameters
    ----------
    seat : int
        The other player.
    card : int
        A number card.
    once, twice : int
        The answer of ``unseen``.

    Notes
    -----
    The weights are rough guesses: they were tried in play, not estimated.
    """
    if table.laid[seat]:
        return np.float64((table.fits >> card) & 1)
    number, colour = np.int64(card >> 2), np.int64(card & 3)
    of_number = _OF_NUMBER << (4 * number)
    known = np.int64(table.known[seat])
    at = np.int64(table.rules.phases - 1)
    if not table.playoff:
        at = min(at, np.int64(table.phase[seat]))
    goal = table.rules.phase[at]
    use = 0.0
    for i in range(goal.groups):
        chance = 0.0
        if goal.kind[i] == SET:
            chance = 0.9 if known & of_number else 0.05 * copies(of_number, once, twice)
        elif goal.kind[i] == COLOR:
            chance = 0.8 if known & (_OF_COLOUR << colour) else 0.25
        elif not known & of_number:
            length = np.int64(goal.length[i])
            windows = min(number, 12 - length) - max(number - length + 1, np.int64(0)) + 1
            chance = 0.4 * windows / min(length, 13 - length)
        use = max(use, chance)
    return use


# --- hitting ------------------------------------------------------------------


@helper
def best_hit(me, table):  # type: ignore[no-untyped-def]
    """Return a hit that leaves the most for the next ones; -1 if nothing fits.

    Number cards go before Wilds. A card goes to the end of a run where the number
    after it is held and fits nowhere yet; or else to a set or a colour, which
    opens nothing to others; or else to a run. A Wild may so bridge a gap.
    """
    fitting = np.int64(me.held & table.fits)
    best, most = np.int64(-1), np.int64(-1)
    while fitting:
        card = lowest_bit(fitting)
        fitting &= fitting - 1
        if card == _WILD and best >= 0:
            break
        for group in range(table.groups):
            for end in range(2):
                if fits_at(table, card, group, end):
                    worth = np.int64(1)
                    if table.kind[group] == RUN:
                        worth = np.int64(0)
                        after = table.high[group] + 2 if end else table.low[group] - 2
                        if after >= 0 and after <= 11:
                            waiting = me.held & ~table.fits & (_OF_NUMBER << (4 * after))
                            if waiting:
                                worth = np.int64(2)
                    if worth > most:
                        best, most = hit(card, group, end), worth
    return best
