"""The ruleset: the presets' table, overrides, and everything that is refused or warned of."""

import pytest
import yaml

from rummy_sim.core.errors import ConfigError
from rummy_sim.phantom import GAME
from rummy_sim.phantom.rules import PRESETS, Ruleset, differences, resolve, rules_record

ORDER = ("official", "official-advanced", "article", "article-advanced")

# RULES-phantom.md, section 6, a column a preset. Where it shows a dash, the value is that of the
# edition's other preset, so that an override that turns the rule on finds one.
TABLE = {
    "advanced": (False, True, False, True),
    "hand_size": (7, 7, 7, 7),
    "market_extra": (1, 1, 1, 1),
    "opens_per_turn": (1, 1, "any", "any"),
    "open_draw": ("refill", "refill", "refill", "refill"),
    "ready_needed": ("discard", "discard", "always", "always"),
    "ready_needs_open": (False, False, False, False),
    "ready_after_open": (False, False, False, False),
    "bonus_check": (True, True, True, False),
    "bonus_match": ("kind", "kind", "kind", "kind"),
    "bonus_points": ("card", "card", "flip", "flip"),
    "ends_condition": ("touch", "touch", "pure", "pure"),
    "middle_condition": ("all", "all", "opened", "opened"),
    "item_win": ("opened", "opened", "opened", "opened"),
    "item_win_sets": ("three", "three", "all", "all"),
    "item_win_kinds": (["I1", "I2", "I3"],) * 4,
    "own_discard_bar": (False, True, False, True),
    "discarder_pays": (False, True, False, True),
    "pile_end": ("short", "short", "empty", "empty"),
}
BY_PLAYERS = {2: (6, 24), 3: (6, 18), 4: (8, 12)}

# Another value for each option, and what it becomes in the record that the engine reads.
OTHER = {
    "advanced": (True, {"advanced": 1, "item_win": 1}),
    "short_games": (3, {"short_games": 3}),
    "target_score": (99, {"target_score": 99}),
    "market_extra": (3, {"market_size": 7}),
    "opens_per_turn": ("any", {"opens_any": 1}),
    "open_draw": ("two", {"draw_two": 1}),
    "ready_needed": ("always", {"ready_always": 1}),
    "ready_needs_open": (True, {"ready_needs_open": 1}),
    "ready_after_open": (True, {"ready_after_open": 1}),
    "bonus_check": (False, {"bonus_check": 0}),
    "bonus_match": ("title", {"bonus_title": 1}),
    "bonus_points": ("flip", {"bonus_flip": 1}),
    "ends_condition": ("pure", {"ends_pure": 1}),
    "middle_condition": ("opened", {"middle_opened": 1}),
    "item_win": ("off", {"item_win": 0}),
    "item_win_sets": ("all", {"item_win_all": 1}),
    "item_win_kinds": (["I4", "I1"], {"victory_items": (1 << 27) + (1 << 24)}),
    "own_discard_bar": (True, {"own_discard_bar": 1}),
    "discarder_pays": (True, {"discarder_pays": 1}),
    "pile_end": ("empty", {"pile_end_empty": 1}),
}


def problems(spec, players=4):
    """The sentences that a ruleset is refused with."""
    with pytest.raises(ConfigError) as caught:
        resolve(spec, players)
    return list(caught.value.problems)


def test_the_presets_by_name():
    assert tuple(PRESETS) == tuple(GAME.presets) == ORDER
    assert resolve({}, 4) == resolve("official", 4)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ORDER)
def test_the_table_of_the_rules(preset, players):
    ruleset, warnings = resolve(preset, players)
    short_games, target = BY_PLAYERS[players]
    due = {option: values[ORDER.index(preset)] for option, values in TABLE.items()}
    assert ruleset.model_dump() == due | {"short_games": short_games, "target_score": target}
    assert warnings == []
    assert GAME.resolve(preset, players) == (ruleset, warnings)


@pytest.mark.parametrize("preset", ORDER)
def test_differences_are_those_of_the_table(preset):
    column = ORDER.index(preset)
    due = {
        option: values[column] for option, values in TABLE.items() if values[column] != values[0]
    }
    assert differences(preset) == due == GAME.differences(preset)


@pytest.mark.parametrize("option", OTHER)
def test_one_override_changes_one_option(option):
    value, fields = OTHER[option]
    before, _ = resolve("official", 4)
    after, _ = resolve({option: value}, 4)
    assert after.model_dump() == before.model_dump() | {option: value}
    base = {"advanced": True} if option.startswith("item_win") else {}
    plain, _ = resolve(base, 4)
    changed, _ = resolve(base | {option: value}, 4)
    old, new = rules_record(plain, 4), rules_record(changed, 4)
    assert {name: new[name] for name in new.dtype.names if new[name] != old[name]} == fields


def test_every_option_has_another_value_above():
    assert OTHER.keys() | {"hand_size"} == Ruleset.model_fields.keys()
    assert TABLE.keys() | {"short_games", "target_score"} == Ruleset.model_fields.keys()


def test_every_option_says_what_it_means():
    assert all(field.description for field in Ruleset.model_fields.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_by_players(players):
    spec = yaml.safe_load("{target_score: {2: 30, 4: 9}, short_games: {3: 2}}")
    ruleset, _ = resolve(spec, players)
    assert ruleset.target_score == {2: 30, 3: 18, 4: 9}[players]
    assert ruleset.short_games == {2: 6, 3: 2, 4: 8}[players]
    ruleset, _ = resolve({"short_games": 4}, players)
    assert (ruleset.short_games, ruleset.target_score) == (4, BY_PLAYERS[players][1])


def test_resolving_changes_neither_the_presets_nor_what_is_given():
    spec = {"preset": "article", "target_score": {2: 5}, "item_win_kinds": []}
    given = {**spec}
    resolve(spec, 2)
    assert spec == given
    assert PRESETS["article"]["target_score"] == {2: 24, 3: 18, 4: 12}
    assert PRESETS["article"]["item_win_kinds"] == ["I1", "I2", "I3"]


def test_off_is_what_yaml_reads_as_false():
    for text in ("item_win: off", "item_win: 'off'", "item_win: false", "item_win: no"):
        ruleset, _ = resolve(yaml.safe_load(text) | {"advanced": True}, 4)
        assert ruleset.item_win == "off"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ORDER)
def test_a_resolved_ruleset_resolves_to_itself(preset, players):
    ruleset, _ = resolve({"preset": preset, "bonus_match": "title", "item_win": "off"}, players)
    written = yaml.safe_load(yaml.safe_dump(ruleset.model_dump()))
    assert resolve(written, players)[0] == ruleset
    assert resolve(written | {"preset": preset}, players)[0] == ruleset


def test_a_ruleset_is_frozen():
    ruleset, _ = resolve("official", 4)
    with pytest.raises(ValueError, match="frozen"):
        ruleset.target_score = 3


# --- refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("articel", ["ruleset: ", "articel", "did you mean 'article'", "official-advanced"]),
        ({"preset": "oficial"}, ["ruleset.preset: ", "did you mean 'official'", "article"]),
        ({"preset": ["official"]}, ["ruleset.preset: ", "[official]", "there are: official"]),
        ({"preset": None}, ["ruleset.preset: ", "null"]),
        ({"target": 3}, ["ruleset.target: unknown key", "'target_score'", "short_games"]),
        ({"zzz": 3}, ["ruleset.zzz: unknown key; allowed: advanced, "]),
        ({3: 3}, ["ruleset.3: ", "text"]),
        ({"hand_size": 8}, ["ruleset.hand_size: must be one of 7, not 8"]),
        ({"hand_size": 7.0}, ["ruleset.hand_size: ", "not 7.0"]),
        ({"opens_per_turn": 2}, ["ruleset.opens_per_turn: must be one of 1, any, not 2"]),
        ({"opens_per_turn": True}, ["ruleset.opens_per_turn: must be one of 1, any, not true"]),
        ({"opens_per_turn": "anny"}, ["ruleset.opens_per_turn: ", "did you mean 'any'"]),
        ({"open_draw": "2"}, ["ruleset.open_draw: must be one of refill, two, not '2'"]),
        ({"open_draw": "towo"}, ["ruleset.open_draw: ", "did you mean 'two'"]),
        ({"ready_needed": "allways"}, ["ruleset.ready_needed: ", "discard, always", "'always'"]),
        ({"bonus_match": "titel"}, ["ruleset.bonus_match: ", "kind, title", "'title'"]),
        ({"bonus_points": "cards"}, ["ruleset.bonus_points: ", "card, flip", "'card'"]),
        ({"ends_condition": "tuch"}, ["ruleset.ends_condition: ", "touch, pure", "'touch'"]),
        ({"middle_condition": "open"}, ["ruleset.middle_condition: ", "all, opened", "'opened'"]),
        ({"item_win": "gaol"}, ["ruleset.item_win: ", "opened, goal, 'off'", "'goal'"]),
        ({"item_win": True}, ["ruleset.item_win: ", "not true"]),
        ({"item_win_sets": 3}, ["ruleset.item_win_sets: must be one of three, all, not 3"]),
        ({"item_win_kinds": "I1"}, ["ruleset.item_win_kinds: must be a list, not I1"]),
        ({"item_win_kinds": ["I5"]}, ["ruleset.item_win_kinds: ", "I1, I2, I3, I4, not I5"]),
        ({"item_win_kinds": ["I1", "I1"]}, ["ruleset.item_win_kinds: ", "once", "[I1, I1]"]),
        ({"pile_end": "emtpy"}, ["ruleset.pile_end: ", "short, empty", "did you mean 'empty'"]),
        ({"target_score": "12"}, ["ruleset.target_score: must be a whole number, not '12'"]),
        ({"target_score": 12.5}, ["ruleset.target_score: must be a whole number, not 12.5"]),
        ({"target_score": 0}, ["ruleset.target_score: ", "greater than or equal to 1, not 0"]),
        ({"target_score": [9]}, ["ruleset.target_score: ", "not [9]"]),
        ({"short_games": 0}, ["ruleset.short_games: ", "greater than or equal to 1, not 0"]),
        ({"short_games": 1001}, ["ruleset.short_games: ", "less than or equal to 1000"]),
        ({"short_games": True}, ["ruleset.short_games: must be a whole number, not true"]),
        ({"short_games": {5: 3}}, ["ruleset.short_games: ", "keys 2, 3 and 4, not 5"]),
        ({"target_score": {"4": 3}}, ["ruleset.target_score: ", "keys 2, 3 and 4, not '4'"]),
        ({"target_score": {4: "x"}}, ["ruleset.target_score: must be a whole number, not x"]),
        ({"target_score": {2: "x"}}, ["ruleset.target_score: must be a whole number, not x"]),
        ({"market_extra": 1.0}, ["ruleset.market_extra: ", "not 1.0"]),
        ({"market_extra": None}, ["ruleset.market_extra: must be a whole number, not null"]),
    ],
    ids=str,
)
def test_one_sentence_names_the_key_the_allowed_and_the_nearest(spec, words):
    (sentence,) = problems(spec)
    assert sentence.startswith("ruleset")
    assert "\n" not in sentence
    for word in words:
        assert word in sentence


BOOLS = [option for option, values in TABLE.items() if isinstance(values[0], bool)]


@pytest.mark.parametrize("option", BOOLS)
@pytest.mark.parametrize("value", [1, "yes", None, [True]], ids=str)
def test_a_switch_is_true_or_false(option, value):
    (sentence,) = problems({option: value})
    assert sentence.startswith(f"ruleset.{option}: must be true or false, not ")


def test_the_switches():
    assert len(BOOLS) == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_market_has_from_one_to_eight_cards(players):
    for extra in range(1 - players, 9 - players):
        ruleset, _ = resolve({"market_extra": extra}, players)
        assert rules_record(ruleset, players)["market_size"] == players + extra
    for extra in (-players, 9 - players, 10**9):
        (sentence,) = problems({"market_extra": extra}, players)
        assert sentence.startswith(f"ruleset.market_extra: must be from {1 - players} to ")
        assert f"{8 - players} with {players} players" in sentence
        assert sentence.endswith(f"not {extra}")


def test_all_problems_at_once():
    found = problems(
        {
            "preset": "offical",
            "target_scor": 3,
            "advanced": "yes",
            "opens_per_turn": 3,
            "short_games": {2: 0, 6: 2},
            "market_extra": 9,
            "item_win_kinds": ["I1", "I1"],
        }
    )
    keys = [sentence.split(":")[0].removeprefix("ruleset.") for sentence in found]
    assert sorted(keys) == [
        "advanced",
        "item_win_kinds",
        "market_extra",
        "opens_per_turn",
        "preset",
        "short_games",
        "short_games",
        "target_scor",
    ]


# --- warned of --------------------------------------------------------------------


IDLE = [
    ({"bonus_match": "title", "bonus_check": False}, ["bonus_match"]),
    ({"bonus_points": "flip", "bonus_check": False}, ["bonus_points"]),
    ({"ends_condition": "pure"}, ["ends_condition"]),
    ({"middle_condition": "opened"}, ["middle_condition"]),
    ({"item_win": "goal"}, ["item_win"]),
    ({"item_win_sets": "all"}, ["item_win_sets"]),
    ({"item_win_kinds": []}, ["item_win_kinds"]),
    ({"item_win_sets": "all", "item_win": "off", "advanced": True}, ["item_win_sets"]),
    ({"open_draw": "two"}, ["open_draw"]),
    ({"preset": "article-advanced", "bonus_match": "title"}, ["bonus_match"]),
    ({"preset": "article", "ends_condition": "touch", "item_win": "off"}, ["ends_", "item_win"]),
]


@pytest.mark.parametrize(("spec", "keys"), IDLE, ids=str)
def test_an_override_without_effect_is_warned_of(spec, keys):
    _, warnings = resolve(spec, 3)
    assert len(warnings) == len(keys)
    for key, warning in zip(keys, warnings, strict=True):
        assert warning.startswith(f"ruleset.{key}")
        assert " has no effect while " in warning


@pytest.mark.parametrize(
    "spec",
    [
        {"bonus_match": "title"},
        {"bonus_points": "flip"},
        {"preset": "article-advanced", "bonus_match": "title", "bonus_check": True},
        {"advanced": True, "ends_condition": "pure", "item_win": "goal", "item_win_sets": "all"},
        # Which Items are plain, and score, depends on the kinds even without an item win.
        {"advanced": True, "item_win": "off", "item_win_kinds": ["I4"]},
        {"preset": "article", "open_draw": "two"},
        {"own_discard_bar": True, "discarder_pays": True},
        {"ready_needs_open": True, "ready_after_open": True, "pile_end": "empty"},
    ],
    ids=str,
)
def test_an_override_with_effect_is_not(spec):
    assert resolve(spec, 3)[1] == []
