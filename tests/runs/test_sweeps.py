"""Sweeps: every combination is a cell on the same deals, and differences are paired."""

import json
import pickle
import re

import numpy as np
import pandas as pd
import pytest
import yaml

import rummy_sim
from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.core.game import FRAMES
from rummy_sim.runs.experiment import run_experiment
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.replaying import plan_of, transcripts
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.runner import play_chunk
from rummy_sim.runs.verifying import verify
from rummy_sim.stats.cells import between_cells, cell_means
from tests.runs.conftest import HEADS, TAILS, coin_config

GRID = {"ruleset.flips": [2, 3], "strategies.tails-2.every": [0, 2, 9]}


def swept(sweep=None, **changes):
    return coin_config(sweep=GRID if sweep is None else sweep, **changes)


# --- what is swept --------------------------------------------------------------


def test_every_lineup_is_a_cell_in_every_combination():
    plan = Plan(load_experiment(swept()))
    lineups = [("heads", "tails-2", "tails-2"), ("tails-2", "heads", "heads")]
    assert [(cell.swept, cell.lineup) for cell in plan.cells] == [
        ({"ruleset.flips": flips, "strategies.tails-2.every": every}, lineup)
        for flips in (2, 3)
        for every in (0, 2, 9)
        for lineup in lineups
    ]
    for number, cell in enumerate(plan.cells):
        told = cell.describe()
        assert told["cell"] == number
        assert told["ruleset"]["flips"] == cell.swept["ruleset.flips"]
        assert told["params"]["tails-2"]["every"] == cell.swept["strategies.tails-2.every"]
        assert told["params"]["heads"] == {}


def test_values_may_have_names(tmp_path):
    named = {
        "ruleset.flips": [3, {"as": "few", "value": 2}],
        "strategies.tails-2.every": [{"as": "never", "value": 0}, 9],
    }
    experiment = load_experiment(swept(named))
    assert experiment.grid.reference["ruleset.flips"] == 3
    run = rummy_sim.run(swept(named), out=tmp_path / "named")
    plain = rummy_sim.run(
        swept({"ruleset.flips": [3, 2], "strategies.tails-2.every": [0, 9]}), out=tmp_path / "plain"
    )
    assert run.games.equals(plain.games)
    cells = [(cell["swept"], cell["ruleset"]["flips"]) for cell in run.cells[::2]]
    assert [swept["ruleset.flips"] for swept, _ in cells] == [3, 3, "few", "few"]
    assert [swept["strategies.tails-2.every"] for swept, _ in cells] == ["never", 9, "never", 9]
    assert [flips for _, flips in cells] == [3, 3, 2, 2]
    assert set(run.sweep()["ruleset.flips"]) == {3, "few"}
    # What was written down plays the same again.
    again = load_experiment(run.path / "experiment.yaml")
    assert again.grid == experiment.grid
    assert again.mapping() == load_experiment(swept(named)).mapping() | {
        key: again.mapping()[key] for key in ("seed", "strategies")
    }
    verify(run)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ([2, {"as": "", "value": 3}], r"sweep\.ruleset\.flips: a value's name is a word, not ''"),
        ([2, {"as": 5, "value": 3}], "a value's name is a word, not 5"),
        ([{"as": "a", "value": 2}, {"as": "a", "value": 3}], "two values are called 'a'"),
        ([{"as": "a", "value": 2}, {"as": "b", "value": 2}], "the value 2 stands twice"),
        ([2, {"as": "a", "value": "many"}], "flips"),
        ([2, {"as": "a"}], "flips"),
    ],
)
def test_wrong_names_and_values_are_told(values, problem):
    with pytest.raises(ConfigError, match=problem):
        load_experiment(swept({"ruleset.flips": values}))


def test_a_swept_cell_plays_as_an_experiment_of_its_own(tmp_path):
    run = rummy_sim.run(swept(), out=tmp_path / "swept")
    strategies = [HEADS, {"use": TAILS, "as": "tails-2", "params": {"every": 9}}]
    alone = rummy_sim.run(
        coin_config(ruleset={"flips": 2}, strategies=strategies), out=tmp_path / "alone"
    )
    for frame in FRAMES:
        for lineup in (0, 1):
            one = run.frame(frame, cells=[4 + lineup]).drop(columns="cell")
            two = alone.frame(frame, cells=[lineup]).drop(columns="cell")
            pd.testing.assert_frame_equal(one, two)


def test_the_resolved_configuration_is_the_same_experiment(tmp_path):
    experiment = load_experiment(swept())
    mapping = yaml.safe_load(yaml.safe_dump(experiment.mapping()))
    assert mapping["sweep"] == GRID
    again = load_experiment(mapping)
    assert again.mapping() == experiment.mapping()
    assert again.grid == experiment.grid
    theirs = pickle.loads(pickle.dumps(Plan(experiment)))
    chunk = Chunk(7, 3, 5)
    assert play_chunk(theirs, chunk).parts == play_chunk(Plan(experiment), chunk).parts
    run = rummy_sim.run(swept(), out=tmp_path)
    assert run_experiment(load_experiment(run.path / "experiment.yaml"), tmp_path).left_alone
    with pytest.raises(RunError, match=r"sweep\.ruleset\.flips is \[2, 3\] there, \[2, 4\] now"):
        rummy_sim.run(swept(GRID | {"ruleset.flips": [2, 4]}), out=tmp_path)


def test_presets_can_be_swept_and_own_options_stay(caplog):
    spec = {"ruleset": {"plain": False}, "sweep": {"ruleset.preset": ["short", "long"]}}
    experiment = load_experiment(coin_config(**spec))
    rules = [cell.table.ruleset.model_dump() for cell in Plan(experiment).cells]
    assert [(rule["flips"], rule["plain"]) for rule in rules] == [(3, False)] * 2 + [(9, False)] * 2
    assert experiment.mapping()["ruleset"] == {"preset": "short", "plain": False}
    assert experiment.grid.reference == {"ruleset.preset": "short"}
    assert load_experiment(experiment.mapping()).grid == experiment.grid


@pytest.mark.parametrize(
    ("ruleset", "values", "reference"),
    [("short", [9, 3, 2], 3), ("short", [2, 9], 2), ("long", [2, 9], 9), ({"flips": 5}, [4, 5], 5)],
)
def test_the_reference_is_the_value_without_the_sweep_or_else_the_first(ruleset, values, reference):
    config = swept({"ruleset.flips": values}, ruleset=ruleset)
    assert load_experiment(config).grid.reference == {"ruleset.flips": reference}


def test_a_word_stays_the_word_that_was_written_and_other_values_are_resolved():
    config = {
        "game": "phase10",
        "players": 2,
        "games": 2,
        "seed": 1,
        "lineups": [["baseline", "random"]],
        "sweep": {"ruleset.phases": ["even", "all"], "ruleset.max_wilds_to_lay": [None, 2]},
    }
    experiment = load_experiment(config)
    assert experiment.mapping()["sweep"] == config["sweep"]
    assert experiment.grid.reference == {
        "ruleset.phases": "all",
        "ruleset.max_wilds_to_lay": None,
    }
    cells = Plan(experiment).cells
    assert [len(cell.table.ruleset.model_dump()["phases"]) for cell in cells] == [5, 5, 10, 10]
    off = {"game": "phantom", "ruleset": "official-advanced"}
    off["sweep"] = {"ruleset.item_win": [False, "goal"]}  # YAML reads a bare off as false
    assert load_experiment(config | off).grid.variants[0].swept == {"ruleset.item_win": "off"}
    off["sweep"] = {"ruleset.item_win": ["off", False]}
    with pytest.raises(
        ConfigError, match=r"sweep\.ruleset\.item_win: the value 'off' stands twice"
    ):
        load_experiment(config | off)


def test_the_reference_of_a_parameter(tmp_path):
    config = swept({"strategies.tails-2.every": [0, 2], "strategies.tails-2.weight": [0.1, 1]})
    reference = {"strategies.tails-2.every": 2, "strategies.tails-2.weight": 0.1}
    assert load_experiment(config).grid.reference == reference
    manifest = rummy_sim.run(config, out=tmp_path).manifest
    assert manifest["reference"] == reference
    assert manifest["sweep"] == config["sweep"]


def test_a_run_can_be_checked_and_replayed(tmp_path):
    run = rummy_sim.run(swept(), out=tmp_path)
    assert verify(run, 1).differences == []
    for cell in (1, 7):
        events = list(next(transcripts(plan_of(run.path), cell, "4")))
        assert len(events) - 1 == run.cells[cell]["swept"]["ruleset.flips"]


def test_cells_of_a_sweep_stop_by_themselves(tmp_path):
    config = swept(
        {"strategies.tails-2.every": [1, 2]}, games=None, precision=0.04, players=2, min_games=2
    )
    run = rummy_sim.run(config, out=tmp_path)
    deals = [cell["deals"] for cell in run.cells]
    assert deals[0] == deals[1] != deals[2]  # heads against heads needs no more than the least
    table = run.sweep()
    assert table["value"].notna().all()
    assert (table["blocks"] == table["cell"].map(dict(enumerate(deals)))).all()


# --- mistakes -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sweep", "message"),
    [
        ({}, "sweep: must not be empty"),
        ({"ruleset.flips": []}, r"sweep\.ruleset\.flips: must not be empty"),
        ({"ruleset.flips": 3}, r"sweep\.ruleset\.flips: must be a list, not 3"),
        ({"ruleset.flps": [3]}, r"sweep\.ruleset\.flps: .*no such option \(did you mean 'flips'"),
        ({"ruleset.flips": [3, 99]}, r"sweep\.ruleset\.flips: .* equal to 9, not 99"),
        ({"ruleset.flips": ["many"]}, r"sweep\.ruleset\.flips: must be a whole number, not many"),
        ({"ruleset.flips": [3, 4, 3]}, r"sweep\.ruleset\.flips: the value 3 stands twice"),
        ({"ruleset.preset": ["shrt"]}, r"sweep\.ruleset: there is no preset 'shrt'"),
        ({"players": [2, 3]}, r"sweep\.players: cannot be swept; ruleset\.OPTION and strategies"),
        ({"rulset.flips": [2]}, r"sweep\.rulset\.flips: .*\(did you mean 'ruleset\.flips'\?\)"),
        ({"seatings": ["all"]}, r"sweep\.seatings: cannot be swept"),
        (
            {"strategies.tail-2.every": [1]},
            r"tail-2\.every: there is no such strategy: 'tail-2' \(did you mean 'tails-2'\?\); in",
        ),
        (
            {"strategies.tails-2.evry": [1, 2]},
            r"sweep\.strategies\.tails-2\.evry: .*no parameter 'evry' \(did you mean 'every'",
        ),
        (
            {"strategies.tails-2.every": [1, 10]},
            r"sweep\.strategies\.tails-2\.every: parameter 'every' .* from 0 to 9, not 10",
        ),
        ({"strategies.every": [1]}, r"sweep\.strategies\.every: must be strategies\.NAME\.PARAM"),
        ({"ruleset": {"flips": [2, 3]}}, r"sweep\.ruleset: .*join keys by dots \(…\.flips: \["),
        (
            {"ruleset.flips": [*range(1, 10)], "strategies.tails-2.weight": [0.5] * 4000},
            "sweep: 72000 cells are too many",
        ),
    ],
)
def test_one_mistake_is_one_sentence_that_names_its_key(sweep, message):
    with pytest.raises(ConfigError) as caught:
        load_experiment(swept(sweep))
    assert len(caught.value.problems) == 1
    assert re.search(message, caught.value.problems[0]), caught.value.problems[0]


def test_a_strategy_in_no_lineup_cannot_be_swept():
    config = swept(design=None, lineups=[["heads"] * 3])
    with pytest.raises(ConfigError) as caught:
        load_experiment(config)
    assert caught.value.problems == (
        "sweep.strategies.tails-2.every: is in no line-up: 'tails-2'; in line-ups are: heads",
    )


def test_a_strategy_that_cannot_be_used_is_told_once():
    config = swept({"strategies.lost.every": [1]}, design=None, strategies=None)
    with pytest.raises(ConfigError) as caught:
        load_experiment(config | {"lineups": [["lost.py", HEADS, HEADS]]})
    assert len(caught.value.problems) == 1
    assert "lineups[0][0]: there is no strategy file" in caught.value.problems[0]


def test_all_mistakes_come_at_once_with_the_others():
    config = swept(
        {"ruleset.flips": [0, 99], "strategies.tails-2.every": [-1], "players": [2]},
        ruleset={"flps": 1},
    )
    with pytest.raises(ConfigError) as caught:
        load_experiment(config)
    keys = [problem.split(": ")[0] for problem in caught.value.problems]
    assert keys == [
        "ruleset.flps",
        "sweep.ruleset.flips",
        "sweep.ruleset.flips",
        "sweep.strategies.tails-2.every",
        "sweep.players",
    ]


def test_only_what_is_idle_in_every_combination_is_warned_of(caplog):
    load_experiment(
        {
            "game": "phantom",
            "players": 2,
            "games": 2,
            "seed": 1,
            "lineups": [["baseline", "random"]],
            "sweep": {
                "ruleset.bonus_check": [True, False],
                "ruleset.bonus_points": ["card", "flip"],
                "ruleset.item_win": ["off", "goal"],
            },
        }
    )
    assert caplog.messages == ["ruleset.item_win has no effect while advanced is false"]


# --- what a sweep changes -------------------------------------------------------


@pytest.fixture(scope="module")
def targets(tmp_path_factory):
    """Sweep the target score of real games; its last option changes nothing at all."""
    config = {
        "game": "phantom",
        "players": 2,
        "seed": 11,
        "lineups": [["baseline", "random"], ["baseline", "baseline"]],
        "games": 1200,
        "sweep": {"ruleset.target_score": [9, 12], "ruleset.item_win": ["off", "goal"]},
        "storage": "rounds",
    }
    return rummy_sim.run(config, out=tmp_path_factory.mktemp("targets"), workers=1)


def test_figures_and_differences_are_those_of_the_frames(targets):
    table = targets.sweep()
    games = targets.games
    for statistic, by in [("win_share", "strategy"), ("win_share", "seat"), ("score", "strategy")]:
        means = cell_means(games, statistic, by)
        values = means.table()
        own = table.query(f"statistic == '{statistic}' and by == '{by}'")
        for row in own.itertuples():
            label = (row.cell, int(row.of) if by == "seat" else row.of)
            assert row.value == pytest.approx(values["mean"][label], abs=1e-12)
            if values["low"][label] < values["high"][label]:
                assert row.low == pytest.approx(values["low"][label], abs=1e-9)
            if row.cell != row.reference:
                tests = between_cells(means, row.reference).tests()
                assert row.difference == pytest.approx(tests["mean"][label], abs=1e-12)
                assert row.difference_low == pytest.approx(tests["low"][label], abs=1e-9)
                assert row.p == pytest.approx(tests["p"][label], abs=1e-9)
    turns = targets.rounds.groupby(["cell", "game"])["turns"].sum().groupby("cell").mean()
    got = table.query("statistic == 'turns'").set_index("cell")["value"]
    pd.testing.assert_series_equal(got, turns, check_names=False, check_index_type=False)


def test_deals_that_differ_are_counted(targets):
    sums = targets.games.pivot_table(
        index="deal", columns="cell", values="score", aggfunc="sum", observed=True
    )
    scores = targets.sweep().query("statistic == 'score' and by == 'strategy'")
    # In cell 5 both seats are baseline's: its score differs where the sum of all does.
    row = scores.query("cell == 5").iloc[0]
    assert row["differing"] == (sums[5] != sums[1]).sum() > 30
    assert (scores.query("cell in (2, 3)")["differing"] == 0).all()


def test_only_references_have_no_difference_and_figures_of_a_kind_are_corrected_together(targets):
    table = targets.sweep()
    assert targets.manifest["reference"] == {
        "ruleset.target_score": 9,
        "ruleset.item_win": "off",
    }
    assert set(table.loc[table["difference"].isna(), "cell"]) == {0, 1}
    assert set(table["reference"]) == {0, 1}
    for _, kind in table.groupby(["statistic", "by"]):
        known = kind["p"].dropna()
        assert len(known) in (6, 9, 12)
        assert kind["holm"].min() == pytest.approx(min(1, known.min() * len(known)))
        assert (kind["holm"].dropna() >= known).all()
    assert list(table.columns[:3]) == ["cell", "ruleset.target_score", "ruleset.item_win"]


def test_an_option_without_effect_changes_nothing_at_all(targets):
    games = targets.games.drop(columns="cell")
    cells = [games[targets.games["cell"] == cell].reset_index(drop=True) for cell in range(8)]
    for one, two in ((0, 2), (1, 3), (4, 6), (5, 7)):
        pd.testing.assert_frame_equal(cells[one], cells[two])
    same = targets.sweep().query("cell in (2, 3)")
    assert (same["difference"] == 0).all()
    assert (same["p"] == 1).all()


def test_pairing_by_deal_makes_the_difference_far_better_known(targets):
    table = targets.sweep().query("cell == 5 and by == 'seat'")
    half = (table["high"] - table["low"]) / 2
    reference = targets.sweep().query("cell == 1 and by == 'seat'")
    other = ((reference["high"] - reference["low"]) / 2).to_numpy()
    apart = np.hypot(half, other)
    paired = (table["difference_high"] - table["difference_low"]) / 2
    assert (table["narrowed"] > 1.5).all()
    assert (apart / paired).to_numpy() == pytest.approx(table["narrowed"].to_numpy())


def test_the_paired_interval_covers_the_true_difference(tmp_path):
    # statsmodels collects garbage at every correction: most of the time of small runs
    covered, narrowed = [], []
    for seed in range(100):
        config = swept(
            {"ruleset.flips": [3, 5]},
            games=60,
            players=2,
            seed=seed,
            strategies=[HEADS],
            design="mirror",
            storage="games",
        )
        run = rummy_sim.run(config, out=tmp_path / str(seed), workers=1)
        row = run.sweep().query("cell == 1 and statistic == 'score' and of == 'heads'").iloc[0]
        covered.append(row["difference_low"] <= 1 <= row["difference_high"])
        narrowed.append(row["narrowed"])
    # Two more flips of a fair coin are worth one more point; 30 blocks a run.
    assert 0.88 <= np.mean(covered) <= 0.99
    assert np.mean(narrowed) > 1.5


def test_memory_and_results_do_not_depend_on_parts(tmp_path):
    experiment = load_experiment(swept())
    one, two = (
        rummy_sim.load(run_experiment(experiment, tmp_path / str(size), chunk_deals=size).path)
        for size in (3, 1000)
    )
    pd.testing.assert_frame_equal(one.sweep(), two.sweep(), atol=1e-12)


def test_a_run_without_a_sweep_has_nothing_to_compare(tmp_path):
    run = rummy_sim.run(coin_config(), out=tmp_path)
    with pytest.raises(RunError, match="has no sweep"):
        run.sweep()
    assert json.loads((run.path / "manifest.json").read_text())["sweep"] == {}


def test_a_lost_part_is_told(tmp_path):
    run = rummy_sim.run(swept(), out=tmp_path)
    run.parts("rounds")[2].unlink()
    with pytest.raises(RunError, match=r"is damaged: .* is missing"):
        run.sweep()
