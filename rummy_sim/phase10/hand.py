"""Hand arithmetic: how far a hand is from its phase, and which cards matter.

A *way* to fill a phase says what each group stands for: the number of a set, the
lowest number of a run, the colour of a colour group. Let ``used`` be the most
number cards of the hand that any way can use. Then ``need`` is what Wilds leave
open, ``asked - used - wilds``, or else the number cards that the option
``natural`` still asks for. One ``used`` serves both: a way that uses the most
cards never has to leave a group without one as long as there are as many number
cards as groups, because every group accepts any single card.

The helpers here work on a player's record ``me``, which the engine keeps up to
date as cards come and go (``add``, ``remove``, ``refresh``). They serve the
engine and the strategies alike. ``need`` answers for any hand from plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from rummy_sim.core.bits import count_bits, lowest_bit
from rummy_sim.core.errors import UserError
from rummy_sim.core.jit import helper
from rummy_sim.phase10.bits import NUMBER_CARDS, cards_of_numbers
from rummy_sim.phase10.cards import N_CARDS, SKIP, WILD, counts_of
from rummy_sim.phase10.phases import PHASES, phase_record, problem
from rummy_sim.phase10.search import survey
from rummy_sim.phase10.state import ME_DTYPE, ONE_COLOR, SET_AND_RUN, TWO_SETS
from rummy_sim.phase10.tables import kit

__all__ = [
    "NATURALS",
    "add",
    "aim",
    "clear",
    "hand_record",
    "keeping_need",
    "lowering_need",
    "need",
    "need_with",
    "need_without",
    "refresh",
    "remove",
]

NATURALS = ("none", "phase", "group")
"""The values of the option ``natural``, in the order of their numbers."""

_A_PHASE = "a phase is a number from 1 to 10 or a list of groups ('set 3', 'run 4'), not {!r}"
_ONE = np.int64(1)
_WILD, _SKIP = np.int64(WILD), np.int64(SKIP)
_ALL_NUMBERS = np.int64(4095)
# Colours are the lowest two bits of a card's number.
_OF_COLOUR = np.int64(0x111111111111)


@helper
def clear(me):  # type: ignore[no-untyped-def]
    """Take all cards out of the hand."""
    me.held = 0
    me.twice = 0
    me.numbers = 0
    me.cards = 0
    me.wilds = 0
    me.skips = 0
    me.top = 0
    me.atleast[0] = _ALL_NUMBERS
    for n in range(1, 14):
        me.atleast[n] = 0
    for colour in range(4):
        me.colour[colour] = 0
    for card in range(N_CARDS):
        me.count[card] = 0


@helper
def aim(me, phase, natural):  # type: ignore[no-untyped-def]
    """Set the phase that the hand works on.

    Parameters
    ----------
    me : record
        The player's private state.
    phase : record
        A phase of the ruleset, ``table.rules.phase[i]``.
    natural : int
        The option, as in ``table.rules.natural``.
    """
    goal = me.goal
    goal.cards = phase.cards
    goal.groups = phase.groups
    goal.form = phase.form
    goal.first = phase.first
    goal.second = phase.second
    for i in range(phase.groups):
        goal.kind[i] = phase.kind[i]
        goal.length[i] = phase.length[i]
    me.floor = phase.groups if natural == 2 else natural


@helper
def add(me, card):  # type: ignore[no-untyped-def]
    """Put a card into the hand; ``refresh`` must follow before ``need`` is read."""
    bit = _ONE << card
    me.cards += 1
    me.count[card] += 1
    if card < _WILD:
        number = card >> 2
        shift = 55 - 5 * number
        n = ((me.numbers >> shift) & 31) + 1
        me.twice |= me.held & bit
        me.numbers += _ONE << shift
        me.atleast[n] |= _ONE << number
        me.top += n > me.top
        me.colour[card & 3] += 1
    elif card == _WILD:
        me.wilds += 1
    else:
        me.skips += 1
    me.held |= bit


@helper
def remove(me, card):  # type: ignore[no-untyped-def]
    """Take a card that is held out of the hand; ``refresh`` must follow."""
    bit = _ONE << card
    me.cards -= 1
    me.count[card] -= 1
    if card < _WILD:
        number = card >> 2
        shift = 55 - 5 * number
        n = (me.numbers >> shift) & 31
        me.held &= me.twice | ~bit
        me.twice &= ~bit
        me.numbers -= _ONE << shift
        me.atleast[n] ^= _ONE << number
        me.top -= me.atleast[me.top] == 0
        me.colour[card & 3] -= 1
    else:
        if card == _WILD:
            me.wilds -= 1
        else:
            me.skips -= 1
        if me.count[card] == 0:
            me.held ^= bit


# --- how many number cards a phase can use ------------------------------------


@helper
def _run(kit, length, numbers):  # type: ignore[no-untyped-def]
    """Return the run table's word for some numbers held (a mask)."""
    return np.int64(kit.run[(length << 12) | numbers])


@helper
def _second(me):  # type: ignore[no-untyped-def]
    """Return the second highest count among the numbers."""
    n = np.int64(me.top)
    # atleast[0] holds all numbers, so this ends.
    while count_bits(me.atleast[n]) < 2:
        n -= 1
    return n


@helper
def _sets_use(goal, most, second):  # type: ignore[no-untyped-def]
    """Return the cards used by two sets, given the two highest counts."""
    apart = min(most, goal.first) + min(second, goal.second)
    return max(apart, min(most, np.int64(goal.first + goal.second)))


@helper
def _set_and_run_use(kit, goal, most, full, over, numbers):  # type: ignore[no-untyped-def]
    """Return the cards used by a set and a run; a length of 0 means none of the kind.

    Parameters
    ----------
    most : int
        The highest count of a number, as far as the set can use it.
    full : int
        Mask of the numbers with that count.
    over : int
        Mask of the numbers with more cards than the set asks for.
    numbers : int
        Mask of the numbers held.
    """
    run = _run(kit, goal.second, numbers)
    # The set may take its number's last card only where no best window needs it.
    clash = over == 0 and full & ~run & _ALL_NUMBERS == 0
    return most + (run >> 12) - (1 if clash else 0)


@helper
def _best_colour(me):  # type: ignore[no-untyped-def]
    return np.int64(max(max(me.colour[0], me.colour[1]), max(me.colour[2], me.colour[3])))


@helper
def _used(me, kit):  # type: ignore[no-untyped-def]
    """Return the most number cards of the hand that the phase can use."""
    goal = me.goal
    form = goal.form
    if form == TWO_SETS:
        return _sets_use(goal, np.int64(me.top), _second(me))
    if form == SET_AND_RUN:
        most = np.int64(min(me.top, goal.first))
        full = np.int64(me.atleast[most])
        over = np.int64(me.atleast[goal.first + 1])
        return _set_and_run_use(kit, goal, most, full, over, np.int64(me.atleast[1]))
    if form == ONE_COLOR:
        return min(_best_colour(me), np.int64(goal.first))
    return survey(me)


@helper
def _used_with(me, kit, card):  # type: ignore[no-untyped-def]
    """Return ``used`` with a number card more."""
    goal = me.goal
    form = goal.form
    number = card >> 2
    bit = _ONE << number
    n = ((me.numbers >> (55 - 5 * number)) & 31) + 1
    if form == TWO_SETS:
        most, second = np.int64(me.top), _second(me)
        if n > most:
            most = n
        elif n > second:
            second = n
        return _sets_use(goal, most, second)
    if form == SET_AND_RUN:
        most = min(max(np.int64(me.top), n), np.int64(goal.first))
        full = np.int64(me.atleast[most]) | (bit if n >= most else 0)
        over = np.int64(me.atleast[goal.first + 1]) | (bit if n > goal.first else 0)
        return _set_and_run_use(kit, goal, most, full, over, np.int64(me.atleast[1]) | bit)
    if form == ONE_COLOR:
        return min(max(_best_colour(me), np.int64(me.colour[card & 3] + 1)), np.int64(goal.first))
    return me.used + ((me.raised >> card) & 1)


@helper
def _set_and_run_use_without(me, kit, number):  # type: ignore[no-untyped-def]
    """Return the cards used by a set and a run once a card of a number, held, is gone."""
    goal = me.goal
    bit = _ONE << number
    n = (me.numbers >> (55 - 5 * number)) & 31
    most = np.int64(me.top)
    if me.atleast[most] == bit and n == most:
        most -= 1
    most = min(most, np.int64(goal.first))
    full = np.int64(me.atleast[most]) & ~(bit if n == most else 0)
    over = np.int64(me.atleast[goal.first + 1]) & ~(bit if n == goal.first + 1 else 0)
    numbers = np.int64(me.atleast[1]) & ~(bit if n == 1 else 0)
    return _set_and_run_use(kit, goal, most, full, over, numbers)


@helper
def _used_without(me, kit, card):  # type: ignore[no-untyped-def]
    """Return ``used`` once a number card, which is held, is gone."""
    goal = me.goal
    form = goal.form
    number = card >> 2
    n = (me.numbers >> (55 - 5 * number)) & 31
    if form == TWO_SETS:
        most, second = np.int64(me.top), _second(me)
        if n >= second:
            if n > second:
                most -= 1
            elif count_bits(me.atleast[second]) == 2:
                second -= 1
        return _sets_use(goal, most, second)
    if form == SET_AND_RUN:
        return _set_and_run_use_without(me, kit, number)
    if form == ONE_COLOR:
        best = np.int64(0)
        for colour in range(4):
            best = max(best, np.int64(me.colour[colour] - (1 if colour == card & 3 else 0)))
        return min(best, np.int64(goal.first))
    return me.used - 1 + ((me.spared >> card) & 1)


# --- need ---------------------------------------------------------------------


@helper
def _number_cards(me):  # type: ignore[no-untyped-def]
    return np.int64(me.cards - me.wilds - me.skips)


@helper
def _missing(me, used, wilds, number_cards):  # type: ignore[no-untyped-def]
    """Return ``need`` from its parts."""
    return max(max(me.goal.cards - used - wilds, me.floor - number_cards), np.int64(0))


@helper
def refresh(me, kit):  # type: ignore[no-untyped-def]
    """Bring ``me.need`` and the working figures up to date with the cards held."""
    used = np.int64(_used(me, kit))
    me.used = used
    me.need = _missing(me, used, me.wilds, _number_cards(me))


@helper
def need_with(me, kit, card):  # type: ignore[no-untyped-def]
    """Return ``need`` with a card more."""
    if card < _WILD:
        return _missing(me, _used_with(me, kit, card), me.wilds, _number_cards(me) + 1)
    if card == _WILD:
        return _missing(me, np.int64(me.used), me.wilds + 1, _number_cards(me))
    return np.int64(me.need)


@helper
def need_without(me, kit, card):  # type: ignore[no-untyped-def]
    """Return ``need`` once a card, which is held, is gone."""
    if card < _WILD:
        return _missing(me, _used_without(me, kit, card), me.wilds, _number_cards(me) - 1)
    if card == _WILD:
        return _missing(me, np.int64(me.used), me.wilds - 1, _number_cards(me))
    return np.int64(me.need)


@helper
def _kept_by_sets(me):  # type: ignore[no-untyped-def]
    """Return the mask of numbers that two sets cannot spare a card of."""
    goal = me.goal
    most, second = np.int64(me.top), _second(me)
    used = _sets_use(goal, most, second)
    kept = np.int64(0)
    if most > second and _sets_use(goal, most - 1, second) < used:
        kept |= me.atleast[most]
    level = np.int64(me.atleast[second])
    if second > 0 and count_bits(level) == 2 and _sets_use(goal, most, second - 1) < used:
        kept |= level & ~np.int64(me.atleast[second + 1])
    return kept


@helper
def _kept_by_set_and_run(me, kit):  # type: ignore[no-untyped-def]
    """Return the mask of numbers that a set and a run cannot spare a card of."""
    goal = me.goal
    several = np.int64(me.atleast[2])
    single = np.int64(me.atleast[1]) & ~several
    most = np.int64(min(me.top, goal.first))
    full = np.int64(me.atleast[most])
    over = np.int64(me.atleast[goal.first + 1])
    always = _run(kit, goal.second, np.int64(me.atleast[1])) & _ALL_NUMBERS
    # A number held more than once, but less often than another, can be spared.
    doubtful = several & full
    kept = np.int64(0)
    if over == 0 and full & ~always == 0:
        # The run goes short of the set's number already: it need not lack another.
        doubtful |= single & always
    else:
        kept = single & always
        doubtful |= single & ~always & (full if over else _ALL_NUMBERS)
    while doubtful:
        number = lowest_bit(doubtful)
        doubtful &= doubtful - 1
        if _set_and_run_use_without(me, kit, number) < me.used:
            kept |= _ONE << number
    return kept


@helper
def keeping_need(me, kit):  # type: ignore[no-untyped-def]
    """Return the mask of the number cards held whose loss leaves ``need`` least.

    ``need`` stays as it is, or where no number card can be spared, all are in the
    mask. ``me.need`` must be up to date.
    """
    goal = me.goal
    held = np.int64(me.held & NUMBER_CARDS)
    used = np.int64(me.used)
    number_cards = np.int64(_number_cards(me) - 1)
    spare = _missing(me, used, me.wilds, number_cards)
    if spare == _missing(me, used - 1, me.wilds, number_cards):
        return held
    form = goal.form
    if form == TWO_SETS:
        kept = cards_of_numbers(_kept_by_sets(me))
    elif form == SET_AND_RUN:
        kept = cards_of_numbers(_kept_by_set_and_run(me, kit))
    elif form == ONE_COLOR:
        kept = np.int64(0)
        best = _best_colour(me)
        fullest, colours = 0, 0
        for colour in range(4):
            if me.colour[colour] == best:
                fullest = colour
                colours += 1
        if colours == 1 and best <= goal.first:
            kept = _OF_COLOUR << fullest
    else:
        kept = ~me.spared
    left = held & ~kept
    return left if left else held


@helper
def lowering_need(me, kit):  # type: ignore[no-untyped-def]
    """Return the mask of the cards that would make ``need`` smaller."""
    mask = np.int64(0)
    for card in range(N_CARDS):
        if need_with(me, kit, np.int64(card)) < me.need:
            mask |= _ONE << card
    return mask


# --- for people ---------------------------------------------------------------


def hand_record(
    counts: npt.NDArray[np.int8], phase: Sequence[str], natural: str = "group"
) -> np.record:
    """Return a ``me`` record that holds some cards and works on a phase."""
    me: np.record = np.zeros(1, ME_DTYPE)[0]
    clear(me)
    aim(me, phase_record(phase), NATURALS.index(natural))
    for card in range(N_CARDS):
        for _ in range(int(counts[card])):
            add(me, np.int64(card))
    refresh(me, kit()[0])
    return me


def phase_of(phase: int | Sequence[str]) -> Sequence[str]:
    """Return a phase that is given by its number, or checked, as its groups.

    Raises
    ------
    UserError
        If there is no such phase or no hand can lay it.
    """
    if isinstance(phase, (bool, str)):
        raise UserError(_A_PHASE.format(phase))
    if isinstance(phase, (int, np.integer)):
        if not 1 <= phase <= len(PHASES):
            raise UserError(f"phases are numbered from 1 to {len(PHASES)}, not {phase}")
        return PHASES[int(phase) - 1]
    if not isinstance(phase, Sequence) or not all(isinstance(group, str) for group in phase):
        raise UserError(_A_PHASE.format(phase))
    if (reason := problem(phase)) is not None:
        raise UserError(f"the phase {' + '.join(phase)} {reason}")
    return phase


def need(
    hand: str | Iterable[str] | npt.ArrayLike,
    phase: int | Sequence[str],
    natural: Literal["group", "phase", "none"] = "group",
) -> int:
    """Return the fewest number cards that a hand lacks for a phase.

    Parameters
    ----------
    hand : str, iterable of str, or array of 50 counts
        Cards as written, or counts in canonical order (see ``cards.counts_of``).
    phase : int or sequence of str
        One of the ten, from 1, or a list of groups.
    natural : {"group", "phase", "none"}
        Where at least one number card is asked for.

    Raises
    ------
    UserError
        If a card or a phase is unknown or impossible.

    Notes
    -----
    RULES-phase10.md, section 5: Wilds of the hand are used freely; with
    ``natural: group`` or ``phase`` the number cards asked for must be there, too.
    How many copies the deck has left plays no part.

    Examples
    --------
    >>> need("R1 B1 G1 R4 B5 G6 Y7", 2)
    0
    >>> need("R1 B1 W R4 B5", 2)
    2
    >>> need("R1 R2 R3 B8 B8", ["run 4", "color 3"])
    2
    """
    if natural not in NATURALS:
        raise UserError(f"natural is one of {', '.join(NATURALS)}, not {natural!r}")
    return int(hand_record(counts_of(hand), phase_of(phase), natural).need)
