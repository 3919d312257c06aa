import pytest
import yaml

import rummy_sim
from rummy_sim.core.errors import ConfigError
from rummy_sim.runs.reading import find_experiment, parse_mapping, read_mapping, shipped_experiments
from rummy_sim.runs.resolving import load_experiment
from tests.runs.conftest import coin, coin_config

__all__ = ["coin"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.yaml is empty"),
        ("# only a comment\n", "x.yaml is empty"),
        ("- a\n- b\n", "must be a mapping of keys to values .*not a list"),
        ("rush", "not a single value"),
        ("a: 1\nb: [1, 2\n", "not YAML, line 3"),
        ("a: 1\n\tb: 2\n", "not YAML, line 2: .*character"),
        ("a: 1\n---\nb: 2\n", "not YAML, line 2.*another document"),
        ("a: !thing 1\n", "not YAML, line 1: .*tag"),
        ("{[a]: 1}\n", "not YAML, line 1: found unhashable key"),
        ("a: \x07\n", "not YAML: character 4"),
        ("when: 2026-13-45\n", "holds a value that cannot be read: month"),
    ],
)
def test_what_is_no_mapping_is_told_with_its_line(text, message):
    with pytest.raises(ConfigError, match=message):
        parse_mapping(text, "x.yaml")


def test_duplicate_keys_are_noted_at_any_depth():
    text = "seed: 1\nruleset: {flips: 1, flips: 2}\nseed: 2\n"
    assert parse_mapping(text, "x.yaml")[1] == [
        "line 3: the key 'seed' stands twice, first in line 1",
        "line 2: the key 'flips' stands twice, first in line 2",
    ]


def test_merged_keys_are_no_duplicates():
    text = "base: &base {a: 1}\nmore: {<<: *base, a: 2}\n"
    assert parse_mapping(text, "x.yaml") == ({"base": {"a": 1}, "more": {"a": 2}}, [])


def test_underscores_in_numbers():
    assert parse_mapping("games: 100_000", "x.yaml")[0] == {"games": 100_000}


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "latin.yaml").write_bytes("name: Müller".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"latin\.yaml is not UTF-8 text: byte 7"):
        read_mapping(tmp_path / "latin.yaml")
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfname: x")
    assert read_mapping(tmp_path / "bom.yaml")[0] == {"name": "x"}
    with pytest.raises(ConfigError, match="is a folder"):
        find_experiment(tmp_path)


def test_a_missing_file_names_the_nearest_shipped_experiment():
    with pytest.raises(ConfigError, match="did you mean 'quickstart'"):
        find_experiment("quikstart")
    assert find_experiment("quickstart").name == "quickstart.yaml"


@pytest.mark.parametrize("name", shipped_experiments())
def test_shipped_experiments_are_sound_and_ask_a_question(name):
    path = shipped_experiments()[name]
    assert load_experiment(name).name == name
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert "?" in path.read_text(encoding="utf-8").split("\n\n")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lineups: &all [*all]", "line 1: found unconstructable recursive node"),
        ("ruleset: &own {preset: *own}", "line 1: found unconstructable recursive node"),
        ("seed: " + "[" * 3000, "nested too deeply"),
    ],
)
def test_what_holds_itself_or_never_ends_is_told(text, message):
    with pytest.raises(ConfigError, match=message):
        parse_mapping(text, "x.yaml")


def test_the_question_of_a_file_stays_with_the_run(tmp_path):
    first, second = (
        "Does a coin come out even",
        "in the end, whoever throws and whatever is called?",
    )
    path = tmp_path / "coin.yaml"
    keys = yaml.safe_dump(coin_config(name="asked"))
    path.write_text(f"# {first}\n# {second}\n#\n# Not this.\n{keys}")
    run = rummy_sim.run(path, out=tmp_path)
    assert run.manifest["question"] == f"{first} {second}"
    again = load_experiment(run.path / "experiment.yaml")
    assert again.question == run.manifest["question"]


def test_no_comment_no_question(tmp_path):
    run = rummy_sim.run(coin_config(name="plain"), out=tmp_path)
    assert run.manifest["question"] == ""
    assert load_experiment(run.path / "experiment.yaml").question == ""
