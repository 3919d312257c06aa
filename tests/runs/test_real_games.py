"""Every game there is, played and stored; the columns are those of the frames' contract."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pandas as pd
import pytest

import rummy_sim
from rummy_sim.core.game import FRAMES
from rummy_sim.runs.experiment import run_experiment
from rummy_sim.runs.games import get_game
from rummy_sim.runs.replaying import plan_of, transcripts
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.verifying import verify

GAMES = ["phantom", "phase10"]

COLUMNS = {
    "games": "cell deal game seat strategy score win_share rounds end",
    "rounds": "cell deal game round first_seat turns end winner",
    "hands": "cell deal game round seat strategy",
}
"""The first columns of every game's frames, in this order."""


def config(game: str, players: int, games: int = 24, **changes) -> dict:
    return {
        "game": game,
        "players": players,
        "games": games,
        "seed": 2**64 - 1,
        "strategies": ["baseline", "random"],
        "design": "versus",
    } | changes


@pytest.mark.parametrize("game", GAMES)
def test_frames_for_every_player_count(game, tmp_path):
    for players in get_game(game).players:
        run = rummy_sim.run(config(game, players), out=tmp_path / str(players), workers=1)
        frames = {frame: run.frame(frame) for frame in FRAMES}
        for frame, columns in COLUMNS.items():
            wanted = columns.split()
            assert list(frames[frame])[: len(wanted)] == wanted
            for column in ("strategy", "end"):
                if column in frames[frame]:
                    assert isinstance(frames[frame][column].dtype, pd.CategoricalDtype)
                    assert frames[frame][column].notna().all()
        games, rounds, hands = frames.values()
        assert len(games) == sum(cell["games"] for cell in run.cells) * players
        one_seat = games[games["seat"] == 0]
        assert len(rounds) == one_seat["rounds"].sum()
        assert len(hands) == len(rounds) * players
        assert games.groupby(["cell", "game"])["win_share"].sum().round(9).eq(1).all()
        first = rounds[rounds["round"] == 1].groupby(["cell", "deal"])["first_seat"]
        assert first.nunique().eq(1).all()  # drawn by deal, shared by its seatings
        assert verify(run, 0.5).differences == []


@pytest.mark.parametrize("game", GAMES)
def test_replays_end_as_the_frames_say(game, tmp_path):
    run = rummy_sim.run(config(game, 3), out=tmp_path)
    for cell in (0, 1):
        rows = run.frame("games", cells=[cell])
        for number, events in enumerate(transcripts(plan_of(run.path), cell, "0:24")):
            told = list(events)
            head, result = told[0], told[-1]
            mine = rows[rows["game"] == number]
            assert (head["seed"], head["cell"], head["number"]) == (2**64 - 1, cell, number)
            assert head["strategies"] == mine["strategy"].tolist()
            assert result["event"] == "result"
            assert result["end"] == mine["end"].iloc[0]
            assert result["scores"] == mine["score"].tolist()
            assert result["win_share"] == mine["win_share"].tolist()


@pytest.mark.parametrize("game", GAMES)
def test_two_workers_and_small_chunks_change_nothing(game, tmp_path):
    experiment = load_experiment(config(game, 2, games=200))
    one, two = (
        rummy_sim.load(run_experiment(experiment, tmp_path / str(i), **how).path)
        for i, how in enumerate(({"workers": 1}, {"workers": 2, "chunk_deals": 7}))
    )
    assert one.manifest["chunk_deals"] != 7
    for frame in FRAMES:
        pd.testing.assert_frame_equal(one.frame(frame), two.frame(frame), check_exact=True)
    pd.testing.assert_frame_equal(one.summary(), two.summary(), check_exact=True)


def test_a_users_strategy_plays_and_is_kept(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        '"""Goes out whenever it may."""\n\ndef go_out(me, table, kit, params):\n    return 1\n'
    )
    changes = {"strategies": [str(mine), "random"]}
    run = rummy_sim.run(config("phantom", 2, **changes), out=tmp_path)
    mine.unlink()
    assert verify(run, 1).differences == []
    twin = rummy_sim.run(config("phantom", 2), out=tmp_path / "twin")  # it falls back to baseline
    assert (run.games["score"] == twin.games["score"]).all()


@pytest.mark.slow
def test_other_processes_can_play(tmp_path):
    experiment = load_experiment(config("phantom", 2, games=200))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        far = run_experiment(experiment, tmp_path / "far", executor=pool, chunk_deals=20)
    near = run_experiment(experiment, Path(tmp_path / "near"))
    for frame in FRAMES:
        pd.testing.assert_frame_equal(
            rummy_sim.load(far.path).frame(frame), rummy_sim.load(near.path).frame(frame)
        )
