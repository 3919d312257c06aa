"""The ruleset: presets, overrides, refusals, warnings, and the record of it."""

import numpy as np
import pytest

from rummy_sim.core.errors import ConfigError
from rummy_sim.phase10.phases import PHASES, group_of, phase_record, problem, spell
from rummy_sim.phase10.rules import PRESETS, Ruleset, differences, resolve, rules_record
from rummy_sim.phase10.state import (
    GENERAL,
    MAX_PHASES,
    ONE_COLOR,
    RUN,
    SET,
    SET_AND_RUN,
    TWO_SETS,
)

from ..oracle.phase10 import rules as oracle


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_the_oracles(preset):
    ruleset, warnings = resolve(preset, 4)
    assert ruleset.model_dump() == oracle.resolve(preset)
    assert warnings == []


def test_what_differs():
    assert differences("standard") == {}
    assert differences("guide") == {"natural": "none"}
    assert differences("walkthrough") == {"tie": "share", "natural": "none"}
    assert differences("booklet") == {
        "tie": "share",
        "natural": "phase",
        "skip_limit": "lap",
    }


@pytest.mark.parametrize("name", ["all", "even", "odd"])
def test_lists_with_a_name(name):
    ruleset, _ = resolve({"phases": name}, 2)
    assert ruleset.phases == oracle.resolve(phases=name)["phases"]
    assert len(ruleset.phases) == (10 if name == "all" else 5)


def test_every_option_is_described():
    assert all(field.description for field in Ruleset.model_fields.values())
    assert set(Ruleset.model_fields) == set(oracle.STANDARD)


def test_lists_of_phases_longer_than_ten():
    ruleset, _ = resolve({"phases": [["run 4", "run  4"]] * MAX_PHASES}, 3)
    assert ruleset.phases == [["run 4", "run 4"]] * MAX_PHASES
    assert rules_record(ruleset, 3)["phases"] == MAX_PHASES


def refused(spec):
    with pytest.raises(ConfigError) as error:
        resolve(spec, 4)
    return error.value.problems


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("standrad", "did you mean 'standard'?"),
        ({"preset": "x"}, "there are: standard, guide, walkthrough, booklet"),
        ({"phases": "evn"}, "must be one of all, even, odd or a list of phases"),
        ({"phases": []}, "ruleset.phases"),
        ({"phases": [[]]}, "phase 1 asks for nothing"),
        ({"phases": ["set 3"]}, "must be a list"),
        ({"phases": [["set 3", "straight 4"]]}, "'straight 4' is no group"),
        ({"phases": [["sets 3"]]}, "did you mean 'set'?"),
        ({"phases": [["colour 3"]]}, "did you mean 'color'?"),
        ({"phases": [["set"]]}, "'set' is no group"),
        ({"phases": [["set -1"]]}, "'set -1' is no group"),
        ({"phases": [["set 0", "run 4"]]}, "a group of no cards ('set 0')"),
        ({"phases": [["run 13"]]}, "a run longer than the numbers 1 to 12"),
        ({"phases": [["run 12"]]}, "asks for 12 cards; a hand holds at most 11"),
        ({"phases": [["set 3"], ["set 8", "run 4"]]}, "phase 2 (set 8 + run 4) asks for 12 cards"),
        ({"phases": [["set 6", "run 5"]], "go_out": "discard"}, "one is kept for the discard"),
        ({"phases": [["set 10"]], "max_wilds_to_lay": 1}, "needs 2 Wilds"),
        ({"phases": [["set 9"]], "max_wilds_to_lay": 0}, "needs 1 Wild, as there are 8 cards"),
        ({"phases": [["set 3"]] * (MAX_PHASES + 1)}, "100"),
        ({"game_end": "hands"}, "ruleset.hands: how many hands?"),
        ({"game_end": "hands", "hands": 0}, "ruleset.hands"),
        ({"game_end": "round"}, "must be one of hand, moment, all, hands"),
        ({"advance": "yes"}, "must be one of laid, always"),
        ({"tie": "split"}, "must be one of playoff, share"),
        ({"natural": "groups"}, "did you mean 'group'?"),
        ({"skip_target": "last"}, "must be one of choice, next"),
        ({"skip_limit": "turn"}, "must be one of pending, lap"),
        ({"hold_skips": "maybe"}, "ruleset.hold_skips"),
        ({"hold_skips": 1}, "ruleset.hold_skips"),
        ({"max_wilds_to_lay": 9}, "ruleset.max_wilds_to_lay"),
        ({"max_wilds_to_lay": -1}, "ruleset.max_wilds_to_lay"),
        ({"hit_same_turn": "no"}, "ruleset.hit_same_turn"),
        ({"go_out": "hit"}, "must be one of any, discard"),
        ({"max_turns": 0}, "ruleset.max_turns"),
        ({"max_turns": 1001}, "ruleset.max_turns"),
        ({"max_hands": 2.5}, "ruleset.max_hands"),
        ({"max_hnads": 3}, "did you mean 'max_hands'?"),
    ],
    ids=str,
)
def test_what_is_refused(spec, said):
    assert any(said in problem for problem in refused(spec))


def test_all_problems_come_at_once():
    problems = refused({"advance": "yes", "tie": "no", "max_turn": 3})
    assert len(problems) == 3
    assert len(refused({"phases": [["set 3"], ["run 13"], ["sot 3"]], "game_end": "hands"})) == 3


@pytest.mark.parametrize(
    ("spec", "warning"),
    [
        ({"hands": 10}, "ruleset.hands has no effect while game_end is hand"),
        ({"tie": "share", "game_end": "all"}, "ruleset.tie has no effect while game_end is all"),
        ({"game_end": "hands", "hands": 20, "max_hands": 10}, "a game ends after 10"),
    ],
    ids=str,
)
def test_overrides_without_effect(spec, warning):
    _, warnings = resolve(spec, 4)
    assert len(warnings) == 1
    assert warning in warnings[0]


def test_none_may_be_written_out():
    ruleset, _ = resolve({"max_wilds_to_lay": "none", "natural": "none"}, 2)
    assert ruleset.max_wilds_to_lay is None
    assert ruleset.natural == "none"


def test_phases_that_a_hand_can_just_hold():
    assert problem(["set 6", "run 5"]) is None
    assert problem(["set 6", "run 4"], last_card_discarded=True) is None
    assert problem(["set 11"]) is None
    assert problem(["set 10"], most_wilds=2) is None
    assert problem(["color 11"], most_wilds=0) is None
    assert problem(["set 1"] * 11) is None


@pytest.mark.parametrize(("text", "group"), [("set 3", (SET, 3)), (" run  11 ", (RUN, 11))])
def test_groups(text, group):
    assert group_of(text) == group
    assert spell(*group) == " ".join(text.split())


@pytest.mark.parametrize(
    ("phase", "form", "first", "second"),
    [
        (["set 3", "set 5"], TWO_SETS, 5, 3),
        (["set 4"], SET_AND_RUN, 4, 0),
        (["run 7"], SET_AND_RUN, 0, 7),
        (["run 4", "set 3"], SET_AND_RUN, 3, 4),
        (["color 7"], ONE_COLOR, 7, 0),
        (["run 4", "run 4"], GENERAL, 0, 0),
        (["color 2", "set 3"], GENERAL, 0, 0),
        (["set 2", "set 2", "set 2"], GENERAL, 0, 0),
    ],
)
def test_forms_of_phases(phase, form, first, second):
    record = phase_record(phase)
    assert (record["form"], record["first"], record["second"]) == (form, first, second)
    assert record["groups"] == len(phase)
    groups = list(zip(record["kind"].tolist(), record["length"].tolist(), strict=True))
    assert groups[: len(phase)] == [group_of(group) for group in phase]
    assert record["cards"] == sum(length for _, length in groups)


def test_the_record_of_a_ruleset():
    default = rules_record(resolve("standard", 4)[0], 4)
    assert default["max_wilds_to_lay"] == -1
    assert default["hands"] == 0
    assert [default["phase"][i]["cards"] for i in range(10)] == [6, 7, 8, 7, 8, 9, 8, 7, 7, 8]
    changes = {
        "game_end": ("moment", 1),
        "advance": ("always", 1),
        "tie": ("share", 0),
        "natural": ("none", 0),
        "skip_target": ("next", 1),
        "skip_limit": ("lap", 1),
        "hold_skips": (False, 0),
        "max_wilds_to_lay": (0, 0),
        "hit_same_turn": (False, 0),
        "go_out": ("discard", 1),
        "max_turns": (7, 7),
        "max_hands": (8, 8),
    }
    fields = {"advance": "advance_always", "tie": "playoff", "skip_target": "skip_next"}
    fields |= {"skip_limit": "skip_lap", "go_out": "keep_last"}
    for option, (value, stored) in changes.items():
        record = rules_record(resolve({option: value}, 4)[0], 4)
        field = fields.get(option, option)
        assert record[field] == stored
        different = [name for name in default.dtype.names if not np.array_equal(
            np.array(record[name]), np.array(default[name])
        )]  # fmt: skip
        assert different == [field]


def test_the_ten_phases_ask_for_ten_different_things():
    assert len(set(PHASES)) == 10
