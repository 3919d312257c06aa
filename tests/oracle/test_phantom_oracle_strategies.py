"""The Phantom Rummy oracle: `random` and `baseline` to the letter."""

from types import SimpleNamespace

import pytest

from .phantom import frames, hand
from .phantom.cards import black_first, in_order
from .phantom.rules import resolve
from .phantom.stacked import Script, cards, of, one_short_game, run, seeded
from .phantom.strategies import Baseline, Random
from .randomness import DICE, Dice, key


def test_random_by_its_dice():
    opened = 0
    for game in seeded(resolve("official", 2), 2, (Random,), deals=20):
        start, deal, market, take, then = game.events[1:6]
        first = start["first"]
        dice = Dice(key(5, DICE, game.deal, 1, game.number, first))
        card = market["cards"][dice.below(3)]
        assert take["card"] == card
        held = in_order([*deal["hands"][first], card])
        sets = hand.big_sets(held)
        chosen = dice.below(len(sets) + 1) if sets else 0
        if chosen:
            assert then["cards"] == black_first(held, sets[chosen - 1])
            opened += 1
        else:
            assert then["card"] == held[dice.below(8)]
    assert 0 < opened < 20


def test_random_uses_every_answer():
    seen = {}
    for game in seeded(resolve("article", 2), 2, (Random,), deals=12):
        for event in game.events:
            seen.setdefault(event["event"], []).append(event)
    assert len(seen["open"]) > 50
    assert len(seen["gain"]) > 20
    assert all(event["seat"] in (0, 1) for event in seen["ready"])


def test_baseline_takes_opens_and_discards_by_need():
    # Seat 0 needs H3 for a run; it stands third, and a second time fourth.
    hands = ["H1 H2 A1 A1 A1* D1 D1", "H4 A3 H5 A7 D2 D5 D7", "I1 I2 I3 I4 H7 A5 D4"]
    game = run(one_short_game(players=3), hands, "I1 I2 H3* H3", [Baseline(), Script(), Script()])
    assert of(game, "take")[0]["card"] == "H3*"
    # H123 and A111 both leave the rest one set short; the lower one is opened.
    assert of(game, "open")[0]["cards"] == ["H1", "H2", "H3*"]
    rest = hand.need(cards("A1 A1 A1* D1 D1"))
    assert rest == hand.need(cards("H1 H2 H3* D1 D1")) == 3


def test_baseline_opens_and_gains_one_set_and_is_ready_only_with_one():
    for rules in (resolve("official", 3), resolve("article", 3)):
        for game in seeded(rules, 3, (Baseline,)):
            for part in frames.short_games(game.events):
                sets = []
                for event in frames.of(part, "open", "gain", "ready"):
                    if event["event"] == "ready":
                        assert event["seat"] in sets
                    else:
                        sets.append(event["seat"])
                assert len(sets) == len(set(sets))


@pytest.mark.parametrize(
    ("held", "needs", "gained"),
    [
        ("H1 H1 H2 H4 H5 H5 D1", [4, 3, 4], "H2 H3 H4"),
        ("H1 H1 H2 H4 H4 H5 D1", [4, 3, 3], "H2 H3 H4"),
        ("H1 H2 H4 H5 H6 A3 D3", [3, 4, 4], "H1 H2 H3"),
    ],
)
def test_baseline_gains_the_set_that_leaves_the_least_need(held, needs, gained):
    for pair, due in zip(("H1 H2", "H2 H4", "H4 H5"), needs, strict=True):
        left = cards(held)
        for card in cards(pair):
            left.remove(card)
        assert hand.need(left) == due
    hands = ["H3 A6 D6 I1 I2 I3 A7", held]
    game = run(one_short_game(), hands, "H7 D2 D5", [Script(discard=["H3"]), Baseline()])
    assert of(game, "gain")[0]["cards"] == cards(gained)


@pytest.mark.parametrize(
    ("held", "discard"),
    [
        ("H1 H1* H3 H4 H5 A1 A1 A1", "H1"),  # any of four kinds leaves one missing; black first
        ("H1* H3 H4 H5 A1 A1 A1 I2", "H1*"),  # a lone red card, the lower of two
        ("H3 H4 H5 A1 A1 A1 I2 I3*", "I2"),
        ("H3 H4 H5 A1 A1 A1 A1* D7*", "A1"),  # D7 may become the pair, the fourth A1 may not
    ],
)
def test_baseline_discards(held, discard):
    assert Baseline().discard(SimpleNamespace(hand=cards(held), decision="discard")) == discard
