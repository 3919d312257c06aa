"""Hand arithmetic: how far a hand is from a goal shape, its waits and its sets.

The helpers here work on a player's record ``me`` and cost a table lookup or
two: the engine keeps ``me`` up to date as cards come and go (``add``,
``remove``, ``refresh``). They serve the engine and the strategies alike.
``need`` and ``waits`` answer for any hand from plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.jit import helper
from rummy_sim.phantom.cards import KINDS, counts_of, kind_name
from rummy_sim.phantom.state import ME_DTYPE
from rummy_sim.phantom.tables import ITEM_BASE, POW5, kit

__all__ = [
    "add",
    "claimable",
    "clear",
    "need",
    "need_of_swap",
    "need_with",
    "need_with_two",
    "need_without",
    "need_without_pair",
    "need_without_set",
    "offer_sets",
    "offer_sets_with",
    "refresh",
    "remove",
    "waits",
    "waits_of",
]

_WEIGHT = np.array((*POW5, 0), np.int64)
_RUN_STARTS = np.int64(0b0001_1111_0001_1111_0001_1111)
_NUMBERS = np.int64(0b0111_1111_0111_1111_0111_1111)
_KINDS = _NUMBERS | np.int64(0b1111 << 24)
_ONE = np.int64(1)


@helper
def clear(me):  # type: ignore[no-untyped-def]
    """Take all cards out of the hand."""
    me.cards = 0
    me.held = 0
    me.pairs = 0
    me.trips = 0
    me.waits = 0
    me.ready = 0
    me.opened = 0
    me.options = 0
    for kind in range(28):
        me.count[kind] = 0
        me.red[kind] = 0
    me.code[0] = 0
    me.code[1] = 0
    me.code[2] = 0
    me.code[3] = ITEM_BASE


@helper
def add(me, card):  # type: ignore[no-untyped-def]
    """Put a card into the hand; ``refresh`` must follow before ``need`` is read."""
    kind = card >> 1
    n = me.count[kind]
    me.count[kind] = n + 1
    me.red[kind] += card & 1
    me.code[kind >> 3] += _WEIGHT[kind & 7]
    me.cards += 1
    # Arithmetic instead of branches, which a processor cannot foresee here.
    me.held |= _ONE << kind
    me.pairs |= np.int64(n >= 1) << kind
    me.trips |= np.int64(n >= 2) << kind


@helper
def remove(me, card):  # type: ignore[no-untyped-def]
    """Take a card that is held out of the hand; ``refresh`` must follow."""
    kind = card >> 1
    n = me.count[kind]
    me.count[kind] = n - 1
    me.red[kind] -= card & 1
    me.code[kind >> 3] -= _WEIGHT[kind & 7]
    me.cards -= 1
    me.held ^= np.int64(n == 1) << kind
    me.pairs ^= np.int64(n == 2) << kind
    me.trips ^= np.int64(n == 3) << kind


@helper
def _both(kit, left, right):  # type: ignore[no-untyped-def]
    """Return the class of two attributes together."""
    return np.int64(kit.merged[(left << 6) | right])


@helper
def _class(me, kit, attribute):  # type: ignore[no-untyped-def]
    return np.int64(kit.holding[me.code[attribute]])


@helper
def claimable(me):  # type: ignore[no-untyped-def]
    """Return the bit mask of the kinds that make a big set with two cards of the hand."""
    held = np.int64(me.held)
    runs = (held << 1) & ((held << 2) | (held >> 1)) | (held >> 1) & (held >> 2)
    return me.pairs | runs & _NUMBERS


@helper
def refresh(me, kit):  # type: ignore[no-untyped-def]
    """Bring ``me.need`` and the working figures up to date with the cards held."""
    human, angel = _class(me, kit, 0), _class(me, kit, 1)
    demon, item = _class(me, kit, 2), _class(me, kit, 3)
    front, back = _both(kit, human, angel), _both(kit, demon, item)
    me.rest[0] = _both(kit, angel, back)
    me.rest[1] = _both(kit, human, back)
    me.rest[2] = _both(kit, front, item)
    me.rest[3] = _both(kit, front, demon)
    me.need = kit.needed[(front << 6) | back]
    me.claims = claimable(me)


@helper
def _need_at(me, kit, attribute, code):  # type: ignore[no-untyped-def]
    """Return the need of the hand with another holding of one attribute."""
    return np.int64(kit.needed[(np.int64(me.rest[attribute]) << 6) | np.int64(kit.holding[code])])


@helper
def need_with(me, kit, kind):  # type: ignore[no-untyped-def]
    """Return the cards missing for a goal shape once a card of ``kind`` is added.

    The hand must hold fewer than four of the kind.
    """
    return _need_at(me, kit, kind >> 3, me.code[kind >> 3] + _WEIGHT[kind & 7])


@helper
def need_without(me, kit, kind):  # type: ignore[no-untyped-def]
    """Return the cards missing once a card of ``kind``, which is held, is gone."""
    return _need_at(me, kit, kind >> 3, me.code[kind >> 3] - _WEIGHT[kind & 7])


@helper
def _set_weight(big_set):  # type: ignore[no-untyped-def]
    """Return what a big set weighs in its attribute's holding: 3, or 1 + 5 + 25, times."""
    return _WEIGHT[(big_set >> 1) & 7] * (31 if big_set & 1 else 3)


@helper
def need_without_set(me, kit, big_set):  # type: ignore[no-untyped-def]
    """Return the cards missing once a big set, which is held, has been opened."""
    attribute = big_set >> 4
    return _need_at(me, kit, attribute, me.code[attribute] - _set_weight(big_set))


@helper
def need_without_pair(me, kit, big_set, kind):  # type: ignore[no-untyped-def]
    """Return the cards missing once ``big_set`` has been gained with a card of ``kind``.

    The other two cards of the set leave the hand.
    """
    attribute = kind >> 3
    code = me.code[attribute] - _set_weight(big_set) + _WEIGHT[kind & 7]
    return _need_at(me, kit, attribute, code)


@helper
def _need_of_two_changes(me, kit, first, more, second, further):  # type: ignore[no-untyped-def]
    """Return the need once the holdings of two kinds' attributes have changed by some weights."""
    a, b = first >> 3, second >> 3
    if a == b:
        return _need_at(me, kit, a, me.code[a] + more + further)
    me.code[a] += more
    me.code[b] += further
    front = _both(kit, _class(me, kit, 0), _class(me, kit, 1))
    back = _both(kit, _class(me, kit, 2), _class(me, kit, 3))
    me.code[a] -= more
    me.code[b] -= further
    return np.int64(kit.needed[(front << 6) | back])


@helper
def need_of_swap(me, kit, gained, lost):  # type: ignore[no-untyped-def]
    """Return the cards missing once a card of kind ``gained`` has replaced one of ``lost``."""
    return _need_of_two_changes(me, kit, gained, _WEIGHT[gained & 7], lost, -_WEIGHT[lost & 7])


@helper
def need_with_two(me, kit, first, second):  # type: ignore[no-untyped-def]
    """Return the cards missing once a card of each of two kinds is added."""
    return _need_of_two_changes(me, kit, first, _WEIGHT[first & 7], second, _WEIGHT[second & 7])


@helper
def waits_of(me, kit):  # type: ignore[no-untyped-def]
    """Return the bit mask of the kinds that complete the hand to a goal shape."""
    waits = np.int64(0)
    if me.need != 1 or me.cards != 7:
        return waits
    kinds = _KINDS
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if me.count[kind] < 4 and need_with(me, kit, kind) == 0:
            waits |= _ONE << kind
    return waits


@helper
def _list_sets(me, groups, runs):  # type: ignore[no-untyped-def]
    """Write the sets of two bit masks into ``me.option``, in canonical order."""
    n = 0
    mask = groups | runs
    while mask:
        kind = lowest_bit(mask)
        mask &= mask - 1
        if (groups >> kind) & 1:
            me.option[n] = kind * 2
            n += 1
        if (runs >> kind) & 1:
            me.option[n] = kind * 2 + 1
            n += 1
    me.options = n
    return n


@helper
def offer_sets(me):  # type: ignore[no-untyped-def]
    """List the big sets held in ``me.option``; return how many there are."""
    held = np.int64(me.held)
    runs = held & (held >> 1) & (held >> 2) & _RUN_STARTS
    groups = np.int64(me.trips)
    if groups | runs == 0:
        me.options = 0
        return 0
    return _list_sets(me, groups, runs)


@helper
def offer_sets_with(me, kind):  # type: ignore[no-untyped-def]
    """List the big sets that a card of ``kind`` makes with two of the hand; return how many."""
    bit = _ONE << kind
    held = np.int64(me.held) | bit
    runs = held & (held >> 1) & (held >> 2) & _RUN_STARTS & (bit | (bit >> 1) | (bit >> 2))
    groups = np.int64(me.pairs) & bit
    if groups | runs == 0:
        me.options = 0
        return 0
    return _list_sets(me, groups, runs)


def hand_record(counts: npt.NDArray[np.int8]) -> np.record:
    """Return a ``me`` record that holds some cards (as black ones)."""
    me: np.record = np.zeros(1, ME_DTYPE)[0]
    clear(me)
    for kind in KINDS:
        for _ in range(int(counts[kind])):
            add(me, np.int64(kind * 2))
    refresh(me, kit()[0])
    return me


def need(hand: Iterable[str] | npt.ArrayLike) -> int:
    """Return the fewest cards that must be added so that a hand contains a goal shape.

    Parameters
    ----------
    hand : iterable of str, or array of counts
        Cards as written, or counts in canonical order (see ``cards.counts_of``).

    Raises
    ------
    UserError
        If the hand holds an unknown card or too many of a kind.

    Notes
    -----
    RULES-phantom.md, section 7: the cards of G beyond the hand, least over all goal shapes G
    with no kind more than four times.

    Examples
    --------
    >>> need(["H1", "H2", "H3", "A5", "A5", "A5", "I1", "I1*"])
    0
    >>> need("H1 H2 A5 A5 A5 I1 I1")
    1
    """
    return int(hand_record(counts_of(hand)).need)


def waits(hand: Iterable[str] | npt.ArrayLike) -> list[str]:
    """Return the kinds that complete a hand of seven to a goal shape.

    Examples
    --------
    >>> waits("H2 H3 A5 A5 A5 I1 I1")
    ['H1', 'H4']
    """
    me = hand_record(counts_of(hand))
    mask = int(waits_of(me, kit()[0]))
    return [kind_name(kind) for kind in KINDS if mask >> kind & 1]
