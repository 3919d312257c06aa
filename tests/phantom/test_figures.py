"""Figures of whole runs: symmetry of seats, shares, ends, exact expectations."""

import numpy as np
import pytest

from rummy_sim.phantom import GAME

from .test_against_oracle import SEED, table_of

TAKE, DISCARD, EXHAUSTED, ITEM_WIN = range(4)


def run(names, deals, spec="official", first=0):
    ruleset, _ = GAME.resolve(spec, len(names))
    return GAME.play(table_of(names, ruleset, len(names)), SEED, 0, range(first, first + deals))


@pytest.fixture(scope="module")
def baseline4():
    return run(["baseline"] * 4, 5_000)


def test_four_times_the_same_strategy_win_exactly_alike(baseline4):
    """Twenty thousand games; each entry sits once in each seat of each deal."""
    games = baseline4.games
    assert len(games) == 4 * 20_000
    by_deal = games.reshape(5_000, 4, 4)  # deal, seating, seat
    for column in ("score", "win_share", "rounds", "end"):
        assert (by_deal[column] == by_deal[column][:, :1]).all()
    # In twelfths, since a win is shared by up to four: whole numbers, no rounding.
    twelfths = np.rint(games["win_share"] * 12).astype(int)
    assert np.array_equal(twelfths / 12, games["win_share"])
    wins = np.bincount(games["strategy"], weights=twelfths)
    assert wins.tolist() == [12 * 5_000] * 4
    points = np.bincount(games["strategy"], weights=games["score"])
    assert len(set(points.tolist())) == 1


def test_rounds_and_hands_are_alike_under_all_seatings_too(baseline4):
    lengths = baseline4.games["rounds"][::16]
    for rows, each in ((baseline4.rounds, 1), (baseline4.hands, 4)):
        starts = np.concatenate([[0], np.cumsum(np.repeat(lengths, 4) * each)])
        for deal in range(0, 5_000, 250):
            seatings = [rows[starts[4 * deal + s] : starts[4 * deal + s + 1]] for s in range(4)]
            for other in seatings[1:]:
                for column in rows.dtype.names:
                    if column not in ("game", "strategy"):
                        assert np.array_equal(other[column], seatings[0][column])


def test_full_games_end_as_the_rules_say(baseline4):
    games = baseline4.games.reshape(-1, 4)
    best = games["score"].max(axis=1)
    reached = best >= 12
    assert np.array_equal(games["end"][:, 0] == 0, reached)  # by target
    assert (games["rounds"][:, 0][~reached] == 8).all()
    assert 0 < reached.mean() < 1
    rounds = baseline4.rounds
    later = rounds["round"] > 1
    assert np.array_equal(
        rounds["first_seat"][later], (rounds["first_seat"][:-1][later[1:]] + 1) % 4
    )


def test_short_games_end_as_the_rules_say(baseline4):
    rounds = baseline4.rounds
    won = rounds["winner"] >= 0
    assert np.array_equal(won, rounds["end"] != EXHAUSTED)
    assert np.array_equal(rounds["discarder"] >= 0, rounds["end"] == DISCARD)
    assert (rounds["discarder"] != rounds["winner"])[won].all()
    assert not (rounds["end"] == ITEM_WIN).any()
    assert (rounds["points_sets"][won] == 1).all()  # baseline opens one set and no more
    assert not rounds["points"][~won].any()
    # By take the winner's turn is the last one begun; seats follow each other.
    by_take = rounds[rounds["end"] == TAKE]
    assert np.array_equal((by_take["first_seat"] + by_take["turns"] - 1) % 4, by_take["winner"])
    by_discard = rounds[rounds["end"] == DISCARD]
    assert np.array_equal(
        (by_discard["first_seat"] + by_discard["turns"] - 1) % 4, by_discard["discarder"]
    )


def test_bonus_points_have_the_mean_that_the_pile_says(baseline4):
    won = baseline4.rounds[baseline4.rounds["winner"] >= 0]
    # One seating a deal: the others repeat it.
    rows = won[won["game"] % 4 == 0]
    surplus = rows["points_bonus"] - rows["bonus_expected"].astype(float)
    error = surplus.std() / np.sqrt(len(surplus))
    assert len(rows) > 10_000
    assert abs(surplus.mean()) < 4 * error
    assert rows["points_bonus"].mean() > 20 * error


def test_all_seats_win_alike():
    """The first seat is drawn by deal, evenly, so seats win alike within their noise."""
    games = run(["baseline"] * 4, 5_000, first=50_000).games
    share = games["win_share"].reshape(5_000, 4, 4)[:, 0]
    error = share.std(axis=0) / np.sqrt(5_000)
    assert (np.abs(share.mean(axis=0) - 1 / 4) < 4 * error).all()


def test_counting_beats_dice_by_far():
    for players in (2, 3, 4):
        games = run(["baseline", *["random"] * (players - 1)], 1_000).games
        share = games["win_share"][games["strategy"] == 0].mean()
        assert share > 0.9, players


def test_decisions_are_asked_only_where_there_is_a_choice():
    """A one-card market leaves nothing to choose; fewer decisions are asked than in a large one."""
    small, large = (run(["random"] * 2, 200, {"market_extra": extra}) for extra in (-1, 1))
    ratio = [r.asked / r.rounds["turns"].sum(dtype=int) for r in (small, large)]
    assert ratio[0] < ratio[1] - 0.4
