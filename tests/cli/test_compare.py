import pytest

import rummy_sim
from tests.runs.conftest import HEADS, TAILS

COIN = ("--game", "coin", "--seed", "5")


def test_two_seats_a_table_and_a_sentence(say):
    said = say("compare", HEADS, f"three={TAILS}:every=3", *COIN, "--games", "101")
    assert said.code == 0
    found = rummy_sim.compare(HEADS, f"three={TAILS}:every=3", game="coin", seed=5, games=101)
    lines = said.out.splitlines()
    assert lines[0] == "Coin, 2 players, short, seed 5: 102 games on 51 deals"
    flat = [" ".join(line.split()) for line in lines]
    for row in found.table().itertuples():
        figures = (
            f"{row.strategy} 1 {100 * row.win_share:.2f} % {100 * row.win_share_low:.2f} – "
            f"{100 * row.win_share_high:.2f}"
        )
        assert any(figures in line for line in flat), figures
    row = found.differences().iloc[0]
    assert any(f"heads − three 0 {100 * row['difference']:+.2f}" in line for line in flat)
    assert found.sentence() in " ".join(flat)
    assert max(map(len, lines)) <= 80
    assert "102 of 102 games" in said.err


def test_more_seats_and_strategies_are_noted(say):
    said = say(
        "compare", HEADS, TAILS, f"{TAILS}:every=1", *COIN, "--games", "90", "--players", "3"
    )
    assert "6 tables of 90 games on the same 30 deals" in said.out
    assert "Holm-corrected" in said.out
    # heads always says heads, and tails:every=1 does as well
    assert "heads and tails:every=1 win as much as each other" in " ".join(said.out.split())
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_precision_and_its_promise_are_named(say):
    said = say("compare", "random", "random", "--precision", "0.03", "--seed", "2")
    out = " ".join(said.out.split())
    assert "Stopped because every win share is known to ±3 points (widest ±" in out
    assert "Chow and Robbins' fixed-width procedure" in out
    assert "official, seed 2" in out
    said = say("compare", "random", "random", "--precision", "0.001", "--max-games", "300")
    assert "±0.1 points are not reached (widest ±" in " ".join(said.out.split())


def test_a_sequential_test_has_no_p(say):
    said = say("compare", "random", "random", "--sprt", "0", "0.2", "--seed", "2")
    out = " ".join(said.out.split())
    assert "Accepted: H0, random's win share less random-2's is 0 points rather than 20." in out
    assert "adjusted for stopping" in out
    assert "Intervals in the tables take no account of the stop." in out
    assert "p =" not in out


def test_json_is_one_document(say):
    said = say("compare", HEADS, TAILS, *COIN, "--games", "40", "--json", "--workers", "2")
    found = rummy_sim.compare(HEADS, TAILS, game="coin", seed=5, games=40).to_dict()
    answer = said.json
    assert answer["out"] is None
    assert answer["tables"] == found["tables"]
    assert answer["pairs"][0]["difference"] == found["pairs"][0]["difference"]
    assert answer["stop"]["rule"] == "games"
    assert (answer["games"], answer["blocks"], answer["seed"]) == (40, 20, 5)


def test_the_games_can_be_kept(say):
    said = say("compare", HEADS, TAILS, *COIN, "--games", "40", "--out", "kept/here")
    assert said.code == 0
    assert said.out.endswith("written:\n  kept/here/\n")
    assert len(rummy_sim.load("kept/here").games) == 80
    again = say("compare", HEADS, TAILS, *COIN, "--games", "40", "--out", "kept/here")
    assert again.code == 2
    assert "is there already" in again.err


def test_ctrl_c(say, monkeypatch):
    def stop(self, done, total):
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("rummy_sim.cli.progress.GamesProgress.__call__", stop)
    said = say("compare", HEADS, TAILS, *COIN)
    assert (said.code, said.out) == (130, "")
    assert said.err.endswith("interrupted\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["rush"], "two or more are compared, not 1"),
        (["rsh", "baseline"], "did you mean 'rush'"),
        (["rush", "baseline", "--games", "9", "--sprt", "0", "1"], "exclude each other"),
        (["rush", "baseline", "--players", "9"], "players: "),
        (["rush", "baseline", "--precision", "2"], "precision: must be a half-width"),
        (["rush", "baseline", "--sprt", "0"], "--sprt"),
        (["rush", "baseline", "--gmae", "phase10"], "Did you mean"),
        ([], "Missing argument"),
    ],
)
def test_wrong_words(say, args, message):
    said = say("compare", *args)
    assert said.code == 2
    assert message in said.err
    assert "Traceback" not in said.err
    assert said.out == ""


def test_several_mistakes_at_once(say):
    said = say("compare", "rsh", "bildr:x=1", "--ruleset", "oficial", "--games", "-1")
    assert said.code == 2
    assert sum(line.startswith("error: ") for line in said.err.splitlines()) == 4


def test_a_single_deal_has_no_precision_to_tell(say):
    said = say("compare", HEADS, TAILS, *COIN, "--max-games", "1")
    assert said.code == 0
    assert "the most games allowed are played" in said.out
    assert "nan" not in said.out


def test_no_name_is_no_game(say):
    said = say("compare", "rush", "baseline", "--game", "")
    assert said.code == 2
    assert "there is no game ''" in said.err
