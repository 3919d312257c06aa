"""Cells that stop when they are precise enough: the same blocks however they are played."""

import json
import os
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import rummy_sim
from rummy_sim.core.errors import ConfigError
from rummy_sim.runs.courses import LEAST_BLOCKS, Course
from rummy_sim.runs.experiment import run_experiment
from rummy_sim.runs.plan import Plan
from rummy_sim.runs.replaying import plan_of, transcripts
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.sums import BlockSums
from rummy_sim.runs.verifying import verify
from rummy_sim.stats.blocks import interval_of_blocks
from rummy_sim.stats.precision import play_until_precise
from tests.runs.conftest import HEADS, TAILS, coin_config
from tests.runs.test_experiment import ROOT, contents, same_frames


def precise(**changes):
    """Return a coin experiment that stops when it is precise enough."""
    wish = {"games": None, "precision": 0.03, "min_games": 30, "players": 2}
    strategies = [HEADS, {"use": TAILS, "as": "tails-2", "params": {"every": 2}}]
    return coin_config(**({"strategies": strategies} | wish | changes))


def play(out, workers=1, chunk_deals=None, **changes):
    how = {key: changes.pop(key) for key in ("resume", "overwrite", "progress") if key in changes}
    experiment = load_experiment(precise(**changes))
    return run_experiment(experiment, out, workers=workers, chunk_deals=chunk_deals, **how)


def test_cells_stop_where_the_rule_stops_on_their_blocks(tmp_path):
    run = rummy_sim.load(play(tmp_path, lineups=[["heads", "tails-2"]], design=None).path)
    cell = run.cells[0]
    # The same deals, far more of them: the rule sees no further than where it stops.
    more = rummy_sim.run(coin_config(games=8000, players=2, lineups=[["heads", "tails-2"]],
                                     design=None), out=tmp_path / "more")  # fmt: skip
    wins = more.games.query("strategy == 'heads'").groupby("deal")["win_share"].mean().to_numpy()
    seen = play_until_precise(wins, 0.03, least=LEAST_BLOCKS)
    assert cell["deals"] == cell["looks"][-1] == seen.blocks
    assert cell["games"] == 2 * seen.blocks == run.manifest["games"]
    reached = interval_of_blocks(wins[: seen.blocks]).half
    assert cell["stopped"] == {
        "why": "precise",
        "wished": 0.03,
        "reached": pytest.approx(reached, rel=1e-12),
    }
    assert reached <= 0.03


def test_every_win_share_is_as_precise_as_wished_and_cells_stop_by_themselves(tmp_path):
    run = rummy_sim.load(play(tmp_path, players=3, precision=0.02).path)
    summary = run.summary()
    half = np.maximum(
        summary["win_share_high"] - summary["win_share"],
        summary["win_share"] - summary["win_share_low"],
    )
    assert (half <= 0.02).all()
    assert run.cells[0]["deals"] != run.cells[1]["deals"]
    for cell in run.cells:
        games = run.frame("games", cells=[cell["cell"]])
        assert games["deal"].max() + 1 == cell["deals"]
        assert games["game"].nunique() == cell["games"]
        assert cell["games"] == summary.query(f"cell == {cell['cell']}")["games"].iloc[0]


@pytest.mark.parametrize(("workers", "chunk_deals"), [(1, 7), (2, 50), (2, None), (3, 111)])
def test_workers_and_chunks_change_nothing(tmp_path, workers, chunk_deals):
    one = rummy_sim.load(play(tmp_path / "one", chunk_deals=100_000).path)
    two = rummy_sim.load(play(tmp_path / "two", workers, chunk_deals).path)
    assert one.cells == two.cells
    assert same_frames(one, two)


def test_a_share_that_is_always_zero_is_played_until_the_interval_shown_is_narrow_enough():
    experiment = load_experiment(precise(precision=0.01))
    course = Course(Plan(experiment).cells[0], experiment)
    while not course.finished:
        for chunk in course.chunks(1000):
            wins = np.array([0, 120, 60, 60])  # in sixtieths: never the first strategy
            n = chunk.deals
            course.add(BlockSums(n, n * wins, n * wins**2, n * wins, n * wins**2))
        course.arrive()
    row = course.sums.rows()[0][0]
    assert row["win_share"] == 0
    assert 0.005 < row["win_share_high"] <= 0.01
    assert course.describe()["stopped"]["reached"] == row["win_share_high"]


def test_where_one_strategy_fills_the_table_seats_must_be_precise(tmp_path):
    run = rummy_sim.load(play(tmp_path, design="mirror", seatings="fixed").path)
    by_seat = run.summary("seat")
    half = by_seat["win_share_high"] - by_seat["win_share"]
    reached = [cell["stopped"]["reached"] for cell in run.cells]
    assert half.groupby(by_seat["cell"]).max().tolist() == pytest.approx(reached)
    assert max(reached) <= 0.03


def test_max_games_ends_a_cell_and_says_so(tmp_path):
    run = rummy_sim.load(play(tmp_path, max_games=601, precision=0.001).path)
    for cell in run.cells:
        assert (cell["games"], cell["deals"]) == (602, 301)  # whole blocks
        assert cell["stopped"]["why"] == "max_games"
        assert cell["stopped"]["reached"] > 0.001


def test_min_games_are_played_though_it_is_precise_before(tmp_path):
    run = rummy_sim.load(play(tmp_path, precision=0.4, min_games=1001).path)
    assert [cell["looks"] for cell in run.cells] == [[501], [501]]
    few = rummy_sim.load(play(tmp_path / "few", precision=0.4).path)
    assert [cell["looks"] for cell in few.cells] == [[LEAST_BLOCKS]] * 2


def test_one_block_is_not_precise(tmp_path):
    run = rummy_sim.load(play(tmp_path, min_games=1, max_games=1).path)
    assert run.cells[0]["stopped"] == {"why": "max_games", "wished": 0.03, "reached": None}


def test_games_given_in_a_call_take_the_place_of_the_precision(tmp_path):
    run = rummy_sim.run(precise(), out=tmp_path, games=20)
    assert [cell["games"] for cell in run.cells] == [20, 20]
    assert "looks" not in run.cells[0]
    assert "precision" not in run.config


def test_the_resolved_configuration_is_the_same_experiment(tmp_path):
    run = rummy_sim.load(play(tmp_path / "one").path)
    assert {key: run.config[key] for key in ("precision", "min_games", "max_games")} == {
        "precision": 0.03, "min_games": 30, "max_games": 1_000_000,
    }  # fmt: skip
    again = run_experiment(load_experiment(run.path / "experiment.yaml"), tmp_path / "two")
    assert same_frames(run, rummy_sim.load(again.path))
    assert play(tmp_path / "one").left_alone


def test_such_a_run_can_be_checked_and_replayed(tmp_path):
    run = rummy_sim.load(play(tmp_path, chunk_deals=60).path)
    verdict = verify(run, 1)
    assert verdict.differences == []
    assert verdict.games == verdict.all_games == run.manifest["games"]
    last = run.cells[1]["games"] - 1
    plan = plan_of(run.path)
    assert next(next(transcripts(plan, 1, str(last))))["number"] == last
    with pytest.raises(ConfigError, match=f"games 0 to {last} "):
        transcripts(plan, 1, str(last + 1))


def test_progress_never_passes_its_goal_and_reaches_it(tmp_path):
    told = []
    play(tmp_path, workers=2, chunk_deals=40, progress=lambda *at: told.append(at))
    assert all(0 <= done <= total for done, total in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    final = rummy_sim.load(tmp_path / "tossed").manifest["games"]
    assert told[-1][0] == final
    assert max(total for _, total in told) > told[0][1]  # it was an estimate


class StopError(Exception):
    pass


@pytest.mark.parametrize("after", [1, 250, 1500, 2050])
def test_an_interrupted_run_resumes_to_the_same(tmp_path, after):
    whole = rummy_sim.load(play(tmp_path / "whole", chunk_deals=30).path)
    assert whole.manifest["games"] > 2100

    def stop(done, total):
        if done > after:
            raise StopError

    with pytest.raises(StopError):
        play(tmp_path, workers=2, chunk_deals=30, progress=stop)
    outcome = play(tmp_path, workers=1, resume=True)
    assert 0 < outcome.games < whole.manifest["games"]
    resumed = rummy_sim.load(outcome.path)
    assert resumed.manifest["cells"] == whole.manifest["cells"]
    assert same_frames(resumed, whole)


def test_lost_parts_of_a_complete_run_are_played_again(tmp_path):
    folder = play(tmp_path, chunk_deals=50).path
    whole = contents(folder)
    sorted((folder / "games").iterdir())[-1].unlink()
    sorted((folder / "hands").iterdir())[2].write_bytes(b"")
    assert 0 < play(tmp_path, resume=True).games <= 200
    assert contents(folder) == whole


SCRIPT = """
import sys
from pathlib import Path
from rummy_sim.runs.games import GAMES
GAMES["coin"] = "tests.runs.coin"
from tests.runs.test_precision import play
play(Path(sys.argv[1]), workers=2, chunk_deals=20, ruleset={"sleep": 0.002})
"""


def test_a_killed_run_resumes_to_the_same(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), str(tmp_path)],
        cwd=ROOT,
        env={**os.environ},
    )
    folder = tmp_path / "tossed"
    stop = time.monotonic() + 60
    while len(list(folder.glob("games/cell*"))) < 14:  # past the first look of both cells
        assert process.poll() is None, "it ended before it could be stopped"
        assert time.monotonic() < stop
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert not json.loads((folder / "manifest.json").read_text())["complete"]
    outcome = play(tmp_path, resume=True, ruleset={"sleep": 0.002})
    whole = play(tmp_path / "whole", ruleset={"sleep": 0.002}, chunk_deals=5000)
    assert same_frames(rummy_sim.load(outcome.path), rummy_sim.load(whole.path))
