import os
import sys
from pathlib import Path

import pytest

import rummy_sim
from rummy_sim.runs.games import GAMES
from tests.runs.conftest import HEADS


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


def test_the_report_is_written_unless_refused(say, config, monkeypatch):
    written = []

    def write(run, formats=("html", "png"), only=None, note=None, progress=None):
        written.append((tuple(formats), only))
        charts = [run.path / "charts" / "a.png", run.path / "charts" / "b.svg"]
        return [run.path / "report.html", *charts]

    monkeypatch.setattr("rummy_sim.reports.write", write)
    out = say("experiment", config()).out
    assert "  runs/coin/report.html\n  runs/coin/charts/ (2 files)\n" in out
    say("experiment", config(), "--overwrite", "--no-report")
    say("experiment", config(report=False), "--overwrite")
    assert written == [(("html", "png"), None)]
    assert say("report", "runs/coin").out.splitlines() == [
        "runs/coin/report.html",
        "runs/coin/charts/a.png",
        "runs/coin/charts/b.svg",
    ]
    assert say("report", "runs/coin", "--json").json["written"][0] == "runs/coin/report.html"
    say("report", "runs/coin", "--format", "md, json", "--chart", "a", "--chart", "b")
    assert written[-1] == (("md", "json"), ("a", "b"))


def test_a_game_without_charts_of_its_own_has_a_report(say, config):
    said = say("experiment", config(games=12))
    assert said.code == 0
    assert Path("runs/coin/report.html").is_file()
    page = Path("runs/coin/report.html").read_text()
    assert 'id="win-share"' in page
    wrong = say("report", "runs/coin", "--format", "htm")
    assert wrong.code == 2
    assert "there is no format 'htm'" in wrong.err
    assert "Traceback" not in wrong.err


def test_a_complete_run_is_left_alone_and_shown(say, config):
    first = say("experiment", config(report=False))
    again = say("experiment", config(report=False))
    assert again.code == 0
    assert again.err == "the run runs/coin is complete; it is left alone\n"
    assert again.out == first.out.replace("written:", "there:")
    assert say("experiment", config(report=False), "--json").json["left_alone"] is True


def test_a_complete_run_lists_its_report_or_says_how_to_write_it(say, config):
    say("experiment", config(), "--no-report")
    assert "no report yet; write it: rummy-sim report runs/coin" in say("experiment", config()).out
    first = say("report", "runs/coin")
    assert first.code == 0
    again = say("experiment", config()).out
    assert "  runs/coin/report.html\n  runs/coin/charts/ (" in again
    assert "no report yet" not in again


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
    again = say("experiment", path)
    assert again.code == 0
    assert f"taking the seed of the run: {seed}" in again.err
    assert "no seed is given" not in again.err


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


PRECISE = {
    "games": None,
    "precision": 0.03,
    "min_games": 30,
    "report": False,
    "design": None,
    "lineups": [["heads"] * 3, ["heads", "tails-2", "tails-2"]],
}


def without_none(config, **changes):
    """Write an experiment without the keys that are set to None."""
    path = config(**changes)
    with open(path) as file:
        kept = [line for line in file if not line.rstrip().endswith(": null")]
    with open(path, "w") as file:
        file.writelines(kept)
    return path


def test_the_precision_reached_is_shown_and_a_cell_that_max_games_ended_is_warned_of(say, config):
    path = without_none(config, **PRECISE, max_games=900)
    said = say("experiment", path)
    assert said.code == 0
    cells = rummy_sim.load("runs/coin").cells
    assert [cell["stopped"]["why"] for cell in cells] == ["precise", "max_games"]
    told = [line for line in said.out.splitlines() if line.startswith("precision")]
    for line, cell in zip(told, cells, strict=True):
        reached = f"± {100 * cell['stopped']['reached']:.2f} points after {cell['games']:,} games"
        assert line.startswith(f"precision: {reached}, wished ± 3.00")
    assert told[1].endswith("ended by max_games")
    assert "max_games ended 1 of 2 cells before they were precise: cell 1" in said.err
    assert say("experiment", path, "--json").json["cells"] == cells
    fixed = say("experiment", path, "--games", "30", "--overwrite", "--json").json
    assert fixed["games"] == 60


def test_what_a_sweep_changes_is_shown(say, config):
    path = config(report=False, games=600, sweep={"ruleset.flips": [3, 5], "ruleset.sleep": [0]})
    said = say("experiment", path)
    lines = said.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "against flips 3, sleep 0, on the same deals:" in lines
    assert "cell 2: flips 5, sleep 0; heads, 2 tails-2" in [line.strip() for line in lines]
    assert not any(line.startswith("cell 0: flips 3, sleep 0; heads, 2") for line in lines)
    table = rummy_sim.load("runs/coin").sweep()
    for row in table.query("cell == 3 and by == 'strategy' and statistic == 'score'").itertuples():
        figures = (
            f"score, {row.of} {row.value:.2f} {row.difference:+.2f} "
            f"{row.difference_low:.2f} – {row.difference_high:.2f}"
        )
        assert any(" ".join(line.split()).startswith(figures) for line in lines), figures
    sweep = say("experiment", path, "--json").json["sweep"]
    assert sweep["reference"] == {"ruleset.flips": 3, "ruleset.sleep": 0.0}
    assert len(sweep["rows"]) == len(table)
    assert sweep["rows"][0]["difference"] is None
    assert sweep["rows"][-1]["difference"] == table["difference"].iloc[-1]


def test_a_plan_tells_what_a_precision_needs_and_writes_nothing(say, config):
    path = without_none(config, **PRECISE, max_games=900)
    said = say("experiment", path, "--plan")
    assert said.code == 0
    assert "plan of coin, wished ± 3 points, seed 5" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "max_games (900) will probably end before they are precise: cell 1" in said.err
    plan = say("experiment", path, "--plan", "--json").json
    assert not os.path.exists("runs")
    first, second = plan["cells"]
    assert (first["precise"], second["precise"], second["games"]) == (True, False, 900)
    assert plan["games"] == first["games"] + second["games"] == 300 + 900
    enough = without_none(config, **PRECISE)
    guess = say("experiment", enough, "--plan", "--json").json["cells"][1]
    assert guess["games_low"] < guess["games"] < guess["games_high"]
    played = say("experiment", enough, "--json").json["cells"][1]["games"]
    assert guess["games_low"] * 0.9 <= played <= guess["games_high"] * 1.1


def test_a_plan_of_a_number_of_games_tells_how_precise_they_are(say, config):
    path = config(report=False, games=900)
    plan = say("experiment", path, "--plan", "--json").json
    said = say("experiment", path, "--plan")
    assert "in all about 1,800 games\n" in said.out
    rows = say("experiment", path, "--json").json["summary"]["by_strategy"]
    for cell in plan["cells"]:
        halves = [
            row["win_share_high"] - row["win_share"] for row in rows if row["cell"] == cell["cell"]
        ]
        assert cell["games"] == cell["games_low"] == cell["games_high"] == 900
        assert cell["precise"] is None
        assert cell["half_low"] * 0.95 <= max(halves) <= cell["half_high"] * 1.05
    assert say("experiment", path, "--plan", "--overwrite").code == 2


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


def test_a_long_name_leaves_room_for_the_figures(say, config):
    name = "a strategy with a name that nobody would give it " * 2
    said = say(
        "experiment",
        config(report=False, design=None, lineups=[[{"use": HEADS, "as": name}, HEADS, HEADS]]),
    )
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80
    lines = said.out.splitlines()
    heading = next(line for line in lines if line.startswith("strategy "))
    assert heading.rstrip().endswith("95% interval")
    last = next(line for line in lines if line.startswith("heads "))
    assert last.count("%") == 1
    assert last.count(" – ") == 2
