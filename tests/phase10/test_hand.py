"""Hand arithmetic, against the oracle's, against plain trying, and against published figures."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_sim import phase10
from rummy_sim.core.errors import UserError
from rummy_sim.core.jit import kernel
from rummy_sim.phase10.cards import CARD_NAMES, COPIES, DECK, SKIP, WILD, counts_of
from rummy_sim.phase10.hand import (
    NATURALS,
    add,
    aim,
    clear,
    hand_record,
    keeping_need,
    lowering_need,
    need_with,
    need_without,
    refresh,
    remove,
)
from rummy_sim.phase10.phases import PHASES
from rummy_sim.phase10.tables import best_runs, kit

from ..oracle.phase10 import hand as oracle
from ..oracle.phase10.cards import CANONICAL, NUMBER_CARDS

CUSTOM = [
    ("run 4", "run 4"),
    ("run 4", "set 3"),
    ("set 3", "set 3", "run 4"),
    ("color 4", "run 4"),
    ("color 3", "color 4"),
    ("color 5", "set 4"),
    ("color 3", "set 3", "run 3"),
    ("set 2", "color 2", "set 4"),
    ("run 2", "color 2", "color 2", "set 2"),
    ("run 3", "run 3", "run 3"),
    ("set 2",) * 4,
    ("set 1", "run 2"),
    ("set 9",),
    ("set 6",),
    ("color 11",),
]
# Hands of few numbers, or of few colours, are where groups compete for cards.
POOLS = [
    DECK.tolist(),
    [card for card in DECK.tolist() if card < 20 or card >= WILD],
    [card for card in DECK.tolist() if card >= 36],
    [card for card in DECK.tolist() if card % 4 < 2],
]

phases = st.sampled_from([*PHASES, *CUSTOM])
naturals = st.sampled_from(NATURALS)


@st.composite
def hands(draw, least=0, most=12):
    """Cards, as numbers."""
    pool = draw(st.sampled_from(POOLS))
    places = st.integers(0, len(pool) - 1)
    return [pool[i] for i in draw(st.sets(places, min_size=least, max_size=most))]


def names(cards):
    return [CARD_NAMES[card] for card in cards]


@kernel(cache=False)
def _probe(me, kit, found):
    for card in range(50):
        found[0, card] = need_with(me, kit, np.int64(card))
        found[1, card] = need_without(me, kit, np.int64(card)) if me.count[card] > 0 else -1
    return keeping_need(me, kit), lowering_need(me, kit)


def probe(me):
    """Needs with and without each card, and the masks of both."""
    found = np.zeros((2, 50), np.int64)
    keeping, lowering = _probe(me, kit()[0], found)
    return found[0].tolist(), found[1].tolist(), int(keeping), int(lowering)


def bits(mask):
    return [place for place in range(50) if mask >> place & 1]


@given(hands(), phases, naturals)
@settings(max_examples=400)
def test_need_is_the_oracles(cards, phase, natural):
    held = names(cards)
    assert phase10.need(held, list(phase), natural) == oracle.need(held, phase, natural)


@given(hands(most=11), phases, naturals)
@settings(max_examples=150)
def test_need_with_and_without_each_card(cards, phase, natural):
    me = hand_record(counts_of(names(cards)), phase, natural)
    found_with, found_without, keeping, lowering = probe(me)
    lower = []
    for card in range(50):
        if cards.count(card) == COPIES[card]:
            continue
        more = oracle.need([*names(cards), CARD_NAMES[card]], phase, natural)
        assert found_with[card] == more
        if more < me.need:
            lower.append(card)
    assert [card for card in bits(lowering) if cards.count(card) < COPIES[card]] == lower
    needs = {}
    for card in set(cards):
        left = list(cards)
        left.remove(card)
        needs[card] = oracle.need(names(left), phase, natural)
        assert found_without[card] == needs[card]
    of_numbers = {card: need for card, need in needs.items() if card < WILD}
    least = min(of_numbers.values(), default=None)
    assert bits(keeping) == sorted(card for card, need in of_numbers.items() if need == least)


def can_lay(cards, phase, natural):
    return next(iter(oracle.ways_to_lay(cards, phase, natural)), None) is not None


def near_hands(phase, natural, many):
    """Some hands of eleven that lack at most two cards, with what they lack."""
    rng = np.random.default_rng(20261130)
    while many:
        pool = np.array(POOLS[rng.integers(len(POOLS))])
        held = names(rng.choice(pool, 11, replace=False).tolist())
        need = phase10.need(held, list(phase), natural)
        if need <= 2:
            many -= 1
            yield held, need


@pytest.mark.parametrize("natural", NATURALS)
@pytest.mark.parametrize("phase", [*PHASES, *CUSTOM[:2], *CUSTOM[3:9]], ids=str)
def test_need_by_adding_cards(phase, natural):
    """To the letter: the fewest number cards that, added, allow the phase to be laid."""
    for held, need in near_hands(phase, natural, 4):
        for added in range(need + 1):
            possible = any(
                can_lay([*held, *more], phase, natural)
                for more in combinations_with_replacement(NUMBER_CARDS, added)
            )
            assert possible == (added == need), held


def test_all_hands_of_a_small_deck():
    """Every hand of up to six cards from numbers 1–3 in two colours and two Wilds."""
    deck = [card for number in (1, 2, 3) for card in (f"R{number}", f"B{number}") for _ in "ab"]
    deck += ["W", "W"]
    small = [("set 2", "set 2"), ("set 2", "run 2"), ("run 3",), ("color 3",), ("color 2", "run 2")]
    held = {tuple(sorted(hand)) for size in range(7) for hand in combinations(deck, size)}
    assert len(held) == 897
    for hand in held:
        counts = counts_of(list(hand))
        for phase in small:
            for natural in NATURALS:
                expected = oracle.need(list(hand), phase, natural)
                assert hand_record(counts, phase, natural).need == expected


@given(hands(), hands(), phases, naturals)
@settings(max_examples=200)
def test_cards_that_come_and_go_leave_no_trace(cards, others, phase, natural):
    me = hand_record(counts_of(names(cards)), phase, natural)
    room = [card for card in others if cards.count(card) + others.count(card) <= COPIES[card]]
    for card in room:
        add(me, np.int64(card))
    for card in reversed(room):
        remove(me, np.int64(card))
    refresh(me, kit()[0])
    fresh = hand_record(counts_of(names(cards)), phase, natural)
    for field in ("held", "twice", "numbers", "need", "used", "top", "cards", "wilds", "skips"):
        assert me[field] == fresh[field], field
    for field in ("count", "colour", "atleast"):
        assert me[field].tolist() == fresh[field].tolist(), field
    assert me["count"].tolist() == [cards.count(card) for card in range(50)]


def test_a_set_that_asks_for_a_run_s_card():
    # The only 5 serves the run or the set, not both.
    assert phase10.need("R3 R4 R5 R6 B5", ["set 2", "run 4"]) == 1
    assert phase10.need("R3 R4 R5 R6 B5 G5", ["set 2", "run 4"]) == 0
    assert phase10.need("R3 R4 R6 B5 G5", ["set 2", "run 4"]) == 1


def test_two_sets_may_be_of_one_number():
    assert phase10.need("R5 R5 B5 B5 G5 G5", 1) == 0
    assert phase10.need("R5 R5 B5 B5 G5", 1) == 1


@pytest.mark.parametrize(
    ("hand", "phase", "needs"),
    [
        ("W W W W W W", 1, (0, 1, 2)),
        ("R1 W W W W W", 1, (0, 0, 1)),
        ("R1 W W W W W W", ["run 7"], (0, 0, 0)),
        ("W W W W W W W", ["color 7"], (0, 1, 1)),
        ("R1 B9 W W W W", 1, (0, 0, 0)),
        ("", 4, (7, 7, 7)),
        ("S S S S", 8, (7, 7, 7)),
    ],
)
def test_natural(hand, phase, needs):
    assert tuple(phase10.need(hand, phase, natural) for natural in NATURALS) == needs


def test_skips_are_of_no_use():
    assert phase10.need("R1 B1 G1 R2 B2 S", 1) == phase10.need("R1 B1 G1 R2 B2", 1) == 1


def test_phases_by_number_and_as_lists():
    for number, phase in enumerate(PHASES, 1):
        assert phase10.need("R1 B2 W", number) == phase10.need("R1 B2 W", list(phase))
    assert phase10.need("R1 B2", np.int64(4)) == 5


def test_hands_in_all_their_forms():
    counts = np.zeros(50, int)
    counts[[0, 1, 47, WILD, SKIP]] = (2, 1, 1, 3, 1)
    written = "R1 R1 B1 Y12 W W W S"
    assert np.array_equal(counts_of(written), counts)
    assert np.array_equal(counts_of(written.split()), counts)
    assert np.array_equal(counts_of(counts), counts)
    assert phase10.need(counts, 10) == phase10.need(written, 10) == 1
    assert phase10.need([], 9) == 7


@pytest.mark.parametrize(
    ("hand", "phase", "said"),
    [
        ("R13", 1, "no card 'R13'"),
        ("r1", 1, "no card"),
        ("R1 R1 R1", 1, "from 0 to 2 of R1, not 3"),
        ("W " * 9, 1, "from 0 to 8 of W"),
        ([1, 2, 3], 1, "50 entries"),
        ([0.5] * 50, 1, "a hand is"),
        ([-1] + [0] * 49, 1, "from 0 to 2 of R1, not -1"),
        (7, 1, "a hand is"),
        ("R1", 0, "from 1 to 10, not 0"),
        ("R1", 11, "from 1 to 10, not 11"),
        ("R1", True, "a phase is"),
        ("R1", "set 3", "a phase is"),
        ("R1", [3], "a phase is"),
        ("R1", None, "a phase is"),
        ("R1", [], "asks for nothing"),
        ("R1", ["set 7", "run 5"], "12 cards"),
        ("R1", ["sett 7"], "did you mean 'set'"),
    ],
)
def test_what_is_no_hand_and_no_phase(hand, phase, said):
    with pytest.raises(UserError, match=said):
        phase10.need(hand, phase)


def test_what_is_no_value_of_natural():
    with pytest.raises(UserError, match="natural is one of"):
        phase10.need("R1", 1, "groups")


@pytest.mark.parametrize("length", range(1, 13))
def test_best_runs(length):
    windows = [set(range(first, first + length)) for first in range(13 - length)]
    table = best_runs(length)
    for held in range(1 << 12):
        numbers = {number for number in range(12) if held >> number & 1}
        most = max(len(numbers & window) for window in windows)
        best = [window & numbers for window in windows if len(numbers & window) == most]
        always = sum(1 << number for number in set.intersection(*best))
        assert table[held] == most << 12 | always


def test_the_engine_and_plain_python_agree_on_cards():
    assert list(CARD_NAMES) == CANONICAL
    me = hand_record(counts_of(""), PHASES[0])
    clear(me)
    aim(me, me.goal, 0)
    assert me.floor == 0
