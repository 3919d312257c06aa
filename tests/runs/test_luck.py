"""Luck: its expectation is 0 exactly, and taking it off leaves the mean where it is."""

from itertools import combinations, permutations

import numpy as np
import pytest

import rummy_sim
from rummy_sim.core.errors import UserError
from rummy_sim.core.game import Table
from rummy_sim.phantom.luck import PhantomLuck
from rummy_sim.phase10.luck import Phase10Luck
from rummy_sim.runs.games import get_game
from rummy_sim.runs.luck import block_luck, luck_of
from rummy_sim.stats.variates import controlled_mean
from tests.runs.conftest import coin_config
from tests.studies.luck import MEASURES
from tests.studies.playing import table_of

HANDS = (
    ["H1", "H2", "H3", "A5", "A5", "I1", "I2"],
    ["H1", "H2", "A5", "A5", "A5", "I1", "I1"],
    ["D1", "D2", "D4", "D5", "A1", "A2", "I4"],
)
PHASE_HANDS = (
    ["R1", "B1", "G1", "R4", "Y5", "Y6", "Y7", "Y8", "G12", "W"],
    ["R1", "R2", "R3", "R5", "B5", "G7", "Y9", "Y9", "B11", "G12"],
    ["R2", "B2", "G2", "Y2", "R8", "B8", "W", "W", "S", "G10"],
)


def phantom_before_a_market(pile):
    """A reader in the middle of a short game of three, with a pile of these cards."""
    luck = PhantomLuck(3)
    deck = [card for hand in HANDS for card in hand] + list(pile)
    luck.read({"event": "game", "ruleset": {"short_games": 6}})
    luck.read({"event": "round", "deck": deck, "first": 1, "round": 1})
    luck.read({"event": "deal", "hands": [list(hand) for hand in HANDS]})
    luck.opened = [1, 1, 0]
    luck.sums[:] = 0
    return luck


def test_all_markets_that_could_come_bring_no_luck_together():
    pile = ["H3", "I1", "I3", "A5", "D3", "D6", "H7", "D7"]
    sums, once = np.zeros((3, 7)), False
    for cards in combinations(pile, 3):
        luck = phantom_before_a_market(pile)
        luck.read({"event": "market", "cards": list(cards)})
        once = once or bool((luck.sums != 0).sum() >= 3)
        sums += luck.sums
    assert once
    assert sums == pytest.approx(0, abs=1e-9)


def phase10_before_a_draw(pile, hands=PHASE_HANDS):
    luck = Phase10Luck(3)
    deck = [card for hand in hands for card in hand] + ["Y12", *pile]
    phases = [["set 3", "set 3"], ["set 3", "run 4"], ["color 7"]]
    luck.read({"event": "game", "ruleset": {"phases": phases, "natural": "group"}})
    start = {"event": "round", "deck": deck, "playoff": False, "players": [0, 1, 2]}
    luck.read(start | {"phases": [1, 2, 1], "first": 0})
    luck.read({"event": "deal", "hands": [list(hand) for hand in hands], "up": "Y12"})
    return luck


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("laid", [False, True])
def test_all_cards_that_could_be_drawn_bring_no_luck_together(seat, laid):
    pile = ["R4", "B4", "W", "S", "Y5", "G6", "R12", "B1", "Y2"]
    sums, parts = 0.0, 0
    for card in pile:
        luck = phase10_before_a_draw([card, *(other for other in pile if other != card)])
        luck.sums[:] = 0
        if laid:
            luck.hands[2] += ["R2", "B2", "G2"]
            group = {"kind": "set 3", "cards": ["R2", "B2", "G2"], "as": ["2", "2", "2"]}
            luck.read({"event": "lay", "seat": 2, "groups": [group]})
            luck.laid.add(seat)
        luck.read({"event": "draw", "seat": seat, "from": "pile", "card": card})
        sums = sums + luck.sums
        parts += int((luck.sums != 0).any())
    assert sums == pytest.approx(0, abs=1e-9)
    assert parts == len(pile) or seat == 2  # who needs nothing has no luck


def test_hands_dealt_to_any_seats_bring_no_luck_together():
    sums = sum(phase10_before_a_draw(["R4"], hands).sums for hands in permutations(PHASE_HANDS))
    assert sums == pytest.approx(0, abs=1e-9)
    assert phase10_before_a_draw(["R4"]).sums[:, :2].any(axis=0).all()


RULES = [
    ("phantom", "official"),
    ("phantom", "official-advanced"),
    ("phantom", "article-advanced"),
    ("phase10", "standard"),
    ("phase10", "walkthrough"),
    ("phase10", {"phases": "even", "game_end": "all"}),
    ("phase10", {"game_end": "hands", "hands": 4, "advance": "always"}),
    ("phase10", {"phases": [["color 4"], ["run 4"]]}),
]


@pytest.mark.parametrize(("name", "rules"), RULES)
@pytest.mark.parametrize("players", [2, 3])
def test_hands_and_table_are_followed_under_all_rules(name, rules, players):
    game, table = get_game(name), table_of(name, ("baseline",) * players)
    table = Table(players, game.resolve(rules, players)[0], table.strategies, table.seatings)
    hits = 0
    for number in range(12):
        luck = luck_of(name).reader(players)
        for event in game.transcript(table, 3, 0, number):
            if event["event"] == "hit":
                from rummy_sim.phase10.cards import card_number

                assert luck._fits(card_number(event["card"]))
                hits += 1
            luck.read(event)
        assert np.isfinite(luck.sums).all()
        assert luck.over(range(players)).tolist() == [0.0] * luck.sums.shape[1]
        seats = [luck.over([seat]) for seat in range(players)]
        assert sum(seats) == pytest.approx(0, abs=1e-9)
    assert hits or name == "phantom"


@pytest.fixture(scope="module", params=["phantom", "phase10"])
def twins(request):
    """Two strategies that play alike, with dice of their own: half the wins, exactly."""
    blocks = {"phantom": 280, "phase10": 160}[request.param]
    table = table_of(request.param, ("slips-10", "slips-010"))
    game, measure = get_game(request.param), MEASURES[request.param]
    return measure, block_luck(game, table, 31, 0, range(blocks), measure)["slips-10"]


def test_luck_has_mean_zero_in_real_games(twins):
    _, (_, luck) = twins
    errors = luck.std(axis=0, ddof=1) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * errors).all()


def test_small_runs_with_luck_taken_off_are_unbiased(twins):
    measure, (shares, luck) = twins
    kept = luck[:, : len(measure.kept)]
    runs = [slice(i, i + 40) for i in range(0, len(shares), 40)]
    means = np.array([controlled_mean(shares[r], kept[r]).interval.mean for r in runs])
    assert abs(means.mean() - 0.5) < 4 * means.std(ddof=1) / np.sqrt(len(means))


def test_luck_taken_off_leaves_less_scatter(twins):
    measure, (shares, luck) = twins
    found = controlled_mean(shares, luck[:, : len(measure.kept)])
    assert found.gain > 1.1
    assert found.interval.half < found.plain.half


def test_a_run_tells_its_win_shares_with_luck_taken_off(tmp_path):
    config = {"game": "phantom", "players": 2, "games": 160, "seed": 8, "name": "few"}
    run = rummy_sim.run(config | {"lineups": [["collector", "builder"]]}, out=tmp_path)
    told = []
    table = run.controlled_summary(progress=lambda done, total: told.append((done, total)))
    plain = run.summary().set_index("strategy")
    for row in table.itertuples():
        assert row.plain == pytest.approx(plain.loc[row.strategy, "win_share"])
        assert row.plain_low == pytest.approx(plain.loc[row.strategy, "win_share_low"])
        assert row.win_share_low < row.win_share < row.win_share_high
    assert table["win_share"].sum() == pytest.approx(1)
    assert (table["blocks"] == 80).all()
    assert told[-1] == (80, 80)
    assert (run.controlled_summary(deals=70)["blocks"] == 70).all()
    with pytest.raises(UserError, match="70 deals or more"):
        run.controlled_summary(deals=69)


def test_a_game_without_a_measure_of_luck_says_so(tmp_path):
    run = rummy_sim.run(coin_config(), out=tmp_path)
    with pytest.raises(UserError, match="no measure of luck"):
        run.controlled_summary()
