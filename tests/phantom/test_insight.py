"""What a player can make out: held against hands worked out by other means."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from rummy_sim.core.contract import find
from rummy_sim.phantom import GAME, insight
from rummy_sim.phantom.cards import KIND_NAMES, KINDS, card_number, kind_number
from rummy_sim.phantom.hand import add, clear, refresh
from rummy_sim.phantom.state import ME_DTYPE, TABLE_DTYPE
from rummy_sim.phantom.tables import kit

from ..oracle.phantom import rules
from ..oracle.phantom.cards import kind
from ..oracle.phantom.game import Game
from ..oracle.phantom.hand import need
from .adapter import Adapter, me_record, table_record
from .test_against_oracle import SEED

KIT = kit()[0]
ALL_KINDS = list(KIND_NAMES.values())


def kinds_of(mask):
    return {number for number in KINDS if int(mask) >> number & 1}


class Watcher(Adapter):
    """Plays as its strategy does, and shows each situation to ``look``."""

    def __init__(self, name, look):
        super().__init__(find(GAME.contract, name))
        self.look = look

    def ask(self, view):
        self.look(view, self.views)
        return super().ask(view)


def watch(look, players, games=3, names=("baseline", "rush")):
    """Play some games on the oracle and look at all their situations, with all hands."""
    for number in range(games):
        seats = [Watcher(names[seat % len(names)], look) for seat in range(players)]
        plain = rules.resolve("official", players)
        game = Game(SEED, number, number, plain, players, seats, ["x"] * players)
        for seat in seats:
            seat.views = game.views
        game.play()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_was_let_pass_is_not_waited_for(players):
    counts = Counter()

    def look(view, views):
        me, table = me_record(view), table_record(view)
        for other in views:
            if other is view:
                continue
            passed = kinds_of(insight.refused(me, table, other.seat))
            if not view.table.ready[other.seat]:
                assert passed == set()
                continue
            assert not passed & {kind_number(wait) for wait in other.waits}
            market = {kind_number(kind(card)) for card in view.table.market}
            since = len(view.table.taken[other.seat]) - view.table.ready_turn[other.seat]
            counts["asked"] += 1
            counts["passed"] += len(passed)
            counts["market"] += since > 0 and bool(market) and market <= passed

    watch(look, players, games=6)
    assert counts["asked"] > 20
    assert counts["passed"] > counts["asked"]
    assert counts["market"] > 0


@pytest.mark.parametrize("players", [2, 4])
def test_kept_copies_are_held_by_the_others(players):
    counts = Counter()

    def look(view, views):
        kept = insight.kept_copies(me_record(view), table_record(view))
        held = Counter(kind(card) for other in views if other is not view for card in other.hand)
        assert all(kept[number] <= held[KIND_NAMES[number]] for number in KINDS)
        counts["kept"] += int(kept.sum())

    watch(look, players, games=4)
    assert counts["kept"] > 50


def test_live_copies_are_all_that_is_out_of_sight():
    def look(view, views):
        live = insight.live_copies(me_record(view), table_record(view))
        hidden = Counter(kind(card) for other in views if other is not view for card in other.hand)
        assert live.min() >= 0
        assert insight.unseen(live) == view.table.pile_size + sum(hidden.values())
        assert all(live[kind_number(name)] >= copies for name, copies in hidden.items())

    watch(look, 3)


def test_outs_and_pairs_by_hand():
    looked = Counter()

    def look(view, _):
        looked["all"] += 1
        if len(view.hand) != 7 or looked["all"] % 12:
            return
        me, table = me_record(view), table_record(view)
        live = insight.live_copies(me, table)
        copies = {name: int(live[kind_number(name)]) for name in ALL_KINDS}
        hand = [kind(card) for card in view.hand]
        before = need(hand)
        helping = [name for name in ALL_KINDS if copies[name] and need([*hand, name]) < before]
        singles, pairs = insight.outs_and_pairs(me, KIT, live)
        assert singles == insight.outs(me, KIT, live) == sum(copies[name] for name in helping)
        by_hand = 0
        for one, two in combinations(helping, 2):
            if need([*hand, one, two]) == before - 2:
                by_hand += copies[one] * copies[two]
        for one in helping:
            if copies[one] > 1 and hand.count(one) < 3 and need([*hand, one, one]) == before - 2:
                by_hand += copies[one] * (copies[one] - 1) // 2
        assert pairs == (by_hand if before >= 2 else 0)
        looked["counted"] += 1

    watch(look, 2, games=2)
    assert looked["counted"] > 5


def hand(text):
    """The record of a hand, written as cards."""
    me = np.zeros(1, ME_DTYPE)[0]
    clear(me)
    for card in text.split():
        add(me, card_number(card))
    refresh(me, KIT)
    return me


@pytest.mark.parametrize(
    ("cards", "big_set", "offered", "mask"),
    [
        ("H1 H2* H3*", 1, "", 0b110),
        ("H1 H1* H2* H3", 1, "", 0b011),
        ("H1 H3*", 1, "H2", 0b100),
        ("H1* H2* H2 H3", 1, "H2", 0b001),  # the offered card is laid, not the own red one
        ("A1 A1 A1*", 16, "", 1),
        ("A1 A1*", 16, "A1", 1),
        ("A1 A1", 16, "A1", 0),
    ],
)
def test_all_red_copies_that_can_be_laid(cards, big_set, offered, mask):
    kind_offered = kind_number(offered) if offered else -1
    assert insight.red_copies(hand(cards), big_set, kind_offered) == mask


def test_a_look_leaves_the_hand_as_it_was():
    me = hand("H1 H2 H3 A5 A5 D1* I1 I2")
    before = me.tobytes()
    insight.lay_out(me, 1, -1)
    assert me.tobytes() != before
    insight.put_back(me, KIT, 1, -1)
    live = np.full(28, 2)
    insight.outs_without(me, KIT, live, kind_number("D1"))
    insight.discard_for_outs(me, KIT, live)
    assert me.tobytes() == before


def test_threats_have_opened():
    me, table = hand("H1"), np.zeros(1, TABLE_DTYPE)[0]
    table["rules"]["players"] = 4
    table["ready"][:] = (1, 1, 1, 0)
    table["opened"][:] = (1, 1, 0, 1)
    assert insight.threats(me, table) == 1


def test_makers_are_pairs_of_live_cards():
    live = np.zeros(28, np.int64)
    for name, copies in {"H1": 2, "H2": 3, "H4": 1, "H5": 4, "I2": 3}.items():
        live[kind_number(name)] = copies
    told = {name: int(insight.makers(live, kind_number(name))) for name in ("H3", "H1", "I2", "H6")}
    assert told == {"H3": 2 * 3 + 3 * 1 + 1 * 4, "H1": 1, "I2": 3, "H6": 4}
