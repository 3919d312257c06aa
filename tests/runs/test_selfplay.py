"""A strategy against itself: exact ties, ties in the mean, and cheats."""

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.runs.games import get_game
from rummy_sim.runs.selfplay import SelfPlay, self_play
from tests.runs.conftest import HEADS, PLAYERS


def check(game_name, use, players, deals=40, seed=3):
    game = get_game(game_name)
    ruleset, _ = game.resolve(next(iter(game.presets)), players)
    return self_play(game, find(game.contract, str(use)), ruleset, players, deals=deals, seed=seed)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["phantom", "phase10"])
def test_without_dice_it_ties_exactly(game, players):
    found = check(game, "baseline", players)
    assert (found.kind, found.p, found.ties, found.games) == ("exact", 1.0, True, 40 * players)


@pytest.mark.parametrize("game", ["phantom", "phase10"])
def test_with_dice_it_ties_in_the_mean_only(game):
    found = check(game, "random", 3)
    assert (found.kind, found.ties) == ("dice", True)
    assert 1e-4 < found.p <= 1
    assert "throws dice, and ties with itself in the mean (120 games" in found.reason


def test_a_strategy_that_remembers_other_games_is_found_out():
    found = check("coin", PLAYERS / "moody.py", 3)
    assert (found.kind, found.ties) == ("unrepeatable", False)
    assert np.isnan(found.p)
    assert "outside the game" in found.reason
    assert check("coin", HEADS, 3).kind == "exact"


def test_copies_that_win_more_than_others_do_not_tie(monkeypatch):
    """A game that favours one copy, whatever its seat: the fault the check is there for."""
    coin = get_game("coin")
    play = type(coin).play

    def unfair(self, *args):
        played = play(self, *args)
        first = played.games["strategy"] == 0
        played.games["win_share"] = np.where(first, 1.0, 0.0)
        return played

    monkeypatch.setattr(type(coin), "play", unfair)
    found = check("coin", HEADS, 3)
    assert (found.kind, found.ties) == ("dice", False)
    assert "do not tie" in found.reason


def test_even_a_fair_tie_may_be_far_off_but_rarely():
    assert SelfPlay("dice", 2e-4, 100).ties
    assert not SelfPlay("dice", 0.5e-4, 100).ties
