"""Strategies see nothing that is hidden, and decide the same compiled and as plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ..oracle.phase10 import rules
from ..oracle.phase10.game import Game
from ..oracle.phase10.one_hand import Hand
from .adapter import Adapter, me_record, table_record
from .answering import SHIPPED, answers, seen
from .test_against_oracle import BRIEF, GAME, PLAYERS, SEED, find

ROOT = Path(__file__).parents[2]
LINE_UPS = (["random", "anything.py", "baseline"], ["baseline", "anything.py"])


class Permuting(Adapter):
    """Writes down what it is shown, and once more with all that is hidden permuted."""

    def __init__(self, strategy, rng, shown, again):
        super().__init__(strategy)
        self.rng, self.shown, self.again, self.moved = rng, shown, again, 0
        self.hand = None

    def ask(self, decision, view):
        view.decision = decision
        self.shown.append(seen(decision, me_record(view), table_record(view)))
        hand = self.hand()
        hands, pile = hand.hands, hand.pile
        others = [seat for seat in range(len(hands)) if seat != view.seat]
        hidden = [card for seat in others for card in hands[seat]] + pile
        mixed = self.rng.permutation(hidden).tolist()
        self.moved += mixed != hidden
        hand.hands, hand.pile = list(hands), mixed
        for seat in others:
            count = len(hands[seat])
            hand.hands[seat], hand.pile = hand.pile[:count], hand.pile[count:]
        hand.game.strategies[view.seat] = self.look_again
        try:
            assert hand.ask(view.seat, decision, view.options) == "looked"
        finally:
            hand.hands, hand.pile = hands, pile
            hand.game.strategies[view.seat] = self
            hand.game.askings[decision] -= 1
        return super().ask(decision, view)

    @property
    def look_again(self):
        return Looking(self.again)


class Looking:
    """Only looks at what it is shown."""

    def __init__(self, rows):
        self.rows = rows

    def __getattr__(self, decision):
        def look(view):
            view.decision = decision
            self.rows.append(seen(decision, me_record(view), table_record(view)))
            return "looked"

        return look


@pytest.fixture(scope="module")
def rows():
    """The decisions of a few games, as they are and with the hidden cards permuted."""
    rng = np.random.default_rng(SEED)
    shown, again = [], []
    with pytest.MonkeyPatch.context() as patch:
        now = []
        before = Hand.__init__

        def begin(hand, *args):
            before(hand, *args)
            now.append(hand)

        patch.setattr(Hand, "__init__", begin)
        for preset in GAME.presets:
            for names in LINE_UPS:
                seats = [
                    Permuting(find(GAME.contract, name, PLAYERS), rng, shown, again)
                    for name in names
                ]
                for seat in seats:
                    seat.hand = lambda: now[-1]
                ruleset = rules.resolve(preset, **BRIEF)
                Game(SEED, 0, 0, ruleset, len(names), seats, names, 0).play()
                assert all(seat.moved > 20 for seat in seats)
    return np.concatenate(shown), np.concatenate(again)


def test_permuting_hidden_cards_changes_nothing_that_is_shown(rows):
    shown, again = rows
    assert len(shown) == len(again) > 1000
    assert set(shown["decision"]) == set(range(len(GAME.contract.names)))
    assert shown.tobytes() == again.tobytes()


@pytest.mark.parametrize("name", SHIPPED)
def test_permuting_hidden_cards_changes_no_decision(rows, name):
    shown, again = (part[::5] for part in rows)
    assert answers(name, shown).tolist() == answers(name, again).tolist()


def test_the_same_answers_as_plain_python(rows, tmp_path):
    shown = rows[0][:: max(1, len(rows[0]) // 1000)]
    np.save(tmp_path / "rows.npy", shown.view(f"V{shown.itemsize}"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.phase10.answering", "rows.npy", "told.npz"],
        cwd=tmp_path,
        env={**os.environ, "RUMMY_SIM_PLAIN": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    with np.load(tmp_path / "told.npz") as told:
        for name in SHIPPED:
            assert told[name].tolist() == answers(name, shown).tolist(), name
