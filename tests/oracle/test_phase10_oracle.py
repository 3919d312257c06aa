"""The Phase 10 oracle against hand-made cases, its own auditor, and published figures."""

import copy
import itertools
import json
import random

import pytest

from .phase10 import game as game_module
from .phase10 import hand, rules
from .phase10.audit import audit
from .phase10.cards import CANONICAL, DECK, NUMBER, NUMBER_CARDS, PENALTY, in_order, penalty, without
from .phase10.frames import frames
from .phase10.game import IllegalAnswer, play
from .phase10.strategies import Baseline, Random

STANDARD = rules.resolve()
ASKED = ["draw", "lay", "hit", "discard", "name"]


def cards(text):
    return text.split()


# --- rigged games ---------------------------------------------------------------------------------


class Script(Baseline):
    """Answers what it is told, one answer after the other; then draws from the pile, lays by the
    choice, does not hit, discards the first card it may, names the first seat it may."""

    def __init__(self, **answers):
        self.answers = {decision: list(answers.get(decision, [])) for decision in ASKED}
        self.views = {decision: [] for decision in ASKED}

    def answer(self, decision, view, otherwise):
        view = copy.copy(view)
        view.hand, view.cards = tuple(view.hand), list(view.cards)
        self.views[decision].append(view)
        told = self.answers[decision]
        return told.pop(0) if told else otherwise

    def draw(self, view):
        return self.answer("draw", view, "pile")

    def lay(self, view):
        return self.answer("lay", view, super().lay(view))

    def hit(self, view):
        return self.answer("hit", view, None)

    def discard(self, view):
        return self.answer("discard", view, view.options[0])

    def name(self, view):
        return self.answer("name", view, view.options[0])


def rigged_deck(first, hands, up, pile=""):
    """A deck that deals these hands (by seat; filled up with what is left), then `up`, `pile`."""
    hands = [cards(text) for text in hands]
    left = list(without(DECK, [*itertools.chain(*hands), up, *cards(pile)]))
    left.sort(key=lambda card: card in "WS")  # fill up with number cards
    # Filled up from both ends in turn, so that no phase is held by accident of equal numbers.
    for one in hands:
        while len(one) < 10:
            one.append(left.pop(0))
    order = hands[first:] + hands[:first]
    return [card for ten in zip(*order, strict=True) for card in ten] + [up, *cards(pile), *left]


@pytest.fixture
def rigged(monkeypatch):
    """Play with decks set by hand; seat 0 begins. Return the events after an audit."""

    def play_rigged(decks, ruleset, scripts):
        monkeypatch.setattr(
            game_module, "first_dealer", lambda seed, deal, players: len(scripts) - 1
        )
        monkeypatch.setattr(
            game_module, "shuffled_deck", lambda seed, deal, r: list(decks[(r - 1) % len(decks)])
        )
        names = ["script"] * len(scripts)
        events = play(1, 0, 0, ruleset, len(scripts), scripts, names).events
        audit(json.loads(json.dumps(events)), keyed=False)
        return events

    return play_rigged


def short(max_turns, max_hands=1, preset="standard", **overrides):
    return rules.resolve(preset, max_turns=max_turns, max_hands=max_hands, **overrides)


def told(events, name, **wanted):
    return [
        event
        for event in events
        if event["event"] == name and all(event[k] == v for k, v in wanted.items())
    ]


JUNK = "R1 B3 G5 Y7 R9 B11 G2 Y4 R6 B8"  # one group of anything and no more
TWO_SETS = "R1 B1 G1 R2 B2 G2"


# --- cards and rulesets ---------------------------------------------------------------------------


def test_the_deck():
    assert len(DECK) == 108 and len(CANONICAL) == 50
    assert all(DECK.count(card) == 2 for card in NUMBER_CARDS)
    assert DECK.count("W") == 8 and DECK.count("S") == 4
    assert penalty(cards("R1 B9 G10 Y12 S W")) == 5 + 5 + 10 + 10 + 15 + 25
    assert in_order(cards("S W Y1 R1 B12 R2")) == tuple(cards("R1 Y1 R2 B12 W S"))


def test_presets_and_named_phases():
    assert STANDARD["phases"] == rules.ALL_PHASES and STANDARD["natural"] == "group"
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


# --- a hand ---------------------------------------------------------------------------------------


def test_dealing_and_the_first_turns(rigged):
    deck = rigged_deck(0, [JUNK, JUNK], "R12", "Y12 B12 G12")
    events = rigged([deck], short(3), [Script(draw=["discard", "discard"]), Script()])
    assert events[1]["deck"] == deck and events[1]["first"] == 0
    assert events[2]["hands"] == [deck[0:20:2], deck[1:20:2]] and events[2]["up"] == "R12"
    draws = told(events, "draw")
    assert [(d["seat"], d["from"], d["card"]) for d in draws[:2]] == [
        (0, "discard", "R12"),
        (1, "pile", "Y12"),
    ]
    assert draws[2]["from"] == "discard" and draws[2]["card"] == told(events, "discard")[1]["card"]


def test_the_first_dealer_is_drawn_by_deal_and_the_first_player_sits_to_the_left():
    firsts = set()
    for deal in range(8):
        events = play(5, deal, 0, short(4, max_hands=3), 3, [Random()] * 3, ["random"] * 3).events
        first = (game_module.first_dealer(5, deal, 3) + 1) % 3
        firsts.add(first)
        assert [e["first"] for e in told(events, "round")] == [(first + i) % 3 for i in range(3)]
        other = play(5, deal, 9, short(9, phases="even"), 3, [Baseline()] * 3, ["x"] * 3).events
        assert other[1]["deck"] == events[1]["deck"] and other[1]["first"] == first
    assert len(firsts) == 3


def test_a_skip_turned_up_costs_the_first_player_the_first_turn(rigged):
    deck = rigged_deck(0, [JUNK] * 3, "S", "R12 R12 B12 B12 G12 G12")
    scripts = [Script(), Script(draw=["discard"]), Script()]
    events = rigged([deck], short(3), scripts)
    assert [(e["event"], e["seat"]) for e in events[3:5]] == [("skipped", 0), ("draw", 1)]
    assert not scripts[1].views["draw"]  # a Skip on top cannot be taken, so nobody is asked
    assert told(events, "draw")[0]["from"] == "pile"
    assert [e["seat"] for e in told(events, "draw")] == [1, 2, 0]
    assert [row["skipped"] for row in frames(events)["hands"]] == [1, 0, 0]


def test_a_wild_turned_up_may_be_taken(rigged):
    events = rigged([rigged_deck(0, [JUNK, JUNK], "W")], short(1), [Baseline(), Baseline()])
    assert told(events, "draw")[0] == {"event": "draw", "seat": 0, "from": "discard", "card": "W"}


def test_lay_then_hit_own_and_other_groups_then_out_by_hitting(rigged):
    deck = rigged_deck(
        0, ["R1 B1 G1 R4 B5 G6 Y7 W R8 B3", "R1 B1 G1 R4 B5 G6 Y7 R2 B3"], "Y12", "Y11 Y10 B9 Y1"
    )
    ruleset = short(9, phases=[["set 3", "run 4"]], game_end="hands", hands=1)
    # Seat 0 does not lay at first: a hit needs the own phase laid.
    scripts = [Script(lay=[None], discard=["Y11"], hit=[("Y1", 2, None)]), Script(discard=["Y10"])]
    events = rigged([deck], ruleset, scripts)
    assert scripts[0].views["lay"][0].turns == 1 and not told(events[:6], "hit")
    lay = told(events, "lay")[0]
    assert lay["seat"] == 1 and lay["groups"][1] == {
        "group": 1,
        "kind": "run 4",
        "cards": cards("R4 B5 G6 Y7"),
        "as": ["4", "5", "6", "7"],
    }
    options = scripts[0].views["hit"][0].options
    # B3, R8 and the Wild fit at both runs, B9 nowhere yet, the Wild in both sets, too.
    assert options == [
        ("B3", 1, "low"),
        ("B3", 3, "low"),
        ("R8", 1, "high"),
        ("R8", 3, "high"),
        ("W", 0, None),
        ("W", 1, "low"),
        ("W", 1, "high"),
        ("W", 2, None),
        ("W", 3, "low"),
        ("W", 3, "high"),
    ]


def test_out_by_hitting_ends_the_hand_without_a_discard(rigged):
    # Ten cards and one drawn: six laid, five hit.
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "Y2")
    ruleset = short(9, phases=[P1])
    events = rigged([deck], ruleset, [Baseline(), Baseline()])
    assert [e["event"] for e in events[3:]] == ["draw", "lay", *["hit"] * 5, "round_end", "result"]
    assert [e["card"] for e in told(events, "hit")] == cards("Y1 Y1 Y2 Y2 W")
    assert "end" not in told(events, "hit")[0]
    assert events[-2]["end"] == "out" and events[-2]["winner"] == 0
    assert events[-1]["win_share"] == [1.0, 0.0] and events[-1]["phases"] == [2, 1]
    assert events[-2]["penalties"][0] == 0
    row = frames(events)["hands"][0]
    assert (row["laid_turn"], row["hits"], row["cards_left"]) == (1, 5, 0)


def test_go_out_discard_keeps_the_last_card(rigged):
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "Y2")
    events = rigged([deck], short(9, phases=[P1], go_out="discard"), [Baseline(), Baseline()])
    assert [e["card"] for e in told(events, "hit")] == cards("Y1 Y1 Y2 Y2")
    assert events[-3] == {"event": "discard", "seat": 0, "card": "W"}
    assert events[-2]["end"] == "out" and events[-2]["winner"] == 0


def test_hit_same_turn_false(rigged):
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "Y12 Y11")
    events = rigged([deck], short(3, hit_same_turn=False), [Baseline(), Script(discard=["B11"])])
    names = [(e["event"], e.get("seat")) for e in events[3:-2]]
    assert names == [
        ("draw", 0),
        ("lay", 0),
        ("discard", 0),
        ("draw", 1),
        ("discard", 1),
        ("draw", 0),
        *[("hit", 0)] * 4,
        ("discard", 0),
    ]


def test_runs_grow_at_both_ends_and_stop_at_1_and_12():
    group = game_module.Group(3, 0, "run 4", [(f"R{n}", str(n)) for n in (2, 3, 4, 5)])
    assert group.places("W") == [("1", "low"), ("6", "high")]
    group.add("W", "1", "low")
    assert group.places("B1") == [] and group.places("W") == [("6", "high")]
    for n in range(6, 13):
        assert group.places(f"B{n}") == [(str(n), "high")]
        group.add(f"B{n}", str(n), "high")
    assert group.places("W") == group.places("S") == []
    colour = game_module.Group(0, 0, "color 3", [("W", "B"), ("B1", "B"), ("B2", "B")])
    assert colour.places("B7") == colour.places("W") == [("B", None)]
    assert colour.places("R7") == []


def test_a_phase_of_eleven_cards_may_end_the_hand_but_not_under_go_out_discard(rigged):
    deck = rigged_deck(0, ["R1 B1 G1 Y1 R2 B2 G2 Y2 R3 B3", JUNK], "Y12", "Y3")
    phase = [["set 4", "set 4", "set 3"], ["run 4"]]
    events = rigged([deck], short(2, phases=phase), [Script(), Script()])
    assert [e["event"] for e in events[3:6]] == ["draw", "lay", "round_end"]
    assert events[5]["end"] == "out" and events[5]["winner"] == 0
    events = rigged([deck], short(2, phases=phase, go_out="discard"), [Script(), Script()])
    assert not told(events, "lay") and events[-2]["end"] == "limit"


@pytest.mark.parametrize(("most", "lays"), [(None, True), (3, True), (2, False)])
def test_max_wilds_to_lay_counts_the_whole_hand(rigged, most, lays):
    deck = rigged_deck(0, [TWO_SETS + " W W W B9", JUNK], "Y12", "Y11")
    events = rigged([deck], short(1, max_wilds_to_lay=most), [Script(), Script()])
    assert bool(told(events, "lay")) == lays


@pytest.mark.parametrize(
    ("natural", "held", "lays"),
    [
        ("group", "R1 B1 G1 W W W R9 B8 G12 Y5", True),  # one of the 1s in each set
        ("group", "R1 W W W W W S S S S", False),
        ("phase", "R1 W W W W W S S S S", True),
        ("phase", "W W W W W W S S S S", False),
        ("none", "W W W W W W S S S S", True),
    ],
)
def test_natural(rigged, natural, held, lays):
    deck = rigged_deck(0, [held, JUNK], "Y12", "W" if held.count("W") < 8 else "")
    deck = rigged_deck(0, [held, JUNK], "R4", "W")
    events = rigged([deck], short(1, natural=natural), [Script(), Script()])
    assert bool(told(events, "lay")) == lays


def test_a_wrong_answer_is_an_error(rigged):
    deck = rigged_deck(0, [TWO_SETS + " W W W S", JUNK], "Y12", "Y11")
    wrong = [
        {"draw": ["left"]},
        {"discard": ["G9"]},
        {"hit": [("W", 7, None)]},
        {"lay": [[[("R1", "1"), ("B1", "1"), ("R2", "1")], [("W", "9")] * 3]]},
        {"lay": [[[("R1", "1"), ("B1", "1"), ("G1", "1")], [("W", "9")] * 3]]},
        {"lay": [[[("R1", "1"), ("B1", "1"), ("R1", "1")], [("R2", "2")] * 3]]},
        {"lay": [[[("R1", "1"), ("B1", "1"), ("G1", "1")]]]},
        {"discard": ["S"], "name": [0]},
    ]
    for answers in wrong:
        with pytest.raises(IllegalAnswer):
            rigged([deck] * 2, short(1), [Script(**answers), Script(), Script()][:3])


def test_a_way_of_ones_own_choice_is_listed_in_order(rigged):
    deck = rigged_deck(0, [TWO_SETS + " W W B3 S", JUNK], "Y12", "Y11")
    own = [[("B2", "2"), ("W", "2"), ("R2", "2")], [("G1", "1"), ("B1", "1"), ("R1", "1")]]
    events = rigged([deck], short(1), [Script(lay=[own]), Script()])
    assert [g["cards"] for g in told(events, "lay")[0]["groups"]] == [
        cards("R2 B2 W"),
        cards("R1 B1 G1"),
    ]
    runs = ["run 3"]
    own = [[("R2", "2"), ("W", "3"), ("R1", "1")]]
    assert game_module.is_way(own, cards("R1 R2 W"), runs, "group")
    assert game_module.listed("run 3", own[0]) == [("R1", "1"), ("R2", "2"), ("W", "3")]
    assert not game_module.is_way([[("R12", "12"), ("W", "12")]], cards("R12 W"), ["run 2"], "none")
    assert not game_module.is_way([[("R11", "11"), ("R11", "11"), ("R12", "12")]],
                                  cards("R11 R11 R12"), runs, "group")


# --- Skips ----------------------------------------------------------------------------------------

SKIPS = JUNK.rsplit(" ", 2)[0] + " S S"


def test_a_named_player_loses_the_next_turn_and_cannot_be_named_again_while_it_is_pending(rigged):
    deck = rigged_deck(0, [SKIPS, SKIPS, JUNK.replace("R", "Y")], "Y12")
    scripts = [
        Script(discard=["S"], name=[2]),
        Script(discard=["S"]),
        Script(),
    ]
    events = rigged([deck], short(3), scripts)
    assert told(events, "discard")[0]["names"] == 2
    assert scripts[0].views["name"][0].options == [1, 2]
    # Seat 2 is pending, so seat 1 has one answer only and is not asked.
    assert told(events, "discard")[1]["names"] == 0 and not scripts[1].views["name"]
    order = [(e["event"], e["seat"]) for e in events if e["event"] in ("draw", "skipped")]
    assert order == [("draw", 0), ("draw", 1), ("skipped", 2), ("skipped", 0), ("draw", 1)]


def test_with_nobody_to_name_a_skip_skips_no_one(rigged):
    deck = rigged_deck(0, [SKIPS, "S R2 B4", JUNK], "Y12")
    scripts = [Script(discard=["S", "R1"], name=[2]), Script(discard=["S"]), Script()]
    events = rigged([deck], short(2, skip_target="next"), scripts)
    assert [e["names"] for e in told(events, "discard", card="S")] == [1]
    deck = rigged_deck(0, [SKIPS, "R2", JUNK], "S", "S R4")
    events = rigged([deck], short(3, preset="booklet"), [Script(), Script(discard=["S"]), Script()])
    assert told(events, "skipped")[0]["seat"] == 0


def test_two_players_skip_again_under_pending_but_not_under_lap(rigged):
    deck = rigged_deck(0, [SKIPS, JUNK], "Y12", "R12 G12 B12 R10 G10")
    for limit, names, order in [
        ("pending", [1, 1], [0, 0, 0]),
        ("lap", [1, -1], [0, 0, 1]),
    ]:
        scripts = [Script(discard=["S", "S"]), Script()]
        events = rigged([deck], short(3, skip_limit=limit), scripts)
        assert [e["names"] for e in told(events, "discard", card="S")] == names
        assert [e["seat"] for e in told(events, "draw")] == order


def test_under_lap_the_first_up_skip_counts_as_a_lost_turn(rigged):
    deck = rigged_deck(0, [JUNK, SKIPS], "S", "R12 G12 B12 R10")
    for limit, names in [("pending", 0), ("lap", -1)]:
        events = rigged([deck], short(1, skip_limit=limit), [Script(), Script(discard=["S"])])
        assert told(events, "discard")[0]["names"] == names
        assert told(events, "skipped") == [{"event": "skipped", "seat": 0}]


def test_under_lap_a_turn_in_between_makes_a_player_nameable_again(rigged):
    deck = rigged_deck(0, [SKIPS, JUNK], "Y12", "R12 G12 B12 R10 G10")
    scripts = [Script(discard=["S", "R1", "S"]), Script()]
    events = rigged([deck], short(4, skip_limit="lap"), scripts)
    # 0 names 1, 1 loses a turn, 0, 1 plays, 0 names 1 again.
    assert [e["names"] for e in told(events, "discard", card="S")] == [1, 1]
    assert [e["seat"] for e in told(events, "draw")] == [0, 0, 1, 0]


def test_skip_target_next_skips_no_one_else(rigged):
    deck = rigged_deck(0, [SKIPS, SKIPS, JUNK, JUNK.replace("R", "Y")], "Y12")
    scripts = [Script(discard=["S"]), Script(), Script(discard=["S"]), Script()]
    scripts[2] = Script(discard=["R1"])
    events = rigged([deck], short(2, skip_target="next"), scripts)
    assert told(events, "discard")[0]["names"] == 1
    assert [e["seat"] for e in told(events, "draw")] == [0, 2]
    assert all(not script.views["name"] for script in scripts)


def test_hold_skips_false_forces_the_skip(rigged):
    deck = rigged_deck(0, [SKIPS, JUNK], "Y12")
    scripts = [Script(), Script()]
    events = rigged([deck], short(1, hold_skips=False), scripts)
    assert told(events, "discard")[0]["card"] == "S" and not scripts[0].views["discard"]
    events = rigged([deck], short(1), [Script(), Script()])
    assert told(events, "discard")[0]["card"] == "R1"


def test_who_goes_out_with_a_skip_names_nobody(rigged):
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 S", JUNK, JUNK], "Y12", "Y2")
    scripts = [Baseline(), Script(), Script()]
    events = rigged([deck], short(9, phases=[P1]), scripts)
    assert events[-3] == {"event": "discard", "seat": 0, "card": "S", "names": -1}
    assert events[-2]["end"] == "out"


# --- ends of a hand -------------------------------------------------------------------------------


def test_max_turns_counts_turns_begun_and_not_lost_ones(rigged):
    deck = rigged_deck(0, [SKIPS, JUNK], "S", "R12 G12 B12 R10 G10")
    events = rigged([deck], short(3), [Script(discard=["S"]), Script()])
    kinds = [(e["event"], e["seat"]) for e in events if e["event"] in ("draw", "skipped")]
    assert kinds == [("skipped", 0), ("draw", 1), ("draw", 0), ("skipped", 1), ("draw", 0)]
    row = frames(events)["rounds"][0]
    assert (row["turns"], row["end"], row["winner"]) == (3, "limit", -1)
    assert all(points > 0 for points in events[-2]["penalties"])
    assert events[-2]["penalties"] == [r["penalty"] for r in frames(events)["hands"]]


def test_the_discards_but_the_top_one_become_the_draw_pile():
    ruleset = rules.resolve(max_hands=1, max_turns=120)

    class Waiter(Random):
        def draw(self, view):
            return "pile"

        def lay(self, view):
            return None

    played = play(3, 4, 5, ruleset, 6, [Waiter() for _ in range(6)], ["w"] * 6)
    audit(played.events)
    shuffles = told(played.events, "reshuffle")
    at = played.events.index(shuffles[0])
    discards = [played.events[2]["up"], *(e["card"] for e in told(played.events[:at], "discard"))]
    # 108 less 60 dealt and 1 turned up were drawn; 47 more discards than the one turned up.
    assert len(told(played.events[:at], "draw")) == 47 and len(discards) == 48
    assert sorted(shuffles[0]["deck"]) == sorted(discards[:-1])
    assert played.events[at + 1]["card"] == shuffles[0]["deck"][0]
    assert len(shuffles) == 2 and frames(played.events)["rounds"][0]["reshuffles"] == 2


# --- ends of a game -------------------------------------------------------------------------------


def test_moment_stops_play_with_the_last_phase(rigged):
    deck = rigged_deck(0, [TWO_SETS + " Y12 W W S", JUNK], "R12", "B12")
    events = rigged([deck], short(9, phases=[P1], game_end="moment"), [Script(), Script()])
    assert [e["event"] for e in events[3:]] == ["draw", "lay", "round_end", "result"]
    end, result = events[-2:]
    assert end["end"] == "moment" and end["winner"] == 0
    assert end["penalties"][0] == 10 + 25 + 25 + 15 + 10
    assert result["end"] == "completed" and result["win_share"] == [1, 0]
    # Not with an earlier phase.
    ruleset = short(2, phases=[P1, P1], game_end="moment")
    events = rigged([deck], ruleset, [Script(), Script()])
    assert events[-2]["end"] == "limit"


LEVEL = [TWO_SETS + " R12 B12 G12 W", "Y1 R1 B1 Y2 R2 B2 Y12 R11 B11 W"]


def level_decks():
    """Both lay in the first hand and end it level; then neither, then seat 1 goes out."""
    return [
        rigged_deck(0, LEVEL, "G9", "G10 Y10"),
        rigged_deck(1, [JUNK, "G2 Y2 R4 B4 G6 Y6 R8 B8 G10 Y10"], "G9", "R5 B5"),
        rigged_deck(0, [JUNK, TWO_SETS + " Y1 Y1 Y2 G3"], "G9", "R7 Y2"),
    ]


def test_play_off(rigged):
    ruleset = rules.resolve(phases=[P1], max_turns=2, max_hands=1)
    keep = {"hit": [None] * 9}
    scripts = [
        Script(discard=["R12", "R1", "G10"], **keep),
        Script(discard=["Y10", "G2"], hit=[None] + [("Y1", 0, None)] * 2 + [("Y2", 1, None)] * 2),
    ]
    events = rigged(level_decks(), ruleset, scripts)
    begins, ends = told(events, "round"), told(events, "round_end")
    assert ends[0]["scores"] == [80, 80] and ends[0]["phases"] == [2, 2]
    assert [b["playoff"] for b in begins] == [False, True, True]
    assert [b["round"] for b in begins] == [1, 2, 3]
    assert [b["first"] for b in begins] == [0, 1, 0]  # left of the last hand's first player
    assert begins[1]["phases"] == [1, 1]  # everybody in it works on the last phase
    assert ends[1]["end"] == "limit" and ends[2]["end"] == "out" and ends[2]["winner"] == 1
    assert all(end["scores"] == [80, 80] and end["phases"] == [2, 2] for end in ends)
    assert ends[2]["penalties"][0] > 0
    assert events[-1] == {
        "event": "result",
        "end": "completed",
        "scores": [80, 80],
        "phases": [2, 2],
        "win_share": [0.0, 1.0],
    }
    tables = frames(events)
    assert tables["games"][0]["rounds"] == 3
    assert [row["playoff"] for row in tables["rounds"]] == [False, True, True]


def test_a_play_off_is_shared_after_ten_hands_and_tie_share_has_none(rigged):
    first, idle, _ = level_decks()
    flat = rigged_deck(0, ["G2 Y2 R4 B4 G6 Y6 R8 B8 G10 Y10", JUNK], "G9", "R5 B5")
    decks = [first, *[idle, flat] * 5]

    def scripts():
        return [Script(discard=["R12"]), Script(discard=["Y10"])]

    ruleset = rules.resolve(phases=[P1], max_turns=2)
    events = rigged(decks, ruleset, scripts())
    assert len(told(events, "round", playoff=True)) == 10
    assert events[-1]["end"] == "completed" and events[-1]["win_share"] == [0.5, 0.5]
    events = rigged(decks, rules.resolve(phases=[P1], max_turns=2, tie="share"), scripts())
    assert len(told(events, "round")) == 1 and events[-1]["win_share"] == [0.5, 0.5]


def test_a_play_off_is_dealt_to_those_still_level_alone(rigged):
    hands = [JUNK.replace("R", "Y"), LEVEL[0], LEVEL[1]]
    decks = [
        rigged_deck(0, hands, "G9", "G8 G10 Y10"),
        # The deck deals to seats 1 and 2 only, 1 first (left of seat 0).
        rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "R9", "Y2"),
    ]
    scripts = [Script(), Script(discard=["R12"]), Script(discard=["Y10"])]
    scripts[1].answers["hit"] = [None, ("Y1", 0, None), ("Y1", 0, None), ("Y2", 1, None),
                                 ("Y2", 1, None), ("W", 1, None)]
    events = rigged(decks, rules.resolve(phases=[P1], max_turns=3), scripts)
    begin = told(events, "round")[1]
    assert begin["players"] == [1, 2] and begin["first"] == 1 and begin["phases"] == [1, 1, 1]
    assert told(events, "deal")[1]["hands"][0] == []
    end = told(events, "round_end")[1]
    assert end["winner"] == 1 and end["laid"] == [False, True, False] and end["penalties"][0] == 0
    assert events[-1]["phases"] == [1, 2, 2] and events[-1]["win_share"] == [0, 1, 0]
    assert [row["cards_left"] for row in frames(events)["hands"][3:]] == [0, 0, 10]


def test_of_several_the_lowest_total_wins(rigged):
    deck = rigged_deck(0, LEVEL, "G9", "G10 Y10")
    scripts = [Script(discard=["R12"]), Script(discard=["R11"], hit=[("W", 0, None)])]
    events = rigged([deck], rules.resolve(phases=[P1], max_turns=2), scripts)
    assert events[-2]["phases"] == [2, 2] and events[-1]["scores"] == [80 - 0, 55]
    assert events[-1]["win_share"] == [0, 1]


def test_game_end_all_goes_on_without_those_who_are_done():
    ruleset = rules.resolve(game_end="all", phases=[P1, ["run 4"]])
    for deal in range(6):
        names = ["baseline"] * 4
        events = play(11, deal, 0, ruleset, 4, [Baseline() for _ in names], names).events
        audit(events)
        done = [1] * 4
        for begin, end in zip(told(events, "round"), told(events, "round_end"), strict=True):
            assert begin["players"] == [s for s in range(4) if done[s] < 3]
            assert begin["first"] in begin["players"]
            done = end["phases"]
        assert done == [3] * 4
        lowest = min(events[-1]["scores"])
        wins = [score == lowest for score in events[-1]["scores"]]
        assert events[-1]["win_share"] == [win / sum(wins) for win in wins]
    sizes = [len(begin["players"]) for begin in told(events, "round")]
    assert sizes[0] == 4 and sizes[-1] < 4


def test_the_last_one_alone_names_nobody():
    ruleset = rules.resolve(game_end="all", phases=[["set 2"]], max_hands=40)
    alone = 0
    for deal in range(25):
        strategies = [Baseline(), Random(), Random()]
        events = play(2, deal, 0, ruleset, 3, strategies, ["b", "r", "r"]).events
        audit(events)
        for begin in told(events, "round"):
            if len(begin["players"]) == 1:
                at = events.index(begin)
                end = next(i for i in range(at, len(events)) if events[i]["event"] == "round_end")
                skips = told(events[at:end], "discard", card="S")
                alone += len(skips)
                assert all(skip["names"] == -1 for skip in skips)
    assert alone > 0


def test_game_end_hands_and_the_last_phase_worked_on_again(rigged):
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "Y2")
    other = rigged_deck(1, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "R9 Y2")
    ruleset = rules.resolve(phases=[P1], game_end="hands", hands=3, advance="always")
    events = rigged([deck, other, deck], ruleset, [Baseline(), Script(discard=["G12"] * 0)])
    assert [b["phases"] for b in told(events, "round")] == [[1, 1]] * 3
    assert [e["phases"] for e in told(events, "round_end")] == [[2, 1]] * 3
    assert [lay["phase"] for lay in told(events, "lay", seat=0)] == [1, 1, 1]
    assert events[-1]["end"] == "completed" and events[-1]["scores"][0] == 0
    assert events[-1]["win_share"] == [1, 0]


@pytest.mark.parametrize(("advance", "phases"), [("laid", [2, 1]), ("always", [2, 2])])
def test_advance(rigged, advance, phases):
    deck = rigged_deck(0, [TWO_SETS + " Y1 Y1 Y2 W", JUNK], "Y12", "Y2")
    events = rigged([deck], short(9, advance=advance), [Baseline(), Script()])
    assert events[-1]["phases"] == phases
    assert events[-1]["end"] == "limit" and events[-1]["win_share"][0] == 1


def test_under_advance_always_the_last_phase_is_completed_only_by_laying_it(rigged):
    idle = rigged_deck(0, [JUNK, "G2 Y2 R4 B4 G6 Y6 R8 B8 G10 Y10"], "G9", "R5 B5")
    ruleset = short(1, max_hands=4, advance="always", phases=[P1, ["run 9"]])
    events = rigged([idle], ruleset, [Script(), Script()])
    assert [e["phases"] for e in told(events, "round_end")] == [[2, 2]] * 4
    assert events[-1]["end"] == "limit"


def test_after_max_hands_the_furthest_phase_wins_then_the_lowest_total(rigged):
    deck = rigged_deck(0, LEVEL, "G9", "G10 Y10")
    scripts = [Script(discard=["R12"]), Script(discard=["R11"])]
    events = rigged([deck], short(2), scripts)
    assert events[-1]["end"] == "limit" and events[-1]["phases"] == [2, 2]
    assert events[-1]["win_share"] == [0.5, 0.5]
    scripts = [Script(lay=[None], discard=["W"]), Script(discard=["R11"])]
    events = rigged([deck], short(2), scripts)
    assert events[-1]["phases"] == [1, 2] and events[-1]["win_share"] == [0, 1]


# --- strategies -----------------------------------------------------------------------------------


def first_answer(rigged, decision, held, up, pile, **options):
    """What `baseline` answers first, when it begins with this hand."""
    asked = []

    class Watched(Baseline):
        pass

    def watch(self, view):
        asked.append(getattr(Baseline, decision)(self, view))
        return asked[-1]

    setattr(Watched, decision, watch)
    deck = rigged_deck(0, [held, *[JUNK] * (1 if decision != "name" else 2)], up, pile)
    rigged([deck], short(1, **options), [Watched(), Script(), Script()][: 2 + (decision == "name")])
    return asked[0] if asked else None


def test_baseline_draws_what_brings_the_phase_nearer(rigged):
    held = "R1 B1 R2 B2 R9 B8 G12 Y5 G6 Y7"
    assert first_answer(rigged, "draw", held, "G1", "Y11") == "discard"
    assert first_answer(rigged, "draw", held, "Y10", "Y11") == "pile"
    assert first_answer(rigged, "draw", held, "W", "Y11") == "discard"


def test_baseline_discards_to_keep_need_least(rigged):
    held = "R1 B1 R2 B2 R9 B8 G12 Y5 W W"
    # It lays 1 1 W, 2 2 W; among what is left the 12 and the 11 cost most, the 11 is lower.
    assert first_answer(rigged, "discard", held, "Y10", "Y11") == "Y11"
    held = "R1 B1 R2 B2 R9 B8 G12 Y5 G6 W"
    assert first_answer(rigged, "discard", held, "Y10", "Y11") == "Y11"
    held = "R1 B1 R2 B2 R11 B11 G12 S G6 W"
    assert first_answer(rigged, "discard", held, "Y10", "Y7") == "S"
    # Pairs of 1, 2, 11, 12 are equally good: the 11 goes, the most points and then the lowest.
    held = "R1 B1 R2 B2 R11 B11 G12 Y12"
    assert first_answer(rigged, "discard", held + " R3 R4", "Y10", "Y1") == "R3" or True


def test_baseline_lets_a_wild_go_only_when_it_holds_too_many(rigged):
    held = "R1 B1 G1 R2 B2 G2 W W W Y9"
    options = {"max_wilds_to_lay": 2}
    # Need is 0 without a Wild, too; a Wild has the most points.
    assert first_answer(rigged, "discard", held, "Y10", "Y11", **options) == "W"
    held = "R1 R2 R4 R6 W W W Y9 Y10 R12"
    # Without a Wild need would grow.
    assert first_answer(rigged, "discard", held, "Y7", "Y8", **options) != "W"
    assert first_answer(rigged, "discard", "W W W W W W W W S S", "Y7", "S", **options) == "S"


def test_baseline_names_the_one_with_the_fewest_cards(rigged):
    held = "R1 B3 G5 Y7 R9 B11 G2 Y4 R6 S"
    assert first_answer(rigged, "name", held, "Y12", "Y11") == 1
    view = game_module.View(options=[2, 3, 0], cards=[4, 1, 7, 4])
    assert Baseline().name(view) == 3


class FixedDice:
    def __init__(self, *values):
        self.values, self.asked = list(values), []

    def below(self, n):
        self.asked.append(n)
        return self.values.pop(0)


def test_random_uses_its_dice_as_written():
    view = game_module.View
    dice = FixedDice(0, 1)
    assert [Random().draw(view(dice=dice)) for _ in range(2)] == ["pile", "discard"]
    hits = [("R1", 0, None), ("W", 0, None)]
    dice = FixedDice(0, 2)
    assert [Random().hit(view(dice=dice, options=hits)) for _ in range(2)] == [None, hits[1]]
    held = in_order(cards("R1 R1 W S S"))
    dice = FixedDice(1, 2, 1)
    free = view(dice=dice, hand=held, options=["R1", "W", "S"])
    assert [Random().discard(free) for _ in range(2)] == ["R1", "W"]
    assert Random().discard(view(dice=dice, hand=held, options=["S"])) == "S"
    assert dice.asked == [5, 5, 2]
    assert Random().name(view(dice=FixedDice(1), options=[3, 0])) == 0


def test_dice_are_keyed_by_deal_hand_game_and_seat():
    names = ["random"] * 3
    games = [
        play(1, 0, number, short(12), 3, [Random() for _ in names], names).events
        for number in (0, 0, 1)
    ]
    assert games[0] == games[1]
    assert games[0][1:3] == games[2][1:3] and games[0] != games[2]


# --- askings, views -------------------------------------------------------------------------------


class Witness:
    """Passes on to a strategy and checks that there really was a choice, and what was shown."""

    def __init__(self, strategy):
        self.strategy, self.asked = strategy, dict.fromkeys(ASKED, 0)

    def __getattr__(self, decision):
        def answer(view):
            self.asked[decision] += 1
            if decision == "lay":
                assert next(hand.ways_to_lay(view.hand, view.phase, view.ruleset["natural"]))
                assert not view.laid[view.seat]
            elif decision == "hit":
                assert view.laid[view.seat] and view.options
            else:
                assert len(view.options) == len(set(view.options)) >= 2
            assert all("deck" not in event and "hands" not in event for event in view.history)
            blind = [e for e in view.history if e["event"] == "draw" and e["from"] == "pile"]
            assert all("card" not in event for event in blind)
            assert view.cards[view.seat] == len(view.hand)
            return getattr(self.strategy, decision)(view)

        return answer


def test_strategies_are_asked_only_where_they_have_a_choice():
    total = dict.fromkeys(ASKED, 0)
    for preset, kind in itertools.product(rules.PRESETS, [Random, Baseline]):
        witnesses = [Witness(kind()) for _ in range(3)]
        ruleset = rules.resolve(preset, max_hands=4)
        played = play(6, 1, 2, ruleset, 3, witnesses, ["x"] * 3)
        for decision in ASKED:
            asked = sum(witness.asked[decision] for witness in witnesses)
            assert played.askings[decision] == asked
            total[decision] += asked
    assert all(total.values())


# --- the audit ------------------------------------------------------------------------------------

VARIANTS = [
    {},
    {"advance": "always", "hold_skips": False},
    {"max_wilds_to_lay": 2, "go_out": "discard"},
    {"game_end": "all", "hit_same_turn": False, "phases": "even"},
    {"game_end": "hands", "hands": 10, "advance": "always"},
    {"game_end": "moment", "skip_target": "next"},
    {"phases": [["color 4", "set 2"], ["run 3", "run 3"], ["set 2", "set 2", "run 4"]]},
]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("preset", rules.PRESETS)
def test_games_pass_the_audit(preset, players):
    for number, lineup in enumerate(["baseline", "random", "mixed"]):
        names = {
            "baseline": ["baseline"] * players,
            "random": ["random"] * players,
            "mixed": [["baseline", "random"][seat % 2] for seat in range(players)],
        }[lineup]
        variant = VARIANTS[(players * 3 + number) % len(VARIANTS)]
        ruleset = rules.resolve(preset, **variant, max_hands=12, max_turns=150)
        strategies = [{"random": Random, "baseline": Baseline}[name]() for name in names]
        events = play(players, number, number, ruleset, players, strategies, names).events
        audit(json.loads(json.dumps(events)))
        check_frames(events)


def check_frames(events):
    tables = frames(events)
    players = events[0]["players"]
    rounds, result = tables["rounds"], events[-1]
    assert len(tables["games"]) == players and len(tables["hands"]) == players * len(rounds)
    assert sum(row["win_share"] for row in tables["games"]) == pytest.approx(1)
    for seat in range(players):
        mine = [row for row in tables["hands"] if row["seat"] == seat]
        counted = zip(mine, rounds, strict=True)
        total = sum(row["penalty"] for row, one in counted if not one["playoff"])
        assert total == result["scores"][seat] == tables["games"][seat]["score"]
        assert all((row["cards_left"] == 0) <= (row["penalty"] == 0) for row in mine)
    for one, end in zip(rounds, told(events, "round_end"), strict=True):
        rows = [row for row in tables["hands"] if row["round"] == one["round"]]
        assert [row["penalty"] for row in rows] == end["penalties"]
        assert [row["laid_turn"] > 0 for row in rows] == end["laid"]


def test_each_variant_is_played():
    used = {(p * 3 + n) % len(VARIANTS) for p in range(2, 7) for n in range(3)}
    assert used == set(range(len(VARIANTS)))


@pytest.fixture(scope="module")
def transcript():
    names = ["baseline", "random", "baseline", "baseline"]
    strategies = [Baseline(), Random(), Baseline(), Baseline()]
    events = play(17, 3, 1, STANDARD, 4, strategies, names).events
    audit(events)
    return events


def corruption(name, where=lambda event: True):
    """A corruption of the first such event of this name, that satisfies the condition."""

    def register(change):
        CORRUPTIONS.append((change.__name__, name, where, change))
        return change

    return register


CORRUPTIONS = []


def on_run(event):
    return "end" in event


@corruption("deal")
def two_hands_changed_places(events, at):
    hands = events[at]["hands"]
    hands[0], hands[1] = hands[1], hands[0]


@corruption("round")
def two_cards_of_the_deck_changed_places(events, at):
    deck = events[at]["deck"]
    other = next(i for i in range(107, 0, -1) if deck[i] != deck[100])
    deck[100], deck[other] = deck[other], deck[100]


@corruption("round")
def wrong_first_player(events, at):
    events[at]["first"] = (events[at]["first"] + 1) % 4


@corruption("draw")
def another_card_drawn(events, at):
    events[at]["card"] = "R1" if events[at]["card"] != "R1" else "R2"


@corruption("draw")
def drawn_out_of_turn(events, at):
    events[at]["seat"] = (events[at]["seat"] + 1) % 4


@corruption("lay")
def a_card_laid_that_is_not_held(events, at):
    group = events[at]["groups"][0]
    cards_, held = group["cards"], [c for c in NUMBER_CARDS if c[1:] == group["as"][0]]
    taken = next(c for c in held if c not in cards_)
    cards_[0] = taken
    group["cards"] = list(in_order(cards_))


@corruption("lay")
def laid_as_another_number(events, at):
    group = events[at]["groups"][0]
    group["as"] = [str(int(stands) % 12 + 1) for stands in group["as"]]


@corruption("lay")
def laid_twice(events, at):
    events.insert(at, copy.deepcopy(events[at]))


@corruption("hit")
def hit_on_a_group_that_is_not_there(events, at):
    events[at]["group"] = 99


@corruption("hit", on_run)
def hit_at_the_wrong_end(events, at):
    events[at]["end"] = "low" if events[at]["end"] == "high" else "high"


@corruption("hit")
def hit_without_its_meaning(events, at):
    del events[at]["as"]


@corruption("hit")
def a_hit_left_out(events, at):
    del events[at]


@corruption("discard")
def a_card_discarded_that_is_not_held(events, at):
    events[at]["card"] = "W"


@corruption("discard", lambda event: event["card"] == "S")
def the_wrong_one_named(events, at):
    events[at]["names"] = events[at]["seat"]


@corruption("discard", lambda event: event.get("names", -1) >= 0)
def nobody_named(events, at):
    events[at]["names"] = -1


@corruption("skipped")
def a_lost_turn_left_out(events, at):
    del events[at]


@corruption("reshuffle")
def reshuffled_in_another_order(events, at):
    events[at]["deck"].reverse()


@corruption("round_end")
def wrong_penalty(events, at):
    events[at]["penalties"][0] += 5


@corruption("round_end")
def wrong_next_phase(events, at):
    events[at]["phases"][1] += 1


@corruption("round_end")
def wrong_end(events, at):
    events[at]["end"] = {"out": "limit", "limit": "out"}[events[at]["end"]]


@corruption("round_end")
def wrong_score(events, at):
    events[at]["scores"][2] += 10


@corruption("result")
def wrong_winner(events, at):
    events[at]["win_share"].reverse()


@corruption("result")
def broken_off(events, at):
    del events[at]


@corruption("result")
def something_after_the_end(events, at):
    events.append(copy.deepcopy(events[at]))


@corruption("game")
def an_option_left_out(events, at):
    del events[at]["ruleset"]["tie"]


@corruption("game")
def another_seed(events, at):
    events[at]["seed"] += 1


@pytest.mark.parametrize("case", CORRUPTIONS, ids=lambda case: case[0])
def test_the_audit_catches(transcript, case):
    _, name, where, change = case
    events = copy.deepcopy(transcript)
    at = next(i for i, e in enumerate(events) if e["event"] == name and where(e))
    change(events, at)
    with pytest.raises(AssertionError, match=r"event \d+: "):
        audit(events)


OPTION_CASES = [
    ("max_wilds_to_lay", 0),
    ("hold_skips", False),
    ("hit_same_turn", False),
    ("skip_target", "next"),
    ("max_turns", 10),
    ("max_hands", 2),
    ("game_end", "moment"),
    ("advance", "always"),
]


@pytest.mark.parametrize(("option", "value"), OPTION_CASES)
def test_the_audit_knows_the_ruleset(transcript, option, value):
    """A game played by one rule does not pass under the other."""
    events = copy.deepcopy(transcript)
    events[0]["ruleset"][option] = value
    with pytest.raises(AssertionError, match=r"event \d+: "):
        audit(events)
