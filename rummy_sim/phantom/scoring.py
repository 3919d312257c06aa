"""Scoring a hand that went out: sets, red cards or conditions, bonus checks.

RULES-phantom.md, sections 4 and 5.
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper
from rummy_sim.phantom.cards import N_CODES

__all__ = ["CONDITIONS", "bonus_matches", "condition_points", "item_win_holds", "next_split"]

CONDITIONS = ("ends", "middle", "three_five", "four", "items")
"""The conditions of red cards: numbers 1 and 7, 2 and 6, 3 and 5, 4, and plain Items."""
ENDS, MIDDLE, THREE_FIVE, FOUR, PLAIN_ITEMS = range(5)

_ONE = np.int64(1)
_N_SMALL = np.int64(N_CODES)
_ITEM = np.int64(24)


@helper
def _first_held(count):  # type: ignore[no-untyped-def]
    kind = 0
    while kind < _N_SMALL and count[kind] == 0:
        kind += 1
    return kind


@helper
def _take_big_set(count, kind, run):  # type: ignore[no-untyped-def]
    """Take a big set with the lowest kind ``kind`` out of some counts, if it is there."""
    if run == 0:
        if count[kind] < 3:
            return False
        count[kind] -= 3
        return True
    if kind >= _ITEM or kind & 7 > 4 or count[kind + 1] == 0 or count[kind + 2] == 0:
        return False
    count[kind] -= 1
    count[kind + 1] -= 1
    count[kind + 2] -= 1
    return True


@helper
def _put_big_set(count, kind, run):  # type: ignore[no-untyped-def]
    """Undo ``_take_big_set``."""
    if run == 0:
        count[kind] += 3
    else:
        count[kind] += 1
        count[kind + 1] += 1
        count[kind + 2] += 1


@helper
def next_split(count, split):  # type: ignore[no-untyped-def]
    """Find the next way to split eight cards into a small set and two big sets.

    Parameters
    ----------
    count : array of ints, by kind
        The cards; the same after the call as before.
    split : array of 4 ints
        ``split[0]`` is the number of the last way tried (-1 to begin with), and
        is moved on; the small set's kind and the two big sets are written to
        ``split[1:]``.

    Returns
    -------
    bool
        Whether there was another one. Ways come in canonical order.
    """
    for way in range(split[0] + 1, _N_SMALL * 4):
        small = way >> 2
        if count[small] < 2:
            continue
        count[small] -= 2
        found = False
        first = _first_held(count)
        if _take_big_set(count, first, (way >> 1) & 1):
            second = _first_held(count)
            if _take_big_set(count, second, way & 1):
                # A run and a group of its lowest kind come once, the group first.
                ordered = first < second or (way >> 1) & 1 <= way & 1
                found = ordered and _first_held(count) == _N_SMALL
                _put_big_set(count, second, way & 1)
            if found:
                split[1] = small
                split[2] = first * 2 + ((way >> 1) & 1)
                split[3] = second * 2 + (way & 1)
            _put_big_set(count, first, (way >> 1) & 1)
        count[small] += 2
        if found:
            split[0] = way
            return True
    return False


@helper
def _is_edge(kind):  # type: ignore[no-untyped-def]
    """Whether a kind is a 1, a 7 or an Item."""
    return kind >= _ITEM or kind & 7 == 0 or kind & 7 == 6


@helper
def _edges(big_set):  # type: ignore[no-untyped-def]
    """Return how many of a big set's three cards are a 1, a 7 or an Item."""
    kind = big_set >> 1
    if big_set & 1 == 0:
        return 3 if _is_edge(kind) else 0
    return 1 if kind & 7 == 0 or kind & 7 == 4 else 0


@helper
def _one_attribute(me, table, seat):  # type: ignore[no-untyped-def]
    """Whether all number cards in hand and opened sets are of one attribute."""
    attributes = 0
    for attribute in range(3):
        for kind in range(attribute * 8, attribute * 8 + 7):
            if me.count[kind] + table.opened_count[seat, kind] > 0:
                attributes += 1
                break
    return attributes == 1


@helper
def _points_by_condition(me, table, seat, ends, middle, parts):  # type: ignore[no-untyped-def]
    """Write what the red cards score by each condition to ``parts``; return the sum."""
    rules = table.rules
    four = _one_attribute(me, table, seat)
    three_five = table.opened[seat] >= 3
    for condition in range(len(CONDITIONS)):
        parts[condition] = 0
    for kind in range(_N_SMALL):
        reds = me.red[kind] + table.opened_red[seat, kind]
        if reds == 0:
            continue
        title = (kind & 7) + 1
        if kind >= _ITEM:
            if (rules.victory_items >> kind) & 1 == 0:
                parts[PLAIN_ITEMS] += reds
        elif title == 1 or title == 7:
            parts[ENDS] += 2 * reds if ends else 0
        elif title == 2 or title == 6:
            parts[MIDDLE] += 2 * reds if middle else 0
        elif title == 4:
            parts[FOUR] += 5 * reds if four else 0
        else:
            parts[THREE_FIVE] += 2 * reds if three_five else 0
    points = np.int64(0)
    for condition in range(len(CONDITIONS)):
        points += parts[condition]
    return points


@helper
def condition_points(me, table, seat, split, parts):  # type: ignore[no-untyped-def]
    """Return what the red cards score by their conditions, for the split worth most.

    The winning hand of eight is in ``me``. The split worth most is left in ``split``,
    and what each of :data:`CONDITIONS` scores with it in ``parts``.
    """
    rules = table.rules
    every_touches, every_pure, none_edged = True, True, True
    for i in range(table.opened[seat]):
        edges = _edges(table.set[seat, i])
        every_touches = every_touches and edges > 0
        every_pure = every_pure and edges == 3
        none_edged = none_edged and edges == 0
    best, best_way, best_ends, best_middle = np.int64(-1), -1, False, False
    split[0] = -1
    while next_split(me.count, split):
        touches, middle = every_touches, none_edged
        small_edged = _is_edge(split[1])
        edges2, edges3 = _edges(split[2]), _edges(split[3])
        touches = touches and small_edged and edges2 > 0 and edges3 > 0
        if not rules.middle_opened:
            middle = middle and not small_edged and edges2 == 0 and edges3 == 0
        ends = every_pure if rules.ends_pure else touches
        points = _points_by_condition(me, table, seat, ends, middle, parts)
        if points > best:
            best, best_way, best_ends, best_middle = points, split[0], ends, middle
    split[0] = best_way - 1
    next_split(me.count, split)
    return _points_by_condition(me, table, seat, best_ends, best_middle, parts)


@helper
def bonus_matches(me, table, seat, kind):  # type: ignore[no-untyped-def]
    """Return how many of the winner's cards a card turned over matches."""
    if not table.rules.bonus_title or kind >= _ITEM:
        return np.int64(me.count[kind] + table.opened_count[seat, kind])
    matches = np.int64(0)
    for attribute in range(3):
        same = attribute * 8 + (kind & 7)
        matches += me.count[same] + table.opened_count[seat, same]
    return matches


@helper
def item_win_holds(me, table, seat):  # type: ignore[no-untyped-def]
    """Whether a player's opened sets and red victory Items win the whole game."""
    rules = table.rules
    if table.item_sets[seat] < 3:
        return False
    if rules.item_win_all and table.item_sets[seat] < table.opened[seat]:
        return False
    for kind in range(_ITEM, _N_SMALL):
        if (rules.victory_items >> kind) & 1:
            if me.red[kind] + table.opened_red[seat, kind] > 0:
                return True
    return False
