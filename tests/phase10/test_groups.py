"""What fits on the table, and the order of the hits that a hand allows."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_sim.phase10.cards import CARD_NAMES, COLOURS, SKIP, WILD, counts_of
from rummy_sim.phase10.groups import count_hits, first_hit, fits_at, hit, nth_hit, refit
from rummy_sim.phase10.hand import hand_record
from rummy_sim.phase10.phases import KINDS
from rummy_sim.phase10.state import TABLE_DTYPE

from ..oracle.phase10.table import Group, places_of
from .test_hand import hands, names


@st.composite
def groups(draw):
    """A group of the oracle: what its cards stand for is all that matters."""
    kind = draw(st.sampled_from(KINDS))
    if kind == "run":
        low = draw(st.integers(1, 12))
        high = draw(st.integers(low, 12))
        return kind, [str(number) for number in range(low, high + 1)]
    stands = draw(st.sampled_from(COLOURS if kind == "color" else [str(n) for n in range(1, 13)]))
    return kind, [stands] * 3


def table_of(laid):
    table = np.zeros(1, TABLE_DTYPE)[0]
    table["groups"] = len(laid)
    for i, (kind, stands) in enumerate(laid):
        numbers = [COLOURS.index(s) if s in COLOURS else int(s) - 1 for s in stands]
        table["kind"][i] = KINDS.index(kind)
        table["low"][i], table["high"][i] = numbers[0], numbers[-1]
    refit(table)
    return table


def oracle_groups(laid):
    return [
        Group(i, 0, f"{kind} {len(stands)}", [("W", s) for s in stands])
        for i, (kind, stands) in enumerate(laid)
    ]


def as_answer(place):
    card, group, end = place
    return hit(CARD_NAMES.index(card), group, end == "high")


@given(st.lists(groups(), max_size=8), hands())
@settings(max_examples=400)
def test_hits_are_the_oracles(laid, cards):
    table, plain = table_of(laid), oracle_groups(laid)
    for card in range(50):
        fits = bool(places_of([CARD_NAMES[card]], plain))
        assert bool(int(table["fits"]) >> card & 1) == fits
    me = hand_record(counts_of(names(cards)), ["set 3"])
    options = [int(as_answer(place)) for place in places_of(names(cards), plain)]
    assert count_hits(me, table) == len(options)
    assert [int(nth_hit(me, table, n)) for n in range(len(options))] == options
    assert nth_hit(me, table, len(options)) == -1
    for card in set(cards):
        places = places_of([CARD_NAMES[card]], plain)
        assert first_hit(table, card) == (as_answer(places[0]) if places else -1)


@given(st.lists(groups(), min_size=1, max_size=4), st.integers(0, 49), st.integers(0, 1))
@settings(max_examples=300)
def test_an_end_fits_or_not(laid, card, end):
    table, plain = table_of(laid), oracle_groups(laid)
    for i, group in enumerate(plain):
        fitting = [("low", "high").index(e or "low") for _, e in group.places(CARD_NAMES[card])]
        assert bool(fits_at(table, card, i, end)) == (end in fitting)


def test_an_answer_names_card_group_and_end():
    answers = {
        int(hit(card, group, end))
        for card in (*range(48), WILD)
        for group in range(66)
        for end in (0, 1)
    }
    assert len(answers) == 49 * 66 * 2
    assert min(answers) == 0
    assert SKIP not in {answer & 63 for answer in answers}
