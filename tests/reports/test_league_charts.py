"""The charts of many strategies: readable, and with the figures of the league."""

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle

from rummy_sim.reports import About, NothingToShowError, charts
from rummy_sim.reports.about import Cell
from rummy_sim.reports.best import best_mix, best_of_league
from rummy_sim.reports.fairness import best_strategy
from rummy_sim.reports.findings import thresholds
from rummy_sim.reports.payoff import _REACH, _colour
from rummy_sim.runs.leagues import leagues_of
from tests.reports import layout
from tests.stats.rings import BEATS, ring_games
from tests.stats.synthetic import games
from tests.stats.wins import win_sums

LEAGUE, PAYOFF = (charts("phase10")[name] for name in ("league", "payoff"))


def look_at(figure):
    found = layout.words(figure)
    assert layout.beyond_the_edge(figure, found) == []
    assert layout.overlapping(found) == []
    return [text for text, _ in found]


def of_many(strategies, blocks=30, players=2):
    names = [f"strategy-{i}-of-a-long-name" if i % 7 == 3 else f"s{i}" for i in range(strategies)]
    strengths = {name: 0.1 * i for i, name in enumerate(names)}
    lineups = (
        list(combinations(names, 2))
        if players == 2
        else [(x, *[y] * (players - 1)) for x, y in permutations(names, 2)]
    )
    return games(lineups, strengths, blocks, np.random.default_rng(strategies), luck=1.0)


@pytest.mark.parametrize("chart", [LEAGUE, PAYOFF], ids=lambda chart: chart.name)
@pytest.mark.parametrize(("strategies", "players"), [(3, 2), (8, 4), (30, 2)])
def test_they_are_readable_from_three_to_thirty_strategies(chart, strategies, players):
    look_at(chart({"games": of_many(strategies, players=players)}, About(game="Phase 10")))


def test_the_figures_are_those_of_the_league():
    frame = ring_games(60)
    (league,) = leagues_of(win_sums(frame), {})
    said = look_at(PAYOFF({"games": frame}, About()))
    for row in league.payoffs.itertuples():
        assert f"{100 * row.mean:.1f}" in said
        assert f"±{100 * (row.high - row.mean):.1f}" in said
    said = look_at(LEAGUE({"games": frame}, About()))
    for row in league.table.itertuples():
        assert row.group in said
        assert any(text.startswith(f"{100 * row.mean:.1f} (") for text in said)


def told(frame, finder):
    about = About(cells={int(c): Cell() for c in frame["cell"].unique()})
    return finder(win_sums(frame).reset_index(), about, thresholds())


def test_sentences_tell_who_is_best_and_are_silent_on_win_shares():
    strengths = {"a": 1.5, "b": 0.0, "c": 0.0, "d": 0.0}
    lineups = [(x, y, y, y) for x, y in permutations(strengths, 2)]
    frame = games(lineups, strengths, 200, np.random.default_rng(4), luck=1.0)
    (best,) = told(frame, best_of_league)
    (league,) = leagues_of(win_sums(frame), {})
    top = league.table.iloc[0]
    assert best.state == "clear"
    assert replace(best, threshold=10.0).state == "small"  # below the threshold still an effect
    assert best.sentence.startswith(f"{top['strategy']} is the best of the 4 strategies: against")
    assert f"wins {100 * top['mean']:.1f}\u00a0%" in best.sentence
    assert told(frame, best_strategy) == []  # a field of copies has an even share of its own games
    ring, mix = told(frame, best_mix)
    assert ring.sentence.startswith("No ring is seen")
    assert mix.sentence.startswith("The mix that nobody could beat: ")


def test_a_ring_is_told_and_that_none_in_it_is_best():
    frame = ring_games(400)
    (best,) = told(frame, best_of_league)
    assert best.state == "open"
    assert "do not tell which of the 3 strategies is best" in best.sentence
    ring, mix = told(frame, best_mix)
    assert ring.sentence.startswith("There is a ring: ")
    assert all(f"{a} beats {b}" in ring.sentence for a, b in BEATS)
    assert mix.state == "fact"
    assert all(name in mix.sentence for name, _ in BEATS)


def test_a_single_line_up_is_told_by_its_win_shares():
    frame = games([("a", "b", "c")], {"a": 1.0, "b": 0.0, "c": 0.0}, 300, np.random.default_rng(3))
    assert told(frame, best_of_league) == told(frame, best_mix) == []


def test_clear_pairs_are_bold_and_colours_are_even_at_an_even_share():
    frame = games(
        [("a", "b"), ("a", "c"), ("b", "c")],
        {"a": 1.0, "b": 0.0, "c": 0.0},
        300,
        np.random.default_rng(2),
    )
    (league,) = leagues_of(win_sums(frame), {})
    figure = PAYOFF({"games": frame}, About())
    weights = {text.get_text(): text.get_weight() for text in figure.axes[0].texts}
    shares = league.payoffs.set_index(["strategy", "opponent"])["mean"]
    assert weights[f"{100 * shares['a', 'b']:.1f}"] == "bold"
    assert weights[f"{100 * shares['b', 'c']:.1f}"] == "normal"
    assert _colour(0.25, 0.25, _REACH)["facecolor"][:3] == pytest.approx((1, 1, 1), abs=0.01)
    assert _colour(0.9, 0.25, _REACH) == _colour(0.25 + _REACH, 0.25, _REACH)
    cells = [p for p in figure.axes[0].patches if isinstance(p, Rectangle)]
    assert len(cells) == 9


def test_a_panel_a_combination_of_swept_values():
    frame = ring_games(30)
    both = pd.concat([frame, frame.assign(cell=frame["cell"] + 10)])
    cells = {
        int(c): Cell(settings={"ruleset.target_score": 9 + 3 * (c >= 10)})
        for c in both["cell"].unique()
    }
    for chart in (LEAGUE, PAYOFF):
        said = look_at(chart({"games": both}, About(cells=cells)))
        assert {"target_score 9", "target_score 12"} <= set(said)


def test_a_single_block_has_no_intervals():
    frame = of_many(3, blocks=1)
    assert not any(text.startswith("±") for text in look_at(PAYOFF({"games": frame}, About())))


def test_pairs_that_never_met_stay_empty():
    strengths = dict.fromkeys("abc", 0.0)
    frame = games([("a", "b"), ("c", "b")], strengths, 40, np.random.default_rng(1))
    figure = PAYOFF({"games": frame}, About())
    look_at(figure)
    assert len([p for p in figure.axes[0].patches if isinstance(p, Rectangle)]) == 3 + 4


@pytest.mark.parametrize("lineups", [[("a", "a")], [("a", "b")], [("a", "b"), ("c", "d")]])
def test_what_says_nothing_is_not_drawn(lineups):
    frame = games(lineups, dict.fromkeys("abcd", 0.0), 10, np.random.default_rng(1))
    with pytest.raises(NothingToShowError):
        LEAGUE({"games": frame}, About())
    if len(lineups) == 1:
        with pytest.raises(NothingToShowError):
            PAYOFF({"games": frame}, About())
