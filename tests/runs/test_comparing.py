"""Comparisons held against the frames of an experiment of the same games."""

import doctest
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rummy_sim
from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.runs import selfplay
from rummy_sim.runs.comparing import entries, tables, words
from rummy_sim.runs.comparing.entries import read_ruleset, read_strategies
from rummy_sim.runs.comparing.tables import meetings
from rummy_sim.runs.manifest import to_json
from rummy_sim.stats.pairing import outcomes, pairing_gain
from rummy_sim.stats.precision import play_until_precise
from rummy_sim.stats.sprt import sprt
from tests.runs.conftest import HEADS, TAILS

GAMES = ["phantom", "phase10"]


def frames_of(found, tmp_path):
    """The frame ``games`` of an experiment that is configured by what JSON tells."""
    told = found.to_dict()
    config = {
        "name": "twin",
        "game": told["game"],
        "players": told["players"],
        "ruleset": told["ruleset"],
        "seed": told["seed"],
        "strategies": [
            {"use": item["use"], "as": item["name"], "params": item["params"]}
            for item in told["strategies"]
        ],
        "lineups": [table["lineup"] for table in told["tables"]],
        "games": told["games_a_table"],
        "storage": "games",
    }
    return rummy_sim.run(config, out=tmp_path)


def block_means(games, table, name):
    rows = games[(games["cell"] == table) & (games["strategy"] == name)]
    return rows.groupby("deal")["win_share"].mean().to_numpy()


def student(values):
    half = stats.sem(values) * stats.t.ppf(0.975, len(values) - 1)
    return values.mean(), values.mean() - half, values.mean() + half


def headline(games, found, a, b):
    """Block by block: a seat of a less a seat of b, over the tables where one sits alone."""
    tables = next(pair["tables"] for pair in found.to_dict()["pairs"] if pair["a"] == a)
    return np.mean([block_means(games, t, a) - block_means(games, t, b) for t in tables], axis=0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_figures_are_those_of_the_frames(game, players, tmp_path):
    found = rummy_sim.compare("rush", "baseline", game=game, players=players, games=202, seed=11)
    assert found.games_a_table == 202 + 202 % players  # whole blocks
    run = frames_of(found, tmp_path)
    games = run.games
    table = found.table()
    for row in table.itertuples():
        ends = (row.win_share, row.win_share_low, row.win_share_high)
        assert ends == pytest.approx(student(block_means(games, row.table, row.strategy)), abs=1e-9)
    twin = run.summary().set_index(["cell", "strategy"])
    for row in table.itertuples():
        assert row.win_share == twin.loc[(row.table, row.strategy), "win_share"]  # bit for bit
    rows = found.differences()
    assert rows["headline"].sum() == 1
    values = headline(games, found, "rush", "baseline")
    first = rows.iloc[0]
    assert tuple(first[["difference", "low", "high"]]) == pytest.approx(student(values))
    assert first["p"] == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    assert first["holm"] == first["p"]
    for row in rows[~rows["headline"]].itertuples():
        a, b = (block_means(games, row.table, name) for name in ("rush", "baseline"))
        assert (row.difference, row.low, row.high) == pytest.approx(student(a - b))
    if players == 2:
        gain = pairing_gain(outcomes(games[games["cell"] == 0], "rush"))
        assert found.gain.factor == pytest.approx(gain.factor)
        assert found.gain.low == pytest.approx(gain.low)


def test_holm_is_over_pairs_and_over_tables():
    found = rummy_sim.compare(
        "random", "baseline", "rush", players=3, games=60, seed=2, ruleset="official"
    )
    rows = found.differences()
    from statsmodels.stats.multitest import multipletests

    for part in (rows[rows["headline"]], rows[~rows["headline"]]):
        wanted = multipletests(part["p"], method="holm")[1]
        assert part["holm"].tolist() == pytest.approx(wanted.tolist())
    assert len(rows) == 3 + 6
    assert rows.loc[rows["headline"], "table"].isna().all()
    # An independent factor: all games of the deal, as games on deals of their own.
    per_game = found.outcomes.differences("baseline", "rush")
    assert per_game.shape == (20, 6)
    factor = per_game.var(axis=0, ddof=1).sum() / 36 / per_game.mean(axis=1).var(ddof=1)
    assert found.gains["baseline", "rush"].factor == pytest.approx(factor, rel=0.2)


@pytest.mark.parametrize("game", GAMES)
def test_workers_do_not_matter(game):
    one, two = (
        rummy_sim.compare("random", "rush", game=game, players=3, games=90, seed=4, workers=n)
        for n in (1, 2)
    )
    assert to_json(one.to_dict()) == to_json(two.to_dict())


def test_the_sequential_test_is_the_one_of_the_frames(tmp_path):
    found = rummy_sim.compare(
        "builder:opens=2", "baseline", players=3, sprt=(0, 0.2), seed=5, workers=2
    )
    test = found.sprt
    assert test.decision in ("H0", "H1")
    assert found.blocks == test.blocks
    games = frames_of(found, tmp_path).games
    values = headline(games, found, "builder:opens=2", "baseline")
    twin = sprt(values, 0, 0.2)
    assert (twin.decision, twin.blocks) == (test.decision, test.blocks)
    assert (twin.llr, twin.adjusted.mean) == pytest.approx((test.llr, test.adjusted.mean))
    assert found.differences()[["p", "holm"]].isna().all(axis=None)
    assert f"Accepted: {test.decision}, " in found.sentence()
    assert f"It stopped after {test.blocks} deals, because" in found.sentence()
    assert "adjusted for stopping" in found.sentence()


def test_a_sequential_test_over_several_batches_stops_where_one_look_would(monkeypatch):
    monkeypatch.setattr("rummy_sim.runs.comparing.rules.FIRST", 20)
    few = rummy_sim.compare("random", "random", sprt=(0, 0.1), seed=8)
    monkeypatch.setattr("rummy_sim.runs.comparing.rules.FIRST", 4000)
    many = rummy_sim.compare("random", "random", sprt=(0, 0.1), seed=8)
    assert few.blocks == many.blocks > 60
    assert to_json(few.to_dict()) == to_json(many.to_dict())


def test_a_cap_leaves_a_sequential_test_undecided():
    found = rummy_sim.compare("random", "random", sprt=(0, 0.01), max_games=600, seed=1)
    assert found.sprt.decision is None
    assert found.games == 600
    assert "Neither H0 (random's win share less random-2's is 0 points) nor H1" in found.sentence()
    assert "no more games are allowed" in found.sentence()


def test_a_precision_is_reached_at_a_look_of_the_rule(tmp_path):
    found = rummy_sim.compare("rush", "baseline", players=3, precision=0.02, seed=6)
    details = found.standing.details
    table = found.table()
    half = (table["win_share_high"] - table["win_share"]).max()
    assert details["kept"]
    assert half == pytest.approx(details["reached"])
    assert half <= 0.02
    games = frames_of(found, tmp_path).games
    values = np.stack(
        [block_means(games, row.table, row.strategy) for row in table.itertuples()], axis=1
    )
    assert play_until_precise(values, 0.02).blocks == found.blocks


def test_a_precision_is_kept_where_one_strategy_never_wins():
    found = rummy_sim.compare("random", "baseline", game="phase10", precision=0.01, seed=6)
    assert found.differences()["difference"].item() == -1
    assert found.standing.details["reached"] <= 0.01
    needed = math.log(0.025) / math.log(0.99)  # Clopper and Pearson's of none among so many
    assert needed <= found.blocks < 1.03 * needed


def test_a_cap_ends_a_precision_and_says_so():
    found = rummy_sim.compare("rush", "baseline", precision=0.001, max_games=600, seed=6)
    assert found.games == 600
    assert found.standing.details["kept"] is False
    assert found.standing.details["reached"] > 0.001
    assert "not reached" in found.standing.reason


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_strategy_against_itself_ties_exactly(game, players):
    found = rummy_sim.compare("rush", "rush", game=game, players=players, games=60, seed=3)
    assert (found.table()[["win_share", "win_share_low"]] == 1 / players).all(axis=None)
    rows = found.differences()
    assert (rows[["difference", "low", "high"]] == 0).all(axis=None)
    assert (rows["p"] == 1).all()
    assert found.gain.factor == math.inf
    assert found.to_dict()["pairs"][0]["verdict"] == "tie"
    assert found.sentence().startswith("rush and rush-2 are one strategy and tie exactly on each")


def test_dice_do_not_tie_exactly_and_find_nothing_too_often():
    found = 0
    for seed in range(40):
        one = rummy_sim.compare("random", "random", games=80, seed=seed, workers=1)
        found += one.differences()["p"].item() < 0.05
    # Of 40 tests 2 should find something: more than 8 have a chance of 0.03 %.
    assert found <= 8
    assert one.outcomes.block_differences("random", "random-2").any()
    assert "even: chance, as both are one strategy and only their dice differ" in one.sentence()
    assert one.to_dict()["pairs"][0]["verdict"] == "open"


def test_sentences_better_worse_and_open():
    found = rummy_sim.compare("baseline", "rush", players=4, games=400, seed=7)
    assert found.sentence().startswith("baseline wins ")
    first, second, third, last = found.to_dict()["sentences"]
    assert "against three rushes; 25 % would be even: worse, p < 0.001." in first
    assert "against three baselines; 25 % would be even: better, p < 0.001." in second
    assert third.startswith("Over both tables: rush is ahead of baseline by ")
    assert last.startswith("These 800 games of tables 0 and 1 are worth ")
    swapped = rummy_sim.compare("rush", "baseline", players=4, games=400, seed=7)
    assert "baselines; 25 % would be even: better" in swapped.to_dict()["sentences"][0]
    assert swapped.gain.factor == pytest.approx(found.gain.factor)
    open_ = rummy_sim.compare("builder:opens=2", "builder:opens=3", games=60, seed=7)
    assert "no difference that the data show, p = " in open_.sentence()
    assert open_.to_dict()["pairs"][0]["verdict"] == "open"


def test_blocks_that_are_all_alike_prove_no_more_than_their_number():
    few = rummy_sim.compare("random", "baseline", game="phase10", games=6, seed=7)
    row = few.differences().iloc[0]
    assert row["difference"] == -1
    assert row["p"] == 2 * 0.5**3
    assert row["low"] == -1
    assert row["high"] > 0
    assert "no difference that the data show, p = 0.25" in few.sentence()
    assert few.table()["win_share_high"].tolist() == [pytest.approx(1 - 0.025 ** (1 / 3)), 1.0]
    one = rummy_sim.compare("random", "baseline", game="phase10", games=1, seed=7)
    assert one.sentence() == "One deal says nothing about chance: play more games."
    assert one.differences()["p"].isna().all()


def test_different_strategies_that_happen_to_tie_are_not_taken_for_one():
    """In the coin game a parameter that does nothing makes another strategy of the same play."""
    found = rummy_sim.compare(
        TAILS, f"b={TAILS}:weight=0.7", game="coin", games=100, seed=7, ruleset="long"
    )
    row = found.differences().iloc[0]
    assert row["difference"] == 0
    assert -0.08 < row["low"] < 0 < row["high"] < 0.08
    assert row["p"] == 1
    assert "at most 7.1 % of deals can have one" in found.sentence()
    assert found.table()["win_share_low"].between(0.4, 0.499).all()


def test_a_game_it_has_not_heard_of(tmp_path):
    found = rummy_sim.compare(HEADS, TAILS, game="coin", players=3, games=90, seed=7)
    games = frames_of(found, tmp_path).games
    values = headline(games, found, "heads", "tails")
    assert found.differences()["difference"].iloc[0] == pytest.approx(values.mean())


def test_the_frames_can_be_kept(tmp_path):
    out = tmp_path / "kept"
    found = rummy_sim.compare("random", "rush", precision=0.05, seed=9, out=out)
    games = rummy_sim.load(out).games
    assert len(games) == 2 * found.games
    assert block_means(games, 0, "rush").mean() == pytest.approx(found.table()["win_share"][1])
    with pytest.raises(RunError, match="is there already"):
        rummy_sim.compare("random", "rush", games=10, out=out)


def test_progress_tells_games_done_and_expected():
    told = []
    found = rummy_sim.compare(
        "random", "rush", precision=0.03, seed=9, progress=lambda *both: told.append(both)
    )
    assert told[0][0] == 0
    assert told[-1] == (found.games, found.games)
    assert all(done <= total for done, total in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_seed_is_drawn_and_can_be_used_again():
    found = rummy_sim.compare("random", "rush", games=40)
    again = rummy_sim.compare("random", "rush", games=40, seed=found.seed)
    pd.testing.assert_frame_equal(found.table(), again.table())
    assert repr(found) == f"<Comparison of random, rush: 40 games, seed {found.seed}>"
    assert str(found) == found.sentence()
    assert found.sentence().split()[0] in found._repr_html_()


@pytest.mark.parametrize("module", [entries, tables, words, selfplay])
def test_examples(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0
    assert tried > 0


def test_tables_of_pairs():
    assert ["".join(m.lineup) for m in meetings("ab", 4)] == ["abbb", "baaa", "aabb"]
    assert ["".join(m.lineup) for m in meetings("abc", 2)] == ["ab", "ac", "bc"]
    six = meetings("ab", 6)
    assert sorted(m.seats for m in six) == [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)]
    assert [m.is_headline for m in six] == [True, True, False, False, False]


def test_strategies_in_a_word():
    items = read_strategies(["a", "a", "x.py", "./b/x.py:p=1,q=0.5", "l=a:p=-1", {"use": "c"}])
    assert [item["as"] for item in items] == ["a", "a-2", "x", "x:p=1,q=0.5", "l", "c"]
    assert items[3] == {"use": "./b/x.py", "params": {"p": 1, "q": 0.5}, "as": "x:p=1,q=0.5"}
    assert items[4]["params"] == {"p": -1}
    with pytest.raises(ConfigError, match="another strategy's name"):
        read_strategies(["a=b", "a"])


def test_rulesets_in_a_word(tmp_path):
    assert read_ruleset(None) == {}
    assert read_ruleset("official") == "official"
    assert read_ruleset("a=1,b=yes") == {"a": 1, "b": True}
    path = tmp_path / "rules.yaml"
    path.write_text("preset: official\nphases: [[set 3]]\n")
    assert read_ruleset(str(path)) == {"preset": "official", "phases": [["set 3"]]}
    found = rummy_sim.compare(
        "random", "baseline", ruleset="official,short_games=1", games=4, seed=1
    )
    assert found.experiment.ruleset.short_games == 1


@pytest.mark.parametrize(
    ("names", "options", "messages"),
    [
        (["rush"], {}, ["two or more are compared, not 1"]),
        ([], {}, ["two or more are compared, not 0"]),
        (["rsh", "baselin"], {}, ["did you mean 'rush'", "did you mean 'baseline'"]),
        (["builder:opns=3", "rush"], {}, ["strategies[0].params", "did you mean 'opens'"]),
        (["builder:opens", "rush"], {}, ["name:param=value"]),
        (["builder:opens=,x=1", "rush"], {}, ["name=value"]),
        (["rush", "baseline"], {"players": 7}, ["players: Phantom Rummy is played by"]),
        (["rush", "baseline"], {"players": 10**12}, ["players: Phantom Rummy is played by"]),
        (["rush", "baseline"], {"players": 1}, ["players: Phantom Rummy is played by"]),
        (["rush", "baseline"], {"game": "phantm"}, ["did you mean 'phantom'"]),
        (["rush", "baseline"], {"ruleset": "oficial"}, ["did you mean 'official'"]),
        (["rush", "baseline"], {"games": 0}, ["games: must be a whole number"]),
        (["rush", "baseline"], {"games": 9, "precision": 0.1}, ["exclude each other"]),
        (["rush", "baseline"], {"games": 9, "max_games": 9}, ["max_games: goes with"]),
        (["rush", "baseline"], {"precision": 0}, ["precision: must be a half-width"]),
        (["rush", "baseline"], {"sprt": (0.02, 0)}, ["the smaller first"]),
        (["rush", "baseline"], {"sprt": (0.1,)}, ["two differences", "not 0.1"]),
        (["rush", "baseline"], {"sprt": 0.1}, ["two differences", "not 0.1"]),
        (["rush", 5], {}, ["strategies[1]: must be a strategy's name"]),
        (["rush", {"use": "baseline", "parms": {}}], {}, ["did you mean 'params'"]),
        (["rush", {"use": "baseline", "as": [5]}], {}, ["as: must be text"]),
        (["rush", "two\nlines=baseline"], {}, ["as: must be printable text on one line"]),
        (["rush", "baseline"], {"ruleset": "official,"}, ["write name=value"]),
        (["rush", "baseline"], {"ruleset": 5}, ["ruleset: must be a preset"]),
        (["rush", "baseline"], {"workers": 0}, ["workers: must be a whole number"]),
        (["rush", "baseline"], {"players": "2"}, ["players: "]),
        (["rush", "baseline"], {"games": 2.5}, ["games: must be a whole number"]),
        (["rush", "baseline"], {"sprt": (0, 0.1), "alpha": 0.7}, ["alpha: must be an error rate"]),
        (["rush", "baseline", "random"], {"sprt": (0, 0.1)}, ["sprt: compares two strategies"]),
        (
            ["rsh", "baseline"],
            {"players": 9, "ruleset": "oficial", "games": 0},
            ["'rush'", "players: ", "'official'", "games: "],
        ),
    ],
)
def test_all_mistakes_are_told_at_once(names, options, messages):
    with pytest.raises(ConfigError) as error:
        rummy_sim.compare(*names, **options)
    for message in messages:
        assert message in str(error.value)


def test_a_folder_that_cannot_be_made_is_told_before_the_games(tmp_path):
    (tmp_path / "file").write_text("")
    told = []
    with pytest.raises(RunError, match="cannot be written: give --out another folder"):
        rummy_sim.compare(
            "rush",
            "baseline",
            games=2,
            out=tmp_path / "file" / "deeper" / "run",
            progress=lambda done, total: told.append(done),
        )
    assert told == []
