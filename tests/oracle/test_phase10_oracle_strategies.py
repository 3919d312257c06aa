"""`random` and `baseline` of the Phase 10 oracle, and when strategies are asked."""

import itertools

import pytest

from .phase10 import hand, rules
from .phase10.cards import in_order
from .phase10.game import play
from .phase10.rigged import ASKED, Script, cards, junk, play_rigged, rigged_deck, short, told
from .phase10.strategies import Baseline, Random
from .phase10.table import View

# --- strategies -----------------------------------------------------------------------------------


def first_answer(decision, held, up, pile, **options):
    """What `baseline` answers first, when it begins with this hand."""

    class Watched(Baseline):
        pass

    def watch(self, view):
        asked.append(getattr(Baseline, decision)(self, view))
        return asked[-1]

    asked = []
    setattr(Watched, decision, watch)
    deck = rigged_deck([held, junk(0)], up, pile)
    play_rigged([deck], short(1, **options), [Watched(), Script()])
    return asked[0]


@pytest.mark.parametrize(("up", "wanted"), [("G1", "discard"), ("Y10", "pile"), ("W", "discard")])
def test_baseline_draws_what_brings_the_phase_nearer(up, wanted):
    held = "R1 B1 R2 B2 R9 B8 G12 Y5 G6 Y7"
    assert first_answer("draw", held, up, "Y11") == wanted


def test_baseline_takes_what_it_can_hit_once_it_has_laid():
    hands = ["R1 B1 G1 R2 B2 G2 Y9 Y8 Y7 Y6", junk(0)]
    for thrown, wanted in [("B3", "pile"), ("B1", "discard"), ("W", "discard")]:
        deck = rigged_deck(hands, "R12", f"G12 {thrown} Y11")
        # It lays on its first turn; seat 1 throws on the pile what it has drawn.
        players = [Baseline(), Script(discard=[thrown])]
        assert told(play_rigged([deck], short(3), players), "draw")[2]["from"] == wanted


@pytest.mark.parametrize(
    ("held", "drawn", "wanted"),
    [
        # It lays 1 1 W and 2 2 W; of what is left 12 and 11 cost most, the 11 is lower.
        ("R1 B1 R2 B2 R9 B8 G12 Y5 W W", "Y11", "Y11"),
        # Not laid, the Wild is kept, too.
        ("R1 B1 R2 B2 R9 B8 G12 Y5 G6 W", "Y11", "Y11"),
        ("R1 B1 R2 B2 R11 B11 G12 Y5 G6 S", "Y7", "S"),
        # Three pairs of four are enough: the points decide, then the lower card.
        ("R1 B1 R2 B2 R11 B11 G12 Y12 R3 R4", "Y6", "R11"),
        # Of two pairs both are needed.
        ("R11 B11 R12 B12 R3 R4 R6 G7 Y8 R9", "Y5", "R3"),
        # Three singles keep need least, the 10 costs most.
        ("R1 B1 R2 B2 G2 Y2 R5 B5 G5 Y5", "B10", "B10"),
    ],
)
def test_baseline_discards(held, drawn, wanted):
    assert first_answer("discard", held, "Y10" if drawn != "Y10" else "Y9", drawn) == wanted


def test_baseline_lets_a_wild_go_only_when_it_holds_too_many():
    # Need is 0 without a Wild, too, and a Wild has the most points.
    held = "R1 B1 G1 R2 B2 G2 W W W Y9"
    assert first_answer("discard", held, "Y10", "Y11", max_wilds_to_lay=2) == "W"
    # Here need would grow.
    held = "R1 R2 R4 R6 W W W Y9 Y10 R12"
    assert first_answer("discard", held, "Y7", "Y8", max_wilds_to_lay=2) == "Y10"


def test_baseline_keeps_wilds_to_the_last():
    view = View(hand=("R12", "W"), options=["R12", "W"], laid=[True], seat=0)
    assert Baseline().discard(view) == "R12"


def test_baseline_names_the_one_with_the_fewest_cards_and_of_those_the_next():
    view = View(options=[2, 3, 0], cards=[4, 1, 7, 4])
    assert Baseline().name(view) == 3


class FixedDice:
    def __init__(self, *values):
        self.values, self.asked = list(values), []

    def below(self, n):
        self.asked.append(n)
        return self.values.pop(0)


def test_random_uses_its_dice_as_written():

    dice = FixedDice(0, 1)
    assert [Random().draw(View(dice=dice)) for _ in range(2)] == ["pile", "discard"]
    hits = [("R1", 0, None), ("W", 0, None)]
    dice = FixedDice(0, 2)
    assert [Random().hit(View(dice=dice, options=hits)) for _ in range(2)] == [None, hits[1]]
    held = in_order(cards("R1 R1 W S S"))
    dice = FixedDice(1, 2, 1)
    free = View(dice=dice, hand=held, options=["R1", "W", "S"])
    assert [Random().discard(free) for _ in range(2)] == ["R1", "W"]
    assert Random().discard(View(dice=dice, hand=held, options=["S"])) == "S"
    assert dice.asked == [5, 5, 2]
    assert Random().name(View(dice=FixedDice(1), options=[3, 0])) == 0


def test_dice_are_keyed_by_deal_hand_game_and_seat():
    names = ["random"] * 3
    games = [
        play(1, 0, number, short(12), 3, [Random() for _ in names], names).events
        for number in (0, 0, 1)
    ]
    assert games[0] == games[1]
    assert games[0][1:3] == games[2][1:3]
    assert games[0] != games[2]


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
                assert view.laid[view.seat]
                assert view.options
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
