"""Leagues: of made-up games whose truth is known, and of real runs against their frames."""

from itertools import combinations

import numpy as np
import pytest

import rummy_sim
from rummy_sim.runs.leagues import leagues, leagues_of
from rummy_sim.stats.cells import cell_means
from tests.runs.conftest import HEADS, TAILS, coin_config
from tests.stats.rings import BEATS, ring_games
from tests.stats.synthetic import games
from tests.stats.wins import win_sums


def of(frame, settings=None):
    (found,) = leagues_of(win_sums(frame), settings or {})
    return found


def test_rock_paper_scissors_is_a_ring_with_a_known_mix():
    found = of(ring_games(600))
    assert found.cycles == [("paper", "rock", "scissors")]
    assert set(zip(found.wins["winner"], found.wins["loser"], strict=True)) == set(BEATS)
    mix = found.equilibrium.set_index("strategy")
    assert mix["share"].to_numpy() == pytest.approx([1 / 3] * 3, abs=0.15)
    assert (mix["low"] <= 1 / 3).all()
    assert (mix["high"] >= 1 / 3).all()
    assert mix["regret"].max() < 1e-6
    assert set(found.table["group"]) == {"a"}
    first, clear, ring, equilibrium = found.sentences
    assert first.startswith("The data cannot say which is best of ")
    assert clear.startswith("3 of 3 pairs are clear")
    assert ring == "In a ring: paper beats rock, rock beats scissors, scissors beats paper."
    assert equilibrium.startswith("Equilibrium mix, which nothing does better against: ")


def test_a_ring_at_tables_of_three():
    found = of(ring_games(500, players=3))
    assert found.players == 3
    assert found.cycles == [("paper", "rock", "scissors")]
    assert found.equilibrium["share"].to_numpy() == pytest.approx([1 / 3] * 3, abs=0.2)


def test_two_that_cannot_be_told_apart_share_a_letter_and_the_rest_does_not():
    strengths = {"best": 0.6, "one": 0.0, "other": 0.0, "worst": -0.8}
    lineups = list(combinations(strengths, 2))
    found = of(games(lineups, strengths, 500, np.random.default_rng(3), luck=1.0))
    table = found.table.set_index("strategy")
    assert table["group"].to_dict() == {"best": "a", "one": "b", "other": "b", "worst": "c"}
    assert table["rank"].to_dict() == {"best": 1, "one": 2, "other": 2, "worst": 4}
    assert found.strategies[0] == "best"
    assert list(found.table["rating"]) == sorted(found.table["rating"], reverse=True)
    tests = found.pairs.set_index(["a", "b"])
    assert tests.loc[("one", "other"), "holm"] > 0.05
    assert (tests.drop(("one", "other"))["holm"] < 0.05).all()
    assert found.sentences[0].startswith("Best: best ")
    assert found.sentences[1].startswith("5 of 6 pairs are clear")
    assert found.sentences[2].startswith("No ring")
    alone = found.equilibrium.iloc[0]
    assert alone[["strategy", "share"]].tolist() == ["best", 1.0]


def test_tables_of_several_strategies_have_no_mix_and_say_so():
    strengths = {"a": 0.5, "b": 0.0, "c": -0.5}
    found = of(games([("a", "b", "c")], strengths, 50, np.random.default_rng(4)))
    assert found.equilibrium is None
    assert found.sentences[-1].startswith("No equilibrium mix: more than two strategies")
    assert not found.says_who_wins_against_whom


def test_strategies_that_met_one_opponent_only_are_ranked_against_it():
    strengths = {"a": 0.5, "b": 0.0, "c": -0.5}
    lineups = [("a", "b", "b"), ("c", "b", "b")]
    found = of(games(lineups, strengths, 300, np.random.default_rng(5)))
    assert found.against == ["b"]
    assert found.strategies == ["a", "b", "c"]
    assert " against b; 33.33 % would be even." in found.sentences[0]
    assert found.sentences[-1] == "No equilibrium mix: not every pair met."


def test_strategies_without_a_common_opponent_make_no_league():
    strengths = dict.fromkeys("abcd", 0.0)
    found = of(games([("a", "b"), ("c", "d")], strengths, 30, np.random.default_rng(6)))
    assert found.strategies == list("abcd")
    assert found.sentences[0].startswith("No league: ")
    with pytest.raises(rummy_sim.RunError, match="make no league"):
        assert found.table is None


STRATEGIES = [HEADS, *({"use": TAILS, "as": f"tails-{n}", "params": {"every": n}} for n in (2, 3))]


@pytest.mark.parametrize("design", ["versus", "round-robin"])
def test_a_real_run_gives_the_figures_of_its_frames(tmp_path, design):
    config = coin_config(design=design, strategies=STRATEGIES, players=2)
    run = rummy_sim.run(config, out=tmp_path)
    found = run.league()
    frame = run.games
    known = cell_means(frame)
    assert found.means.means == pytest.approx(known.means)
    assert found.means.influence == pytest.approx(known.influence)
    payoffs = found.payoffs.set_index(["strategy", "opponent"])["mean"]
    for x, y in payoffs.index:
        cells = [c["cell"] for c in run.cells if set(c["lineup"]) == {x, y}]
        rows = frame[frame["cell"].isin(cells) & (frame["strategy"] == x)]
        assert payoffs[x, y] == pytest.approx(rows["win_share"].mean())
    for row in found.table.itertuples():
        assert row.mean == pytest.approx(payoffs[row.strategy].mean())
    assert rummy_sim.league(run).table.equals(found.table)


def test_each_combination_of_swept_values_is_a_league_of_its_own():
    frame = ring_games(40)
    later = frame.assign(cell=frame["cell"] + 10)
    cells = set(frame["cell"])
    settings = {c: {"ruleset.flips": 3} for c in cells}
    settings |= {c + 10: {"ruleset.flips": 5} for c in cells}
    import pandas as pd

    found = leagues_of(win_sums(pd.concat([frame, later])), settings)
    assert [one.settings for one in found] == [{"ruleset.flips": 3}, {"ruleset.flips": 5}]
    assert found[0].table.equals(found[1].table)
    assert found[1].title == "ruleset.flips 5"


def test_settings_that_a_run_does_not_have_are_refused(tmp_path):
    run = rummy_sim.run(coin_config(strategies=STRATEGIES, games=6), out=tmp_path)
    with pytest.raises(rummy_sim.RunError, match="1 leagues"):
        run.league({"ruleset.flips": 9})


def test_each_strategy_by_itself_is_no_league(tmp_path):
    run = rummy_sim.run(coin_config(design="mirror"), out=tmp_path)
    with pytest.raises(rummy_sim.RunError, match="no cell of two or more strategies"):
        leagues(run)
