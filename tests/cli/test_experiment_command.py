import os
import sys

import pytest

import rummy_sim
from rummy_sim.runs.games import GAMES


def test_an_experiment_from_file_to_table(say, config):
    said = say("experiment", config(report=False), "--workers", "2")
    assert said.code == 0
    run = rummy_sim.load("runs/coin")
    lines = said.out.splitlines()
    assert lines[0] == "coin: 120 games, 3 players, seed 5"
    assert "cell 0: heads, tails-2, tails-2" in [line.strip() for line in lines]
    for row in run.summary().itertuples():
        figures = (
            f"{row.strategy} {100 * row.win_share:.2f} % {100 * row.win_share_low:.2f} – "
            f"{100 * row.win_share_high:.2f} {row.score:.2f}"
        )
        assert any(" ".join(line.split()).startswith(figures) for line in lines), figures
    assert max(map(len, lines)) <= 80
    assert "  runs/coin/hands/" in lines
    assert "120 of 120 games" in said.err


def test_json_is_one_document(say, config):
    said = say("experiment", config(report=False), "--json", "--seed", "9", "--games", "30")
    answer = said.json
    run = rummy_sim.load("runs/coin")
    assert (answer["seed"], answer["games"], answer["games_played"]) == (9, 60, 60)
    assert answer["left_alone"] is False
    assert answer["summary"] == run.manifest["summary"]
    assert answer["path"] == "runs/coin"
    assert "runs/coin/manifest.json" in answer["written"]


def test_charts_are_drawn_unless_refused(say, config, monkeypatch):
    drawn = []

    def draw(run):
        drawn.append(run.name)
        return [run.path / "charts" / "a.png", run.path / "charts" / "b.svg"]

    monkeypatch.setattr("rummy_sim.reports.draw", draw)
    assert "runs/coin/charts/ (2 files)" in say("experiment", config()).out
    assert drawn == ["coin"]
    say("experiment", config())  # left alone
    say("experiment", config(), "--overwrite", "--no-report")
    say("experiment", config(report=False), "--overwrite")
    assert drawn == ["coin"]
    assert say("report", "runs/coin").out.splitlines() == [
        "runs/coin/charts/a.png",
        "runs/coin/charts/b.svg",
    ]
    assert say("report", "runs/coin", "--json").json["written"][1] == "runs/coin/charts/b.svg"
    assert drawn == ["coin"] * 3


def test_a_complete_run_is_left_alone_and_shown(say, config):
    first = say("experiment", config(report=False))
    again = say("experiment", config(report=False))
    assert again.code == 0
    assert again.err == "the run runs/coin is complete; it is left alone\n"
    assert again.out == first.out.replace("written:", "there:")
    assert say("experiment", config(report=False), "--json").json["left_alone"] is True


def test_a_drawn_seed_is_shown_and_kept(say, config):
    path = config(report=False)
    with open(path) as file:
        text = file.read().replace("seed: 5\n", "")
    with open(path, "w") as file:
        file.write(text)
    said = say("experiment", path)
    seed = rummy_sim.load("runs/coin").seed
    assert f"seed {seed}" in said.out
    assert "no seed is given" in said.err
    assert say("experiment", path).code == 0  # again: the run's seed is taken, not a new one


def test_one_block_shows_a_dash(say, config):
    lines = say("experiment", config(games=1, report=False)).out.splitlines()
    row = next(line for line in lines if line.startswith("heads")).split()
    assert row[2:4] == ["%", "–"]


def test_ctrl_c_tells_how_to_go_on(say, config, monkeypatch, tmp_path):
    def stop(self, done, total):
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("rummy_sim.cli.progress.GamesProgress.__call__", stop)
    said = say("experiment", config())
    assert said.code == 130
    assert said.err.endswith("what was played is kept: go on with --resume\n\ninterrupted\n")
    monkeypatch.undo()
    monkeypatch.setitem(GAMES, "coin", "tests.runs.coin")
    monkeypatch.chdir(tmp_path)
    assert "is unfinished: go on with --resume" in say("experiment", config()).err
    assert say("experiment", config(report=False), "--resume", "--json").json["games_played"] > 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--resume", "--overwrite"], "exclude each other"),
        (["--cluster", "tcp://x"], "--cluster: not yet possible in this version"),
        (["--games", "0"], "'--games'"),
        (["--games", "many"], "'--games'"),
        (["--seed", "-1"], "'--seed'"),
        (["--workers", "0"], "'--workers'"),
        (["--wrokers", "2"], "Did you mean"),
    ],
)
def test_wrong_options(say, config, args, message):
    said = say("experiment", config(), *args)
    assert said.code == 2
    assert message in said.err
    assert said.out == ""
    assert not os.path.exists("runs")


def test_all_mistakes_are_told_without_a_traceback(say, config):
    said = say("experiment", config(playrs=3, design="verses", ruleset={"flps": 1}))
    assert said.code == 2
    lines = said.err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("error: ") and "coin.yaml: " in line for line in lines)
    assert "Traceback" not in said.err
    assert "Traceback" in say("experiment", config(design="verses"), "--debug").err


def test_a_missing_file(say):
    said = say("experiment", "quikstart")
    assert said.code == 2
    assert "did you mean 'quickstart'" in said.err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(say, config, tmp_path):
    (tmp_path / "runs").mkdir(mode=0o500)
    said = say("experiment", config())
    assert said.code == 2
    assert "Permission denied" in said.err


def test_out_is_a_file(say, config, tmp_path):
    (tmp_path / "taken").write_text("")
    said = say("experiment", config(), "--out", "taken")
    assert said.code == 2
    assert "taken" in said.err
    assert "Traceback" not in said.err
