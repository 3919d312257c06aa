"""Cards, rulesets, `need` and the ways to lay of the Phase 10 oracle, by hand and by figures."""

import itertools
import random

import pytest

from .phase10 import hand, rules
from .phase10.cards import CANONICAL, DECK, NUMBER, NUMBER_CARDS, in_order, penalty, without
from .phase10.rigged import cards

STANDARD = rules.resolve()


# --- cards and rulesets ---------------------------------------------------------------------------


def test_the_deck():
    assert len(DECK) == 108
    assert len(CANONICAL) == 50
    assert all(DECK.count(card) == 2 for card in NUMBER_CARDS)
    assert DECK.count("W") == 8
    assert DECK.count("S") == 4
    assert penalty(cards("R1 B9 G10 Y12 S W")) == 5 + 5 + 10 + 10 + 15 + 25
    assert in_order(cards("S W Y1 R1 B12 R2")) == tuple(cards("R1 Y1 R2 B12 W S"))


def test_presets_and_named_phases():
    assert STANDARD["phases"] == rules.ALL_PHASES
    assert STANDARD["natural"] == "group"
    differing = {
        preset: {k for k, v in rules.resolve(preset).items() if v != STANDARD[k]}
        for preset in rules.PRESETS
    }
    assert differing == {
        "standard": set(),
        "guide": {"natural"},
        "walkthrough": {"natural", "tie"},
        "booklet": {"natural", "tie", "skip_limit"},
    }
    assert rules.resolve(phases="even")["phases"] == [rules.ALL_PHASES[i] for i in (1, 3, 5, 7, 9)]
    assert rules.resolve(phases="odd")["phases"] == [rules.ALL_PHASES[i] for i in (0, 2, 4, 6, 8)]
    with pytest.raises(ValueError):
        rules.resolve(wilds=3)
    with pytest.raises(ValueError):
        rules.resolve(game_end="hands")


# --- need and the ways to lay ---------------------------------------------------------------------

P1, P2, P9 = ["set 3", "set 3"], ["set 3", "run 4"], ["set 5", "set 2"]


@pytest.mark.parametrize(
    ("held", "phase", "natural", "wanted"),
    [
        ("R1 B1 G1 R2 B2 G2", P1, "group", 0),
        ("R1 R1 B1 B1 G1 G1", P1, "group", 0),  # two sets of one number
        ("R1 B1 G1 Y1 R2", P1, "group", 2),
        ("R1 B1 G1 Y1", P1, "group", 2),  # as 1 1 1 and 1 _ _ or 1 1 _ and 1 1 _
        ("", P1, "group", 6),
        ("W W W W W W W W", P1, "group", 2),
        ("W W W W W W W W", P1, "phase", 1),
        ("W W W W W W W W", P1, "none", 0),
        ("W W W W W R3 B3", P1, "group", 0),  # the two 3s in a set each
        ("W W W W W R3 R4", P1, "group", 0),
        ("R3 B3 G3 W W W", P1, "group", 0),
        ("R3 B3 G3 W W W", P1, "none", 0),
        ("W W W R3", P1, "group", 2),
        ("S S S S R3", P1, "group", 5),
        ("R3 B4 G5 Y6 R5 B5 G5", P2, "group", 0),  # the run needs a 5, the set three
        ("R3 B4 G5 Y6 R5 B5", P2, "group", 1),
        ("R12 B11 R1 B2", ["run 4"], "group", 2),  # no wrapping
        ("R1 B3 G5 Y7 R9 B11", ["run 9"], "group", 4),
        ("R1 R3 R5 B2 W", ["color 7"], "group", 3),
        ("R1 R3 R5 W W W W", ["color 7"], "group", 0),
        ("R5 B5 G5 Y5 R5 R8", P9, "group", 1),
        ("R5 R6 R7 B5 G5", ["color 3", "set 2"], "group", 0),  # set of B5 G5, colour R
        ("R5 R6 R7 B5", ["color 3", "set 2"], "group", 1),
        ("R4 B5 G6 Y7 R5 B6 G7 Y8", ["run 4", "run 4"], "group", 0),
    ],
)
def test_need_by_hand(held, phase, natural, wanted):
    assert hand.need(cards(held), phase, natural) == wanted


@pytest.mark.parametrize("natural", ["group", "phase", "none"])
@pytest.mark.parametrize(
    "phase",
    [
        ["set 2", "set 2"],
        ["set 2", "run 3"],
        ["run 2", "run 3"],
        ["color 3"],
        ["color 2", "set 2"],
        ["set 3"],
    ],
)
def test_need_is_the_fewest_cards_that_let_some_way_be_found(phase, natural):
    dice = random.Random(" ".join([*phase, natural]))
    some = [c for c in NUMBER_CARDS if NUMBER[c] in (1, 2, 4, 5, 12) and c[0] in "RB"]
    anything = [f"{colour}{number}" for number in range(1, 13) for colour in "RB"]
    for _ in range(12):
        held = [dice.choice([*some, "W", "S"]) for _ in range(dice.randrange(2, 6))]
        wanted = hand.need(held, phase, natural)

        def can_with(added, held=held):
            for more in itertools.combinations_with_replacement(anything, added):
                if next(hand.ways_to_lay([*held, *more], phase, natural), None) is not None:
                    return True
            return False

        assert wanted > 2 or can_with(wanted)
        assert wanted == 0 or not can_with(min(wanted - 1, 2))


def test_ways_to_lay_are_all_and_different():
    ways = list(hand.ways_to_lay(cards("R1 B1 W"), ["set 2"], "group"))
    assert ways == [
        [[("R1", "1"), ("B1", "1")]],
        [[("R1", "1"), ("W", "1")]],
        [[("B1", "1"), ("W", "1")]],
    ]
    ways = list(hand.ways_to_lay(cards("R6 W W"), ["run 3"], "group"))
    assert [[stands for _, stands in way[0]] for way in ways] == [
        ["4", "5", "6"],
        ["5", "6", "7"],
        ["6", "7", "8"],
    ]
    assert len(list(hand.ways_to_lay(cards("W W"), ["set 2"], "none"))) == 12
    assert len(list(hand.ways_to_lay(cards("W W"), ["color 2"], "none"))) == 4
    assert not list(hand.ways_to_lay(cards("W W"), ["color 2"], "phase"))


@pytest.mark.parametrize(
    ("held", "phase", "natural", "wanted"),
    [
        # The fewest Wilds: three of them are not touched.
        ("R1 B1 G1 R12 B12 W W W", ["set 3"], "none", "R1 B1 G1"),
        # Then the fewest points left: 10s to 12s go first.
        ("R9 B9 G9 R10 B10 G10", ["set 3"], "group", "R10 B10 G10"),
        ("R9 B9 R11 B11 W", ["set 3"], "group", "R11 B11 W"),
        # Then the lowest number cards, card by card.
        ("R4 B4 G4 R2 B2 G2", ["set 3"], "group", "R2 B2 G2"),
        ("Y4 G4 R4 B4", ["set 3"], "group", "R4 B4 G4"),
        ("R3 B4 R4 Y5 G5 R6", ["run 4"], "group", "R3 R4 G5 R6"),
        ("Y1 Y2 Y3 R1 R2 R4", ["color 3"], "group", "R1 R2 R4"),
        # Points go before low cards.
        ("R7 B8 G9 Y10 R11", ["run 4"], "group", "B8 G9 Y10 R11"),
        # Then the lowest meaning: a Wild at the free end of a run goes low, if there is room.
        ("R5 B6 G7 W", ["run 4"], "group", "W=4 R5 B6 G7"),
        ("R1 B2 G3 W", ["run 4"], "group", "R1 B2 G3 W=4"),
        ("R5 W W", ["run 3"], "group", "W=3 W=4 R5"),
        # First group first: of 3s and 4s the first set takes the 3s.
        ("R4 B4 R3 B3", ["set 2", "set 2"], "group", "R3 B3 R4 B4"),
        ("R4 R3 W W", ["set 2", "set 2"], "group", "R3 W R4 W"),
        ("R3 B3 W W", ["set 2", "set 2"], "group", "R3 W B3 W"),
        # Without natural cards asked for, one set of Wilds is a set of 1s.
        ("R3 B3 W W", ["set 2", "set 2"], "none", "W=1 W=1 R3 B3"),
        ("W W W W R5", ["run 4"], "none", "W=2 W=3 W=4 R5"),
        ("W W W W", ["run 4"], "none", "W=1 W=2 W=3 W=4"),
        ("W W W", ["color 3"], "none", "W=R W=R W=R"),
    ],
)
def test_the_choice_of_cards_to_lay(held, phase, natural, wanted):
    laid = itertools.chain(*hand.choice(cards(held), phase, natural))
    for (card, stands), expected in zip(laid, cards(wanted), strict=True):
        assert card == expected.split("=")[0]
        if "=" in expected:
            assert stands == expected.split("=")[1]
        if card != "W":
            assert stands in (card[0], card[1:])


def test_no_choice_where_the_phase_cannot_be_laid():
    assert hand.choice(cards("R1 B1 G1 R2 B2 S"), P1, "none") is None


def test_the_choice_is_the_best_of_all_ways():
    """The stated preferences, applied to the full enumeration."""
    dice = random.Random(7)
    found = 0
    for _ in range(150):
        held = dice.sample([c for c in DECK if c in "WS" or NUMBER[c] < 6] + ["W"] * 4, 9)
        phase = dice.choice([["set 3", "run 4"], ["set 4", "set 4"], ["run 5"], ["color 5"]])
        ways = list(hand.ways_to_lay(held, phase, "group"))
        chosen = hand.choice(held, phase, "group")
        assert (chosen is None) == (not ways)
        if not ways:
            continue
        found += 1

        def merit(way, held=held):
            laid = [card for group in way for card, _ in group]
            numbers = [CANONICAL.index(card) for card in laid if card != "W"]
            meanings = [group[0][1] for group in way]
            lowest = [int(m) if m.isdigit() else "RBGY".index(m) for m in meanings]
            return laid.count("W"), penalty(without(held, laid)), sorted(numbers), lowest

        assert merit(chosen) == min(map(merit, ways))
    assert found > 40


def test_published_shares_of_dealt_hands():
    """Shares from 5e11 sampled hands, natural card in each group; ours within five sigma."""
    dice = random.Random(20261130)
    n = 4000
    dealt = [dice.sample(DECK, 10) for _ in range(n)]
    for phase, share in [(1, 0.182752), (2, 0.298092), (4, 0.155689), (6, 0.019926)]:
        count = sum(hand.need(h, rules.ALL_PHASES[phase - 1], "group") == 0 for h in dealt)
        assert abs(count / n - share) < 5 * (share * (1 - share) / n) ** 0.5
