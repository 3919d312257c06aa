import re
from pathlib import Path

import pytest
import yaml

from rummy_sim.core.errors import ConfigError
from rummy_sim.runs.resolving import load_experiment
from tests.runs.conftest import HEADS, TAILS, coin_config


def problems(**changes):
    with pytest.raises(ConfigError) as caught:
        load_experiment(coin_config(**changes))
    return caught.value.problems


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"playrs": 3}, r"playrs: unknown key \(did you mean 'players'\?\); allowed: name, game"),
        ({"game": "coyn"}, r"game: there is no game 'coyn' \(did you mean 'coin'\?\)"),
        ({"game": None}, "game: this key is needed"),
        ({"game": 3}, "game: must be text"),
        ({"players": None}, "players: this key is needed"),
        ({"players": 5}, "players: Coin is played by 2, 3, 4 players, not by 5"),
        ({"players": "3"}, "players: must be a whole number, not '3'"),
        ({"players": 3.0}, "players: must be a whole number"),
        ({"players": True}, "players: must be a whole number, not true"),
        ({"games": None}, "games: this key is needed"),
        ({"games": 0}, "games: must be greater than or equal to 1, not 0"),
        ({"games": "1e5"}, "games: must be a whole number, not '1e5'"),
        ({"games": 3_000_000_000}, "games: must be less than or equal to 2000000000"),
        ({"seed": -1}, "seed: must be greater than or equal to 0, not -1"),
        ({"seed": 2**64}, "seed: must be less than 18446744073709551616"),
        ({"seed": 1.5}, "seed: must be a whole number, not 1.5"),
        ({"name": "a/b"}, "name: must be a folder's name"),
        ({"name": ".."}, "name: must be a folder's name"),
        ({"name": 2026}, "name: must be text"),
        ({"storage": "all"}, "storage: must be one of games, rounds, hands, not all"),
        ({"report": "maybe"}, "report: must be true or false, not maybe"),
        ({"seatings": "rotated"}, r"seatings: must be one of rotate, all, fixed.*'rotate'"),
        ({"design": "round_robin"}, r"design: must be one of versus.*mean 'round-robin'"),
        ({"ruleset": {"flps": 3}}, r"ruleset.flps: unknown key \(did you mean 'flips'"),
        ({"ruleset": {"flips": 99}}, "ruleset.flips: must be less than or equal to 9, not 99"),
        ({"ruleset": "offical"}, "ruleset: there is no preset 'offical'"),
        ({"ruleset": [1]}, "ruleset: must be a preset's name or a mapping"),
        ({"strategies": []}, "strategies: must not be empty"),
        ({"strategies": HEADS}, "strategies: must be a list"),
        ({"strategies": [3, HEADS]}, r"strategies\[0\]: must be a strategy's name, a path, or"),
        ({"strategies": [{"as": "x"}, HEADS]}, r"strategies\[0\]\.use: this key is needed"),
        (
            {"strategies": [{"use": HEADS, "parms": {}}, TAILS]},
            r"strategies\[0\]\.parms: unknown key \(did you mean 'params'\?\); allowed: use, as",
        ),
        (
            {"strategies": [HEADS, {"use": TAILS, "params": {"evry": 1}}]},
            r"strategies\[1\]\.params: .*no parameter 'evry' \(did you mean 'every'",
        ),
        (
            {"strategies": [HEADS, {"use": TAILS, "params": {"every": 10}}]},
            r"strategies\[1\]\.params: parameter 'every' .* must be from 0 to 9, not 10",
        ),
        ({"strategies": [HEADS, "nobody.py"]}, r"strategies\[1\]: there is no strategy file"),
        ({"strategies": [HEADS, HEADS]}, r"strategies\[1\]: the name 'heads' stands twice"),
        ({"strategies": [HEADS]}, "strategies: the design versus with 3 players needs at least 2"),
        ({"strategies": [HEADS, TAILS], "design": "round-robin"}, "needs at least 3, not 2"),
        ({"design": None}, "design: this key is needed to make line-ups of 'strategies'"),
        ({"strategies": None, "design": None}, "lineups: this key is needed, or 'strategies'"),
        ({"strategies": None}, "lineups: this key is needed, or 'strategies' and a 'design'"),
        ({"lineups": [[HEADS] * 3]}, "design: makes line-ups out of 'strategies'; leave out"),
        ({"design": None, "lineups": [[HEADS]]}, r"lineups\[0\]: must name 3 strategies.*not 1"),
        ({"design": None, "lineups": ["heads"]}, r"lineups\[0\]: must be a list of strategies"),
        ({"design": None, "lineups": []}, "lineups: must not be empty"),
        (
            {"design": None, "lineups": [["heads", "tail-2", "heads"]]},
            r"lineups\[0\]\[1\]: there is no coin strategy 'tail-2'.*'strategies': heads, tails-2",
        ),
        (
            {"design": None, "lineups": [["heads"] * 3, ["heads"] * 3]},
            r"lineups\[1\]: is the same as lineups\[0\]",
        ),
        (
            {
                "strategies": None,
                "design": None,
                "lineups": [[TAILS, TAILS, {"use": TAILS, "params": {"every": 3}}]],
            },
            r"lineups\[0\]\[2\]: two different strategies are called 'tails'",
        ),
        ({"precision": 0.01}, "precision: stops each cell .* leave out 'games'"),
        ({"precision": 0, "games": None}, "precision: must be greater than 0, not 0"),
        ({"precision": 0.5, "games": None}, "precision: must be less than 0.5, not 0.5"),
        ({"precision": "fine", "games": None}, "precision: must be a number, not fine"),
        ({"min_games": 10}, "min_games: belongs to 'precision', which is not given"),
        ({"max_games": 10}, "max_games: belongs to 'precision', which is not given"),
        (
            {"precision": 0.01, "games": None, "min_games": 51, "max_games": 50},
            r"min_games: must be at most max_games \(50\), not 51",
        ),
        (
            {"precision": 0.01, "games": None, "min_games": 2_000_000},
            r"min_games: must be at most max_games \(1000000\)",
        ),
        (
            {"precision": 0.01, "games": None, "max_games": 0},
            "max_games: must be greater than or equal to 1, not 0",
        ),
    ],
)
def test_one_mistake_is_one_sentence_that_names_its_key(changes, message):
    found = problems(**changes)
    assert len(found) == 1, found
    assert re.search(message, found[0]), found[0]


def test_all_mistakes_of_a_file_come_at_once_each_with_the_file(tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(
        "game: coin\nplayers: 9\nsed: 1\nseed: 1\nseed: 2\ngames: none\nname: 'a:b'\n"
        "ruleset: {flips: 0}\ndesign: versus\nstrategies: [nobody, heads.py]\nsweep: {}\n"
    )
    with pytest.raises(ConfigError) as caught:
        load_experiment(path)
    told = caught.value.problems
    assert all(problem.startswith(f"{path}: ") for problem in told)
    keys = [problem.removeprefix(f"{path}: ").split(":")[0] for problem in told]
    expected = "games line_5 name players ruleset.flips sed strategies[0] strategies[1] sweep"
    assert sorted(key.replace(" ", "_") for key in keys) == expected.split()


def test_a_bad_file_name_asks_for_a_name(tmp_path):
    path = tmp_path / "a:b.yaml"
    path.write_text(yaml.safe_dump(coin_config(name=None)))
    with pytest.raises(ConfigError, match=r"name: must be a folder's name .*not a:b"):
        load_experiment(path)


def test_the_name_defaults_to_the_files(tmp_path):
    path = tmp_path / "who wins.yaml"
    path.write_text(yaml.safe_dump(coin_config(name=None)))
    assert load_experiment(path).name == "who wins"


def test_strategy_files_are_relative_to_the_file_that_names_them(tmp_path):
    (tmp_path / "mine.py").write_text(Path(HEADS).read_text())
    path = tmp_path / "x.yaml"
    path.write_text(yaml.safe_dump(coin_config(strategies=["mine.py", "./mine.py"])))
    with pytest.raises(ConfigError, match="the name 'mine' stands twice"):
        load_experiment(path)
    path.write_text(
        yaml.safe_dump(coin_config(strategies=["./mine.py", {"use": "mine.py", "as": "two"}]))
    )
    assert list(load_experiment(path).strategies) == ["mine", "two"]


def test_an_unnamed_seed_is_drawn():
    seeds = {load_experiment(coin_config(seed=None)).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(0 <= seed < 2**32 for seed in seeds)
    assert load_experiment(coin_config(seed=None)).seed_drawn
    assert not load_experiment(coin_config(seed=0)).seed_drawn


def test_arguments_take_the_place_of_keys():
    experiment = load_experiment(coin_config(games=None), games=7, seed=2**64 - 1)
    assert (experiment.games, experiment.seed) == (7, 2**64 - 1)
    with pytest.raises(ConfigError, match="games: must be greater"):
        load_experiment(coin_config(), games=-1)


def test_lineups_may_use_names_files_and_what_strategies_define():
    experiment = load_experiment(
        coin_config(
            design=None,
            lineups=[
                ["heads", "tails-2", {"use": "tails-2", "as": "t9", "params": {"every": 9}}],
                [TAILS, "tails-2", {"use": TAILS}],
            ],
        )
    )
    assert experiment.lineups == (("heads", "tails-2", "t9"), ("tails", "tails-2", "tails"))
    assert [(e.strategy.name, e.params) for e in experiment.entrants] == [
        ("heads", {}),
        ("tails-2", {"every": 2, "weight": 0.5}),
        ("t9", {"every": 9, "weight": 0.5}),
        ("tails", {"every": 0, "weight": 0.5}),
    ]


def test_warnings_go_to_the_log(caplog):
    load_experiment(coin_config(design=None, lineups=[["heads"] * 3], ruleset={"plain": False}))
    assert caplog.messages == [
        "ruleset.plain has no effect",
        "strategies: 'tails-2' is in no line-up",
    ]


@pytest.mark.parametrize("design", ["versus", "mirror", None])
def test_the_resolved_mapping_gives_the_same_experiment_and_no_warning(design, caplog):
    lineups = None if design else [["heads", "tails-2", "tails-2"]]
    experiment = load_experiment(
        coin_config(design=design, lineups=lineups, ruleset="long", seatings="all")
    )
    text = yaml.safe_dump(experiment.mapping())
    again = load_experiment(yaml.safe_load(text))
    assert again.mapping() == experiment.mapping()
    assert again.lineups == experiment.lineups
    assert experiment.mapping()["ruleset"] == {"flips": 9, "sleep": 0.0, "plain": True}
    assert caplog.messages == []
