"""``rummy-sim sql``: the frames asked in SQL."""

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import rummy_sim
from tests.runs.test_experiment import hear_ctrl_c


@pytest.fixture
def run(say, config) -> str:
    assert say("experiment", config(report=False)).code == 0
    return "runs/coin"


BY_STRATEGY = "select strategy, avg(win_share) as won, sum(score) as scored from games group by all"


def test_a_run_answers_with_a_frame(run):
    results = rummy_sim.load(run)
    games = results.games.groupby("strategy", observed=True)
    told = results.sql(BY_STRATEGY).set_index("strategy").sort_index()
    assert told["won"].tolist() == pytest.approx(games["win_share"].mean().tolist())
    assert told["scored"].dtype == "int64"
    assert told["scored"].tolist() == games["score"].sum().tolist()
    with pytest.raises(rummy_sim.UserError, match="the tables of this run are"):
        results.sql("select * from nothing")


def test_what_a_frame_or_a_file_cannot_hold_is_told(say, run):
    results = rummy_sim.load(run)
    huge = results.sql("select sum(9223372036854775807) as huge from games")
    assert huge["huge"].tolist() == pytest.approx([9223372036854775807 * len(results.games)])
    with pytest.raises(rummy_sim.UserError, match="::varchar"):
        results.sql("select union_value(a := 1)")
    said = say("sql", run, "select interval 1 day", "--format", "parquet", "--out", "x.parquet")
    assert said.code == 2
    assert "::varchar" in said.err
    said = say("sql", run, "from games", "--format", "parquet", "--out", "no/x.parquet")
    assert "damaged" not in said.err


def test_a_missing_part_is_named(say, run):
    part = sorted((Path(run) / "games").iterdir())[0]
    part.unlink()
    said = say("sql", run, "from games")
    assert said.code == 2
    assert f"{part} is missing; play it again with --resume" in said.err
    said = say("report", run)
    assert said.code == 2
    assert part.name in said.err
    assert "select" not in said.err


def test_answers_are_those_of_the_frames(say, run):
    games = rummy_sim.load(run).games.groupby("strategy", observed=True)
    said = say("sql", run, f"{BY_STRATEGY} order by strategy", "--json")
    assert said.code == 0
    assert said.json == {
        "columns": ["strategy", "won", "scored"],
        "rows": [
            [name, pytest.approx(frame.win_share.mean()), int(frame.score.sum())]
            for name, frame in games
        ],
    }


def test_csv_and_parquet_hold_whole_frames(say, run):
    rounds = rummy_sim.load(run).rounds
    said = say("sql", run, "select * from rounds", "--format", "csv", "--out", "rounds.csv")
    assert (said.code, said.out) == (0, "")
    from_csv = pd.read_csv("rounds.csv")
    assert from_csv["winner"].tolist() == rounds["winner"].tolist()
    assert from_csv["end"].tolist() == rounds["end"].tolist()
    said = say("sql", run, "from rounds", "--format", "parquet", "--out", "rounds.parquet")
    assert f"{len(rounds)} rows" in said.err
    pd.testing.assert_frame_equal(
        pd.read_parquet("rounds.parquet"), rounds, check_categorical=False, check_dtype=False
    )


def test_csv_on_the_terminal(say, run):
    query = "select seat, count(*) as n from games group by seat order by seat"
    table = pd.read_csv(io.StringIO(say("sql", run, query, "--format", "csv").out))
    assert table["seat"].tolist() == [0, 1, 2]


def test_text_shows_the_first_rows_and_counts_all(say, run):
    said = say("sql", run, "select game, seat, 0.123456789 as x from games")
    count = len(rummy_sim.load(run).games)
    assert f"the first 100 of {count} rows" in said.out
    assert "0.123457" in said.out


def test_cells_tell_what_each_cell_is(say, run):
    said = say("sql", run, "select cell, players, lineup, games from cells order by cell", "--json")
    assert said.json["rows"] == [
        [cell["cell"], cell["players"], cell["lineup"], cell["games"]]
        for cell in rummy_sim.load(run).cells
    ]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("selec 1", "syntax error"),
        ("select nope from games", "nope"),
        ("select * from gmes", "the tables of this run are: games, rounds, hands, cells"),
        ("", "asks nothing"),
        ("select * from read_csv('/etc/passwd')", "disabled by configuration"),
        ("copy games to 'stolen.csv'", "'copy' is refused"),
        ("with x as (copy games to 'stolen.csv') select 1", "'copy' is refused"),
        ("copy (pivot games on seat using sum(score)) to 'stolen.csv'", "'copy' is refused"),
        ("explain analyze copy games to 'stolen.csv'", "is refused"),
        ("set memory_limit = '64GB'", "'set' is refused"),
        ("create table mine as from games", "'create' is refused"),
        ("attach 'stolen.db'", "'attach' is refused"),
        ("select 1; drop view games", "one at a time"),
        ("select (100 + seat)::tinyint * 60 from games", "widen one: turns::bigint * 60"),
        ("select error('no such thing')", "see whether the run is damaged: rummy-sim verify"),
    ],
)
def test_what_cannot_be_answered_is_told(say, run, query, told):
    said = say("sql", run, query)
    assert said.code == 2
    assert told in said.err
    assert "Traceback" not in said.err
    assert not Path("stolen.csv").exists()


def test_no_query_writes_into_the_run(say, run):
    part = next((Path(run) / "games").iterdir())
    whole = part.read_bytes()
    for query in (
        f"copy (select 1) to '{part.resolve()}'",
        f"with x as (copy (select 1) to '{part.resolve()}') select 1",
    ):
        assert say("sql", run, query).code == 2
        assert part.read_bytes() == whole


@pytest.mark.parametrize(
    "query",
    [
        "pivot games on seat using sum(score) group by strategy",
        "from games limit 1 -- copy",
        "select 'copy' as \"copy\", 'ü' as \"create\" from games",
        "summarize games",
        "describe games",
        "values (1)",
        "with one as (from games) select count(*) from one",
    ],
)
def test_what_reads_is_answered(say, run, query):
    said = say("sql", run, query)
    assert (said.code, said.err) == (0, "")


def test_parquet_needs_a_file(say, run):
    said = say("sql", run, "from games", "--format", "parquet")
    assert said.code == 2
    assert "--out FILE" in said.err


def test_only_stored_frames_are_there(say, config):
    say("experiment", config(report=False, storage="games"))
    said = say("sql", "runs/coin", "from hands")
    assert said.code == 2
    assert "the tables of this run are: games, cells" in said.err


@pytest.mark.parametrize("options", [["--out", "rows.json"], ["--format", "csv"]])
def test_json_goes_to_the_terminal_alone(say, run, options):
    said = say("sql", run, "from games", "--json", *options)
    assert said.code == 2
    assert "--json prints to the terminal" in said.err
    assert not Path("rows.json").exists()


def test_lists_are_json_in_csv(say, run):
    query = "select cell, lineup, {'deals': deals} as more from cells order by cell"
    assert say("sql", run, query, "--format", "csv", "--out", "cells.csv").code == 0
    cells = pd.read_csv("cells.csv")
    for cell, row in zip(rummy_sim.load(run).cells, cells.itertuples(), strict=True):
        assert json.loads(row.lineup) == cell["lineup"]
        assert json.loads(row.more) == {"deals": cell["deals"]}


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process")
def test_ctrl_c_stops_a_long_query(run):
    query = "select count(*) from range(10000000) a, range(10000000) b where a < b"
    # A process of its own: workers that run tests side by side do not hear SIGINT.
    command = [sys.executable, "-m", "rummy_sim", "sql", run, query]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_ctrl_c
    ) as process:
        time.sleep(4)  # imported and at work; the query alone takes days
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, b"")
    assert err.endswith(b"interrupted\n")
