"""Payoffs, league, cycles: on made-up games whose truth is known."""

from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest

from rummy_sim.stats.cells import cell_means, pairs
from rummy_sim.stats.league import beaten, cycles, groups, league
from rummy_sim.stats.payoffs import common_opponents, margins, matrix, payoffs, scores, seats_of
from tests.stats.synthetic import games

STRENGTHS = {"ace": 1.0, "bold": 0.4, "calm": 0.4, "dull": -0.5}


def measured(lineups, strengths=STRENGTHS, blocks=400, seed=1):
    frame = games(lineups, strengths, blocks, np.random.default_rng(seed), luck=1.0)
    return cell_means(frame), seats_of(frame), frame


def test_payoffs_of_a_round_robin_are_the_win_shares_of_its_cells():
    means, seats, frame = measured(list(combinations(STRENGTHS, 2)))
    table = payoffs(means, seats).table()
    rows = frame[(frame["cell"] == 1) & (frame["strategy"] == "ace")]  # ace and calm
    assert table.loc[("ace", "calm"), "mean"] == pytest.approx(rows["win_share"].mean())
    square = matrix(table["mean"], players=2)
    assert (square + square.T).to_numpy() == pytest.approx(np.ones((4, 4)))
    assert np.diag(square).tolist() == [0.5] * 4


def test_payoffs_of_a_versus_design_are_one_against_a_field():
    means, seats, frame = measured([(x, y, y) for x, y in permutations(STRENGTHS, 2)])
    pays = payoffs(means, seats)
    cell = list(permutations(STRENGTHS, 2)).index(("calm", "ace"))
    rows = frame[(frame["cell"] == cell) & (frame["strategy"] == "calm")]
    assert pays.table().loc[("calm", "ace"), "mean"] == pytest.approx(rows["win_share"].mean())
    assert len(pays.labels) == 12
    won = scores(pays).table()["mean"]
    square = matrix(pays.table()["mean"], 3)
    assert won["bold"] == pytest.approx((square.loc["bold"].sum() - 1 / 3) / 3)


def test_margins_average_both_directions_of_a_versus_design():
    means, seats, _ = measured([("ace", "bold", "bold"), ("bold", "ace", "ace")])
    share = means.table()["mean"]
    expected = (share[0, "ace"] - share[0, "bold"] + share[1, "ace"] - share[1, "bold"]) / 2
    assert margins(means, seats).table().loc[("ace", "bold"), "mean"] == pytest.approx(expected)


def test_pairs_that_never_meet_are_left_out():
    means, seats, _ = measured([("ace", "bold"), ("calm", "dull")])
    assert set(payoffs(means, seats).labels) == {
        ("ace", "bold"),
        ("bold", "ace"),
        ("calm", "dull"),
        ("dull", "calm"),
    }
    assert set(margins(means, seats).labels) == {("ace", "bold"), ("calm", "dull")}
    assert matrix(payoffs(means, seats).table()["mean"], 2).isna().to_numpy().sum() == 8


def test_where_not_all_met_scores_are_over_the_opponents_that_all_have():
    means, seats, frame = measured([("ace", "calm"), ("bold", "calm"), ("ace", "bold")])
    pays = payoffs(means, seats)
    assert common_opponents(pays) == ["ace", "bold", "calm"]
    means, seats, frame = measured([("ace", "calm", "calm"), ("bold", "calm", "calm")])
    pays = payoffs(means, seats)
    assert common_opponents(pays) == ["calm"]
    won = scores(pays, players=3)
    rows = frame[(frame["cell"] == 1) & (frame["strategy"] == "bold")]
    table = won.table()
    assert table.loc["bold", "mean"] == pytest.approx(rows["win_share"].mean())
    assert table.loc["calm", ["mean", "low", "high"]].tolist() == pytest.approx([1 / 3] * 3)
    # Against a share that is known, the test is that of the strategy's own share.
    alone = means.tests(null=1 / 3).loc[(1, "bold"), "p"]
    assert pairs(won).tests()["p"]["bold", "calm"] == pytest.approx(alone)
    means, seats, _ = measured([("ace", "bold"), ("calm", "dull")])
    with pytest.raises(ValueError, match="no opponent"):
        scores(payoffs(means, seats), players=2)


def test_a_strategy_that_never_won_may_still_win_some():
    means, seats, _ = measured([("ace", "dull")], {"ace": 50.0, "dull": -50.0}, blocks=40)
    table = league(scores(payoffs(means, seats)))
    assert table.loc["dull", "mean"] == 0
    assert table.loc["dull", "high"] == pytest.approx(1 - 0.025 ** (1 / 40))


def test_a_league_separates_what_differs_and_joins_what_does_not():
    means, seats, _ = measured(list(combinations(STRENGTHS, 2)))
    table = league(scores(payoffs(means, seats)))
    assert table.index[0] == "ace"
    assert table.index[3] == "dull"
    assert table["group"].to_dict() == {"ace": "a", "bold": "b", "calm": "b", "dull": "c"}
    assert table["rank"].to_dict() == {"ace": 1, "bold": 2, "calm": 2, "dull": 4}


def test_equal_strategies_are_seldom_separated():
    same = dict.fromkeys("abcd", 0.0)
    rng = np.random.default_rng(5)
    parted = 0
    for _ in range(40):
        frame = games(list(combinations(same, 2)), same, 100, rng, luck=1.0)
        clear = beaten(pairs(scores(payoffs(cell_means(frame), seats_of(frame)))))
        parted += len(clear) > 0
    assert parted <= 6  # 5 % of 40 runs are 2


def test_groups_are_the_largest_sets_that_nothing_parts():
    assert groups("abc", []) == {"a": "a", "b": "a", "c": "a"}
    assert groups("abc", [("a", "c"), ("b", "a"), ("b", "c")]) == {"a": "a", "b": "b", "c": "c"}
    # b cannot be told from either neighbour, d from none.
    assert groups("abcd", [("a", "c")]) == {"a": "a", "b": "ab", "c": "b", "d": "ab"}


@pytest.mark.parametrize("seed", range(20))
def test_letters_are_shared_by_exactly_the_pairs_that_are_not_separated(seed):
    rng = np.random.default_rng(seed)
    names = "abcdefg"
    parted = [pair for pair in combinations(names, 2) if rng.random() < 0.45]
    letters = groups(names, parted)
    for pair in combinations(names, 2):
        assert bool(set(letters[pair[0]]) & set(letters[pair[1]])) == (pair not in parted)


def test_a_ring_of_three_is_found_in_games_and_noise_makes_none():
    frame = pd.concat(
        [
            games([lineup], dict(zip(lineup, (0.8, 0.0), strict=True)), 300, rng, luck=1.0).assign(
                cell=cell
            )
            for cell, (lineup, rng) in enumerate(
                zip(
                    [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")],
                    np.random.default_rng(6).spawn(3),
                    strict=True,
                )
            )
        ]
    )
    wins = beaten(margins(cell_means(frame), seats_of(frame)))
    assert (wins["margin"] > 0).all()
    assert ((wins["low"] < wins["margin"]) & (wins["margin"] < wins["high"])).all()
    assert cycles(list(zip(wins["winner"], wins["loser"], strict=True))) == [
        ("paper", "rock", "scissors")
    ]
    same = dict.fromkeys(("rock", "scissors", "paper"), 0.0)
    quiet = games(list(combinations(same, 2)), same, 300, np.random.default_rng(7), luck=1.0)
    assert beaten(margins(cell_means(quiet), seats_of(quiet))).empty


def test_rings_are_told_once_and_only_where_nothing_cuts_through():
    assert cycles([("a", "b"), ("b", "c"), ("a", "c")]) == []
    square = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    assert cycles(square) == [("a", "b", "c", "d")]
    assert cycles([*square, ("a", "c")]) == [("a", "c", "d")]
    assert cycles([*square, ("c", "a"), ("b", "d")]) == [("a", "b", "c"), ("a", "b", "d")]
