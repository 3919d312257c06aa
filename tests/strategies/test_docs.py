"""docs/strategies.md says what the code says, and its examples play."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.core.game import Table
from rummy_sim.runs.games import GAMES, get_game

TEXT = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text()
EXAMPLES = [text for text in re.findall(r"```python\n(.*?)```", TEXT, re.S) if "def " in text]
PARTS = {
    "phantom": TEXT[TEXT.index("\n## Phantom") : TEXT.index("\n## Phase 10")],
    "phase10": TEXT[TEXT.index("\n## Phase 10") : TEXT.index("\n## When")],
}
# The working figures of Phase 10's arithmetic are only mentioned.
WORKING = {"numbers", "spared", "raised", "floor", "used", "top", "atleast", "stand", "lacking"}
WORKING |= {"demand", "least", "stands", "left", "by_colour"}


def fields_told(part, title):
    """The names in the first column of the table under a heading."""
    section = part.split(f"### `{title}`\n")[1].split("\n### ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("|")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_play(tmp_path, text):
    (tmp_path / "mine.py").write_text(text)
    game = get_game("phase10" if "phase10" in text else "phantom")
    strategy = find(game.contract, "mine.py", tmp_path)
    ruleset, _ = game.resolve(next(iter(game.presets)), 3)
    line_up = (strategy, *[find(game.contract, "baseline")] * 2)
    table = Table(3, ruleset, line_up, np.arange(3)[None])
    assert game.play(table, 1, 0, range(5)).asked > 0


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("name", GAMES)
def test_decisions_are_told_as_in_the_contract(name):
    told = PARTS[name].replace("`", "")
    for decision in get_game(name).contract.decisions:
        assert f"| {decision.name} | {decision.asks} | {decision.answers} |" in told


@pytest.mark.parametrize("name", GAMES)
def test_every_field_is_told(name):
    state = import_module(f"{GAMES[name]}.state")
    working = WORKING if name == "phase10" else set()
    assert fields_told(PARTS[name], "me") >= set(state.ME_DTYPE.names) - working
    assert fields_told(PARTS[name], "table") == set(state.TABLE_DTYPE.names)


def test_every_option_is_told():
    names = import_module("rummy_sim.phantom.state").RULES_DTYPE.names
    assert [name for name in names if f"`{name}`" not in PARTS["phantom"]] == []


@pytest.mark.parametrize("name", GAMES)
def test_helpers_exist(name):
    parts = {"phantom": ("hand", "insight"), "phase10": ("hand", "groups", "laying")}
    modules = [import_module(f"{GAMES[name]}.{part}") for part in parts[name]]
    modules.append(import_module("rummy_sim.core.bits"))
    helpers = PARTS[name].split("### Helpers")[1]
    called = set(re.findall(r"`(\w+)\(", helpers))
    assert len(called) > 7
    assert [one for one in called if not any(hasattr(module, one) for module in modules)] == []
