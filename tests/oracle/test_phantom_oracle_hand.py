"""The Phantom Rummy oracle: cards, sets, goal shapes, need, waits."""

import random

import pytest

from .phantom import hand
from .phantom.cards import CARDS, DECK, KINDS, black_first
from .phantom.scoring import is_end_card
from .phantom.stacked import cards


def test_deck():
    assert [len(DECK), len(KINDS), len(CARDS)] == [100, 25, 50]
    assert [DECK.count("H3"), DECK.count("H3*")] == [3, 1]
    assert black_first(cards("H3* H3 H4* H5"), ("H3", "H4", "H5")) == cards("H3 H4* H5")


def test_goal_shapes_known_figures():
    assert len(hand.BIG_SETS) == 25 + 15
    assert len(hand.GOALS) == 18_876
    assert sum(len(found) > 1 for found in hand.GOALS.values()) == 24
    assert max(map(len, hand.GOALS.values())) == 2


def test_two_splits_of_a_hand_always_score_the_same():
    # Only "every set has a 1, a 7 or an Item" looks at how the cards are grouped.
    for found in hand.GOALS.values():
        assert len({all(any(map(is_end_card, one)) for one in split) for split in found}) == 1


def test_need_is_the_definition():
    dice = random.Random(11)
    for size in [0, 4, 5, 7, 7, 8, 8, 8, 11]:
        for _ in range(6):
            held = dice.sample(DECK, size)
            assert hand.need(held) == hand.need_by_brute_force(held), held
    # Hands near a goal shape, where greedy counting goes wrong.
    for goal in dice.sample(sorted(hand.GOALS), 40):
        held = [k for k, n in zip(KINDS, goal, strict=True) for _ in range(n)]
        assert hand.need(held) == 0
        dice.shuffle(held)
        assert hand.need(held[1:]) == 1
        assert hand.need(held[2:]) == hand.need_by_brute_force(held[2:])


@pytest.mark.parametrize(
    ("held", "waits"),
    [
        ("H1 H2 H3 D1 D2 D3 I1*", ["I1"]),
        ("H1 H2 H3 D1 D2 D3* D3", ["D3"]),
        ("D1 D2 D3 I4 I4 H2 H3", ["H1", "H4"]),
        ("A1 A1 A1 H4 H4 I2 I2", ["H4", "I2"]),
        ("H1 H1 H1 H1* A1 A1 A1", []),  # a fifth H1 does not exist
        ("H1 H2 H3 H4 A1 A1 A1", ["H1", "H4"]),
        ("H1 H2 H3 D1 D2 D3", []),
    ],
)
def test_waits(held, waits):
    assert hand.waits(cards(held)) == waits
    if len(cards(held)) == 7:
        assert (hand.need(cards(held)) == 1) == bool(waits)


def test_four_of_a_kind_and_a_fifth_needed():
    assert hand.need(cards("H1 H1 H1 H1* A1 A1 A1")) == 2


def test_sets_in_canonical_order():
    held = cards("H1 H2 H3 H3 H3* H4 H5 I1 I1 I1")
    assert hand.big_sets(held) == [
        ("H1", "H2", "H3"),
        ("H2", "H3", "H4"),
        ("H3", "H3", "H3"),
        ("H3", "H4", "H5"),
        ("I1", "I1", "I1"),
    ]
    assert hand.sets_with(cards("H1 H2 H3 H3 H5"), "H3*") == [
        ("H1", "H2", "H3"),
        ("H3", "H3", "H3"),
    ]
    assert hand.sets_with(cards("I1 I2 I3"), "I4") == []
