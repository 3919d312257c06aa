"""What a hand is worth: sets, goal shapes, need, waits. All by enumeration.

A set is a tuple of kinds in canonical order, ("H3", "H4", "H5"). Colours play no part here.
"""

from functools import cache
from itertools import combinations_with_replacement

from .cards import CARDS, KINDS

# Big sets in canonical order: by their lowest kind, the group before the run.
BIG_SETS = []
for _i, _k in enumerate(KINDS):
    BIG_SETS.append((_k, _k, _k))
    if _k[0] != "I" and _k[1] <= "5":
        BIG_SETS.append(tuple(KINDS[_i : _i + 3]))

BIG_SETS_WITH = {k: [s for s in BIG_SETS if k in s] for k in KINDS}

_INDEX = {card: KINDS.index(card[:2]) for card in CARDS}


def counts(cards):
    """How many of each kind, as a tuple of 25 numbers. Takes cards or kinds."""
    held = [0] * 25
    for card in cards:
        held[_INDEX[card]] += 1
    return tuple(held)


# Every goal shape, as counts, with its splits. Splits come in canonical order: by the small set's
# kind, then by the big sets' places in BIG_SETS.
GOALS = {}
for _k in KINDS:
    for _a, _b in combinations_with_replacement(BIG_SETS, 2):
        _shape = counts((_k, _k, *_a, *_b))
        if max(_shape) <= 4:
            GOALS.setdefault(_shape, []).append([(_k, _k), _a, _b])


def splits(cards):
    """The ways in which the cards split into [small set, big set, big set]; [] if in none."""
    return GOALS.get(counts(cards), [])


def is_goal(cards):
    return len(cards) == 8 and counts(cards) in GOALS


def waits(cards):
    """Kinds that complete the cards to a goal shape, in canonical order."""
    if len(cards) != 7:
        return []
    if need(cards) != 1:
        return []
    return [k for k in KINDS if counts([*cards, k]) in GOALS]


def big_sets(cards):
    """The big sets that the cards hold, in canonical order."""
    held = counts(cards)
    return [s for s in BIG_SETS if all(held[_INDEX[k]] >= s.count(k) for k in s)]


def sets_with(cards, card):
    """The big sets made of `card` and two of `cards`, in canonical order."""
    held = counts([*cards, card])
    candidates = BIG_SETS_WITH[card[:2]]
    return [s for s in candidates if all(held[_INDEX[k]] >= s.count(k) for k in s)]


def need_by_brute_force(cards):
    """The definition: the least |G - h| over all goal shapes G."""
    held = counts(cards)
    return min(sum(g - h for g, h in zip(goal, held, strict=True) if g > h) for goal in GOALS)


# need() itself takes the attributes one by one, since no set has cards of two: what must be added
# to the Humans to hold b big sets and s small ones, likewise the Angels, and so on, then the
# cheapest way to share out two big sets and a small one. Tests hold it against the definition.

PARTS = [(b, s) for b in (0, 1, 2) for s in (0, 1)]


def _shapes(attribute):
    """For each of PARTS the counts of an attribute's cards that make it up."""
    own = [k for k in KINDS if k[0] == attribute]
    big = [s for s in BIG_SETS if s[0] in own]
    shapes = {}
    for b, s in PARTS:
        shapes[b, s] = set()
        for bigs in combinations_with_replacement(big, b):
            for small in ([k, k] for k in own) if s else ([],):
                cards = [k for one in bigs for k in one] + small
                shape = tuple((i, cards.count(k)) for i, k in enumerate(own) if k in cards)
                if all(n <= 4 for _, n in shape):
                    shapes[b, s].add(shape)
    return shapes


_NUMBER_SHAPES = _shapes("H")
_ITEM_SHAPES = _shapes("I")


@cache
def _missing(held):
    """Cards missing for each of PARTS, from the counts of one attribute."""
    shapes = _ITEM_SHAPES if len(held) == 4 else _NUMBER_SHAPES
    return tuple(
        min(sum(n - held[i] for i, n in shape if n > held[i]) for shape in shapes[part])
        for part in PARTS
    )


@cache
def _together(one, other):
    """Cards missing for each of PARTS when two groups of attributes share them out."""
    first, second = dict(zip(PARTS, one, strict=True)), dict(zip(PARTS, other, strict=True))
    return tuple(
        min(first[i, j] + second[b - i, s - j] for i in range(b + 1) for j in range(s + 1))
        for b, s in PARTS
    )


def need(cards):
    """The fewest cards to add so that the cards contain a goal shape."""
    held = counts(cards)
    humans, angels = _missing(held[0:7]), _missing(held[7:14])
    demons, items = _missing(held[14:21]), _missing(held[21:25])
    return _together(_together(humans, angels), _together(demons, items))[-1]
