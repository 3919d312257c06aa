"""The engine against the oracle: same deals, same decisions, same transcript."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from rummy_sim.core.contract import find, shipped
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME
from rummy_sim.phantom.rules import PRESETS

from ..oracle.phantom import audit, frames, rules, strategies
from ..oracle.phantom.game import play
from .adapter import Adapter

SEED = 20261130
PLAYERS = Path(__file__).parent / "players"
RETOLD = {"random": strategies.Random, "baseline": strategies.Baseline}
# Every option at a value that no preset, or only one, gives it.
VARIANTS = [
    {"market_extra": -1},
    {"market_extra": 3},
    {"opens_per_turn": "any", "open_draw": "two"},
    {"opens_per_turn": "any", "pile_end": "empty"},
    {"ready_needed": "always", "ready_needs_open": True},
    {"ready_after_open": True},
    {"ready_after_open": True, "ready_needed": "always"},
    {"bonus_check": False},
    {"bonus_match": "title"},
    {"bonus_match": "title", "bonus_points": "flip"},
    {"advanced": True, "item_win": "goal"},
    {"advanced": True, "item_win": "off", "ends_condition": "pure"},
    {"advanced": True, "middle_condition": "opened", "item_win_sets": "all"},
    {"advanced": True, "item_win_kinds": ["I4"]},
    {"own_discard_bar": True},
    {"discarder_pays": True},
    {"short_games": 3, "target_score": 100},
    {"target_score": 2},
]


def table_of(names, ruleset, players):
    """A table with the line-up in all its cyclic seatings."""
    line_up = tuple(find(GAME.contract, name, PLAYERS) for name in names)
    seatings = np.array([np.roll(np.arange(players), -turn) for turn in range(players)])
    return Table(players, ruleset, line_up, seatings)


def compare(names, preset, overrides, players, games, first_deal=0):
    """Hold the engine's transcripts and frames against the oracle's."""
    ruleset, _ = GAME.resolve({"preset": preset, **overrides}, players)
    plain_rules = rules.resolve(preset, players, **overrides)
    table = table_of(names, ruleset, players)
    deals = range(first_deal, first_deal - (-games // players))
    played = GAME.play(table, SEED, 0, deals)
    told = {"games": [], "rounds": [], "hands": []}
    asked = 0
    for number in range(deals.start * players, deals.stop * players):
        seating = table.seatings[number % players]
        seats = [
            RETOLD[names[entry]]() if names[entry] in RETOLD else Adapter(table.strategies[entry])
            for entry in seating
        ]
        seat_names = [table.strategies[entry].name for entry in seating]
        game = play(SEED, number // players, number, plain_rules, players, seats, seat_names)
        events = list(GAME.transcript(table, SEED, 0, number))
        for count, (ours, theirs) in enumerate(zip(events, game.events, strict=False)):
            assert ours == theirs, (number, count)
        assert len(events) == len(game.events)
        audit.audit(events)
        told["games"] += frames.games_rows(game.events)
        told["rounds"] += frames.rounds_rows(game.events)
        told["hands"] += frames.hands_rows(game.events)
        asked += sum(game.asked.values())
    assert played.asked == asked
    for frame, rows in told.items():
        assert_same_rows(getattr(played, frame), rows, GAME.words[frame], table)


def assert_same_rows(rows, told, words, table):
    assert len(rows) == len(told)
    for column in told[0]:
        ours = rows[column].tolist()
        if column in words:
            ours = [words[column][number] for number in ours]
        if column == "strategy":
            ours = [table.strategies[entry].name for entry in ours]
        assert ours == [row[column] for row in told], column


SHIPPED = sorted(shipped("phantom"))


def line_up(name, players):
    """The strategy beside others, so that all of them meet."""
    others = [other for other in ("baseline", "random", *SHIPPED) if other != name]
    start = SHIPPED.index(name)
    return [name, *(others[(start + i) % len(others)] for i in range(players - 1))]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4))))
def test_same_transcripts_and_frames(preset, players, name):
    compare(line_up(name, players), preset, {}, players, games=100)


@pytest.mark.parametrize("preset", ["official", "article-advanced"])
@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_every_option(preset, overrides):
    compare(["baseline", "random", "anything.py"], preset, overrides, players=3, games=9)
    compare(["anything.py", "random"], preset, overrides, players=2, games=6)


@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4))))
def test_whatever_is_allowed(preset, players):
    compare(["anything.py", "baseline", *["anything.py"] * 2][:players], preset, {}, players, 24)


@pytest.mark.parametrize("overrides", [{}, {"item_win": "goal"}, {"item_win_sets": "all"}], ids=str)
@pytest.mark.parametrize("preset", ["official-advanced", "article-advanced"])
def test_item_wins(preset, overrides):
    names = ["treasurer.py", "random", "treasurer.py", "random"]
    several = {"opens_per_turn": "any", "ready_after_open": True, **overrides}
    ruleset, _ = GAME.resolve({"preset": preset, **several}, 4)
    games = GAME.play(table_of(names, ruleset, 4), SEED, 0, range(6_000), ["games"]).games
    won = games["deal"][games["end"] == GAME.words["games"]["end"].index("item_win")]
    deals = sorted(set(won.tolist()))[:4]
    assert deals
    for deal in deals:
        compare(names, preset, several, 4, games=4, first_deal=deal)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4))))
def test_thousands_of_games(preset, players, name):
    compare(line_up(name, players), preset, {}, players, games=1000)
