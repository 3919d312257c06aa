"""The Phantom Rummy oracle: scoring, payment, the item win."""

import copy

import pytest

from .phantom import frames, hand
from .phantom.audit import audit
from .phantom.cards import KINDS
from .phantom.rules import resolve
from .phantom.scoring import conditions, is_item_win, lay_out, score
from .phantom.stacked import (
    WAITING_HANDS,
    WAITING_PILE,
    Script,
    cards,
    names,
    of,
    one_short_game,
    run,
    waiting_scripts,
)

ADVANCED = "official-advanced"


def scored(opened, held, pile="", preset="official", **overrides):
    rules = resolve(preset, 2, **overrides)
    return score(rules, [cards(one) for one in opened], cards(held), cards(pile))


def test_basic_score():
    result = scored(["A1 A1 A1*", "D3 D4 D5"], "H1 H2 H3* I1 I1* D7 D7 D7", "D7* A1 H3 H5 A1")
    assert (result["sets"], result["red"], result["conditions"]) == (2, 3, 0)
    # Three D7, three A1, one H3, then H5 misses; the check ends there.
    assert (result["bonus"], result["flips"]) == (7, cards("D7* A1 H3 H5"))
    assert result["points"] == 12


@pytest.mark.parametrize(
    ("overrides", "bonus", "flips"),
    [
        ({}, 3, 2),
        ({"bonus_points": "flip"}, 1, 2),
        ({"bonus_check": False}, 0, 0),
        # By title A2 counts H2; I1 counts no number; then A5 misses.
        ({"bonus_match": "title"}, 3 + 1 + 2, 4),
        ({"bonus_match": "title", "bonus_points": "flip"}, 3, 4),
    ],
)
def test_bonus_options(overrides, bonus, flips):
    result = scored(["A1 A1 A1"], "I1 I1 D6 D6 D6 H2 H3 H4", "A1 A2 I1 A5", **overrides)
    assert (result["bonus"], len(result["flips"])) == (bonus, flips)


def test_bonus_by_title_of_the_same_number_everywhere():
    result = scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3", "D1* I4", bonus_match="title")
    assert (result["bonus"], result["flips"]) == (7, cards("D1* I4"))
    # An Item's picture 1 is not the number 1.
    result = scored(["A1 A1 A1"], "H2 H2 D1 D1 D1 H1 H2 H3", "I1", bonus_match="title")
    assert result["bonus"] == 0


def test_bonus_check_on_an_empty_pile():
    result = scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3", "D1")
    assert (result["bonus"], result["flips"]) == (3, ["D1"])
    assert scored(["A1 A1 A1"], "I1 I1 D1 D1 D1 H1 H2 H3")["flips"] == []


@pytest.mark.parametrize(
    ("opened", "held", "overrides", "points"),
    [
        # 1 and 7, touch: every set has a 1, a 7 or an Item.
        (["A1* A1 A1"], "D7* D7 H1 H2 H3 I1 I1 I1", {}, 4),
        (["A1* A1 A1"], "D6 D6 H1 H2 H3 I1 I1 I1", {}, 0),
        (["A1* A2 A3"], "D7* D7 H1 H2 H3 I1 I1 I1", {}, 4),
        # 1 and 7, pure: every opened set is of such cards alone, the hand does not matter.
        (["A1* A1 A1"], "D6 D6 H1 H2 H3 I1 I1 I1", {"ends_condition": "pure"}, 2),
        (["A1* A2 A3"], "D7* D7 H1 H2 H3 I1 I1 I1", {"ends_condition": "pure"}, 0),
        (["A1* A1 A1", "I2 I2 I2"], "D6 D6 H3 H4 H5 I1 I1 I1", {"ends_condition": "pure"}, 2),
        # 2 and 6: no 1, 7 or Item in any set, or in any opened one.
        (["A2* A3 A4"], "D6* D6 H2 H3 H4 A6 A6 A6", {}, 4),
        (["A2* A3 A4"], "D6* D6 H1 H2 H3 A6 A6 A6", {}, 0),
        (["A2* A3 A4"], "D6* D6 H1 H2 H3 A6 A6 A6", {"middle_condition": "opened"}, 4),
        (["A1 A2* A3"], "D6* D6 H2 H3 H4 A6 A6 A6", {"middle_condition": "opened"}, 0),
        # 3 and 5: three sets opened.
        (["A3* A4 A5", "H4 H4 H4", "D1 D1 D1"], "D5* D5 H1 H2 H3 I1 I1 I1", {}, 4),
        (["A3* A4 A5", "H4 H4 H4"], "D5* D5 H1 H2 H3 I1 I1 I1", {}, 0),
        # 4: one attribute, Items beside it.
        (["A4* A5 A6", "I1 I1 I1"], "A2 A2 I2 I2 I2 A5 A6 A7", {}, 5),
        (["A4* A5 A6"], "A2 A2 A1 A1 A1 A5 A6 A7", {}, 5),
        (["A4* A5 A6"], "A2 A2 H1 H1 H1 A5 A6 A7", {}, 0),
        # Items: plain 1, victory nothing.
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {}, 1),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win_kinds": ["I4"]}, 1),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win_kinds": []}, 2),
        (["A4 A5 A6"], "I4 I4* I1 I1 I1* A5 A6 A7", {"item_win": "off"}, 1),
    ],
)
def test_conditions(opened, held, overrides, points):
    result = scored(opened, held, preset=ADVANCED, **overrides)
    assert (result["red"], result["conditions"]) == (0, points)
    basic = scored(opened, held, **overrides)
    assert basic["conditions"] == 0
    assert basic["red"] == " ".join([*opened, held]).count("*")


def test_split_that_is_scored_and_its_colours():
    two_ways = [goal for goal, found in hand.GOALS.items() if len(found) == 2]
    rules = resolve(ADVANCED, 2)
    for goal in two_ways:
        held = [k for k, n in zip(KINDS, goal, strict=True) for _ in range(n)]
        first, second = (lay_out(held, split) for split in hand.splits(held))
        opened = [cards("A1* A1 A1")]
        assert conditions(rules, opened, first) == conditions(rules, opened, second)
        assert score(rules, opened, held, [])["hand"] == first
        assert KINDS.index(first[0][0]) < KINDS.index(second[0][0])
    # Black copies go to the small set, then to the first big set.
    assert scored(["A1 A1 A1"], "H1* H1 H1 H2 H3 D1 D1 D1")["hand"] == [
        ["H1", "H1"],
        ["H1*", "H2", "H3"],
        ["D1", "D1", "D1"],
    ]
    assert scored(["A1 A1 A1"], "H3 H3* H1 H2 H4 H5 D1 D1")["hand"] == [
        ["D1", "D1"],
        ["H1", "H2", "H3"],
        ["H3*", "H4", "H5"],
    ]


def test_discarder_pays_never_below_zero():
    for pays, have, left in [(False, 5, 5), (True, 5, 3), (True, 1, 0), (True, 0, 0)]:
        rules = one_short_game(discarder_pays=pays)
        scores = [have, 4]
        game = run(rules, WAITING_HANDS, WAITING_PILE, waiting_scripts(), scores=scores)
        event = of(game, "score")[0]
        assert event["points"] == 2
        assert (event["payer"], event["paid"]) == ((0, have - left) if pays else (-1, 0))
        assert game.events[-1]["scores"] == [left, 6]
        rows = frames.hands_rows(game.events)
        assert [row["points"] for row in rows] == [left - have, 2]
        assert frames.rounds_rows(game.events)[0]["paid"] == have - left


def test_nobody_pays_for_going_out_by_take():
    hands = ["D6 A4 D7 I2 I3 I4 I1", "A1 A1 A1 H1 H2 H3 D1"]
    scripts = [Script(discard=["H5", "A7"]), Script(open=[["A1"] * 3])]
    rules = one_short_game(discarder_pays=True)
    game = run(rules, hands, "H5 D2 A7 D3 I1 I1 H6", scripts, scores=[9, 0])
    event = of(game, "out")[0]
    assert (event["by"], event["from"], event["card"]) == ("take", -1, "I1")
    assert (of(game, "score")[0]["payer"], game.events[-1]["scores"][0]) == (-1, 9)


# ---- the item win


@pytest.mark.parametrize(
    ("opened", "held", "overrides", "won"),
    [
        ("I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H1", {}, True),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "H1 I2*", {}, True),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "H1 H2*", {}, False),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "I4*", {}, False),
        ("I1 I1 I1|I2 I2 I2|I3 I3 I3", "I4*", {"item_win_kinds": ["I4"]}, True),
        ("I1 I1 I1*|I2 I2 I2", "I3 I3 I3", {}, False),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2", "I3 I3 I3", {}, False),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H2", {}, True),
        ("H1 H1 H1|I1 I1 I1*|I2 I2 I2|I3 I3 I3", "H2", {"item_win_sets": "all"}, False),
        ("I1 I1 I1*|I2 I2 I2|I3 I3 I3|I4 I4 I4", "H2", {"item_win_sets": "all"}, True),
    ],
)
def test_item_win_sets_and_kinds(opened, held, overrides, won):
    sets = [cards(one) for one in opened.split("|")]
    assert is_item_win(resolve(ADVANCED, 2, **overrides), sets, cards(held)) == won


# Seat 0 opens I1s and I2s, then I3s; it holds H1 H2 H3 besides, then goes for the goal shape.
ITEM_HANDS = ["I1 I1 I1* I2 I2 I2 I3", "H4 A3 H5 A7 D1 D5 D7"]
ITEM_PILE = "I3 A4 H7  H1 H2 H3 D2 I3  A6 D6 H6"


def item_scripts():
    first = Script(open=[cards("I1 I1 I1*"), cards("I2 I2 I2"), cards("I3 I3 I3")])
    return [first, Script(discard=["A4"])]


def test_item_win_opened():
    rules = one_short_game(ADVANCED, opens_per_turn="any")
    game = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts())
    assert names(game)[-3:] == ["open", "round_end", "result"]
    assert game.events[-2] == {
        "event": "round_end",
        "end": "item_win",
        "winner": 0,
        "scores": [0, 0],
    }
    assert game.events[-1]["end"] == "item_win"
    row = frames.rounds_rows(game.events)[0]
    assert (row["end"], row["winner"], row["discarder"], row["points"]) == ("item_win", 0, -1, 0)
    # It wins even from behind, and before a pile that is too short is noticed.
    behind = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts(), scores=[1, 9])
    assert behind.events[-1]["scores"] == [1, 9]
    assert behind.events[-1]["win_share"] == [1.0, 0.0]
    pile = ITEM_PILE[: ITEM_PILE.index("  A6")]
    short = run(rules, ITEM_HANDS, pile, item_scripts(), only=True)
    assert short.events[-1]["end"] == "item_win"


@pytest.mark.parametrize(
    "overrides", [{"item_win": "off"}, {"item_win": "goal"}, {"advanced": False}]
)
def test_no_item_win_on_opening(overrides):
    rules = one_short_game(ADVANCED, **({"opens_per_turn": "any"} | overrides))
    game = run(rules, ITEM_HANDS, ITEM_PILE, item_scripts())
    index = max(i for i, name in enumerate(names(game)) if name == "open")
    assert names(game)[index + 1] == "draw"


def test_a_victory_item_that_comes_later_does_not_win():
    # Seat 0 opens three sets of Items without a red one, draws I1*, and opens H1 H2 H3.
    hands = ["I1 I1 I1 I2 I2 I2 I3", "H4 A3 H5 A7 D1 D5 D7"]
    pile = "I3 A4 H7  H1 H2 D2 D6 I3  I1* H3  A6 D7 H6"
    sets = ["I1 I1 I1", "I2 I2 I2", "I3 I3 I3", "H1 H2 H3"]
    scripts = [Script(open=[cards(one) for one in sets]), Script(discard=["A4"])]
    rules = one_short_game(ADVANCED, opens_per_turn="any", item_win_kinds=["I1"])
    game = run(rules, hands, pile, scripts)
    assert [e["cards"] for e in of(game, "open")] == [cards(one) for one in sets]
    assert game.events[-1]["end"] == "rounds"


def test_item_win_by_gaining():
    hands = ["I1 I1 I1* I2 I2 I2 I3", "H4 A3 H5 A7 D1 D5 D7"]
    pile = "I3 I3 H7  H1 H2 H4 D2 D6"
    scripts = [
        Script(open=[cards("I1 I1 I1*"), cards("I2 I2 I2")], gain=[["I3", "I3"]]),
        Script(discard=["I3"]),
    ]
    rules = one_short_game(ADVANCED, opens_per_turn="any")
    game = run(rules, hands, pile, scripts)
    assert names(game)[-3:] == ["gain", "round_end", "result"]
    assert game.events[-1]["win_share"] == [1.0, 0.0]


@pytest.mark.parametrize("by", ["take", "discard"])
def test_item_win_goal(by):
    # After the third set seat 0 holds H1 H2 H3 D2 and the card taken then, and draws D3 D4.
    first, second = item_scripts()
    if by == "take":
        pile = "I3 A4 H7  H1 H2 H3 D2 I3  D3 D4  A6 H7 D6"  # it waits for the second H7
        second.answers["discard"] = ["A4", "A6"]
    else:
        pile = "I3 A4 H7  H1 H2 H3 D2 I3  D3 D4  H7 A6 D6  A5 A5 A2"
        second.answers["discard"] = ["A4", "A7", "H7"]
        first.answers |= {"discard": ["A6"], "ready": [True]}
    rules = one_short_game(ADVANCED, opens_per_turn="any", item_win="goal")
    game = run(rules, ITEM_HANDS, pile, [first, second], scores=[0, 9])
    audited = copy.deepcopy(game.events)
    assert names(game)[-3:] == ["out", "round_end", "result"]
    assert of(game, "out")[0]["by"] == by
    assert game.events[-1] == {
        "event": "result",
        "end": "item_win",
        "scores": [0, 9],
        "win_share": [1.0, 0.0],
    }
    audited[-1]["scores"] = audited[-2]["scores"] = [0, 0]
    audit(audited, check_shuffle=False)
    row = frames.rounds_rows(game.events)[0]
    assert (row["points"], row["discarder"]) == (0, 1 if by == "discard" else -1)
