"""A small version of the studies in docs/statistics.md, on real games of both kinds."""

import numpy as np
import pytest

from rummy_sim.stats.cells import between_cells, cell_means, differences
from rummy_sim.stats.pairing import outcomes, pairing_gain
from rummy_sim.stats.precision import play_until_precise
from rummy_sim.stats.sprt import sprt
from tests.studies.coverage import study
from tests.studies.playing import play, play_cells
from tests.studies.pool import pool
from tests.studies.stopping import precision_runs, sprt_runs

GAMES = ("phantom", "phase10")
# In 100 runs a coverage of 95 % has a standard error of 2.2 %.
FEW = 0.95 - 4 * 0.022


@pytest.mark.parametrize("game", GAMES)
def test_intervals_by_seat_cover_the_even_share_of_self_play(game):
    rows = study(game, ("baseline",) * 3, ("by seat",), runs=100, blocks=80, first_seed=10_000)
    assert rows["truth"].tolist() == [1 / 3] * 3
    assert rows["coverage"].gt(FEW).all()
    # All seatings of self-play are one game: taken as independent they promise too much.
    assert (rows["naive"] < 0.85).all()


@pytest.mark.parametrize("game", GAMES)
def test_intervals_cover_a_small_true_difference(game):
    rows = study(
        game,
        ("slips-10", "baseline"),
        ("win share", "difference", "score"),
        runs=100,
        blocks=60,
        first_seed=20_000,
    )
    assert rows["coverage"].gt(FEW).all()
    # A lucky deal helps in one seat and hurts in the other: pairing is worth games.
    assert (rows["naive"].dropna() > 0.965).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_strategy_against_itself_ties_exactly(game, players):
    games = play(game, ("baseline",) * players, seed=3, blocks=30)
    entry = (games["seat"] - games["game"]) % players  # game k of a deal moves all k seats on
    games["strategy"] = np.array(list("abc"))[entry]
    rows = differences(cell_means(games)).tests()
    assert rows["mean"].abs().max() < 1e-12
    assert rows["high"].abs().max() < 1e-12
    assert (rows["p"] == 1).all()
    assert pairing_gain(outcomes(games, "a")).factor == np.inf
    assert sprt(np.zeros(1500), 0.0, 0.02).decision == "H0"


@pytest.mark.parametrize("game", GAMES)
def test_stop_rules_keep_their_promise(game):
    # On this line-up the difference is twice the win share less one.
    difference = pool(game, ("slips-10", "baseline"), 24_000, 30_000, against="baseline").mean(1)
    covered, _, half, runs = precision_runs((1 + difference) / 2, 0.04, 150, least=60)
    assert runs > 80
    assert covered > 0.95 - 4 * np.sqrt(0.95 * 0.05 / runs)
    assert half <= 0.04
    rates = sprt_runs(difference, difference.mean(), difference.mean() + 0.12, 150)
    assert rates["runs"] > 80
    assert rates["H1"] < 0.05 + 4 * np.sqrt(0.05 * 0.95 / rates["runs"])
    assert rates["H0"] + rates["H1"] == 1
    assert abs(rates["adjusted above"] - 0.5) < 0.2


@pytest.mark.parametrize("game", GAMES)
def test_cells_on_the_same_deals_differ_by_less_than_they_scatter(game):
    games = play_cells(game, [("baseline",) * 2, ("slips-10", "baseline")], seed=5, blocks=300)
    means = cell_means(games, "rounds", by=())
    paired = between_cells(means, reference=0).table().loc[1]
    apart = means.table()
    assert np.hypot(*(apart["high"] - apart["mean"])) > 1.05 * (paired["high"] - paired["mean"])


def test_a_precise_run_of_real_games_stops_in_time():
    shares = pool("phantom", ("slips-10", "baseline"), 6000, 40_000).mean(axis=1)
    stop = play_until_precise(shares, 0.02)
    assert stop.precise
    assert stop.blocks < len(shares)
