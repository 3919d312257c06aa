"""The choice of cards to lay, and what ways of laying are right."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rummy_sim.core.jit import kernel
from rummy_sim.phase10.cards import CARD_NAMES, COLOURS, WILD, counts_of
from rummy_sim.phase10.hand import hand_record
from rummy_sim.phase10.laying import choose_way, way_is_right
from rummy_sim.phase10.phases import group_of

from ..oracle.phase10 import hand as oracle
from ..oracle.phase10.table import is_way
from .test_hand import hands, names, naturals, phases

# Many hands cannot lay the phase; they are drawn again.
MANY_ARE_NOT = [HealthCheck.filter_too_much]


@kernel(cache=False)
def choose(me):
    return choose_way(me)


def way_of(me, phase):
    """The way in a hand's record, as the oracle writes it."""
    way, at = [], 0
    for i, group in enumerate(phase):
        kind, length = group_of(group)
        stand = int(me.way_stand[i])
        laid = []
        for place in range(length):
            stands = COLOURS[stand] if kind == 2 else str(stand + 1 + place * (kind == 1))
            laid.append((CARD_NAMES[int(me.way_card[at])], stands))
            at += 1
        way.append(laid)
    return way


def chosen(cards, phase, natural="group"):
    me = hand_record(counts_of(cards), phase, natural)
    assert me.need == 0
    choose(me)
    return way_of(me, phase)


@given(hands(least=9), phases, naturals)
@settings(max_examples=400, suppress_health_check=MANY_ARE_NOT)
def test_the_choice_is_the_oracles(cards, phase, natural):
    me = hand_record(counts_of(names(cards)), phase, natural)
    assume(me.need == 0)
    wilds = choose(me)
    way = way_of(me, phase)
    assert way == oracle.choice(names(cards), phase, natural)
    assert wilds == sum(card == "W" for group in way for card, _ in group)
    assert way_is_right(me)


def lay(*groups):
    """A way, written shortly: ``lay("R1 B1 W", "R3 W R5")`` without what cards stand for."""
    return [group.split() for group in groups]


def cards_of(way):
    return [[card for card, _ in group] for group in way]


@pytest.mark.parametrize(
    ("hand", "phase", "way"),
    [
        # fewest Wilds
        ("R1 B1 G1 R2 B2 W W", ["set 3"], lay("R1 B1 G1")),
        # then the dearest cards
        ("R1 B1 G1 R12 B12 G12", ["set 3"], lay("R12 B12 G12")),
        # then those that come first
        ("R3 B3 G3 Y3 R2 B2 Y2", ["set 3"], lay("R2 B2 Y2")),
        ("R3 B3 G3 Y3", ["set 2", "set 2"], lay("R3 B3", "G3 Y3")),
        # then the lowest meanings: a Wild at a free end goes low
        ("R5 B6 G7 W", ["run 4"], lay("W R5 B6 G7")),
        ("R1 B2 G3 W", ["run 4"], lay("R1 B2 G3 W")),
        ("R2 B2 G2 R5 B5 W", ["set 3", "set 3"], lay("R2 B2 G2", "R5 B5 W")),
        # a dear card in a colour group
        ("R1 R2 R3 R11 R12 B1", ["color 3"], lay("R1 R11 R12")),
        # the set and the run share a number
        ("R3 R4 R5 R6 B5 G5 W", ["set 3", "run 4"], lay("R5 B5 G5", "R3 R4 W R6")),
    ],
)
def test_the_choice_rule_by_rule(hand, phase, way):
    assert cards_of(chosen(hand.split(), phase)) == way


def test_groups_of_wilds_alone_stand_for_the_first():
    hand = ["R9", "B9", "G9", "W", "W", "W"]
    assert chosen(hand, ["set 3", "set 3"], "phase") == [
        [("W", "1")] * 3,
        [("R9", "9"), ("B9", "9"), ("G9", "9")],
    ]
    assert chosen(hand, ["color 3", "set 3"], "none")[0] == [("R9", "R"), ("W", "R"), ("W", "R")]
    # With a number card asked for in each group, one of the 9s goes over.
    assert cards_of(chosen(hand, ["set 3", "set 3"])) == lay("R9 B9 W", "G9 W W")


def test_two_colours_and_a_run_take_from_each_other():
    hand = ["R2", "R3", "B3", "B4", "B5", "G6"]
    assert cards_of(chosen(hand, ["run 4", "color 2"])) == lay("B3 B4 B5 G6", "R2 R3")


@given(hands(least=9), phases, naturals, st.data())
@settings(max_examples=300, suppress_health_check=MANY_ARE_NOT)
def test_what_is_right_is_what_the_oracle_allows(cards, phase, natural, data):
    me = hand_record(counts_of(names(cards)), phase, natural)
    assume(me.need == 0)
    choose(me)
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, me.goal.cards - 1))
        me.way_card[at] = data.draw(st.sampled_from([*cards, WILD]))
    if data.draw(st.booleans()):
        me.way_stand[data.draw(st.integers(0, len(phase) - 1))] = data.draw(st.integers(0, 11))
    # Of a colour group the oracle's writing knows four colours only.
    for i, group in enumerate(phase):
        if group.startswith("color"):
            me.way_stand[i] %= 4
    assert bool(way_is_right(me)) == is_way(way_of(me, phase), names(cards), phase, natural)


@pytest.mark.parametrize(
    ("stand", "cards"),
    [(-1, "R2 R3"), (11, "R11 R12"), (1, "R2 S"), (1, "R2 R2"), (1, "R2 R4"), (1, "R3 R2")],
)
def test_wrong_ways(stand, cards):
    me = hand_record(counts_of("R2 R3 R4 R11 R12 S"), ["run 2"])
    me.way_stand[0] = stand
    me.way_card[:2] = [CARD_NAMES.index(card) for card in cards.split()]
    assert not way_is_right(me)


def test_no_card_is_used_twice():
    me = hand_record(counts_of("R2 B2 G2"), ["set 2", "set 2"], "none")
    me.way_stand[:2] = 1
    me.way_card[:4] = [CARD_NAMES.index(card) for card in ("R2", "B2", "R2", "G2")]
    assert not way_is_right(me)
