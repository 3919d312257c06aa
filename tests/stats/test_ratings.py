"""Ratings: the strengths that the games were made with come out again."""

from itertools import combinations, permutations

import choix
import numpy as np
import pytest

from rummy_sim.stats.cells import cell_means
from rummy_sim.stats.payoffs import seats_of
from rummy_sim.stats.ratings import ELO, ratings
from tests.stats.synthetic import games

STRENGTHS = {"ace": 0.9, "bold": 0.3, "calm": 0.0, "dull": -1.2}
LINEUPS = {
    "pairs": list(combinations(STRENGTHS, 2)),
    "tables of three": list(combinations(STRENGTHS, 3)),
    "one against a field": [(x, y, y, y) for x, y in permutations(STRENGTHS, 2)],
}


@pytest.mark.parametrize("design", LINEUPS)
def test_strengths_come_out_again(design):
    frame = games(LINEUPS[design], STRENGTHS, 1500, np.random.default_rng(1))
    table = ratings(cell_means(frame), seats_of(frame), draws=60)
    assert list(table.index) == list(STRENGTHS)
    assert table["rating"].to_numpy() == pytest.approx(
        ELO * np.array(list(STRENGTHS.values())), abs=15
    )
    assert table["rating"].mean() == pytest.approx(0, abs=1e-9)
    assert ((table["low"] < table["rating"]) & (table["rating"] < table["high"])).all()


def test_two_seats_give_the_bradley_terry_likelihoods_maximum():
    frame = games(LINEUPS["pairs"], STRENGTHS, 300, np.random.default_rng(2))
    table = ratings(cell_means(frame), seats_of(frame), draws=2)
    names = sorted(STRENGTHS)
    data = []
    for _, game in frame.groupby(["cell", "game"]):
        winner, loser = game.sort_values("win_share", ascending=False)["strategy"]
        data.append((names.index(winner), names.index(loser)))
    best = ELO * choix.opt_pairwise(4, data)
    assert table["rating"][names].to_numpy() == pytest.approx(best, abs=1)


def test_intervals_cover_with_luck_shared_within_deals():
    rng = np.random.default_rng(3)
    even = dict.fromkeys("abc", 0.0)
    covered = 0
    for _ in range(40):
        frame = games(list(combinations(even, 2)), even, 80, rng, luck=1.5)
        table = ratings(cell_means(frame), seats_of(frame), draws=100)
        covered += int(((table["low"] <= 0) & (table["high"] >= 0)).sum())
    assert 0.88 < covered / 120 < 0.99


def test_one_that_never_wins_still_has_a_finite_place():
    frame = games([("ace", "dull")], {"ace": 40.0, "dull": 0.0}, 100, np.random.default_rng(4))
    table = ratings(cell_means(frame), seats_of(frame), draws=10)
    assert np.isfinite(table["rating"]).all()
    assert table.loc["ace", "high"] == np.inf
    assert table.loc["dull", "low"] == -np.inf
    assert table.loc["ace", "rating"] > 200
