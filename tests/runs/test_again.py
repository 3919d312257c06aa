"""Playing games of a run again: replay and verify."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rummy_sim
from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.runs.replaying import game_numbers, plan_of, transcripts
from rummy_sim.runs.verifying import verify
from tests.runs.conftest import HEADS, coin_config


@pytest.fixture
def run(tmp_path) -> rummy_sim.Run:
    mine = tmp_path / "mine.py"
    mine.write_text(Path(HEADS).read_text())
    result = rummy_sim.run(coin_config(strategies=[str(mine), HEADS]), out=tmp_path / "runs")
    mine.unlink()  # the run keeps a copy
    return result


def tamper(run: rummy_sim.Run, frame: str, column: str, row: int) -> None:
    """Change one value of a frame by one."""
    path = run.parts(frame)[0]
    table = pq.read_table(path)
    values = table[column].to_numpy().copy()
    values[row] += 1
    place = table.column_names.index(column)
    pq.write_table(table.set_column(place, column, pa.array(values)), path)


@pytest.mark.parametrize("share", [0.01, 0.3, 1])
def test_verify_finds_a_true_run_true(run, share):
    verdict = verify(run, share)
    assert verdict.differences == []
    assert verdict.games == 3 * max(1, round(share * 40))
    assert verdict.all_games == 120


@pytest.mark.parametrize(
    ("frame", "column"), [("games", "score"), ("rounds", "turns"), ("hands", "right")]
)
def test_verify_finds_a_single_changed_value(run, frame, column):
    tamper(run, frame, column, 17)
    found = verify(run, 1).differences
    assert len(found) == 1
    assert found[0].startswith(f"{frame}, cell 0, deal ")
    assert f"{column} is " in found[0]
    assert "1 such rows" in found[0]


def test_verify_finds_missing_rows_and_columns(run):
    path = run.parts("rounds")[0]
    table = pq.read_table(path)
    pq.write_table(table.slice(1), path)
    assert "rows stored" in verify(run, 1).differences[0]
    pq.write_table(table.drop_columns(["winner"]), path)
    assert "columns" in verify(run, 1).differences[0]
    path.unlink()
    with pytest.raises(RunError, match=r"is damaged: .* is missing"):
        verify(run, 1)


def test_verify_finds_a_lost_part_whatever_the_share(run):
    for part in (run.parts("hands")[-1], run.parts("games")[0]):
        part.unlink()
        for seed in range(5):
            with pytest.raises(RunError, match=f"{part.name} is missing"):
                verify(run, 0.01, seed)


@pytest.mark.parametrize("change", [{"deals": 10}, {"lineup": ["heads"] * 3}, {"cell": 7}])
def test_verify_finds_cells_that_are_not_those_of_the_configuration(run, change):
    run.manifest["cells"][1] |= change
    with pytest.raises(RunError, match=r"cells of manifest\.json are not those"):
        verify(run)


@pytest.mark.parametrize("share", [0, -1, 1.5])
def test_verify_refuses_a_senseless_share(run, share):
    with pytest.raises(RunError, match="share: must be greater than 0 and at most 1"):
        verify(run, share)


def test_verify_chooses_other_deals_each_time(run):
    tamper(run, "games", "score", 0)
    found = [bool(verify(run, 0.3, seed).differences) for seed in range(20)]
    assert True in found
    assert False in found


def test_a_game_is_told_from_the_run_and_from_the_configuration(run):
    events = list(next(transcripts(plan_of(run.path), 1, "17")))
    assert events[0]["number"] == 17
    assert events[0]["strategies"] == ["mine", "mine", "heads"]
    config = plan_of(run.path / "experiment.yaml")
    assert list(next(transcripts(config, 1, "17"))) == events
    row = run.rounds.query("cell == 1 and game == 17")
    assert [event["heads"] for event in events[1:]] == row["heads"].tolist()


def test_transcripts_name_the_strategies_where_they_sat(run):
    games = run.games
    for number, events in enumerate(transcripts(plan_of(run.path), 0, ":6")):
        seats = games.query(f"cell == 0 and game == {number}")["strategy"].tolist()
        assert next(events)["strategies"] == seats


def test_replaying_needs_the_strategies_as_they_were(run):
    copy = run.path / "strategies" / "mine.py"
    copy.write_text(copy.read_text() + "\n# changed\n")
    for use in (lambda: plan_of(run.path), lambda: verify(run)):
        with pytest.raises(RunError, match=r"of strategy 'mine', .*mine\.py, has changed since"):
            use()


def test_a_seed_is_for_configurations(run):
    with pytest.raises(ConfigError, match="a run has its own"):
        plan_of(run.path, seed=3)
    assert plan_of(run.path / "experiment.yaml", seed=3).experiment.seed == 3


def test_which_games():
    assert game_numbers("0", 5) == range(1)
    assert game_numbers("0:500", 500) == range(500)
    assert game_numbers(":", 5) == range(5)
    for text in ("5", "0:6", "3:3", "4:2", "-1", "x", "", "1:2:3", "1.5"):
        with pytest.raises(ConfigError, match=r"^--game: "):
            game_numbers(text, 5)


def test_which_cells(run):
    with pytest.raises(ConfigError, match="cell: there are the cells 0 to 1, not 2"):
        transcripts(plan_of(run.path), 2, "0")


def test_verify_reads_the_manifests_of_earlier_versions(run):
    for cell in run.manifest["cells"]:
        del cell["params"]
    del run.manifest["sweep"]
    (run.path / "manifest.json").write_text(json.dumps(run.manifest))
    assert verify(rummy_sim.load(run.path)).differences == []
