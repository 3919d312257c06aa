"""The Phantom Rummy oracle: rows of the frames."""

from .phantom import frames, hand
from .phantom.cards import DECK
from .phantom.rules import PRESETS, resolve
from .phantom.stacked import (
    WAITING_HANDS,
    WAITING_PILE,
    Script,
    one_short_game,
    run,
    seeded,
    waiting_scripts,
)
from .phantom.strategies import Baseline


def test_rows_of_a_game_made_by_hand():
    game = run(one_short_game(), WAITING_HANDS, WAITING_PILE, waiting_scripts())
    here = {"cell": 0, "deal": 0, "game": 0}
    assert frames.rounds_rows(game.events) == [
        here
        | {
            "round": 1,
            "first_seat": 0,
            "turns": 5,
            "end": "discard",
            "winner": 1,
            "discarder": 0,
            "points": 2,
            "points_sets": 1,
            "points_red": 0,
            "points_conditions": 0,
            "points_bonus": 1,
            "bonus_checks": 2,
            "paid": 0,
            "pile_left": 100 - 14 - 3 - 2 - 3 - 2,
        }
    ]
    # At the declaration the player sees its own I1 alone of the four.
    assert frames.hands_rows(game.events) == [
        here
        | {
            "round": 1,
            "seat": 0,
            "strategy": "script-0",
            "opened": 0,
            "gained": 0,
            "first_open_turn": -1,
            "ready_turn": -1,
            "ready_waits": -1,
            "ready_outs": -1,
            "turns": 3,
            "points": 0,
        },
        here
        | {
            "round": 1,
            "seat": 1,
            "strategy": "script-1",
            "opened": 1,
            "gained": 0,
            "first_open_turn": 1,
            "ready_turn": 2,
            "ready_waits": 1,
            "ready_outs": 3,
            "turns": 2,
            "points": 2,
        },
    ]
    assert frames.games_rows(game.events) == [
        here
        | {
            "seat": seat,
            "strategy": f"script-{seat}",
            "score": [0, 2][seat],
            "win_share": [0.0, 1.0][seat],
            "rounds": 1,
            "end": "rounds",
        }
        for seat in (0, 1)
    ]


def test_outs_count_what_the_player_sees():
    # Waits H1, H4: one H1 lies in a discard pile, one H4 in the market.
    hands = ["H6 H1 A4 D7 I2 I3 H5", "A1 A1 A1 D1 D2 D3 I4"]
    scripts = [
        Script(discard=["H1", "A4"]),
        Script(open=[["A1"] * 3], discard=["A7"], ready=[True]),
    ]
    game = run(one_short_game(), hands, "A6 I4 A5 H2 H3 A7 H4 D6", scripts)
    row = frames.hands_rows(game.events)[1]
    assert (row["ready_waits"], row["ready_outs"]) == (2, 3 + 3)


def test_outs_count_a_gained_card_once():
    # Seat 1 discards an H4, which seat 0 gains; later it waits for H1 and H4.
    hands = ["H6 H1 A4 D7 I2 I3 H5", "A1 A1 A1 D1 D2 D3 I4"]
    scripts = [
        Script(discard=["A6", "A5", "D6"], gain=[["H5", "H6"]]),
        Script(open=[None, ["A1"] * 3], discard=["H4", "A7"], ready=[False, True]),
    ]
    game = run(one_short_game(), hands, "A6 H4 A5  H7 H7  I4 D6 A7  H2 H3", scripts)
    row = frames.hands_rows(game.events)[1]
    assert (row["ready_turn"], row["ready_waits"], row["ready_outs"]) == (3, 2, 4 + 3)


def test_outs_agree_with_the_table():
    """The same figure from the game's state at the moment of the declaration."""

    seen = {}

    class Counting(Baseline):
        def ready(self, view):
            table = view.table
            sight = view.hand + table.market
            sight = sight + [card for pile in table.discards for card in pile]
            sight = sight + [card for sets in table.opened for one in sets for card in one]
            left = list(DECK)
            for card in sight:
                left.remove(card)
            waits = hand.waits(view.hand)
            outs = sum(card[:2] in waits for card in left)
            seen[table.round, view.seat] = (len(waits), outs)
            return True

    declared = 0
    for preset in PRESETS:
        rules = resolve(preset, 3, ready_after_open=preset == "article")
        for game in seeded(rules, 3, (Baseline, Counting), deals=6):
            for row in frames.hands_rows(game.events):
                if row["strategy"] == "Counting" and row["ready_turn"] >= 0:
                    declared += 1
                    found = row["ready_waits"], row["ready_outs"]
                    assert found == seen[row["round"], row["seat"]]
    assert declared > 20
