"""A user's own file: what may be in it, and what is said when something is wrong."""

import re
import textwrap

import numpy as np
import pytest

from rummy_sim.cli import main
from rummy_sim.core.compiling import compile_strategy
from rummy_sim.core.contract import find
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME

TAKE = "def take(me, table, kit, params):\n"
DISCARD = "def discard(me, table, kit, params):\n"
OPEN = "def open(me, table, kit, params):\n"
PARAMS = "from rummy_sim.core.contract import Param\nPARAMS = {'step': Param(1, low=0, high=4)}\n"


@pytest.fixture
def mine(tmp_path):
    """Write a strategy's file and find it by its path."""

    def write(text):
        (tmp_path / "mine.py").write_text(textwrap.dedent(text))
        return find(GAME.contract, "mine.py", tmp_path)

    return write


def play(strategy, deals=6):
    line_up = (strategy, find(GAME.contract, "baseline"))
    ruleset, _ = GAME.resolve("official", 2)
    return GAME.play(Table(2, ruleset, line_up, np.array([[0, 1], [1, 0]])), 3, 0, range(deals))


def say(capsys, tmp_path, monkeypatch, entry="./mine.py"):
    """The exit code and the words of an experiment with a strategy's file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "1000")
    (tmp_path / "own.yaml").write_text(
        "{game: phantom, players: 2, seed: 3, games: 24, report: false, "
        f"lineups: [[{entry}, baseline]]}}"
    )
    code = main(["experiment", "own.yaml"])
    said = capsys.readouterr()
    return code, said.out + said.err


# ---- what may be in it


def test_decisions_left_out_are_baselines(mine):
    baseline = find(GAME.contract, "baseline")
    same = mine("def ready(me, table, kit, params):\n    return 1 if me.opened > 0 else 0\n")
    assert list(same.functions) == ["ready"]
    assert play(same).games.tobytes() == play(baseline).games.tobytes()
    never = mine("def ready(me, table, kit, params):\n    return False\n")
    rows = play(never).hands
    assert set(rows["ready_turn"][rows["strategy"] == 0]) == {-1}
    assert max(rows["ready_turn"][rows["strategy"] == 1]) > 0


def test_parameters_reach_the_decisions(mine):
    strategy = mine(
        PARAMS + TAKE + "    return 0 if params[0] == 1 else table.market_count - 1\n",
    )
    assert strategy.vector()[0] == 1
    ours = play(strategy).games.tobytes()
    assert play(strategy.with_values({"step": 1})).games.tobytes() == ours
    assert play(strategy.with_values({"step": 2})).games.tobytes() != ours


def test_helpers_and_globals_of_the_file(mine):
    strategy = mine(
        """
        LAST = (1,)

        def last(table):
            return table.market_count - LAST[0]

        def take(me, table, kit, params):
            return last(table)
        """
    )
    plainer = mine(TAKE + "    return table.market_count - 1\n")
    assert play(strategy).games.tobytes() == play(plainer).games.tobytes()


# ---- what is said when a file is no strategy


def test_a_missing_file(tmp_path):
    with pytest.raises(StrategyError, match=r"there is no strategy file .*/none\.py"):
        find(GAME.contract, "none.py", tmp_path)


def test_an_unknown_name():
    with pytest.raises(StrategyError, match=r"no phantom strategy 'rusj' \(did you mean 'rush'\?"):
        find(GAME.contract, "rusj")


UNREADABLE = {
    TAKE + "    return (\n": r"mine\.py, line 2: SyntaxError: ",
    "import nowhere_at_all\n": r"mine\.py, line 1: ModuleNotFoundError: .*nowhere_at_all",
    "\nx = 1 / 0\n": r"mine\.py, line 2: ZeroDivisionError",
    "x = 1\n": r"mine\.py: defines no decision of phantom: take, go_out, open, discard, ready",
    "def discrad(me, table, kit, params):\n    return 0\n": r"did you mean 'discard'\?",
    TAKE + "    return 0\ndef raedy(me, table, kit, params):\n    return 1\n": (
        r"'raedy' is no decision of phantom \(did you mean 'ready'\?\)"
    ),
    "def take(me, table):\n    return 0\n": r"line 1: take takes 2 arguments; .*take\(me, table, k",
    "take = 3\n" + DISCARD + "    return 0\n": r"'take' is the name of a decision",
    "def take(*args):\n    return 0\n": r"take must take four plain arguments",
    "PARAMS = {'step': 3}\n" + TAKE + "    return 0\n": r"PARAMS must be a dict of names to",
    PARAMS.replace("(1", "(9") + TAKE + "    return 0\n": r"the default of parameter 'step'",
    "GAME = 'phase10'\n" + TAKE + "    return 0\n": r"GAME is 'phase10', but the game is 'phantom'",
    "import random\n" + TAKE + "    return random.randrange(2)\n": r"no run could repeat",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_file_that_is_no_strategy(mine, text):
    with pytest.raises(StrategyError, match=UNREADABLE[text]) as told:
        mine(text)
    assert "mine.py" in str(told.value)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"stepp": 1}, r"has no parameter 'stepp' \(did you mean 'step'\?\); it has: step"),
        ({"step": 5}, r"parameter 'step' of strategy 'mine' must be from 0 to 4, not 5"),
        ({"step": float("nan")}, r"must be from 0 to 4, not nan"),
        ({"step": True}, r"must be a number, not True"),
        ({"step": "2"}, r"must be a number, not '2'"),
    ],
)
def test_wrong_values_of_parameters(mine, values, told):
    strategy = mine(PARAMS + TAKE + "    return 0\n")
    with pytest.raises(StrategyError, match=told):
        strategy.with_values(values)


# ---- what is said when it cannot be compiled

UNCOMPILABLE = {
    "    return table.markte[0]\n": r"there is no field 'markte' in table \(did you mean 'market'",
    "    return better(me)\n": r"the name 'better' is not known",
    "    return None\n": r"answers nothing \(None\)",
    "    return 'a'\n": r"answers text",
    "    return 0.5\n": r"answers a number that need not be whole",
    "    if me.need > 3:\n        return 1\n": r"nothing \(None\)",
    "    return open('x').read()\n": r"cannot be compiled",
}


@pytest.mark.parametrize("body", UNCOMPILABLE)
def test_a_decision_that_does_not_compile(mine, body):
    strategy = mine(TAKE + body)
    with pytest.raises(StrategyError, match=UNCOMPILABLE[body]) as told:
        compile_strategy(GAME.contract, strategy)
    words = str(told.value)
    assert re.search(r"mine\.py, line \d+: the decision 'take'", words)
    assert "numba" not in words
    assert "Traceback" not in words
    assert len(words.splitlines()) == 1


def test_the_function_that_does_not_compile_is_named(mine):
    strategy = mine("def best(me):\n    return me.ned\n" + TAKE + "    return best(me)\n")
    with pytest.raises(StrategyError, match=r"line 2: the decision 'take' \(in 'best'\)"):
        compile_strategy(GAME.contract, strategy)


# ---- what is said when it answers wrongly in a game

WRONG = {
    TAKE + "    return table.market_count\n": r"'take'.*answered \d; allowed: a position in table",
    TAKE + "    return -1\n": r"'take'.*answered -1; allowed",
    TAKE + "    return 1 << 40\n": r"'take'.*answered 1099511627776; allowed",
    DISCARD + "    kind = 0\n    while me.count[kind] > 0:\n        kind += 1\n"
    "    return kind * 2\n": r"'discard'.*answered \d+; allowed: a card that is held",
    DISCARD + "    return 999\n": r"'discard'.*answered 999; allowed",
    OPEN + "    return me.option[0] ^ 1\n": r"'open'.*answered \d+; allowed: -1 for none, or one",
    "def go_out(me, table, kit, params):\n    return 2\n": r"'go_out'.*answered 2; allowed: 1 for",
    "def ready(me, table, kit, params):\n    return -1\n": r"'ready'.*answered -1; allowed: 1 or 0",
    "def gain(me, table, kit, params):\n    return 63\n": r"'gain'.*answered 63; allowed: -1 for",
    TAKE + "    return table.market[99]\n": r"'take'.*IndexError",
    TAKE + "    return 1 // (me.need - me.need)\n": r"'take'.*ZeroDivisionError",
    TAKE + "    if table.turn > 2:\n        raise ValueError('no idea')\n    return 0\n": (
        r"'take'.*ValueError: no idea"
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_answer(mine, text):
    strategy = mine(text)
    with pytest.raises(StrategyError, match=WRONG[text]) as told:
        play(strategy, 40)
    assert re.match(
        r"strategy 'mine', decision '\w+' \(/\S+/mine\.py\), deal \d+, game \d+, short game \d+, "
        r"turn \d+ \(seat [01] to play\): ",
        str(told.value),
    )
    assert "numba" not in str(told.value)


# ---- the same from the command line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TAKE + "    return (\n", r"mine\.py, line 2: SyntaxError"),
        ("x = 1\n", r"defines no decision of phantom"),
        (TAKE + "    return table.markte[0]\n", r"there is no field 'markte'"),
        (
            TAKE + "    return table.market_count\n",
            r"decision 'take'.*game \d+, short game 1, turn",
        ),
        (TAKE + "    return table.market[99]\n", r"IndexError"),
    ],
)
def test_an_experiment_ends_with_words(capsys, tmp_path, monkeypatch, text, told):
    (tmp_path / "mine.py").write_text(text)
    code, words = say(capsys, tmp_path, monkeypatch)
    assert code == 2
    assert re.search(told, words)
    assert "mine.py" in words
    assert "Traceback" not in words


@pytest.mark.parametrize(
    ("value", "told"),
    [("9", "must be from 0 to 4"), (".nan", "must be from 0 to 4"), ("true", "must be a number")],
)
def test_an_experiment_with_a_wrong_value(capsys, tmp_path, monkeypatch, value, told):
    (tmp_path / "mine.py").write_text(PARAMS + TAKE + "    return 0\n")
    entry = f"{{use: ./mine.py, params: {{step: {value}}}}}"
    code, words = say(capsys, tmp_path, monkeypatch, entry)
    assert code == 2
    assert "'step'" in words
    assert told in words
    assert "Traceback" not in words


def test_an_experiment_with_a_missing_file(capsys, tmp_path, monkeypatch):
    code, words = say(capsys, tmp_path, monkeypatch)
    assert code == 2
    assert re.search(r"there is no strategy file .*mine\.py", words)
    assert "Traceback" not in words
