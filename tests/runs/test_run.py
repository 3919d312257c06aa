import json
import math

import pandas as pd
import pytest
import yaml

import rummy_sim
from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.core.game import FRAMES
from tests.runs.coin import GAMES_DTYPE, HANDS_DTYPE, ROUNDS_DTYPE
from tests.runs.conftest import coin_config


@pytest.fixture
def run(tmp_path) -> rummy_sim.Run:
    return rummy_sim.run(coin_config(), out=tmp_path, workers=1)


def test_frames_have_the_games_columns_types_and_words(run):
    for frame, dtype in zip(FRAMES, (GAMES_DTYPE, ROUNDS_DTYPE, HANDS_DTYPE), strict=True):
        data = getattr(run, frame)
        assert list(data) == list(dtype.names)
        for name in dtype.names:
            if name not in ("strategy", "end"):
                assert data[name].dtype == dtype[name]
    assert list(run.games["strategy"].cat.categories) == ["heads", "tails-2"]
    assert list(run.games["end"].cat.categories) == ["done", "never"]
    assert (run.rounds["end"].eq("heads") == run.rounds["heads"]).all()


def test_rows_come_in_order_and_add_up(run):
    games, rounds, hands = run.games, run.rounds, run.hands
    assert (len(games), len(rounds), len(hands)) == (2 * 60 * 3, 2 * 60 * 3, 2 * 60 * 9)
    assert games[["cell", "game", "seat"]].apply(tuple, axis=1).is_monotonic_increasing
    assert (games["deal"] == games["game"] // 3).all()
    assert games.groupby(["cell", "game"])["win_share"].sum().round(9).eq(1).all()
    keys = ["cell", "game", "seat"]
    assert (hands.groupby(keys)["right"].sum() == games.set_index(keys)["score"]).all()
    lineups = games[games["game"] == 1].groupby("cell")["strategy"].agg(list)
    assert lineups[0] == ["tails-2", "heads", "tails-2"]  # moved on by one seat
    assert lineups[1] == ["heads", "tails-2", "heads"]


def test_any_reader_of_parquet_understands_the_folder(run):
    for frame in FRAMES:
        plain = pd.read_parquet(run.path / frame)
        pd.testing.assert_frame_equal(plain, run.frame(frame), check_categorical=False)
        assert str(plain.dtypes.get("strategy", "category")) == "category"


def test_parts_of_a_frame(run):
    some = run.frame("games", columns=["seat", "strategy"], cells=[1])
    assert list(some) == ["seat", "strategy"]
    assert len(some) == 180
    with pytest.raises(RunError, match=r"no frame 'hand' \(did you mean 'hands'"):
        run.frame("hand")
    with pytest.raises(RunError, match=r"no column 'seet' \(did you mean 'seat'\?\); it has: cell"):
        run.frame("games", columns=["deal", "seet"])
    with pytest.raises(RunError, match="no cell 7: there are the cells 0 to 1"):
        run.frame("games", cells=[0, 7])
    with pytest.raises(RunError, match="cells: name at least one"):
        run.frame("games", cells=[])


def test_the_summary_agrees_with_the_frame(run):
    games = run.games
    for by in ("strategy", "seat"):
        summary = run.summary(by).set_index(["cell", by])
        plain = games.groupby(["cell", by], observed=True)[["win_share", "score"]].mean()
        for column in plain:
            expected = plain[column].reindex(summary.index).to_numpy()
            assert summary[column].to_numpy() == pytest.approx(expected)
        assert (summary["win_share_low"] <= summary["win_share"]).all()
        assert (summary["games"] == 60).all()
    with pytest.raises(RunError, match="by 'strategy' or by 'seat', not by 'deck'"):
        run.summary("deck")


def test_one_block_gives_no_interval(tmp_path):
    run = rummy_sim.run(coin_config(games=1), out=tmp_path)
    assert run.summary()["win_share_low"].isna().all()
    assert run.manifest["summary"]["by_strategy"][0]["score_high"] is None


def test_the_manifest_says_what_the_run_is(run):
    manifest = json.loads((run.path / "manifest.json").read_text())
    assert manifest == run.manifest
    assert manifest["complete"] is True
    assert set(manifest["versions"]) == {"rummy-sim", "python", "numpy", "numba"}
    assert [cell["lineup"] for cell in manifest["cells"]] == [
        ["heads", "tails-2", "tails-2"],
        ["tails-2", "heads", "heads"],
    ]
    heads, tails = manifest["strategies"]
    assert heads["copy"] == "strategies/heads.py"
    assert tails["params"] == {"every": 2, "weight": 0.5}
    assert math.log2(int(heads["sha256"], 16)) > 200
    assert (run.name, run.seed, len(run.cells)) == ("tossed", 5, 2)
    assert run.config == yaml.safe_load((run.path / "experiment.yaml").read_text())
    assert repr(run) == "<Run 'tossed': 120 games, seed 5>"


def test_a_run_without_a_folder_lives_as_long_as_its_object():
    run = rummy_sim.run(coin_config(games=3))
    path = run.path
    assert len(run.hands) == 2 * 27
    del run
    assert not path.exists()


def test_what_is_no_run_is_told(tmp_path, run):
    with pytest.raises(RunError, match="there is no run"):
        rummy_sim.load(tmp_path / "nothing")
    with pytest.raises(RunError, match=r"holds no manifest\.json"):
        rummy_sim.load(tmp_path)
    manifest = run.path / "manifest.json"
    text = manifest.read_text()
    for wrong, message in [
        (text[:100], r"manifest\.json is damaged"),
        ("[]", "something else's"),
        (text.replace('"format_version": 1', '"format_version": 9'), "run format 9; .* reads 1"),
        (text.replace('"complete": true', '"complete": false'), "is unfinished"),
        (text.replace('"cells":', '"sells":'), r"is damaged: cells missing or not what"),
        (text.replace('"seed": 5', '"seed": "5"'), r"is damaged: seed missing or not what"),
    ]:
        manifest.write_text(wrong)
        with pytest.raises(RunError, match=message):
            rummy_sim.load(run.path)


def test_damaged_frames_are_told_when_they_are_read(run):
    part = run.parts("hands")[0]
    part.write_bytes(b"PAR1 nonsense PAR1")
    with pytest.raises(RunError, match="is damaged"):
        run.hands  # noqa: B018
    part.unlink()
    with pytest.raises(RunError, match=r"cell00000.*is missing; play it again with --resume"):
        run.hands  # noqa: B018
    assert len(run.games) == 360


def test_the_folder_may_be_called_anything(tmp_path):
    run = rummy_sim.run(coin_config(), out=tmp_path / "year=2026")
    assert list(run.games) == list(GAMES_DTYPE.names)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_workers_are_a_whole_number(tmp_path, workers):
    with pytest.raises(ConfigError, match="workers: must be a whole number of threads"):
        rummy_sim.run(coin_config(), out=tmp_path, workers=workers)
    assert not list(tmp_path.iterdir())
