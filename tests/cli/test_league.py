"""``rummy-sim league``, and the league at the end of an experiment."""

from itertools import combinations

import numpy as np
import pytest

import rummy_sim
from rummy_sim.cli import league as command
from rummy_sim.runs.leagues import leagues_of
from tests.runs.conftest import HEADS, TAILS
from tests.stats.rings import ring_games
from tests.stats.synthetic import games
from tests.stats.wins import win_sums

STRATEGIES = [HEADS, *({"use": TAILS, "as": f"tails-{n}", "params": {"every": n}} for n in (2, 3))]


def plain(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_run_shows_its_league_at_its_end_and_again(say, config):
    said = say("experiment", config(report=False, players=2, strategies=STRATEGIES))
    assert said.code == 0
    again = say("league", "runs/coin")
    assert again.out.strip() in said.out
    assert "cell 0" not in said.out
    lines = plain(again.out)
    found = rummy_sim.load("runs/coin").league()
    for row in found.table.itertuples():
        start = f"{row.rank} {row.strategy} {100 * row.mean:.2f} % {100 * row.low:.2f} – "
        assert any(line.startswith(start) for line in lines), start
    for sentence in found.sentences:
        assert sentence in " ".join(lines)
    assert max(map(len, again.out.splitlines())) <= 80


def test_the_precision_that_was_reached_is_told(say, config):
    settings = {"precision": 0.2, "max_games": 400, "games": None, "players": 2}
    path = config(report=False, strategies=STRATEGIES, **settings)
    said = say("experiment", path)
    assert said.code == 0, said.err
    reached = [cell["stopped"]["reached"] for cell in rummy_sim.load("runs/coin").cells]
    line = f"precision: ± {100 * min(reached):.2f} to ± {100 * max(reached):.2f} points reached"
    assert line in " ".join(plain(said.out))


def test_json_holds_all_of_it(say, config):
    say("experiment", config(report=False, players=2, strategies=STRATEGIES))
    (told,) = say("league", "runs/coin", "--json").json["leagues"]
    found = rummy_sim.load("runs/coin").league()
    assert told["table"] == found.table.to_dict("records")
    assert told["payoffs"] == found.payoffs.to_dict("records")
    assert told["pairs"] == found.pairs.to_dict("records")
    assert told["sentences"] == found.sentences
    assert (told["players"], told["lineups"], told["no_league"]) == (2, 6, "")


def test_two_strategies_keep_their_table_by_cell(say, config):
    assert "cell 0" in say("experiment", config(report=False)).out


def test_a_run_that_is_no_league_is_told(say, config):
    say("experiment", config(report=False, design="mirror"))
    said = say("league", "runs/coin")
    assert said.code == 2
    assert "no cell of two or more strategies" in said.err
    assert said.out == ""


def matrix_lines(capsys, frame):
    (found,) = leagues_of(win_sums(frame), {})
    from rummy_sim.cli.shared import stdout

    table, notes = command._matrix(found, 80)
    stdout().print(table)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    return found, plain("\n".join(lines)), notes


def test_a_small_matrix_has_its_intervals_in_the_cells(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    found, lines, notes = matrix_lines(capsys, ring_games(300))
    row = found.payoffs[
        (found.payoffs["strategy"] == "rock") & (found.payoffs["opponent"] == "scissors")
    ].iloc[0]
    text = f"{100 * row['mean']:.1f} ±{100 * (row['high'] - row['mean']):.1f}+"
    assert any(" rock " in line and text in line for line in lines)
    assert "beyond doubt" in notes


@pytest.mark.parametrize(("strategies", "says"), [(8, "intervals ±"), (20, "columns left out")])
def test_large_matrices_are_cut_to_the_width(capsys, monkeypatch, strategies, says):
    monkeypatch.setenv("COLUMNS", "80")
    names = {f"strategy-{i}": 0.1 * i for i in range(strategies)}
    lineups = list(combinations(names, 2))
    frame = games(lineups, names, 20, np.random.default_rng(1))
    found, lines, notes = matrix_lines(capsys, frame)
    assert says in notes
    assert "intervals ±" in notes
    assert [line.split()[1] for line in lines[-strategies:]] == found.strategies
