"""What strategies work out from the table, against counting by hand."""

import numpy as np
import pytest

from rummy_sim.phase10 import insight
from rummy_sim.phase10.cards import CARD_NAMES, N_NUMBER_CARDS, card_number, counts_of
from rummy_sim.phase10.groups import refit
from rummy_sim.phase10.hand import hand_record, need
from rummy_sim.phase10.phases import PHASES, phase_record
from rummy_sim.phase10.state import RUN, SET, TABLE_DTYPE
from rummy_sim.phase10.tables import kit

KIT = kit()[0]
MORE = [("run 3", "color 4"), ("set 3", "set 2", "run 3"), ("color 3", "color 3")]


def table_of(players=4, discards="", groups=()):
    table = np.zeros(1, TABLE_DTYPE)[0]
    table["rules"]["players"] = players
    table["rules"]["phases"] = 1
    table["rules"]["phase"][0] = phase_record(("set 3", "set 3"))
    table["dealt"] = (1 << players) - 1
    table["cards"] = 10
    for i, card in enumerate(discards.split()):
        table["discard"][i] = card_number(card)
        table["discards"] = i + 1
    for i, (kind, low, high) in enumerate(groups):
        table["kind"][i], table["low"][i], table["high"][i] = kind, low - 1, high - 1
        table["groups"] = i + 1
    refit(table)
    return table


def hand(cards, phase=PHASES[0]):
    return hand_record(counts_of(cards), phase)


def name_of(answer):
    return CARD_NAMES[answer & 63], int(answer >> 7), int(answer >> 6 & 1)


def random_hand(generator, many=10):
    deck = [card for card in CARD_NAMES[:N_NUMBER_CARDS] for _ in range(2)] + ["W"] * 8 + ["S"] * 4
    order = generator.permutation(len(deck))
    return [deck[i] for i in order[:many]], [deck[i] for i in order[many:]]


@pytest.mark.parametrize("phase", [*PHASES, *MORE], ids=str)
def test_outs_are_the_unseen_cards_that_make_need_smaller(phase):
    generator = np.random.default_rng(5)
    for _ in range(4):
        cards, rest = random_hand(generator)
        seen, hidden = rest[:20], rest[20:]
        me, table = hand(cards, phase), table_of(discards=" ".join(seen[:12]))
        taken = [card for card in seen[12:16] if card not in "WS"]
        for card in taken:  # by another player, from the discard pile
            bit = 1 << card_number(card)
            table["known_twice"][me.seat + 1] |= table["known"][me.seat + 1] & bit
            table["known"][me.seat + 1] |= bit
        table["groups"] = 1
        for card in seen[16:]:
            table["on_table"][card_number(card)] += 1
        hidden += [card for card in seen[12:16] if card in "WS"]
        once, twice = insight.unseen(me, table)
        numbers = [card for card in hidden if card not in "WS"]
        assert insight.copies(once | twice, once, twice) == len(numbers)

        def by_hand(held, numbers=numbers):
            now = need(held, phase)
            helping = {card for card in set(numbers) if need([*held, card], phase) < now}
            return sum(card in helping for card in numbers)

        assert insight.outs(me, KIT, once, twice) == by_hand(cards)
        before = me.tobytes()
        for card in {card for card in cards if card not in "WS"}:
            left = list(cards)
            left.remove(card)
            without = insight.outs_without(me, KIT, card_number(card), once, twice)
            assert without == by_hand(left)
        new = next(card for card in seen if card not in "WS")
        with_it = insight.outs_with(me, KIT, card_number(new), once, twice)
        assert with_it == by_hand([*cards, new])
        assert me["need"] == need(cards, phase)
        assert hand_fields(me) == hand_fields(np.frombuffer(before, me.dtype)[0])


def hand_fields(me):
    names = ("held", "twice", "cards", "wilds", "skips", "numbers", "top", "used", "need")
    return [int(me[name]) for name in names] + me["count"].tolist() + me["atleast"].tolist()


@pytest.mark.parametrize(
    ("cards", "phase", "groups", "left"),
    [
        ("R1 B1 G1 R5 B5 G5 Y9", PHASES[0], (), 1),
        ("R1 B1 G1 R5 B5 G5 Y5 W S", PHASES[0], (), 1),  # the Skip stays
        ("R1 B1 G1 R5 B5 G5 Y9 R9", PHASES[0], [(SET, 9, 9)], 0),
        ("R3 R4 R5 R6 B8 G8 Y8 B2 B7 G1", PHASES[1], (), 0),  # 2 and 1 below, 7 above
        ("R3 R4 R5 R6 B9 G9 Y9 B1", PHASES[1], (), 1),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R8 B8", PHASES[7], (), 1),
    ],
)
def test_cards_left_after_laying(cards, phase, groups, left):
    me = hand(cards, phase)
    assert me.need == 0
    assert insight.cards_left_after_laying(me, table_of(groups=groups)) == left


def test_best_hit_lets_cards_follow():
    groups = [(SET, 8, 8), (RUN, 4, 7)]
    assert name_of(insight.best_hit(hand("R8 B12"), table_of(groups=groups))) == ("R8", 0, 0)
    assert name_of(insight.best_hit(hand("R8 B9"), table_of(groups=groups))) == ("R8", 1, 1)
    # The Wild bridges the 3 to the 2, or goes where it opens nothing.
    assert name_of(insight.best_hit(hand("W B2"), table_of(groups=groups))) == ("W", 1, 0)
    assert name_of(insight.best_hit(hand("W B12"), table_of(groups=groups))) == ("W", 0, 0)
    assert insight.best_hit(hand("R12 S"), table_of(groups=groups)) == -1


def test_dearest():
    cards = hand("R3 B3 G11 R12 W S").held
    assert CARD_NAMES[insight.dearest(cards, 0)] == "G11"
    assert CARD_NAMES[insight.dearest(0, hand("Y3 R4 W").held)] == "Y3"
    assert CARD_NAMES[insight.dearest(0, hand("W S").held)] == "W"


def test_who_is_where():
    me, table = hand("R1 B2"), table_of()
    assert insight.fewest_cards_of_others(me, table) == 99
    assert insight.closest_to_out(me, table, 0b1110) == 1
    assert insight.closest_to_out(me, table, 0) == insight.furthest_on(me, table, 0) == -1
    table["cards"][:4], table["laid"][:4] = [2, 9, 3, 3], [1, 0, 1, 1]
    assert insight.closest_to_out(me, table, 0b1110) == 2
    assert insight.closest_to_out(me, table, 0b1010) == 3
    assert insight.fewest_cards_of_others(me, table) == 3
    assert insight.others_laid(me, table) == 2
    table["phase"][:4], table["score"][:4] = [9, 5, 4, 4], [0, 90, 80, 70]
    assert insight.furthest_on(me, table, 0b1110) == 3  # level on phases, lowest score
    table["lost"][1] = 1
    assert insight.next_to_play(table, 0) == 2
    table["dealt"] = 0b0011
    assert insight.next_to_play(table, 0) == 0


def test_use_to_others():
    me, table = hand("R1 B1"), table_of(groups=[(RUN, 4, 7)])
    once, twice = insight.unseen(me, table)

    def use(card):
        return insight.use_to(table, 1, card_number(card), once, twice)

    assert 0 < use("R1") < use("R9") < 0.9  # fewer 1s are left for a set
    table["known"][1] = 1 << card_number("G9")
    assert use("R9") == pytest.approx(0.9)
    table["rules"]["phase"][0] = phase_record(("run 7",))
    assert use("R9") == 0  # a run has it already
    assert use("R1") < use("R6")
    table["rules"]["phase"][0] = phase_record(("color 7",))
    assert use("G2") > use("R2")
    table["laid"][1] = 1
    assert [use(card) for card in ("R3", "G8", "R9")] == [1, 1, 0]
