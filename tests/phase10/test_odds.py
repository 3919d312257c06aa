"""The share of dealt hands that satisfy a phase, against published figures."""

import json
import random

import pytest

from rummy_sim.cli import main
from rummy_sim.core.errors import UserError
from rummy_sim.phase10 import GAME
from rummy_sim.phase10.hand import NATURALS
from rummy_sim.phase10.odds import phase_odds

from ..oracle import randomness
from ..oracle.phase10.cards import DECK
from ..oracle.phase10.hand import need

# From 5·10¹¹ sampled hands, with a number card in each group.
PUBLISHED = {1: 18.2752, 2: 29.8092, 4: 15.5689, 6: 1.9926, 7: 0.3321, 10: 0.3523}


def test_published_shares():
    hands = 2_000_000
    rows = phase_odds(hands, seed=20261130).rows
    for number, percent in PUBLISHED.items():
        row, share = rows[number - 1], percent / 100
        assert row["phase"] == number
        assert abs(row["share"] - share) < 4 * (share * (1 - share) / hands) ** 0.5
        assert row["low"] < row["share"] < row["high"]
        assert row["high"] - row["low"] == pytest.approx(
            2 * 1.96 * (share * (1 - share) / hands) ** 0.5, rel=0.05
        )


@pytest.mark.parametrize("natural", NATURALS)
def test_each_hand_is_the_oracles(natural):
    """Which cards are dealt, told again, and whether they satisfy a phase."""
    phases = [2, ["color 4", "run 3"], ["set 2", "set 2", "set 2"]]
    hands, seed = 400, 77
    counts = [0, 0, 0]
    for hand in range(hands):
        deck = list(DECK)
        dice = randomness.Dice(randomness.key(seed, randomness.DICE, hand))
        for i in range(10):
            j = i + dice.below(len(deck) - i)
            deck[i], deck[j] = deck[j], deck[i]
        for i, groups in enumerate((["set 3", "run 4"], *phases[1:])):
            counts[i] += need(deck[:10], groups, natural) == 0
    rows = phase_odds(hands, seed, phases, natural).rows
    assert [round(row["share"] * hands) for row in rows] == counts


def test_the_same_seed_deals_the_same_hands():
    assert phase_odds(3000, 5) == phase_odds(3000, 5)
    assert phase_odds(3000, 5) != phase_odds(3000, 6)


def test_no_hand_and_every_hand():
    rows = phase_odds(500, 1, [["set 11"], ["set 1"]]).rows
    assert rows[0]["share"] == rows[0]["low"] == 0 < rows[0]["high"] < 0.01
    assert rows[1]["share"] == rows[1]["high"] == 1 > rows[1]["low"] > 0.99


def test_phases_that_are_none():
    with pytest.raises(UserError, match="from 1 to 10"):
        phase_odds(10, 1, [11])


def test_the_command(capsys):
    seed = random.Random(1).getrandbits(40)
    assert main(["odds", "phase10", "--hands", "20000", "--seed", str(seed), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["phases"] == GAME.odds(20_000, seed).rows
    assert said["seed"] == seed
    assert main(["odds", "phase10", "--hands", "1000"]) == 0
    text = capsys.readouterr().out
    assert "set 3 + run 4" in text
    assert "1,000 hands, seed " in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["phantom"], "there are those of phase10"),
        (["phase1"], "did you mean 'phase10'?"),
        (["phase10", "--hands", "0"], "--hands"),
        ([], "GAME"),
    ],
)
def test_the_command_refuses(capsys, words, said):
    assert main(["odds", *words]) == 2
    assert said in capsys.readouterr().err
