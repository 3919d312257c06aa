"""Sentences about a configuration that pydantic refuses."""

from typing import Literal

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rummy_sim.core.validation import (
    allowed_values,
    key_path,
    model_keys,
    sentences,
    split_preset,
    yaml_text,
)


class Entrant(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    use: str = Field(min_length=1)
    name: str | None = Field(None, alias="as")
    params: dict[str, float] = {}


class File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    game: Literal["rummy", "whist"]
    players: int = Field(4, ge=2)
    report: bool = True
    precision: float | None = None
    pile: Literal["off", 1, "any"] = 1
    entrants: list[Entrant] = []
    lines: list[list[int]] = []


def told(**given):
    with pytest.raises(ValidationError) as caught:
        File.model_validate(given)
    return sentences(caught.value, File, "file.")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "file.game: this key is needed"),
        (
            {"game": "wist"},
            "file.game: must be one of rummy, whist, not wist (did you mean 'whist'?)",
        ),
        ({"pile": 2}, "file.pile: must be one of 'off', 1, any, not 2"),
        ({"players": "4"}, "file.players: must be a whole number, not '4'"),
        ({"players": 4.5}, "file.players: must be a whole number, not 4.5"),
        ({"players": 1}, "file.players: must be greater than or equal to 2, not 1"),
        ({"report": "on"}, "file.report: must be true or false, not 'on'"),
        ({"precision": "fine"}, "file.precision: must be a number, not fine"),
        ({"entrants": "rush"}, "file.entrants: must be a list, not rush"),
        ({"entrants": [{"use": ""}]}, "file.entrants[0].use: must not be empty, not ''"),
        (
            {"entrants": [{"use": 7}]},
            "file.entrants[0].use: must be text (put it in quotes), not 7",
        ),
        (
            {"entrants": [{"use": "a"}, {"use": "b", "parms": {}}]},
            "file.entrants[1].parms: unknown key (did you mean 'params'?); "
            "allowed: use, as, params",
        ),
        ({"lines": [[1], [2, "x"]]}, "file.lines[1][1]: must be a whole number, not x"),
        (
            {"playrs": 3},
            "file.playrs: unknown key (did you mean 'players'?); allowed: game, players, report, "
            "precision, pile, entrants, lines",
        ),
    ],
    ids=str,
)
def test_a_sentence_for_each_finding(given, sentence):
    assert told(**({"game": "rummy"} | given if given else {})) == [sentence]


def test_all_findings_at_once_each_of_them_once():
    found = told(game="x", players=1, lines=[["a", "b"]], report=3)
    assert [line.split(":")[0] for line in found] == [
        "file.game",
        "file.players",
        "file.report",
        "file.lines[0][0]",
        "file.lines[0][1]",
    ]


def test_long_values_are_cut():
    (sentence,) = told(game="rummy", players="9" * 200)
    assert len(sentence) < 120
    assert sentence.endswith("…")


def test_keys_and_values_of_a_model():
    assert model_keys(Entrant) == ["use", "as", "params"]
    assert allowed_values(File.model_fields["pile"].annotation) == ["off", 1, "any"]
    assert allowed_values(int | None) == []


def test_key_path():
    assert key_path([]) == ""
    assert key_path(["a", "b", 0, 1, "c"]) == "a.b[0][1].c"


@pytest.mark.parametrize(
    "value",
    [True, None, 3, 2.5, "two", "3", "off", "", [1, "x", ["no"]], {"a": 1, "on": [None]}, "1e3"],
    ids=str,
)
def test_values_are_written_so_that_yaml_reads_them_back(value):
    assert yaml.safe_load(yaml_text(value)) == value


PRESETS = ["slow", "rapid"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("rapid", ("rapid", {}, [])),
        ({}, ("slow", {}, [])),
        ({"bonus": 1}, ("slow", {"bonus": 1}, [])),
        ({"preset": "rapid", "bonus": 1}, ("rapid", {"bonus": 1}, [])),
    ],
)
def test_a_preset_and_what_overrides_it(spec, expected):
    given = dict(spec) if isinstance(spec, dict) else spec
    assert split_preset(spec, PRESETS, "slow") == expected
    assert spec == given


@pytest.mark.parametrize(
    ("spec", "start"),
    [
        ("rapit", "ruleset: there is no preset rapit (did you mean 'rapid'?); there are: slow"),
        ({"preset": "rapit", "x": 1}, "ruleset.preset: there is no preset rapit (did you mean"),
        ({"preset": ["slow"]}, "ruleset.preset: there is no preset [slow]"),
        ({"preset": {"slow": 1}}, "ruleset.preset: there is no preset {slow: 1}"),
        ({"preset": None}, "ruleset.preset: there is no preset null"),
    ],
)
def test_an_unknown_preset_is_told_and_the_rest_still_looked_at(spec, start):
    preset, overrides, problems = split_preset(spec, PRESETS, "slow")
    assert (preset, len(problems)) == ("slow", 1)
    assert problems[0].startswith(start)
    assert overrides == (
        {} if isinstance(spec, str) else {k: v for k, v in spec.items() if k == "x"}
    )
