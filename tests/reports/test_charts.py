"""Every chart, from runs of all shapes: drawn, nothing cut off, nothing covered."""

from dataclasses import replace
from functools import cache

import pytest
from matplotlib.collections import LineCollection

from rummy_sim.core.errors import UserError
from rummy_sim.reports import NothingToShowError, charts
from rummy_sim.reports.about import About, Cell
from tests.reports import layout, made_up

MANY = ("league", "payoff")  # see test_league_charts.py
CHARTS = {name: chart for name, chart in charts("phantom").items() if name not in MANY}
PHASE10 = {
    name: chart for name, chart in charts("phase10").items() if name not in charts("phantom")
}
FRAMES = {"phantom": cache(made_up.phantom), "phase10": cache(made_up.phase10)}
ALL = [*(("phantom", name) for name in CHARTS), *(("phase10", name) for name in PHASE10)]
SHAPES = {
    "one cell": {},
    "many strategies": {"strategies": 12, "deals": 36},
    "nine cells": {"strategies": 2, "cells": 9, "deals": 4},
}


FOR_MORE_GAMES = {"ready-wins", "ready-outs", "bonus-weight", "skill-share", "conditions-scored"}


def about_of(frames, long=False):
    cells = frames["games"]["cell"].unique()
    value = "a value that needs a lot of room " if long else "value "
    return About(
        game="Phantom Rummy",
        ruleset="official, target_score 15",
        seed=20261130,
        cells={
            int(c): Cell(("rush", "guard", "guard"), {"ruleset.key": f"{value}{c}"}) for c in cells
        },
    )


def look_at(figure):
    found = layout.words(figure)
    assert layout.beyond_the_edge(figure, found) == []
    assert layout.overlapping(found) == []


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_chart_of_every_shape_is_readable(game, name, shape):
    frames = FRAMES[game](**SHAPES[shape])
    look_at(charts(game)[name](frames, about_of(frames)))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("phantom", "win-share"),
        ("phantom", "ready-turn"),
        ("phantom", "points-by-part"),
        ("phase10", "hands-per-phase"),
        ("phase10", "penalty-by-cause"),
    ],
)
def test_thirty_strategies_and_long_cell_names_are_readable(game, name):
    frames = FRAMES[game](strategies=30, cells=2, deals=30)
    look_at(charts(game)[name](frames, about_of(frames, long=True)))


def test_ten_named_phases_are_readable():
    frames = made_up.phase10(phases=10)
    about = replace(about_of(frames), options={"phases": [["set 4", "run 4"]] * 10})
    for name in ("hands-per-phase", "laid-turn-by-phase"):
        look_at(PHASE10[name](frames, about))


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_single_block_shows_no_intervals(game, name):
    frames = made_up.first_rows(FRAMES[game](strategies=1, deals=1), 1)
    try:
        figure = charts(game)[name](frames, about_of(frames))
    except NothingToShowError:
        assert name in FOR_MORE_GAMES
        return
    look_at(figure)
    lines = [
        segment
        for axes in figure.axes
        for drawn in axes.findobj(LineCollection)
        for segment in drawn.get_segments()
        if segment.size
    ]
    if name != "length":  # there lines are the middle half of the turns
        assert lines == []


@pytest.mark.parametrize("name", ["seat-share", "ready-turn", "points-by-part", "bonus-points"])
def test_the_small_print_tells_the_run(name):
    frames = made_up.phantom(deals=5)
    text = " ".join(word for word, _ in layout.words(CHARTS[name](frames, about_of(frames))))
    for told in ("Phantom Rummy", "15 games (5 blocks)", "3 players", "seed 20261130", "official"):
        assert told in text


def test_what_never_happened_is_said_instead_of_drawn():
    frames = made_up.phantom(ready=False, checks=False)
    for name in ("ready-turn", "ready-outcome"):
        with pytest.raises(NothingToShowError, match="ready"):
            CHARTS[name](frames)
    for name in ("bonus-checks", "bonus-points", "bonus-by-strategy"):
        with pytest.raises(NothingToShowError, match="bonus check"):
            CHARTS[name](frames)
    assert CHARTS["ready-never"](frames).axes
    frames = made_up.phase10(deals=3)
    frames["hands"] = frames["hands"].assign(laid_turn=-1, skipped=0)
    for name, reason in (("laid-turn", "laid"), ("hands-per-phase", "laid"), ("skips", "turn")):
        with pytest.raises(NothingToShowError, match=reason):
            PHASE10[name](frames)


def test_too_many_cells_are_cut_with_a_word_about_it():
    frames = made_up.phantom(cells=25, deals=2)
    figure = CHARTS["win-share"](frames, about_of(frames))
    assert len(figure.axes) == 20
    assert any("The first 20 of 25 cells" in word for word, _ in layout.words(figure))


def test_frames_alone_are_enough_in_a_notebook():
    frames = made_up.phantom(cells=2)
    figure = CHARTS["win-share"]({"games": frames["games"]})
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["cell 0", "cell 1"]


def test_a_missing_frame_or_column_is_named():
    frames = made_up.phantom()
    with pytest.raises(UserError, match="needs the frame 'hands'"):
        CHARTS["ready-turn"]({"games": frames["games"]})
    with pytest.raises(UserError, match="needs win_share in the frame 'games'"):
        CHARTS["win-share"]({"games": frames["games"].drop(columns="win_share")})
