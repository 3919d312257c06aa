"""Charts of real, small runs."""

import pandas as pd
import pytest

import rummy_sim
from rummy_sim.reports import About, charts, draw, figures, write
from rummy_sim.reports.collecting import collect
from rummy_sim.runs import adding
from rummy_sim.runs.querying import view as show

CONFIG = {
    "name": "charts",
    "game": "phantom",
    "players": 2,
    "ruleset": "official",
    "seed": 11,
    "games": 40,
    "lineups": [["baseline", "random"], ["baseline", "baseline"]],
}


FEW = [
    "no chart league: fewer than three strategies met",
    "no chart payoff: fewer than two line-ups of different strategies",
]
NOT_HERE = [
    *FEW,
    "no chart conditions: no condition of red cards ever scored",
    "no chart conditions-scored: no condition of red cards ever scored",
    "no chart payments: no discarder ever paid",
]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return rummy_sim.run(CONFIG, out=tmp_path_factory.mktemp("runs"))


def test_all_charts_are_drawn_into_the_runs_folder(run):
    notes = []
    paths = draw(run, note=notes.append)
    assert sorted(notes) == sorted(NOT_HERE)
    assert {path.parent for path in paths} == {run.path / "charts"}
    names = set(charts("phantom")) - {note.split(":")[0].split()[-1] for note in NOT_HERE}
    wanted = {f"{name}.{kind}" for name in names for kind in ("png", "svg")}
    assert {path.name for path in paths} == wanted
    assert all(path.stat().st_size > 2000 for path in paths)
    footer = (run.path / "charts" / "win-share.svg").read_text()
    for told in ("Phantom Rummy", "ruleset official", "40 games in each of 2 cells", "seed 11"):
        assert told in footer


@pytest.mark.parametrize(
    ("storage", "left_out"),
    [("games", {"order-share", "ready-turn", "ends"}), ("rounds", {"ready-turn", "ready-outcome"})],
)
def test_charts_of_frames_not_kept_are_left_out_with_a_note(tmp_path, storage, left_out):
    coarse = rummy_sim.run(CONFIG | {"storage": storage}, out=tmp_path)
    notes = []
    drawn = {chart.name for chart, _ in figures(coarse, notes.append)}
    noted = {note.split(":")[0].removeprefix("no chart ") for note in notes}
    assert left_out <= noted
    assert drawn | noted == set(charts("phantom"))
    assert not drawn & noted
    others = [note for note in notes if "did not keep the frame" not in note]
    assert set(others) <= set(NOT_HERE)
    assert "win-share" in drawn


def test_a_chart_with_nothing_to_show_is_left_out_with_a_note(tmp_path):
    never = CONFIG | {"ruleset": "article-advanced", "lineups": [["random", "random"]], "games": 2}
    notes = []
    paths = draw(rummy_sim.run(never, out=tmp_path), tmp_path / "elsewhere", notes.append)
    drawn = {path.stem for path in paths}
    assert {path.parent.name for path in paths} == {"elsewhere"}
    assert {"bonus-checks", "bonus-points", "bonus-by-strategy"}.isdisjoint(drawn)
    assert "no chart bonus-checks: there was no bonus check" in notes


def test_a_wanted_chart_that_cannot_be_drawn_is_an_error(tmp_path, caplog):
    coarse = rummy_sim.run(CONFIG | {"storage": "games"}, out=tmp_path)
    with pytest.raises(rummy_sim.UserError, match="no chart ready-turn: the run did not keep"):
        write(coarse, only=["ready-turn"])
    paths = write(coarse, only=["ready-turn", "win-share"])
    assert {path.stem for path in paths} == {"win-share"}
    assert "no chart ready-turn: the run did not keep" in caplog.text


def test_adding_up_part_by_part_gives_the_same_tables(run, monkeypatch):
    all_charts = list(charts("phantom").values())
    frames = {name: run.frame(name) for name in ("games", "rounds", "hands")}
    whole, played = collect(all_charts, frames)
    assert len(run.parts("games")) > 1
    viewed = []
    monkeypatch.setattr(adding, "_ROWS", 1)
    monkeypatch.setattr(adding, "_FOLD", 2)
    monkeypatch.setattr(adding, "view", lambda *view: viewed.append(view) or show(*view))
    parts, again = collect(all_charts, run)
    assert {len(paths) for _, _, paths in viewed} == {1}
    assert played.astype(int).equals(again.astype(int))
    for name, table in whole.items():
        pd.testing.assert_frame_equal(table, parts[name], check_dtype=False, obj=name)


def test_it_is_told_how_far_a_report_is(run, monkeypatch):
    monkeypatch.setattr(adding, "_ROWS", 1)
    told = []
    write(run, ["json"], progress=lambda *step: told.append(step))
    parts = len(run.parts("games"))
    assert told[:parts] == [("parts read", n + 1, parts) for n in range(parts)]
    rest = told[parts:]
    assert {step for step, _, _ in rest} == {"charts drawn"}
    assert [done for _, done, _ in rest] == sorted(done for _, done, _ in rest)


def test_a_damaged_run_is_told_in_words(tmp_path):
    broken = rummy_sim.run(CONFIG, out=tmp_path)
    broken.parts("rounds")[-1].write_bytes(b"nothing of the kind")
    with pytest.raises(rummy_sim.RunError, match=r"is damaged.*--resume"):
        draw(broken)
    broken.parts("games")[0].unlink()
    with pytest.raises(rummy_sim.RunError, match="is damaged"):
        draw(broken)


@pytest.mark.parametrize("frame", ["games", "rounds", "hands"])
def test_a_part_that_is_not_the_runs_is_told(tmp_path, frame):
    mixed = rummy_sim.run(CONFIG, out=tmp_path)
    other = rummy_sim.run(CONFIG | {"name": "other"}, games=20, out=tmp_path)
    mixed.parts(frame)[0].write_bytes(other.parts(frame)[0].read_bytes())
    with pytest.raises(rummy_sim.RunError, match=rf"the parts of {frame} do not .* of cell 0"):
        draw(mixed)


def test_cells_that_stop_by_themselves_hold_what_the_manifest_tells(tmp_path):
    config = CONFIG | {"precision": 0.03, "min_games": 200, "max_games": 4000}
    del config["games"]
    precise = rummy_sim.run(config, out=tmp_path)
    assert len({cell["deals"] for cell in precise.cells}) == 2
    table = charts("phantom")["ready-wins"].table(precise)
    assert set(table["cell"]) == {0, 1}


def test_a_chart_takes_a_run_or_frames_of_it(run):
    chart = charts("phantom")["win-share"]
    whole = chart(run)
    part = chart({"games": run.games.query("cell == 0")}, About.of(run.manifest))
    assert len(whole.axes) == 2
    assert len(part.axes) == 1


def test_what_a_chart_cannot_be_drawn_from_is_told(run):
    chart = charts("phantom")["win-share"]
    with pytest.raises(rummy_sim.UserError, match=r'frames by name: \{"games": frame\}'):
        chart(run.games)
    with pytest.raises(rummy_sim.UserError, match="games is empty"):
        chart({"games": run.games.query("cell == 9")})
    with pytest.raises(rummy_sim.UserError, match=r"no game 'phase11' \(did you mean 'phase10'"):
        charts("phase11")


def test_the_other_game_has_its_own_charts(tmp_path):
    config = {
        "name": "other",
        "game": "phase10",
        "players": 2,
        "seed": 4,
        "games": 12,
        "lineups": [["baseline", "rush"]],
        "ruleset": {"phases": [["set 3", "set 3"], ["run 7"]]},
    }
    notes = []
    drawn = {chart.name for chart, _ in figures(rummy_sim.run(config, out=tmp_path), notes.append)}
    assert drawn == set(charts("phase10")) - {"league", "payoff"}
    assert sorted(notes) == sorted(NOT_HERE[:2])
