import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pytest
import yaml

import rummy_sim
from rummy_sim.core.errors import RunError, StrategyError
from rummy_sim.core.game import FRAMES
from rummy_sim.runs import experiment as module
from rummy_sim.runs.experiment import run_experiment
from rummy_sim.runs.games import GAMES
from rummy_sim.runs.plan import Plan
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.runner import play_chunks
from rummy_sim.runs.store import RunFolder
from tests.runs.conftest import HEADS, coin_config

ROOT = Path(__file__).parents[2]


def play(out, workers=1, chunk_deals=None, resume=False, overwrite=False, **changes):
    return run_experiment(
        load_experiment(coin_config(**changes)),
        out,
        workers=workers,
        chunk_deals=chunk_deals,
        resume=resume,
        overwrite=overwrite,
    )


def same_frames(one: rummy_sim.Run, two: rummy_sim.Run) -> bool:
    for frame in FRAMES:
        pd.testing.assert_frame_equal(one.frame(frame), two.frame(frame))
    for by in ("strategy", "seat"):
        pd.testing.assert_frame_equal(one.summary(by), two.summary(by), check_exact=True)
    return True


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def unfinished(tmp_path, **changes) -> Path:
    """Leave a run that stopped after a few chunks."""

    class StopError(Exception):
        pass

    def progress(done: int, total: int) -> None:
        if done > total // 3:
            raise StopError

    with pytest.raises(StopError):
        run_experiment(
            load_experiment(coin_config(**changes)),
            tmp_path,
            workers=1,
            chunk_deals=3,
            progress=progress,
        )
    return tmp_path / "tossed"


# --- the same results, however they are played --------------------------------


@pytest.mark.parametrize(("workers", "chunk_deals"), [(1, 1), (2, 3), (2, None), (3, 7)])
def test_workers_and_chunks_change_nothing(tmp_path, workers, chunk_deals):
    one = rummy_sim.load(play(tmp_path / "one", chunk_deals=1000).path)
    two = rummy_sim.load(play(tmp_path / "two", workers, chunk_deals).path)
    assert same_frames(one, two)


def test_any_executor_will_do(tmp_path):
    class Inline(Executor):
        def submit(self, fn, /, *args, **kwargs):
            future: Future = Future()
            future.set_result(fn(*args, **kwargs))
            return future

    run = run_experiment(
        load_experiment(coin_config()), tmp_path / "inline", executor=Inline(), chunk_deals=4
    )
    assert same_frames(rummy_sim.load(run.path), rummy_sim.load(play(tmp_path / "pool").path))


def test_only_so_many_chunks_are_under_way():
    plan = Plan(load_experiment(coin_config(ruleset={"sleep": 0.001})))
    under_way = 0
    most = 0

    class Counting(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            return super().submit(fn, *args, **kwargs)

    saved = []

    def save(result):
        nonlocal under_way
        under_way -= 1
        saved.append(result.chunk)

    chunks = list(plan.chunks(1))
    with Counting(2) as pool:
        play_chunks(plan, chunks, pool, 3, save)
    assert most == 3
    assert sorted(saved) == chunks


# --- what is written -----------------------------------------------------------


def test_the_run_folder(tmp_path):
    path = play(tmp_path, chunk_deals=12).path
    assert path == tmp_path / "tossed"
    parts = ["cell00000-deal0000000000", "cell00000-deal0000000012",
             "cell00001-deal0000000000", "cell00001-deal0000000012"]  # fmt: skip
    assert sorted(contents(path)) == sorted(
        [".lock", "experiment.yaml", "manifest.json", "strategies/heads.py", "strategies/tails.py"]
        + [f"{frame}/{part}.parquet" for frame in FRAMES for part in parts]
    )


@pytest.mark.parametrize("storage", FRAMES)
def test_storage_keeps_frames_and_changes_no_figure(tmp_path, storage):
    run = rummy_sim.load(play(tmp_path / storage, storage=storage).path)
    kept = FRAMES[: FRAMES.index(storage) + 1]
    assert [frame for frame in FRAMES if (run.path / frame).exists()] == list(kept)
    everything = rummy_sim.load(play(tmp_path / "all").path)
    pd.testing.assert_frame_equal(run.summary(), everything.summary(), check_exact=True)
    for frame in set(FRAMES) - set(kept):
        with pytest.raises(RunError, match=f"did not keep the frame '{frame}'"):
            run.frame(frame)


def test_the_resolved_configuration_is_the_same_experiment(tmp_path):
    first = play(tmp_path / "one", seed=None)
    again = run_experiment(load_experiment(first.path / "experiment.yaml"), tmp_path / "two")
    assert same_frames(rummy_sim.load(first.path), rummy_sim.load(again.path))
    config = yaml.safe_load((first.path / "experiment.yaml").read_text())
    assert config["strategies"][0]["use"] == "strategies/heads.py"


def test_strategy_files_of_one_name_are_kept_apart(tmp_path):
    for folder, answer in (("a", 1), ("b", 0)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(
            f"def guess(me, table, kit, params):\n    return {answer}\n"
        )
    path = play(
        tmp_path,
        strategies=[
            str(tmp_path / "a" / "mine.py"),
            {"use": str(tmp_path / "b" / "mine.py"), "as": "other"},
        ],
    ).path
    again = run_experiment(load_experiment(path / "experiment.yaml"), tmp_path / "again")
    assert same_frames(rummy_sim.load(path), rummy_sim.load(again.path))


# --- unfinished, complete, foreign ---------------------------------------------


def test_a_complete_run_is_left_alone(tmp_path):
    path = play(tmp_path).path
    before = contents(path)
    outcome = play(tmp_path, workers=2)
    assert outcome.left_alone
    assert outcome.games == 0
    assert contents(path) == before
    assert play(tmp_path, report=False).left_alone
    assert play(tmp_path, seed=None).left_alone  # a seed that is not named is the run's


def test_two_processes_that_begin_the_same_run(tmp_path):
    plan = Plan(load_experiment(coin_config()))
    folder = RunFolder(tmp_path / "tossed")
    folder.create(plan, 5)
    with folder.locked():
        before = contents(tmp_path)
        with pytest.raises(RunError, match="was made by another process meanwhile"):
            folder.create(plan, 7)  # the other had looked before there was anything
        assert contents(tmp_path) == before


def test_an_unfinished_run_asks(tmp_path):
    folder = unfinished(tmp_path)
    with pytest.raises(RunError, match="is unfinished: go on with it"):
        rummy_sim.load(folder)
    with pytest.raises(RunError, match="is unfinished: go on with --resume, or start again"):
        play(tmp_path)


def test_resume_plays_only_what_is_missing(tmp_path):
    folder = unfinished(tmp_path)
    before = contents(folder)
    done = sum(name.startswith("games/") for name in before)
    assert 0 < done < 14
    (folder / "hands" / ".cell00001-deal0000000018.parquet.77.tmp").write_bytes(b"half")
    outcome = play(tmp_path, resume=True)
    # The last chunk of a cell has 2 deals, the others 3; each deal has 3 games.
    assert outcome.games == 120 - 9 * done
    after = contents(folder)
    assert all(after[name] == before[name] for name in before if name.endswith(".parquet"))
    assert not any(name.endswith(".tmp") for name in after)
    assert same_frames(rummy_sim.load(folder), rummy_sim.load(play(tmp_path / "whole").path))


def test_resume_plays_damaged_and_lost_parts_again(tmp_path):
    folder = play(tmp_path, chunk_deals=5).path
    parts = sorted((folder / "games").iterdir())
    whole = contents(folder)
    parts[0].write_bytes(b"")
    parts[1].write_bytes(parts[1].read_bytes()[:-30])
    parts[2].unlink()
    sorted((folder / "hands").iterdir())[3].unlink()
    shutil.copy(parts[4], parts[5])  # whole, but of other deals
    with pytest.raises(RunError, match="lacks parts: go on with --resume"):
        play(tmp_path)
    assert play(tmp_path, resume=True).games == 5 * 15
    assert contents(folder) == whole


def test_overwrite_starts_again(tmp_path):
    folder = unfinished(tmp_path)
    assert play(tmp_path, overwrite=True).games == 120
    (folder / "note.txt").write_text("gone")
    assert play(tmp_path, overwrite=True, games=30).games == 60
    assert not (folder / "note.txt").exists()


def test_overwrite_deletes_nothing_but_runs(tmp_path):
    folder = tmp_path / "tossed"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    for overwrite in (True, False):
        with pytest.raises(RunError, match=r"not the folder of a run: it holds no manifest\.json"):
            play(tmp_path, overwrite=overwrite)
    (folder / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(RunError, match="something else's"):
        play(tmp_path, overwrite=True)
    assert (folder / "thesis.txt").read_text() == "years of work"


def test_an_empty_folder_may_be_used(tmp_path):
    (tmp_path / "tossed").mkdir()
    assert play(tmp_path).games == 120


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": 90}, "games is 60 there, 90 now"),
        ({"seed": 6}, "seed is 5 there, 6 now"),
        ({"ruleset": {"flips": 4}}, "ruleset.flips is 3 there, 4 now"),
        ({"storage": "games"}, "storage is hands there, games now"),
        ({"design": "mirror"}, "design is versus there, mirror now"),
        (
            {"strategies": [HEADS, {"use": HEADS, "as": "tails-2"}]},
            "strategies.tails-2.params.every is 2 there, not set now",
        ),
    ],
)
@pytest.mark.parametrize("complete", [True, False])
def test_another_configuration_of_the_same_name_is_refused(tmp_path, changes, said, complete):
    folder = play(tmp_path).path if complete else unfinished(tmp_path)
    for resume in (True, False):
        with pytest.raises(RunError) as caught:
            play(tmp_path, resume=resume, **changes)
        assert f"{folder} was made from another configuration: " in caught.value.problems[0]
        assert said in caught.value.problems[0]


def test_a_changed_strategy_or_program_is_not_resumed(tmp_path, monkeypatch):
    mine = tmp_path / "mine.py"
    mine.write_text(Path(HEADS).read_text())
    changes = {"strategies": [str(mine), HEADS]}
    folder = unfinished(tmp_path, **changes)
    mine.write_text(mine.read_text() + "# changed\n")
    with pytest.raises(RunError, match=r"the file of strategy 'mine', .*mine\.py, has changed"):
        play(tmp_path, resume=True, **changes)
    mine.write_text(Path(HEADS).read_text())
    monkeypatch.setattr(module, "versions", lambda: {"rummy-sim": "9.9"})
    with pytest.raises(RunError, match=r"was begun by rummy-sim .*, this is 9\.9"):
        play(tmp_path, resume=True, **changes)
    monkeypatch.undo()
    monkeypatch.setitem(GAMES, "coin", "tests.runs.coin")
    assert play(tmp_path, resume=True, **changes).games > 0
    assert folder.exists()


def test_an_edited_strategy_does_not_get_the_results_of_the_old_one(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(Path(HEADS).read_text())
    changes = {"strategies": [str(mine), HEADS]}
    play(tmp_path, **changes)
    mine.write_text(mine.read_text() + "# changed\n")
    for resume in (True, False):
        with pytest.raises(RunError, match=r"'mine', .*mine\.py, has changed since .* --overwrite"):
            play(tmp_path, resume=resume, **changes)
    assert play(tmp_path, overwrite=True, **changes).games > 0
    assert play(tmp_path, **changes).left_alone


def test_a_strategys_mistake_ends_the_run_and_leaves_it_unfinished(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text(
        "def guess(me, table, kit, params):\n    global asked\n    asked += 1\n"
        "    return 7 if asked > 300 else 1\nasked = 0\n"
    )
    with pytest.raises(StrategyError, match="strategy 'bad' answered 7"):
        play(tmp_path, strategies=[str(bad), HEADS], chunk_deals=3, workers=2)
    with pytest.raises(RunError, match="unfinished"):
        rummy_sim.load(tmp_path / "tossed")


def test_two_processes_do_not_write_one_run(tmp_path):
    folder = RunFolder(unfinished(tmp_path))
    with folder.locked(), pytest.raises(RunError, match="being written by another process"):
        play(tmp_path, resume=True)
    assert play(tmp_path, resume=True).games > 0


# --- stopped from outside ------------------------------------------------------

SCRIPT = """
import sys
from pathlib import Path
from rummy_sim.runs.games import GAMES
GAMES["coin"] = "tests.runs.coin"
from rummy_sim.runs.experiment import run_experiment
from rummy_sim.runs.games import GAMES
from rummy_sim.runs.resolving import load_experiment
from tests.runs.conftest import coin_config
experiment = load_experiment(coin_config(ruleset={"sleep": 0.1}))
try:
    run_experiment(experiment, Path(sys.argv[1]), workers=2, chunk_deals=1)
except KeyboardInterrupt:
    sys.exit(130)
"""


def hear_ctrl_c() -> None:
    """Let a process hear SIGINT, also where the tests run in a shell's background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(out: Path, parts: int) -> subprocess.Popen:
    """Start a run in another process; return when it has written so many parts."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), str(out)],
        cwd=ROOT,
        env={**os.environ},
        preexec_fn=None if sys.platform == "win32" else hear_ctrl_c,
    )
    stop = time.monotonic() + 60
    while len(list((out / "tossed").glob("games/cell*"))) < parts:
        assert process.poll() is None, "it ended before it could be stopped"
        assert time.monotonic() < stop
        time.sleep(0.005)
    return process


def whole_run(tmp_path: Path) -> rummy_sim.Run:
    return rummy_sim.load(play(tmp_path / "whole", ruleset={"sleep": 0.1}, chunk_deals=20).path)


def test_a_killed_run_resumes_to_the_same_frames(tmp_path):
    process = start(tmp_path, 4)
    process.kill()
    process.wait()
    with pytest.raises(RunError, match="unfinished"):
        rummy_sim.load(tmp_path / "tossed")
    outcome = play(tmp_path, workers=2, resume=True, ruleset={"sleep": 0.1})
    assert 0 < outcome.games <= 120 - 4 * 3
    assert same_frames(rummy_sim.load(outcome.path), whole_run(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process")
def test_ctrl_c_keeps_what_was_played_and_exits_with_130(tmp_path):
    process = start(tmp_path, 2)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    parts = {
        frame: {path.name for path in (tmp_path / "tossed" / frame).iterdir()} for frame in FRAMES
    }
    assert parts["games"] == parts["rounds"] == parts["hands"]  # none half written
    outcome = play(tmp_path, resume=True, ruleset={"sleep": 0.1})
    assert outcome.games == 120 - 3 * len(parts["games"])
    assert same_frames(rummy_sim.load(outcome.path), whole_run(tmp_path))
