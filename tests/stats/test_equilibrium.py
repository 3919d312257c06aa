"""Equilibria: known games, a linear programme, and measured payoffs."""

from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.optimize import linprog

from rummy_sim.stats.cells import cell_means
from rummy_sim.stats.equilibrium import equilibrium, equilibrium_mix
from rummy_sim.stats.payoffs import seats_of
from tests.stats.synthetic import games


def zero_sum_value_and_mix(payoff):
    """The maximin mix of the row player, by a linear programme."""
    k = len(payoff)
    found = linprog(
        np.r_[np.zeros(k), -1],
        A_ub=np.c_[-payoff.T, np.ones(k)],
        b_ub=np.zeros(k),
        A_eq=[np.r_[np.ones(k), 0]],
        b_eq=[1],
        bounds=[(0, 1)] * k + [(None, None)],
    )
    return found.x[-1], found.x[:k]


@pytest.mark.parametrize("seed", range(8))
def test_in_zero_sum_games_it_is_the_maximin_mix(seed):
    noise = np.random.default_rng(seed).normal(size=(7, 7))
    payoff = 0.5 + 0.1 * (noise - noise.T)
    mix = equilibrium(payoff)
    value, shares = zero_sum_value_and_mix(payoff)
    assert mix.value == pytest.approx(value, abs=1e-6)
    assert mix.shares == pytest.approx(shares, abs=1e-5)


def test_biased_rock_paper_scissors_by_hand():
    # Winning with rock counts double: paper, which rock's win does not touch, is played most.
    payoff = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert equilibrium(payoff).shares == pytest.approx([0.25, 0.5, 0.25])


def test_games_that_are_not_zero_sum():
    hawk_and_dove = np.array([[-1.0, 4.0], [0.0, 2.0]])
    mix = equilibrium(hawk_and_dove)
    assert mix.shares == pytest.approx([2 / 3, 1 / 3])
    assert mix.value == pytest.approx(2 / 3)


def test_a_dominating_strategy_is_played_alone_and_regrets_say_what_others_lose():
    mix = equilibrium([[0.5, 0.6, 0.7], [0.4, 0.5, 0.5], [0.3, 0.5, 0.5]])
    assert mix.shares == pytest.approx([1, 0, 0])
    assert mix.regrets == pytest.approx([0, 0.1, 0.2])


def test_of_several_equilibria_one_with_the_least_largest_share_is_taken():
    assert equilibrium(np.full((4, 4), 0.25)).shares == pytest.approx([0.25] * 4)
    # rock twice: however its copies share it, rock has a third
    payoff = [[0.5, 0.5, 0, 1], [0.5, 0.5, 0, 1], [1, 1, 0.5, 0], [0, 0, 1, 0.5]]
    shares = equilibrium(payoff).shares
    assert [shares[0] + shares[1], *shares[2:]] == pytest.approx([1 / 3] * 3, abs=1e-6)


@pytest.mark.parametrize("strategies", [3, 6, 12])
@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_no_payoff_matrix_defeats_it_and_nothing_is_printed(strategies, noise, capfd):
    rng = np.random.default_rng(strategies)
    for _ in range(40):
        strength, luck = (
            0.05 * rng.normal(size=strategies),
            0.03 * rng.normal(size=(strategies,) * 2),
        )
        payoff = 0.25 + np.subtract.outer(strength, strength) + luck - luck.T
        payoff += noise * rng.normal(size=payoff.shape)
        mix = equilibrium(payoff)
        assert mix.shares.sum() == pytest.approx(1)
        assert (mix.shares >= 0).all()
        assert mix.regrets.min() >= 0
        assert mix.regrets[mix.shares > 0].max() < 1e-5
    assert capfd.readouterr().out == ""


def test_an_incomplete_matrix_is_refused():
    with pytest.raises(ValueError, match="every pair"):
        equilibrium([[0.5, np.nan], [0.5, 0.5]])
    with pytest.raises(ValueError, match="every pair"):
        equilibrium([[0.5, 0.5]])


def test_measured_payoffs_give_a_mix_with_its_doubt():
    strengths = {"a": 0.5, "b": 0.0, "c": -0.5}
    frame = games(
        [(x, y, y) for x, y in permutations(strengths, 2)], strengths, 400, np.random.default_rng(1)
    )
    table = equilibrium_mix(cell_means(frame), seats_of(frame), draws=20)
    assert table.loc["a", ["share", "low", "high"]].tolist() == [1, 1, 1]
    assert table.loc["c", "regret"] > table.loc["b", "regret"] > 0


def test_close_payoffs_leave_wide_doubt():
    strengths = dict.fromkeys("abc", 0.0)
    frame = games(list(combinations("abc", 2)), strengths, 50, np.random.default_rng(2))
    table = equilibrium_mix(cell_means(frame), seats_of(frame), draws=40)
    assert (table["high"] - table["low"]).max() > 0.5
    assert table["share"].sum() == pytest.approx(1)


def test_tables_of_three_strategies_say_nothing_about_mixes():
    strengths = dict.fromkeys("abc", 0.0)
    frame = games([("a", "b", "c")], strengths, 5, np.random.default_rng(3))
    with pytest.raises(ValueError, match="versus design"):
        equilibrium_mix(cell_means(frame), seats_of(frame))
