"""docs/experiments.md says what the code says, and its examples are sound."""

import re
from pathlib import Path

import pytest
import yaml

from rummy_sim.runs.config import DESIGNS, SEATINGS, ExperimentFile
from rummy_sim.runs.courses import LEAST_BLOCKS
from rummy_sim.runs.planning import MOST_BLOCKS
from rummy_sim.runs.resolving import MAX_PRECISION_GAMES, MIN_PRECISION_GAMES, load_experiment

TEXT = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
ROWS = {key: row for row, key in re.findall(r"^(\| `(\w+)` \|.*)$", TEXT, re.MULTILINE)}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_sound(text, caplog):
    load_experiment(yaml.safe_load(text))
    assert caplog.messages == []


def test_every_key_stands_in_the_table_with_its_default():
    assert list(ROWS) == list(ExperimentFile.model_fields)
    assert ROWS["min_games"].endswith(f"| {MIN_PRECISION_GAMES} |")
    assert ROWS["max_games"].endswith(f"| {MAX_PRECISION_GAMES} |")
    for key in ("seatings", "storage"):
        assert ROWS[key].endswith(f"| `{ExperimentFile.model_fields[key].default}` |")
    for key, values in (("design", DESIGNS), ("seatings", SEATINGS)):
        assert ", ".join(f"`{value}`" for value in values.__args__) in ROWS[key]


def test_numbers_are_those_of_the_code():
    assert f"at least {LEAST_BLOCKS} blocks" in " ".join(TEXT.split())
    assert f"up to {MOST_BLOCKS:,} blocks" in TEXT


def test_cells_are_numbered_as_told():
    experiment = load_experiment(yaml.safe_load(EXAMPLES[-1]))
    assert experiment.grid.reference == {
        "ruleset.target_score": 12,
        "strategies.hasty.slack": 8,
    }
    assert [list(variant.swept.values()) for variant in experiment.grid.variants[:2]] == [
        [9, 1],
        [9, 8],
    ]
