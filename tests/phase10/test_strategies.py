"""The shipped strategies under every option, and that each has a play of its own.

Presets, determinism and plain Python are the strategy contract's, see
``tests/strategies``.
"""

import numpy as np
import pytest

from rummy_sim.core.contract import find, shipped
from rummy_sim.core.game import Table
from rummy_sim.phase10 import GAME

from .test_against_oracle import VARIANTS

NAMES = sorted(set(shipped("phase10")) - {"random", "baseline"})
# Parameters at both ends of what makes a difference.
EXTREMES = [
    ("rush", {"gain": 1, "dear": 0}),
    ("rush", {"gain": 99, "dear": 20}),
    ("holder", {"left": 0, "danger": 0}),
    ("hoarder", {"wilds": 0, "turn": 1000}),
    ("denier", {"give": 0}),
    ("denier", {"give": 100}),
    ("minimizer", {"laid": 1, "cards": 10, "need": 1}),
    ("skipper", {"target": 1, "wait": 1}),
    ("skipper", {"target": 2, "wait": 0}),
]


def strategy(name, values=None):
    return find(GAME.contract, name).with_values(values or {})


def play(line_up, overrides, deals=2):
    players = len(line_up)
    ruleset, _ = GAME.resolve(overrides, players)
    seats = np.arange(players)
    table = Table(players, ruleset, tuple(line_up), (seats[:, None] + seats) % players)
    return GAME.play(table, 11, 0, range(deals))


def test_all_that_the_issue_asks_for_are_shipped():
    assert {"rush", "holder", "hoarder", "denier", "minimizer", "skipper"} <= set(NAMES)


@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_legal_under_every_option(overrides):
    everybody = [strategy(name) for name in NAMES]
    play([strategy(name, values) for name, values in EXTREMES[:6]], overrides)
    play([strategy(name, values) for name, values in EXTREMES[3:]], overrides)
    for players in range(2, 7):
        for first in range(0, 6, 2):
            play([everybody[(first + i) % len(everybody)] for i in range(players)], overrides, 1)


@pytest.mark.parametrize("name", NAMES)
def test_plays_otherwise_than_baseline(name):
    baseline = strategy("baseline")
    theirs = play([baseline] * 4, "standard", 20)
    ours = play([strategy(name), *[baseline] * 3], "standard", 20)
    assert not np.array_equal(ours.games["score"], theirs.games["score"])


@pytest.mark.parametrize(("name", "values"), [extreme for extreme in EXTREMES if extreme[1]])
def test_parameters_matter(name, values):
    baseline = strategy("baseline")
    usual = play([strategy(name), *[baseline] * 3], "standard", 20)
    other = play([strategy(name, values), *[baseline] * 3], "standard", 20)
    assert not np.array_equal(usual.games["score"], other.games["score"])


def test_two_strategies_count_on_outs_and_win_by_it():
    """A pair waiting for more unseen cards is worth more; far above a quarter of the wins."""
    for name in ("rush", "denier"):
        games = play([strategy(name), *[strategy("baseline")] * 3], "standard", 150).games
        assert games["win_share"][games["strategy"] == 0].mean() > 0.27
