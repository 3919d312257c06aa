"""Strategies of other packages, names that clash, files that are edited, faults as plain Python."""

import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

from rummy_sim.core import contract
from rummy_sim.core.contract import clashes, find, shipped
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME

ROOT = Path(__file__).parents[2]
HEAD = "(me, table, kit, params):\n"
FIRST = "def take" + HEAD + "    return 0\n"
LAST = "def take" + HEAD + "    return table.market_count - 1\n"


def play(strategy, deals=4):
    line_up = (strategy, find(GAME.contract, "baseline"))
    ruleset, _ = GAME.resolve("official", 2)
    return GAME.play(Table(2, ruleset, line_up, np.array([[0, 1]])), 3, 0, range(deals)).games


@pytest.fixture
def offer(tmp_path, monkeypatch):
    """Install packages that offer strategies: name, module, text."""
    real = contract.entry_points

    def install(*offers):
        points = list(real(group=contract.GROUP))
        for name, module, text in offers:
            file, _, _ = module.partition(":")
            (tmp_path / f"{file}.py").write_text(text)
            monkeypatch.delitem(sys.modules, file, raising=False)
            points.append(EntryPoint(name, module, contract.GROUP))
        monkeypatch.setattr(contract, "entry_points", lambda group: points)

    monkeypatch.syspath_prepend(tmp_path)
    return install


def test_a_strategy_of_another_package(offer, tmp_path):
    offer(("phantom.theirs", "their_strategy", FIRST))
    theirs = find(GAME.contract, "theirs")
    assert "theirs" in shipped("phantom")
    assert (theirs.name, theirs.path) == ("theirs", tmp_path / "their_strategy.py")
    (tmp_path / "mine.py").write_text(FIRST)
    assert play(theirs).tobytes() == play(find(GAME.contract, "mine.py", tmp_path)).tobytes()


def test_a_strategy_of_another_game_is_not_offered(offer):
    offer(("whist.theirs", "their_whist", FIRST))
    assert "theirs" not in shipped("phantom")


def test_two_packages_with_one_name(offer):
    offer(("phantom.rush", "their_rush", FIRST))
    with pytest.raises(StrategyError, match=r"several installed packages .*'rush': .*their_rush"):
        find(GAME.contract, "rush")


@pytest.mark.parametrize(
    ("module", "text", "told"),
    [
        ("their_broken", "import nowhere_at_all\n", r"cannot be imported: ModuleNotFoundError"),
        ("their_quitter", "raise SystemExit('no')\n", r"cannot be imported: SystemExit: no"),
        ("their_part:take", FIRST, r"entry point 'their_part:take' must name a module"),
        ("their_nothing", "x = 1\n", r"their_nothing\.py: defines no decision of phantom"),
    ],
)
def test_what_another_package_offers_is_no_strategy(offer, module, text, told):
    offer(("phantom.theirs", module, text))
    with pytest.raises(StrategyError, match=told):
        find(GAME.contract, "theirs")


def test_clashes_of_names(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(FIRST)
    one = find(GAME.contract, "one/mine.py", tmp_path)
    two = find(GAME.contract, "two/mine.py", tmp_path)
    assert clashes([one, one]) == []
    (told,) = clashes([one, two])
    assert "'mine'" in told
    assert clashes([one, two.with_values({}, name="other")]) == []
    tempo = find(GAME.contract, "tempo")
    default = tempo.params["soft"].default
    assert clashes([tempo, tempo.with_values({"soft": default})]) == []
    assert len(clashes([tempo, tempo.with_values({"soft": default + 1})])) == 1


def test_an_edited_file_is_compiled_anew(tmp_path):
    file = tmp_path / "mine.py"
    told = []
    for text in (FIRST, LAST, FIRST):
        file.write_text(text)
        told.append(play(find(GAME.contract, "mine.py", tmp_path)).tobytes())
    assert told[0] == told[2] != told[1]


def test_decisions_of_another_strategy_may_be_imported(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from rummy_sim.strategies.phantom.rush import discard, take\n"
    )
    mine = find(GAME.contract, "mine.py", tmp_path)
    assert sorted(mine.functions) == ["discard", "take"]
    assert play(mine).tobytes() != play(find(GAME.contract, "baseline")).tobytes()


def test_a_decision_that_its_author_compiles(tmp_path):
    (tmp_path / "mine.py").write_text("from numba import njit\n\n@njit\n" + LAST)
    (tmp_path / "plain.py").write_text(LAST)
    both = [find(GAME.contract, name, tmp_path) for name in ("mine.py", "plain.py")]
    assert play(both[0]).tobytes() == play(both[1]).tobytes()


PLAIN_FAULTS = {
    "    return me.cuont[0]\n": r"AttributeError.*cuont.*\(line 2\)",
    "    return 0.5\n": r"answered 0.5; an answer is a whole number",
    "    return None\n": r"answered None; an answer is a whole number",
    "    return 1 << 70\n": r"far out of range",
    "    return table.market_count\n": r"answered \d; allowed: a position",
    "    return me.count[28 + me.need]\n": r"IndexError.*\(line 2\)",
    "    return 1 // (me.need - me.need)\n": r"FloatingPointError.*\(line 2\)",
    "    if me.need > 99:\n        best = 0\n    return best\n": (r"UnboundLocalError.*\(line 4\)"),
}


def test_faults_as_plain_python(tmp_path):
    for number, body in enumerate(PLAIN_FAULTS):
        (tmp_path / f"mine{number}.py").write_text("def take" + HEAD + body)
    script = f"""
import sys
from pathlib import Path
from rummy_sim.core.contract import find
from rummy_sim.core.errors import StrategyError
from rummy_sim.phantom import GAME
from tests.strategies.test_finding import play
for number in range({len(PLAIN_FAULTS)}):
    try:
        play(find(GAME.contract, f"mine{{number}}.py", Path({str(tmp_path)!r})), 1)
    except StrategyError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "RUMMY_SIM_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = done.stdout.splitlines()
    assert len(told) == len(PLAIN_FAULTS)
    for number, (line, words) in enumerate(zip(told, PLAIN_FAULTS.values(), strict=True)):
        file = tmp_path / f"mine{number}.py"
        assert line.startswith(f"strategy 'mine{number}', decision 'take' ({file})")
        assert re.search(words, line), line
