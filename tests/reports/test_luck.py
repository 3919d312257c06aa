"""Leads and the parts of the variance, against games made up with known answers."""

import numpy as np
import pandas as pd
import pytest

from rummy_sim.reports import NothingToShowError
from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.lead import lead_chart
from rummy_sim.reports.phantom.bonus_weight import BONUS_WEIGHT
from rummy_sim.reports.phantom.points_of import STANDING
from rummy_sim.reports.skill_share import PARTS, SKILL_SHARE, components, draw
from rummy_sim.runs.adding import Sums, totals

GIVEN = lead_chart(
    "select * from given",
    {"given": ("cell", "deal", "game", "round", "seat", "standing")},
    "short game",
)


def followed(*points):
    """The race of one game, given each seat's points after each short game."""
    rows = [
        {"cell": 0, "deal": 5, "game": 0, "round": n, "seat": seat, "standing": value}
        for n, values in enumerate(points, start=1)
        for seat, value in enumerate(values)
    ]
    final = points[-1]
    won = [float(value == max(final)) for value in final]
    games = pd.DataFrame({"cell": 0, "deal": 5, "game": 0, "seat": range(len(won))})
    table = GIVEN.table({"given": pd.DataFrame(rows), "games": games.assign(win_share=won)})
    return table.iloc[0].to_dict()


def test_a_lead_kept_and_a_lead_lost():
    kept = followed([3, 0], [3, 2], [5, 2], [5, 4])
    assert (kept["block"], kept["games"]) == (5, 1)
    assert (kept["leads"], kept["leader_won"]) == (1, 1.0)
    assert (kept["trails"], kept["last_won"]) == (1, 0.0)
    assert kept["changes"] == 0
    lost = followed([3, 0], [3, 2], [3, 5], [3, 6])
    assert (lost["leads"], lost["leader_won"], lost["last_won"]) == (1, 0.0, 1.0)
    assert (lost["nears"], lost["near_won"]) == (1, 1.0)
    assert lost["changes"] == 1


def test_shared_leads_count_for_nobody_and_a_lead_regained_is_no_change():
    shared = followed([2, 2], [2, 2], [3, 2], [3, 3])
    assert (shared["leads"], shared["trails"], shared["changes"]) == (0, 0, 0)
    regained = followed([3, 0], [3, 3], [5, 3])
    assert regained["changes"] == 0
    there_and_back = followed([3, 0, 1], [3, 4, 1], [5, 4, 1])
    assert there_and_back["changes"] == 2


def test_a_game_of_one_short_game_has_no_half():
    once = followed([3, 0])
    assert (once["leads"], once["nears"]) == (0, 0)


def test_points_add_up_along_a_game():
    hands = pd.DataFrame(
        {
            "cell": 0,
            "deal": 0,
            "game": 0,
            "round": [2, 1, 2, 1],
            "seat": [0, 0, 1, 1],
            "points": [5, 2, -1, 0],
        }
    )
    (told,) = totals({"hands": hands}, [Sums(("cell", "deal", "game", "round", "seat"), STANDING)])
    told = told.set_index(["seat", "round"])["standing"]
    assert told.to_dict() == {(0, 1): 2, (0, 2): 7, (1, 1): 0, (1, 2): -1}


def latin(deals, skill, card, seed=1):
    """Two strategies in both seats of each deal; who wins hangs on skill, cards and dice."""
    rng = np.random.default_rng(seed)
    games, rounds = [], []
    for deal in range(deals):
        seat_luck = card * rng.choice([-1, 1])
        for seating in range(2):
            edge = (skill if seating == 0 else -skill) + seat_luck
            first_wins = rng.random() < 0.5 + edge
            for seat in range(2):
                name = "ab"[(seat + seating) % 2]
                games.append(
                    (0, deal, 2 * deal + seating, seat, name, float(first_wins == (seat == 0)))
                )
            rounds.append((0, 2 * deal + seating, 1, deal % 2))
    return {
        "games": pd.DataFrame(
            games, columns=["cell", "deal", "game", "seat", "strategy", "win_share"]
        ),
        "rounds": pd.DataFrame(rounds, columns=["cell", "game", "round", "first_seat"]),
    }


@pytest.mark.parametrize(("skill", "card"), [(0.2, 0.0), (0.0, 0.2), (0.15, 0.25)])
def test_the_parts_of_the_variance_are_found(skill, card):
    table = SKILL_SHARE.table(latin(20_000, skill, card))
    found = dict(zip(PARTS, components(table)[0], strict=True))
    # A win share of 0 or 1 has variance 1/4 about the mean 1/2; skill shifts it by ±skill.
    assert found["strategy"] == pytest.approx(skill**2 / 0.25, abs=0.01)
    assert found["cards"] == pytest.approx(card**2 / 0.25, abs=0.015)
    assert found["place"] == pytest.approx(0, abs=0.01)
    assert sum(found.values()) == pytest.approx(1)


def test_skill_needs_different_strategies_on_the_same_cards():
    alike = latin(50, 0.0, 0.0)
    alike["games"] = alike["games"].assign(strategy="a")
    table = SKILL_SHARE.table(alike)
    with pytest.raises(NothingToShowError, match="in turn"):
        draw(table, About(cells={0: Cell(("a", "a"))}, players={0: 2}))


def test_games_that_the_bonus_turned():
    games = pd.DataFrame(
        {
            "cell": 0,
            "deal": [0, 0, 1, 1, 2, 2],
            "game": [0, 0, 1, 1, 2, 2],
            "seat": [0, 1] * 3,
            "score": [10, 8, 10, 8, 9, 9],
            "win_share": [1.0, 0.0, 1.0, 0.0, 0.5, 0.5],
            "end": "target",
        }
    )
    rounds = pd.DataFrame(
        {
            "cell": 0,
            "deal": [0, 1, 2],
            "game": [0, 1, 2],
            "winner": [0, 0, 1],
            "points": [10, 10, 9],
            "points_bonus": [3, 1, 1],
        }
    )
    told = BONUS_WEIGHT.table({"games": games, "rounds": rounds})
    assert told["turned"].tolist() == [1, 0, 1]  # 7 to 8; 9 to 8; 9 to 8 in place of a tie
    assert told["bonus"].sum() == 5
