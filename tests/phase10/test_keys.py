"""What decks, first players, reshuffles and dice depend on; any game can be replayed alone."""

from itertools import permutations, product

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.core.game import Table
from rummy_sim.phase10 import GAME
from rummy_sim.phase10.cards import DECK, card_name

from ..oracle import randomness
from ..oracle.phase10.frames import frames
from .test_against_oracle import PLAYERS, SEED, assert_same_rows, table_of

MIXED = ["anything.py", "random", "baseline", "decliner.py"]
BRIEF = {"max_turns": 120, "max_hands": 4}


def transcript(names, game, preset="standard", seed=SEED, **overrides):
    ruleset, _ = GAME.resolve({"preset": preset, **BRIEF, **overrides}, len(names))
    return list(GAME.transcript(table_of(names, ruleset, len(names)), seed, 0, game))


def of(events, kind):
    return [event for event in events if event["event"] == kind]


def shuffled(cards, *key):
    cards = list(cards)
    randomness.Xoshiro(randomness.key(*key)).shuffle(cards)
    return cards


@pytest.mark.parametrize("players", [2, 3, 6])
def test_decks_and_first_seats_come_from_seed_deal_and_hand(players):
    names = (MIXED * 2)[:players]
    canonical = [card_name(card) for card in DECK]
    for seed, deal in ((SEED, 0), (SEED, 41), (0, 3), (2**63 - 1, 5)):
        dealer = randomness.Xoshiro(randomness.key(seed, randomness.FIRST, deal)).below(players)
        for seating in range(players):
            events = transcript(names, deal * players + seating, seed=seed)
            assert events[0]["deal"] == deal
            for n, hand in enumerate(of(events, "round"), 1):
                assert hand["deck"] == shuffled(canonical, seed, randomness.DECK, deal, n)
                assert hand["first"] == (dealer + n) % players


def test_reshuffles_come_from_seed_deal_hand_and_their_number():
    events = transcript(["decliner.py"] * 6, 20, max_turns=300)
    hand = again = 0
    discards, top = [], None
    for event in events:
        match event["event"]:
            case "deal":
                hand, again = hand + 1, 0
                discards = [event["up"]]
            case "draw" if event["from"] == "discard":
                discards.pop()
            case "discard":
                discards.append(event["card"])
            case "reshuffle":
                again += 1
                *rest, top = discards
                key = (SEED, randomness.RESHUFFLE, 20 // 6, hand, again)
                assert event["deck"] == shuffled(rest, *key)
                discards = [top]
    assert again > 3


def test_one_deal_is_the_same_for_all_who_play_it():
    """Same decks under other line-ups, seatings, rulesets and player counts."""
    shown = {}
    for players, names in ((2, MIXED[:2]), (3, MIXED[1:]), (4, MIXED), (6, ["baseline"] * 6)):
        for preset, seating in product(GAME.presets, range(players)):
            events = transcript(names, 7 * players + seating, preset)
            for number, hand in enumerate(of(events, "round")):
                assert shown.setdefault(number, hand["deck"]) == hand["deck"]
    assert len({tuple(deck) for deck in shown.values()}) == 4


def test_the_cell_is_only_a_label():
    ruleset, _ = GAME.resolve(BRIEF, 4)
    table = table_of(MIXED, ruleset, 4)
    one, other = (GAME.play(table, SEED, cell, range(5)) for cell in (0, 17))
    for frame in ("games", "rounds", "hands"):
        a, b = getattr(one, frame), getattr(other, frame)
        assert set(a["cell"].tolist()) == {0}
        assert set(b["cell"].tolist()) == {17}
        assert all(np.array_equal(a[c], b[c]) for c in a.dtype.names if c != "cell")


def test_dice_differ_by_seat_game_and_seed():
    """Two who throw dice are never twins, though the deal is the same."""
    ruleset, _ = GAME.resolve(BRIEF, 4)
    table = table_of(["anything.py"] * 4, ruleset, 4)

    def scores(seed):
        return GAME.play(table, seed, 0, range(50)).games["score"].reshape(50, 4, 4)

    # Seatings of four times the same strategy differ by their dice alone.
    found = scores(SEED)
    assert (found != found[:, :1]).any(axis=(1, 2)).mean() > 0.9
    assert (found != scores(SEED + 1)).any()


@pytest.mark.parametrize(
    ("names", "preset"), [(MIXED[:2], "guide"), (MIXED[1:], "booklet"), (MIXED, "standard")]
)
def test_a_game_replayed_alone_is_the_game_of_the_run(names, preset):
    players, deals = len(names), range(3, 9)
    ruleset, _ = GAME.resolve({"preset": preset, **BRIEF}, players)
    table = table_of(names, ruleset, players)
    run = GAME.play(table, SEED, 2, deals)
    told = {"games": [], "rounds": [], "hands": []}
    for game in range(deals.start * players, deals.stop * players):
        for frame, rows in frames(list(GAME.transcript(table, SEED, 2, game))).items():
            told[frame] += rows
    for frame, rows in told.items():
        assert_same_rows(getattr(run, frame), rows, GAME.words[frame], table)


@pytest.mark.parametrize("cuts", [[1], [4, 5], [2, 3, 9], list(range(1, 12))], ids=str)
def test_any_split_of_the_deals_into_chunks_gives_the_same_rows(cuts):
    ruleset, _ = GAME.resolve(BRIEF, 4)
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
    ruleset, _ = GAME.resolve(BRIEF, 3)
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
    ruleset, _ = GAME.resolve(BRIEF, 3)
    entries = tuple(find(GAME.contract, name, PLAYERS) for name in MIXED[1:])
    seatings = np.array(list(permutations(range(3))))
    run = GAME.play(Table(3, ruleset, entries, seatings), SEED, 0, range(4))
    assert run.games["strategy"].reshape(4, 6, 3).tolist() == [seatings.tolist()] * 4
    assert run.games["game"].tolist() == [game for game in range(24) for _ in range(3)]
    assert run.games["deal"].tolist() == [deal for deal in range(4) for _ in range(18)]
    first = run.rounds["first_seat"][run.rounds["round"] == 1].reshape(4, 6)
    assert (first == first[:, :1]).all()
