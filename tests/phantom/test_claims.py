"""Claims on a discard, and what a fault says: cases that the shipped strategies seldom meet."""

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME

from ..oracle import randomness
from .test_against_oracle import SEED, compare, table_of

DECLINER = ["decliner.py", "decliner.py", "random", "baseline"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_let_a_goal_go_may_still_go_out_with_a_discard(players):
    compare(DECLINER[:players], "official", {}, players, games=12)


def test_no_discard_that_is_waited_for_passes_by():
    """Not even one that makes a small set after the same goal was let go."""
    ruleset, _ = GAME.resolve("official", 2)
    table, after_declining = table_of(DECLINER[:2], ruleset, 2), 0
    for game in range(60):
        events = list(GAME.transcript(table, SEED, 0, game))
        for place, event in enumerate(events):
            name, seat = event["event"], event.get("seat")
            if name == "round":
                opened, waits, let_go = set(), {0: [], 1: []}, set()
            elif name in ("open", "gain"):
                opened.add(seat)
            elif name == "ready":
                waits[seat] = event["waits"]
            elif name == "discard":
                kind, other = event["card"].rstrip("*"), 1 - seat
                if kind in waits[other] and other in opened:
                    # The discarder may be ready first; then the other goes out, as it always does.
                    follows = next(e for e in events[place + 1 :] if e["event"] != "ready")
                    assert (follows["event"], follows.get("seat")) == ("out", other)
                    after_declining += other in let_go
                let_go |= {seat} if kind in waits[seat] else set()
    assert after_declining > 0


FAULT = """
def open(me, table, kit, params):
    return -1


def gain(me, table, kit, params):
    return -1


def discard(me, table, kit, params):
    kind = 0
    while me.count[kind] == 0:
        kind += 1
    card = kind * 2 + (1 if me.count[kind] == me.red[kind] else 0)
    return card if table.turns[me.seat] < 3 else 99
"""


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_fault_names_the_seat_and_the_turn_of_the_culprit(tmp_path, seat):
    (tmp_path / "faulty.py").write_text(FAULT)
    strategies = [find(GAME.contract, "random")] * 3
    strategies[seat] = find(GAME.contract, "faulty.py", tmp_path)
    ruleset, _ = GAME.resolve("official", 3)
    table = Table(3, ruleset, tuple(strategies), np.arange(3)[None])
    for deal in range(4):
        first = randomness.Xoshiro(randomness.key(SEED, randomness.FIRST, deal)).below(3)
        turn = 7 + (seat - first) % 3
        with pytest.raises(StrategyError) as told:
            GAME.play(table, SEED, 0, range(deal, deal + 1))
        assert (
            f"deal {deal}, game {deal}, short game 1, turn {turn} (seat {seat} to play): "
            "answered 99; allowed: a card that is held"
        ) in str(told.value)
        assert str(told.value).startswith("strategy 'faulty', decision 'discard' (")
