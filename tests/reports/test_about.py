"""What charts say about a run: cells, panels, the small print."""

import pandas as pd
import pytest

from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.collecting import collect
from rummy_sim.runs.games import get_game


def sizes(games):
    return collect([], {"games": games})[1]


def grid(lineups, values):
    cells = [
        Cell(lineup, {"ruleset.target_score": v} if v else {}) for v in values for lineup in lineups
    ]
    return About(cells=dict(enumerate(cells)))


def test_panels_are_named_by_what_differs():
    two = grid([("rush", "guard"), ("rush", "rush")], [None])
    assert two.panels([0, 1]).names == ["rush, guard", "2 rush"]
    swept = grid([("rush", "guard")], [9, 12])
    assert swept.panels([0, 1]).names == ["target_score 9", "target_score 12"]
    both = grid([("rush", "guard"), ("guard", "rush")], [9, 12])
    assert both.panels(range(4)).names[1] == "guard, rush · target_score 9"
    assert both.panels([2]).names == [""]


def test_many_lineups_are_put_together_by_their_settings():
    about = grid([("rush", f"other-{i}") for i in range(15)], [9, 12])
    panels = about.panels(range(30))
    assert panels.names == ["target_score 9", "target_score 12"]
    assert [panels.of[cell] for cell in (0, 14, 15, 29)] == [0, 0, 1, 1]
    assert "30 cells" in panels.note


def test_lineups_alone_become_one_panel():
    panels = grid([("rush", f"other-{i}") for i in range(30)], [None]).panels(range(30))
    assert panels.names == [""]
    assert set(panels.of.values()) == {0}


def test_more_settings_than_panels_are_cut():
    panels = grid([("rush", "guard")], range(1, 31)).panels(range(30), most=20)
    assert len(panels.names) == 20
    assert set(panels.of) == set(range(20))
    assert "first 20 of 30" in panels.note


def test_pooling_keeps_what_is_shown():
    panels = grid([("rush", "guard")], range(1, 31)).panels(range(30), most=20)
    table = pd.DataFrame({"cell": [0, 19, 25], "won": [1, 2, 3]})
    assert panels.pooled(table).to_dict("list") == {"won": [1, 2], "panel": [0, 19]}


def manifest(spec, players=4, seeds=7):
    rulesets = [get_game("phantom").resolve(one, players)[0].model_dump() for one in spec]
    cells = [
        {"cell": i, "lineup": ["rush"] * players, "players": players, "ruleset": r, "swept": {}}
        for i, r in enumerate(rulesets)
    ]
    return {"game": "phantom", "seed": seeds, "cells": cells}


@pytest.mark.parametrize("preset", ["official", "official-advanced", "article", "article-advanced"])
def test_a_preset_is_named(preset):
    assert About.of(manifest([preset])).ruleset == preset


def test_overrides_are_named_and_swept_options_are_not():
    over = {"preset": "article", "target_score": 15, "bonus_check": False}
    assert About.of(manifest([over])).ruleset == "article; target_score 15; bonus_check off"
    swept = [{"preset": "article", "target_score": score} for score in (9, 15)]
    assert About.of(manifest(swept)).ruleset == "article"


def test_the_small_print_counts_games_and_blocks():
    games = pd.DataFrame(
        {"cell": 0, "deal": [0, 0, 1, 1], "game": [0, 0, 1, 1], "seat": [0, 1] * 2}
    )
    about = About(game="Phantom Rummy", seed=3).with_sizes(sizes(games))
    assert about.footer("Note.")[0] == "Phantom Rummy · 2 players · 2 games (2 blocks) · seed 3"
    both = pd.concat([games, games[:2].assign(cell=1)])
    told = About().with_sizes(sizes(both)).footer()[0]
    assert told == "2 players · 1–2 games in each of 2 cells (1–2 blocks each)"
