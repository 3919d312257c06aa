"""What decks, first players and dice depend on, and that any game can be replayed alone."""

from itertools import permutations, product

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME
from rummy_sim.phantom.cards import DECK, card_name

from ..oracle import randomness
from ..oracle.phantom import frames
from .test_against_oracle import PLAYERS, SEED, assert_same_rows, table_of

MIXED = ["anything.py", "random", "baseline", "hoarder.py"]


def transcript(names, game, preset="official", seed=SEED, **overrides):
    ruleset, _ = GAME.resolve({"preset": preset, **overrides}, len(names))
    return list(GAME.transcript(table_of(names, ruleset, len(names)), seed, 0, game))


def decks(events):
    return [event["deck"] for event in events if event["event"] == "round"]


def first_seats(events):
    return [event["first"] for event in events if event["event"] == "round"]


def expected_deck(seed, deal, short_game):
    cards = [card_name(card) for card in DECK]
    randomness.Xoshiro(randomness.key(seed, randomness.DECK, deal, short_game)).shuffle(cards)
    return cards


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", ["official", "article-advanced"])
def test_decks_and_first_seats_come_from_seed_deal_and_short_game(preset, players):
    for seed, deal in ((SEED, 0), (SEED, 41), (0, 3), (2**63 - 1, 5)):
        first = randomness.Xoshiro(randomness.key(seed, randomness.FIRST, deal)).below(players)
        for seating in range(players):
            game = deal * players + seating
            events = transcript(MIXED[:players], game, preset, seed)
            assert events[0]["deal"] == deal
            for number, deck in enumerate(decks(events), 1):
                assert deck == expected_deck(seed, deal, number)
            rounds = len(decks(events))
            assert first_seats(events) == [(first + n) % players for n in range(rounds)]


def test_one_deal_is_the_same_for_all_who_play_it():
    """Same decks under other line-ups, seatings, rulesets and player counts."""
    shown = {}
    for players, names in ((2, MIXED[:2]), (3, MIXED[1:]), (4, MIXED), (4, ["baseline"] * 4)):
        for preset, seating in product(GAME.presets, range(players)):
            events = transcript(names, 7 * players + seating, preset, short_games=3)
            for number, deck in enumerate(decks(events)):
                assert shown.setdefault(number, deck) == deck
    assert len(shown) == 3
    assert len({tuple(deck) for deck in shown.values()}) == 3


def test_the_cell_is_only_a_label():
    ruleset, _ = GAME.resolve("official", 4)
    table = table_of(MIXED, ruleset, 4)
    one, other = (GAME.play(table, SEED, cell, range(5)) for cell in (0, 17))
    for frame in ("games", "rounds", "hands"):
        a, b = getattr(one, frame), getattr(other, frame)
        assert set(a["cell"].tolist()) == {0}
        assert set(b["cell"].tolist()) == {17}
        assert all(np.array_equal(a[c], b[c]) for c in a.dtype.names if c != "cell")


def test_dice_differ_by_seat_game_and_seed():
    """Two who throw dice are never twins, though the deal is the same."""
    ruleset, _ = GAME.resolve("official", 4)
    table = table_of(["random"] * 4, ruleset, 4)

    def lengths(seed):
        rounds = GAME.play(table, seed, 0, range(50)).rounds
        return rounds["turns"][rounds["round"] == 1].reshape(50, 4)

    # Seatings of four times the same strategy differ by their dice alone.
    turns = lengths(SEED)
    assert (turns != turns[:, :1]).any(axis=1).mean() > 0.9
    assert (turns != lengths(SEED + 1)).any()


@pytest.mark.parametrize(
    ("names", "preset"),
    [(MIXED[:2], "official-advanced"), (MIXED[1:], "article"), (MIXED, "article-advanced")],
)
def test_a_game_replayed_alone_is_the_game_of_the_run(names, preset):
    players, deals = len(names), range(3, 9)
    ruleset, _ = GAME.resolve(preset, players)
    table = table_of(names, ruleset, players)
    run = GAME.play(table, SEED, 2, deals)
    told = {"games": [], "rounds": [], "hands": []}
    for game in range(deals.start * players, deals.stop * players):
        events = list(GAME.transcript(table, SEED, 2, game))
        told["games"] += frames.games_rows(events)
        told["rounds"] += frames.rounds_rows(events)
        told["hands"] += frames.hands_rows(events)
    for frame, rows in told.items():
        assert_same_rows(getattr(run, frame), rows, GAME.words[frame], table)


@pytest.mark.parametrize("cuts", [[1], [4, 5], [2, 3, 9], list(range(1, 12))], ids=str)
def test_any_split_of_the_deals_into_chunks_gives_the_same_rows(cuts):
    ruleset, _ = GAME.resolve("article-advanced", 4)
    table = table_of(MIXED, ruleset, 4)
    whole = GAME.play(table, SEED, 0, range(100, 112))
    edges = [100, *(100 + cut for cut in cuts), 112]
    parts = [GAME.play(table, SEED, 0, range(*edges[i : i + 2])) for i in range(len(edges) - 1)]
    for frame in ("games", "rounds", "hands"):
        together = np.concatenate([getattr(part, frame) for part in parts])
        assert np.array_equal(together, getattr(whole, frame))
    assert sum(part.asked for part in parts) == whole.asked
    assert sum(part.rounds_played for part in parts) == whole.rounds_played == len(whole.rounds)


def test_frames_not_asked_for_do_not_change_the_others():
    ruleset, _ = GAME.resolve("official", 3)
    table = table_of(MIXED[:3], ruleset, 3)
    whole = GAME.play(table, SEED, 0, range(6))
    few = GAME.play(table, SEED, 0, range(6), ["games"])
    some = GAME.play(table, SEED, 0, range(6), ["games", "rounds"])
    assert few.rounds is few.hands is some.hands is None
    assert np.array_equal(few.games, whole.games)
    assert np.array_equal(some.games, whole.games)
    assert np.array_equal(some.rounds, whole.rounds)
    assert (few.asked, few.rounds_played) == (whole.asked, whole.rounds_played)
    empty = GAME.play(table, SEED, 0, range(6, 6))
    assert len(empty.games) == len(empty.rounds) == len(empty.hands) == empty.asked == 0


def test_all_seatings_meet_the_same_deals():
    """Every distinct seating, not only the rotations; a game's number names deal and seating."""
    ruleset, _ = GAME.resolve("official", 3)
    entries = tuple(find(GAME.contract, name, PLAYERS) for name in MIXED[1:])
    seatings = np.array(list(permutations(range(3))))
    run = GAME.play(Table(3, ruleset, entries, seatings), SEED, 0, range(4))
    assert run.games["strategy"].reshape(4, 6, 3).tolist() == [seatings.tolist()] * 4
    assert run.games["game"].tolist() == [game for game in range(24) for _ in range(3)]
    assert run.games["deal"].tolist() == [deal for deal in range(4) for _ in range(18)]
    first = run.rounds["first_seat"][run.rounds["round"] == 1].reshape(4, 6)
    assert (first == first[:, :1]).all()
