"""Hand arithmetic against the definition: all goal shapes tried on the hand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_sim.core.errors import UserError
from rummy_sim.core.jit import kernel
from rummy_sim.phantom import hand, need, waits
from rummy_sim.phantom.cards import DECK, KINDS, card_name, kind_name, set_kinds
from rummy_sim.phantom.state import ME_DTYPE
from rummy_sim.phantom.tables import kit

from ..oracle.phantom import hand as oracle
from . import brute

ASKED = np.dtype(
    [
        ("need", "i8"),
        ("waits", "i8"),
        ("claimable", "i8"),
        ("options", "i8"),
        ("option", "i8", (16,)),
        # by kind:
        ("with", "i8", (28,)),
        ("without", "i8", (28,)),
        ("options_with", "i8", (28,)),
        ("option_with", "i8", (28, 16)),
        ("swap", "i8", (28, 28)),  # gained, lost
        # by set, and for a gain by the place of the claimed card in it:
        ("without_set", "i8", (16,)),
        ("without_pair", "i8", (28, 16)),
    ]
)


@kernel()
def ask_all(hands, sizes, men, kits, answers):
    """Put every question to every hand; ``hands`` has a row of cards for each."""
    me, kit = men[0], kits[0]
    for n in range(len(sizes)):
        answer = answers[n]
        hand.clear(me)
        for i in range(sizes[n]):
            hand.add(me, np.int64(hands[n, i]))
        hand.refresh(me, kit)
        answer["need"] = me.need
        answer["waits"] = hand.waits_of(me, kit)
        answer["claimable"] = hand.claimable(me)
        answer["options"] = hand.offer_sets(me)
        for i in range(me.options):
            answer["option"][i] = me.option[i]
            answer["without_set"][i] = hand.need_without_set(me, kit, me.option[i])
        for kind in range(28):
            if kind & 7 == 7:
                continue
            if me.count[kind] > 0:
                answer["without"][kind] = hand.need_without(me, kit, kind)
            if me.count[kind] == 4:
                continue
            answer["with"][kind] = hand.need_with(me, kit, kind)
            answer["options_with"][kind] = hand.offer_sets_with(me, kind)
            for i in range(me.options):
                answer["option_with"][kind, i] = me.option[i]
                answer["without_pair"][kind, i] = hand.need_without_pair(
                    me, kit, me.option[i], kind
                )
            for lost in range(28):
                if me.count[lost] > 0 and lost != kind:
                    answer["swap"][kind, lost] = hand.need_of_swap(me, kit, kind, lost)


@kernel()
def build(cards, size, gone, men, kits):
    """Put cards into the hand, and take the first ``gone`` out again."""
    me = men[0]
    hand.clear(me)
    for i in range(size):
        hand.add(me, np.int64(cards[i]))
    for i in range(gone):
        hand.remove(me, np.int64(cards[i]))
    hand.refresh(me, kits[0])


def asked(hands):
    """The answers for some hands, each a list of card numbers."""
    cards = np.zeros((len(hands), max(map(len, hands), default=0) + 1), np.int64)
    for row, held in zip(cards, hands, strict=True):
        row[: len(held)] = held
    answers = np.zeros(len(hands), ASKED)
    ask_all(cards, np.array([len(held) for held in hands]), np.zeros(1, ME_DTYPE), kit(), answers)
    return answers


def counts_of(held):
    """The cards by kind, in canonical order."""
    return tuple(sum(card >> 1 == kind for card in held) for kind in KINDS)


def cards_of(counts):
    """Cards with these counts, all of them black."""
    return [kind * 2 for kind, n in zip(KINDS, counts, strict=True) for _ in range(n)]


def mask_of(kinds):
    return sum(1 << KINDS[oracle.KINDS.index(kind)] for kind in kinds)


def set_names(numbers):
    return [tuple(kind_name(kind) for kind in set_kinds(int(number))) for number in numbers]


def places(kinds):
    return [oracle.KINDS.index(kind) for kind in kinds]


def names(counts):
    return [kind for kind, n in zip(oracle.KINDS, counts, strict=True) for _ in range(n)]


@st.composite
def dealt(draw, most=9):
    """Cards as they may lie in a hand, often near a goal shape."""
    deck = DECK.tolist()
    if draw(st.booleans()):
        return draw(
            st.lists(st.sampled_from(range(100)), unique=True, max_size=most).map(
                lambda chosen: [deck[i] for i in chosen]
            )
        )
    goal = draw(st.sampled_from(range(len(brute.GOAL_COUNTS))))
    held = draw(st.permutations(cards_of(brute.GOAL_COUNTS[goal].tolist())))
    held = held[draw(st.integers(0, 3)) :]
    for card in draw(st.lists(st.sampled_from(deck), max_size=most - len(held))):
        if sum(other >> 1 == card >> 1 for other in held) < 4:
            held.append(card & ~1)
    return held


@settings(max_examples=120)
@given(dealt())
def test_every_question_against_the_definition(held):
    (answer,) = asked([held])
    counts = counts_of(held)
    kinds = names(counts)
    assert answer["need"] == brute.need(counts)
    assert set_names(answer["option"][: answer["options"]]) == oracle.big_sets(kinds)
    useful = 0
    for place, kind in enumerate(KINDS):
        if counts[place]:
            assert answer["without"][kind] == brute.need(brute.changed(counts, fewer=[place]))
        if counts[place] == 4:
            useful |= answer["claimable"] & 1 << kind  # no fifth card will ever ask
            continue
        with_it = brute.changed(counts, more=[place])
        assert answer["with"][kind] == brute.need(with_it)
        gains = set_names(answer["option_with"][kind][: answer["options_with"][kind]])
        assert gains == oracle.sets_with(kinds, kind_name(kind))
        useful |= bool(gains) << kind
        for i, big_set in enumerate(gains):
            left = brute.changed(with_it, fewer=places(big_set))
            assert answer["without_pair"][kind, i] == brute.need(left)
        for lost in range(25):
            if counts[lost] and lost != place:
                left = brute.changed(with_it, fewer=[lost])
                assert answer["swap"][kind, KINDS[lost]] == brute.need(left)
    assert answer["claimable"] == useful
    for i, big_set in enumerate(oracle.big_sets(kinds)):
        left = brute.changed(counts, fewer=places(big_set))
        assert answer["without_set"][i] == brute.need(left)


@settings(max_examples=60)
@given(dealt(), st.data())
def test_taking_cards_out_undoes_putting_them_in(held, data):
    gone = data.draw(st.integers(0, len(held)))
    several, fresh = np.zeros(1, ME_DTYPE), np.zeros(1, ME_DTYPE)
    build(np.array([*held, 0]), len(held), gone, several, kit())
    build(np.array([*held[gone:], 0]), len(held) - gone, 0, fresh, kit())
    assert several.tobytes() == fresh.tobytes()
    assert several["count"].sum() == several["cards"][0] == len(held) - gone
    assert several["red"].sum() == sum(card & 1 for card in held[gone:])


def brute_waits(counts):
    return [
        kind
        for place, kind in enumerate(oracle.KINDS)
        if counts[place] < 4 and brute.changed(counts, more=[place]) in oracle.GOALS
    ]


def check_all(hands):
    """Need, waits, sets and claims of many hands (as counts)."""
    answers = asked([cards_of(counts) for counts in hands])
    for counts, answer in zip(hands, answers, strict=True):
        kinds = names(counts)
        assert answer["need"] == brute.need(counts), kinds
        if sum(counts) == 8:
            assert (answer["need"] == 0) == (counts in oracle.GOALS), kinds
        ways = brute_waits(counts) if sum(counts) == 7 else []
        assert answer["waits"] == mask_of(ways), kinds
        assert answer["options"] == len(oracle.big_sets(kinds)), kinds


def holdings(titles, most):
    """All ways to hold up to four of each title, ``most`` cards at most."""
    return [held for held in product(range(5), repeat=titles) if sum(held) <= most]


def test_all_hands_of_one_attribute():
    hands = holdings(7, 8)
    assert len(hands) == 5_595
    check_all([(*held, *[0] * 18) for held in hands])
    humans = asked([cards_of((*held, *[0] * 18)) for held in hands])
    for attribute in (1, 2):  # angels and demons are like humans
        others = asked(
            [cards_of((*[0] * 7 * attribute, *held, *[0] * (18 - 7 * attribute))) for held in hands]
        )
        assert np.array_equal(others["need"], humans["need"])
        assert np.array_equal(others["waits"], humans["waits"] << 8 * attribute)
    check_all([(*[0] * 21, *held) for held in holdings(4, 8)])


@pytest.mark.parametrize(
    "kinds",
    ["H1 H2 H3 H4 I1 I2 D7", "H5 H6 H7 A1 A2 A3 A4", "H3 H4 H5 A4 D2 D3 I4"],
)
def test_all_hands_of_small_decks(kinds):
    where = places(kinds.split())
    hands = []
    for held in holdings(len(where), 8):
        if sum(held) >= 7:
            counts = [0] * 25
            for place, n in zip(where, held, strict=True):
                counts[place] = n
            hands.append(tuple(counts))
    assert len(hands) > 3_000
    check_all(hands)


def test_every_goal_hand_needs_nothing_and_waits_for_each_of_its_cards():
    goals = [tuple(goal) for goal in brute.GOAL_COUNTS.tolist()]
    assert not asked([cards_of(goal) for goal in goals])["need"].any()
    for place in range(25):
        without = [brute.changed(goal, fewer=[place]) for goal in goals if goal[place]]
        answers = asked([cards_of(counts) for counts in without])
        assert (answers["need"] == 1).all()
        assert (answers["waits"] >> KINDS[place] & 1).all()


# --- for people -----------------------------------------------------------------


@settings(max_examples=50)
@given(dealt(most=12))
def test_need_and_waits_for_people(held):
    counts = counts_of(held)
    written = [card_name(card) for card in held]
    by_number = [0] * 28
    for place, kind in enumerate(KINDS):
        by_number[kind] = counts[place]
    for form in (written, " ".join(written), counts, np.array(counts), by_number):
        assert need(form) == brute.need(counts)
        assert waits(form) == oracle.waits(names(counts))
    assert need(iter(written)) == brute.need(counts)


def test_nothing_in_hand_needs_eight():
    assert need([]) == need("") == need([0] * 25) == 8
    assert waits([]) == []


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ("H1 H8", "no kind 'H8'"),
        ("H1 I5*", "no kind 'I5'"),
        ("H1 H1 H1 H1 H1*", "0 to 4"),
        ([-1] + [0] * 24, "0 to 4"),
        ([300] + [0] * 24, "0 to 4"),
        ([1, 2, 3], "25 entries"),
        ([0.5] * 25, "array of counts"),
        (["H1", 3], "array of counts"),
        (5, "array of counts"),
        (np.array(5), "array of counts"),
        ([0] * 7 + [1] + [0] * 20, "no kinds"),
    ],
)
def test_what_is_no_hand_is_refused(held, words):
    with pytest.raises(UserError, match=words):
        need(held)
    with pytest.raises(UserError, match=words):
        waits(held)
