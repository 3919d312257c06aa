"""The engine against the oracle: same deals, same decisions, same transcript."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from rummy_sim.core.contract import find, shipped
from rummy_sim.core.game import Table
from rummy_sim.phase10 import GAME
from rummy_sim.phase10.rules import PRESETS

from ..oracle.phase10 import audit, rules, strategies
from ..oracle.phase10.frames import frames
from ..oracle.phase10.game import play
from .adapter import Adapter

SEED = 20261130
PLAYERS = Path(__file__).parent / "players"
RETOLD = {"random": strategies.Random, "baseline": strategies.Baseline}
BRIEF = {"max_turns": 90, "max_hands": 7}  # the oracle takes its time
SHORT = [["set 2", "set 2"], ["run 3", "set 2"]]
# Every option at each of its values, and pairs that meet.
VARIANTS = [
    {"phases": "even"},
    {"phases": "odd"},
    {"phases": SHORT},
    {"phases": [["set 3"]]},
    {"phases": [["color 5", "set 2"], ["run 3", "run 3"], ["set 5", "run 6"]], "game_end": "all"},
    {"phases": [["set 3", "set 3", "run 4"], ["color 4", "run 4"], ["set 2"] * 4]},
    {"phases": [["set 4", "set 4", "set 3"], ["run 11"], ["color 11"]]},
    {"phases": [["run 3", "set 3", "color 3"]], "natural": "none"},
    {"game_end": "moment"},
    {"game_end": "moment", "phases": SHORT},
    {"game_end": "moment", "phases": [["color 6", "set 5"]]},
    {"game_end": "all"},
    {"game_end": "all", "phases": SHORT, "advance": "always"},
    {"game_end": "hands", "hands": 10, "advance": "always"},
    {"game_end": "hands", "hands": 5, "phases": SHORT},
    {"game_end": "hands", "hands": 9, "max_hands": 6},
    {"advance": "always"},
    {"advance": "always", "phases": [["set 3"]], "tie": "playoff"},
    {"tie": "share", "phases": [["set 2"]]},
    {"natural": "none"},
    {"natural": "phase"},
    {"skip_target": "next"},
    {"skip_target": "next", "skip_limit": "lap"},
    {"skip_limit": "lap"},
    {"hold_skips": False},
    {"max_wilds_to_lay": 2},
    {"max_wilds_to_lay": 0},
    {"hit_same_turn": False},
    {"go_out": "discard"},
    {"go_out": "discard", "phases": [["set 5", "run 5"], ["set 2"]]},
    {"max_turns": 1, "max_hands": 3},
    {"max_turns": 23, "max_hands": 9},
    {"max_hands": 4},
]


def table_of(names, ruleset, players):
    """A table with the line-up in all its cyclic seatings."""
    line_up = tuple(find(GAME.contract, name, PLAYERS) for name in names)
    seatings = np.array([np.roll(np.arange(players), -turn) for turn in range(players)])
    return Table(players, ruleset, line_up, seatings)


def compare(names, preset, overrides, players, games, first_deal=0):
    """Hold the engine's transcripts and frames against the oracle's; return the events."""
    ruleset, _ = GAME.resolve({"preset": preset, **overrides}, players)
    plain_rules = rules.resolve(preset, **overrides)
    table = table_of(names, ruleset, players)
    deals = range(first_deal, first_deal - (-games // players))
    played = GAME.play(table, SEED, 0, deals)
    told = {"games": [], "rounds": [], "hands": []}
    asked = 0
    everything = []
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
        for frame, rows in frames(game.events).items():
            told[frame] += rows
        asked += sum(game.askings.values())
        everything += events
    assert played.asked == asked
    assert played.rounds_played == len(told["rounds"])
    for frame, rows in told.items():
        assert_same_rows(getattr(played, frame), rows, GAME.words[frame], table)
    return everything


def assert_same_rows(rows, told, words, table):
    assert len(rows) == len(told)
    for column in told[0]:
        ours = rows[column].tolist()
        if column in words:
            ours = [words[column][number] for number in ours]
        if column == "strategy":
            ours = [table.strategies[entry].name for entry in ours]
        assert ours == [row[column] for row in told], column


SHIPPED = sorted(shipped("phase10"))


def line_up(name, players):
    """The strategy beside others, so that all of them meet."""
    others = [other for other in ("baseline", "random", *SHIPPED) if other != name]
    start = SHIPPED.index(name)
    return [name, *(others[(start + i) % len(others)] for i in range(players - 1))]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4, 5, 6))))
def test_same_transcripts_and_frames(preset, players, name):
    compare(line_up(name, players), preset, {}, players, games=players)


@pytest.mark.parametrize("preset", ["standard", "booklet"])
@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_every_option(preset, overrides):
    overrides = BRIEF | overrides
    compare(["baseline", "random", "anything.py"], preset, overrides, players=3, games=3)
    compare(["baseline", "finisher.py"], preset, overrides, players=2, games=2)


@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_every_option_at_a_full_table(overrides):
    compare(["baseline"] * 6, "standard", BRIEF | overrides, players=6, games=6)


@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 4, 6))))
def test_whatever_is_allowed(preset, players):
    names = ["anything.py", "baseline", *["anything.py"] * 4][:players]
    compare(names, preset, BRIEF, players, games=players)


def test_play_offs():
    """Ties of the last phase, found in many games of two easy phases."""
    overrides = {"phases": [["set 2"], ["set 2", "set 2"]]}
    ruleset, _ = GAME.resolve(overrides, 4)
    rounds = GAME.play(table_of(["baseline"] * 4, ruleset, 4), SEED, 0, range(300)).rounds
    deals = sorted(set(rounds["deal"][rounds["playoff"]].tolist()))[:3]
    assert deals
    for deal in deals:
        events = compare(["baseline"] * 4, "standard", overrides, 4, games=4, first_deal=deal)
        assert any(event.get("playoff") for event in events)


def test_play_offs_without_end_are_shared():
    """Ten play-off hands that nobody can end, under too few turns."""
    overrides = {"phases": [["set 2"]], "max_turns": 7}
    ruleset, _ = GAME.resolve(overrides, 4)
    games = GAME.play(table_of(["baseline"] * 4, ruleset, 4), SEED, 0, range(100)).games
    shared = games[(games["win_share"] < 1) & (games["win_share"] > 0)]
    assert len(shared)
    for deal in sorted(set(shared["deal"].tolist()))[:2]:
        events = compare(["baseline"] * 4, "standard", overrides, 4, games=4, first_deal=deal)
        assert sum(bool(event.get("playoff")) for event in events) >= 10


def test_the_longest_hands_are_told_whole():
    ruleset, _ = GAME.resolve({"max_turns": 1000, "max_hands": 1}, 6)
    events = list(GAME.transcript(table_of(["decliner.py"] * 6, ruleset, 6), SEED, 0, 0))
    audit.audit(events)
    assert sum(event["event"] == "draw" for event in events) == 1000
    assert sum(event["event"] == "reshuffle" for event in events) > 15
    assert events[-1]["end"] == "limit"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("preset", "players"), list(product(PRESETS, (2, 3, 4, 5, 6))))
def test_hundreds_of_games(preset, players, name):
    compare(line_up(name, players), preset, {}, players, games=200)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5, 6])
@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_every_option_for_many_games(overrides, players):
    names = ["baseline", "random", "anything.py", *["baseline"] * 3][:players]
    for preset in PRESETS:
        compare(names, preset, overrides, players, games=20)
