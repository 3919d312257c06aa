"""The errors a user can cause."""

import pickle

import pytest

from rummy_sim.core.errors import ConfigError, RunError, StrategyError, UserError, nearest


@pytest.mark.parametrize("kind", [UserError, ConfigError, StrategyError, RunError])
def test_problems_are_told_one_a_line_and_survive_a_pickle(kind):
    error = kind(["seed: too small", "players: too many"])
    again = pickle.loads(pickle.dumps(error))
    for one in (error, again):
        assert type(one) is kind
        assert isinstance(one, UserError)
        assert one.problems == ("seed: too small", "players: too many")
        assert str(one) == "seed: too small\nplayers: too many"


def test_one_problem_may_be_given_as_it_is():
    assert UserError("no").problems == ("no",)
    assert UserError(()).problems == ()


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("playrs", " (did you mean 'players'?)"),
        ("ruelset", " (did you mean 'ruleset'?)"),
        ("seed", " (did you mean 'seed'?)"),
        ("zzz", ""),
        ("", ""),
    ],
)
def test_the_nearest_word_is_named_if_it_is_near(word, hint):
    assert nearest(word, ["players", "ruleset", "seed"]) == hint
    assert nearest(word, iter(["players", "ruleset", "seed"])) == hint
    assert nearest(word, []) == ""
