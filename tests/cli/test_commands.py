import json
import os
import signal
import subprocess
import sys

import pytest

import rummy_sim
from rummy_sim.cli import COMMANDS
from tests.runs.conftest import HEADS, TAILS


@pytest.fixture
def run(say, config) -> str:
    assert say("experiment", config(report=False)).code == 0
    return "runs/coin"


# --- all of them ----------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_examples_and_fits(say, name):
    said = say(name, "--help")
    assert said.code == 0
    assert f"\n    rummy-sim {name}" in said.out
    assert "--json" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_the_overview_lists_each_command_with_a_whole_sentence(say):
    said = say("--help")
    for name in COMMANDS:
        line = next(line for line in said.out.splitlines() if line.startswith(f"  {name} "))
        assert line.endswith(".")
        assert not line.endswith("...")


def test_an_unknown_command_names_the_nearest(say):
    said = say("experimant", "x")
    assert said.code == 2
    assert "did you mean 'experiment'" in said.err


def test_ctrl_c(say, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("rummy_sim.runs.reading.shipped_experiments", interrupt)
    assert say("experiments") == (130, "", "\ninterrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_second_ctrl_c_ends_a_command_that_does_not_hear_the_first():
    code = """
import signal, time
from rummy_sim.cli.interrupting import second_ctrl_c_ends_at_once

signal.signal(signal.SIGINT, signal.default_int_handler)
with second_ctrl_c_ends_at_once():
    word = "ready"
    while True:
        try:
            print(word, flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            word = "heard"
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process:
        for line in ("ready", "heard"):
            assert process.stdout.readline().strip() == line
            process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_importing_stays_quick():
    slow = {"numba", "numpy", "pandas", "pyarrow", "matplotlib", "scipy", "pydantic", "rich"}
    for module in ("rummy_sim", "rummy_sim.cli"):
        code = f"import sys, {module}; print(*{{m.split('.')[0] for m in sys.modules}})"
        loaded = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        assert not slow & set(loaded.split())


@pytest.mark.parametrize("words", [["experiments", "--json"], ["experiments"]])
def test_a_reader_that_has_seen_enough(words):
    process = subprocess.Popen(
        [sys.executable, "-m", "rummy_sim", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


# --- one by one -----------------------------------------------------------------


def test_experiments(say):
    rows = say("experiments", "--json").json["experiments"]
    assert "quickstart" in [row["name"] for row in rows]
    assert all(row["question"].endswith("?") for row in rows)
    assert "quickstart" in say("experiments").out


def test_replay_text(say, run):
    said = say("replay", run, "--cell", "1", "--game", "4")
    assert said.out.splitlines()[0] == "game: 4"
    assert len(said.out.splitlines()) == 4


def test_replay_jsonl(say, run):
    said = say("replay", run, "--game", "0:5", "--format", "jsonl")
    events = [json.loads(line) for line in said.out.splitlines()]
    assert [event["number"] for event in events if event["event"] == "game"] == [0, 1, 2, 3, 4]
    assert say("replay", run, "--game", "0:5", "--json").json == {
        "games": [events[4 * i : 4 * i + 4] for i in range(5)]
    }


def test_replay_of_a_configuration(say, config, run):
    told = say("replay", run, "--game", "7").out
    assert say("replay", config(), "--game", "7").out == told
    assert say("replay", config(), "--game", "7", "--seed", "6").out != told


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--cell", "2"], "cell: there are the cells 0 to 1, not 2"),
        (["--game", "60"], "game: the cell has games 0 to 59"),
        (["--game", "last"], "game: must be a number"),
        (["--format", "xml"], "'--format'"),
        (["--seed", "1"], "a run has its own"),
    ],
)
def test_replay_of_what_there_is_not(say, run, args, message):
    said = say("replay", run, *args)
    assert said.code == 2
    assert message in said.err


def test_verify(say, run):
    assert say("verify", run, "--share", "1").out == "120 of 120 games played again: identical\n"
    answer = say("verify", run, "--json").json
    assert (answer["games"], answer["identical"], answer["differences"]) == (3, True, [])
    one, two = rummy_sim.load(run).parts("games")[:2]
    two.write_bytes(one.read_bytes())
    said = say("verify", run, "--share", "1")
    assert said.code == 1
    assert "they differ" in said.out
    assert say("verify", run, "--share", "1", "--json").code == 1
    assert say("verify", run, "--share", "2").code == 2
    assert say("verify", "nowhere").code == 2


def test_rules_tell_the_values_that_an_option_may_have(say):
    out = " ".join(say("rules", "standard").out.split())
    assert "or everybody (laid, always)" in out.replace("\n", " ")
    (record,) = say("rules", "standard", "--json").json["rulesets"]
    assert record["allowed"]["tie"] == ["playoff", "share"]
    assert "max_turns" not in record["allowed"]


def test_rules_of_a_game_by_its_name(say):
    assert say("rules", "phase10").out == say("rules", "--game", "phase10").out


def test_rules(say):
    said = say("rules", "--game", "coin")
    assert "(the default)" in said.out
    assert say("rules", "long").out.splitlines()[1].split()[:3] == ["option", "value", "meaning"]
    assert any(
        line.split()[:3] == ["*", "flips", "9"] for line in say("rules", "long").out.splitlines()
    )
    records = say("rules", "--game", "coin", "--json").json["rulesets"]
    assert [record["preset"] for record in records] == ["short", "long"]
    assert records[1]["differs"] == ["flips"]
    assert records[1]["options"]["flips"] == {"2": 9, "3": 9, "4": 9}
    said = say("rules", "lnog", "--game", "coin")
    assert said.code == 2
    assert "did you mean 'long'" in said.err
    assert say("rules", "--game", "coyn").code == 2


def test_strategies_of_all_games(say):
    said = say("strategies", "--json")
    names = [(row["game"], row["name"]) for row in said.json["strategies"]]
    assert ("phantom", "baseline") in names
    assert "baseline" in say("strategies").out


def test_one_strategy(say):
    said = say("strategies", TAILS, "--game", "coin")
    assert said.out.startswith("tails (coin)\n\nSays tails, but heads in every so many rounds.")
    assert "heads in every so many rounds; 0: never" in said.out
    answer = say("strategies", TAILS, "--json", "--game", "coin").json
    assert answer["params"]["every"] == {
        "default": 0, "low": 0, "high": 9, "whole": True,
        "about": "heads in every so many rounds; 0: never",
    }  # fmt: skip
    assert "It has no parameters." in say("strategies", HEADS, "--game", "coin").out
    said = say("strategies", "nobody", "--game", "coin")
    assert said.code == 2
    assert "there is no coin strategy 'nobody'" in said.err


def test_bench(say):
    said = say("bench", "--game", "coin", "--lineup", f"{HEADS},{TAILS}", "--seconds", "0.1",
               "--workers", "2", "--json")  # fmt: skip
    answer = said.json
    assert answer["strategies"] == [HEADS, TAILS]
    assert (answer["game"], answer["players"], answer["workers"]) == ("coin", 2, 2)
    assert answer["ruleset"] == "short"
    assert answer["short_games_per_s"] == pytest.approx(3 * answer["games_per_s"], rel=0.01)
    assert answer["decisions_per_s"] == pytest.approx(2 * answer["short_games_per_s"], rel=0.01)
    assert answer["short_game_ns"] > 0
    low, middle, high = (answer[f"shuffles_per_short_game{end}"] for end in ("_low", "", "_high"))
    assert 0 < low <= middle <= high
    for key in ("shuffle_ns", "first_call_s", "import_s", "peak_rss_mb"):
        assert answer[key] > 0
    assert "flips a second" in say(
        "bench", "--game", "coin", "--lineup", f"{HEADS},{TAILS}", "--seconds", "0.01"
    ).out  # fmt: skip


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "9"], "played by 2, 3, 4 players, not by 9"),
        (["--players", "3", "--lineup", f"{HEADS},{TAILS}"], "must name 3 strategies, not 2"),
        (["--lineup", "nobody,nobody"], "there is no coin strategy 'nobody'"),
        (["--ruleset", "lnog", "--lineup", f"{HEADS},{TAILS}"], "no preset 'lnog'"),
    ],
)
def test_bench_of_what_there_is_not(say, args, message):
    said = say("bench", "--game", "coin", *args)
    assert said.code == 2
    assert message in said.err


def test_warmup(say, monkeypatch):
    from rummy_sim.core.errors import StrategyError

    answers = [("the engine", None), ("rash", StrategyError("line 3: no"))]
    monkeypatch.setattr("rummy_sim.runs.warming.warm_up", lambda: iter(answers))
    said = say("warmup")
    assert said.code == 1
    assert "rash: line 3: no" in said.out
    answer = say("warmup", "--json").json
    assert answer["compiled"][1] == {"what": "rash", "error": "line 3: no"}
    answers.pop()
    assert say("warmup").code == 0
