"""Strategies see nothing that is hidden, and decide the same compiled and as plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rummy_sim.core.compiling import compile_strategy
from rummy_sim.core.contract import find
from rummy_sim.phantom import GAME
from rummy_sim.phantom.tables import kit

from ..oracle.phantom import rules
from ..oracle.phantom.cards import in_order
from ..oracle.phantom.game import Game
from .adapter import Adapter, me_record, table_record
from .spying import SEED, SHIPPED, answers, by_oracle, games, seen, spread

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What the engine showed in plain Python, and what the strategies answered."""
    file = tmp_path_factory.mktemp("spying") / "told.npz"
    done = subprocess.run(
        [sys.executable, "-m", "tests.phantom.spying", str(file)],
        cwd=ROOT,
        env={**os.environ, "RUMMY_SIM_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    with np.load(file) as told:
        return dict(told)


def test_shown_is_what_everybody_sees_and_the_own_hand(plain):
    shown, told = plain["shown"], by_oracle()
    assert len(shown) > 3000
    for i, (ours, theirs) in enumerate(zip(shown, told, strict=False)):
        assert ours.tobytes() == theirs.tobytes(), i
    assert len(shown) == len(told)
    assert set(shown["decision"]) == set(range(len(GAME.contract.names)))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_same_answers_as_plain_python(plain, name):
    strategy = find(GAME.contract, name)
    rows = spread(plain["shown"], 1000)
    functions = compile_strategy(GAME.contract, strategy)
    ours = answers(rows, functions, strategy.vector(), kit()[0])
    theirs = plain[name]
    assert len(ours) == len(theirs) >= 1000
    assert ours.tolist() == theirs.tolist()


class Permuting(Adapter):
    """At some decisions it permutes what is hidden, and asks everybody again."""

    def __init__(self, strategy, judges, rng):
        super().__init__(strategy)
        self.judges, self.rng = judges, rng
        self.game, self.checked, self.moved = None, 0, 0

    def ask(self, view):
        if self.rng.random() < 0.1:
            self.check(view)
        return super().ask(view)

    def check(self, view):
        before = seen(view.decision, me_record(view), table_record(view))
        decided = self.all_answers(before)
        others = [other for other in self.game.views if other.seat != view.seat]
        hands, pile = [other.hand for other in others], self.game.pile
        hidden = [card for cards in (*hands, pile) for card in cards]
        mixed = self.rng.permutation(hidden).tolist()
        self.moved += mixed != hidden
        for other, hand in zip(others, hands, strict=True):
            other.hand, mixed = in_order(mixed[: len(hand)]), mixed[len(hand) :]
        self.game.pile = mixed
        after = seen(view.decision, me_record(view), table_record(view))
        assert after.tobytes() == before.tobytes()
        assert self.all_answers(after) == decided
        for other, hand in zip(others, hands, strict=True):
            other.hand = hand
        self.game.pile = pile
        self.checked += 1

    def all_answers(self, row):
        return {name: answers(row, *judge, kit()[0]).tolist() for name, judge in self.judges}


def test_permuting_hidden_cards_changes_no_decision():
    judges = [
        (name, (compile_strategy(GAME.contract, strategy), strategy.vector()))
        for name, strategy in ((name, find(GAME.contract, name)) for name in SHIPPED)
    ]
    rng = np.random.default_rng(SEED)
    checked = 0
    for names, preset, table in games():
        seats = [Permuting(strategy, judges, rng) for strategy in table.strategies]
        plain_rules = rules.resolve(preset, len(names), short_games=2)
        game = Game(SEED, 0, 0, plain_rules, len(names), seats, names)
        for seat in seats:
            seat.game = game
        game.play()
        assert sum(seat.moved for seat in seats) == sum(seat.checked for seat in seats) > 0
        checked += sum(seat.checked for seat in seats)
    assert checked > 80
