"""Splits, conditions, bonus matches and the item win, against the oracle's scoring."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_sim.core.jit import kernel
from rummy_sim.phantom.cards import KINDS, card_number, kind_name, set_kinds
from rummy_sim.phantom.hand import add, clear
from rummy_sim.phantom.rules import resolve, rules_record
from rummy_sim.phantom.scoring import (
    CONDITIONS,
    bonus_matches,
    condition_points,
    item_win_holds,
    next_split,
)
from rummy_sim.phantom.state import ME_DTYPE, TABLE_DTYPE

from ..oracle.phantom import hand as oracle
from ..oracle.phantom import scoring
from .adapter import big_set_number

SEAT = 1
GOALS = list(oracle.GOALS)
VARIANTS = [
    {"ends_condition": ends, "middle_condition": middle}
    for ends, middle in product(["touch", "pure"], ["all", "opened"])
]


@kernel()
def all_splits(counts, found):
    """Write every split of each goal hand into ``found``, in the order that they come."""
    split = np.zeros(4, np.int64)
    for n in range(len(counts)):
        split[0] = -1
        i = 0
        while next_split(counts[n], split):
            if i < found.shape[1]:
                for part in range(3):
                    found[n, i, part] = split[part + 1]
            i += 1


@kernel()
def score_all(men, tables, seat, scored, matches, split, parts):
    """Score the hand; ``scored`` gets the points by conditions, and whether Items win."""
    me, table = men[0], tables[0]
    scored[0] = condition_points(me, table, seat, split, parts)
    scored[1] = item_win_holds(me, table, seat)
    for kind in range(28):
        matches[kind] = bonus_matches(me, table, seat, kind)


def split_kinds(split):
    """A split as the oracle writes it."""
    small, *big = (int(part) for part in split)
    names = [tuple(kind_name(kind) for kind in set_kinds(one)) for one in big]
    return [(kind_name(small),) * 2, *names]


def by_number(goal):
    counts = np.zeros(28, np.int64)
    counts[list(KINDS)] = goal
    return counts


def table_record(opened, overrides):
    """A table at which SEAT has opened these sets."""
    table = np.zeros(1, TABLE_DTYPE)
    ruleset, _ = resolve({"advanced": True, **overrides}, 2)
    row = table[0]
    row["rules"] = rules_record(ruleset, 2)
    row["opened"][SEAT] = len(opened)
    for place, cards in enumerate(opened):
        row["set"][SEAT, place] = big_set_number(cards)
        row["item_sets"][SEAT] += cards[0].startswith("I")
        for card in map(card_number, cards):
            row["opened_count"][SEAT, card >> 1] += 1
            row["opened_red"][SEAT, card >> 1] += card & 1
    return table


def scored(opened, held, overrides):
    """What the engine's functions say: conditions, item win, matches by kind, the split."""
    table, me = table_record(opened, overrides), np.zeros(1, ME_DTYPE)
    clear(me[0])
    for card in held:
        add(me[0], card_number(card))
    result, matches, split = np.zeros(2, np.int64), np.zeros(28, np.int64), np.zeros(4, np.int64)
    parts = np.zeros(len(CONDITIONS), np.int64)
    score_all(me, table, SEAT, result, matches, split, parts)
    assert parts.sum() == result[0]
    return parts.tolist(), bool(result[1]), matches, split


def test_every_split_of_every_goal_hand_in_canonical_order():
    assert len(GOALS) == 18_876
    found = np.full((len(GOALS), 3, 3), -1)
    all_splits(np.array([by_number(goal) for goal in GOALS]), found)
    number = (found[:, :, 0] >= 0).sum(axis=1)
    assert np.bincount(number).tolist() == [0, 18_852, 24]
    for splits, goal in zip(found, GOALS, strict=True):
        listed = [split_kinds(split) for split in splits if split[0] >= 0]
        assert listed == oracle.GOALS[goal]


def test_other_hands_have_no_split():
    dice = np.random.default_rng(8)
    hands = [dice.multivariate_hypergeometric([4] * 25, 8) for _ in range(300)]
    others = [tuple(h) for h in np.array(hands).tolist() if tuple(h) not in oracle.GOALS]
    assert len(others) > 290
    found = np.full((len(others), 3, 3), -1)
    all_splits(np.array([by_number(counts) for counts in others]), found)
    assert (found == -1).all()


def kinds_of(goal):
    return [kind for kind, n in zip(oracle.KINDS, goal, strict=True) for _ in range(n)]


OPENED = [
    [],
    [("I1", "I1", "I1*")],
    [("D1", "D1", "D1*"), ("D7", "D7", "D7*")],
    [("D2*", "D3", "D4"), ("I4*", "I4", "I4"), ("D6*", "D6", "D6")],
]


@pytest.mark.parametrize("overrides", VARIANTS, ids=str)
def test_both_splits_of_a_hand_score_the_same(overrides):
    two_ways = [goal for goal, splits in oracle.GOALS.items() if len(splits) == 2]
    assert len(two_ways) == 24
    for goal, opened in product(two_ways, OPENED):
        held = kinds_of(goal)
        taken = [card.rstrip("*") for cards in opened for card in cards]
        if any((held + taken).count(kind) > 4 for kind in held):
            continue
        for kind in dict.fromkeys(held):  # every kind's last copy is the red one
            if kind + "*" not in [card for cards in opened for card in cards]:
                held[held.index(kind)] = kind + "*"
        layouts = [scoring.lay_out(held, split) for split in oracle.splits(held)]
        rules = {**overrides, "item_win_kinds": ["I1", "I2", "I3"]}
        sets = [list(cards) for cards in opened]
        worth = {scoring.conditions(rules, sets, in_hand) for in_hand in layouts}
        points, _, _, split = scored(opened, held, overrides)
        assert worth == {sum(points)}
        assert split_kinds(split[1:]) == oracle.splits(held)[0]


@st.composite
def wins(draw):
    """Opened sets and a goal hand with its red cards, and a ruleset."""
    held = kinds_of(draw(st.sampled_from(GOALS)))
    favoured = draw(
        st.sampled_from(
            [
                oracle.BIG_SETS,
                [s for s in oracle.BIG_SETS if s[0][0] in (held[0][0], "I")],
                [s for s in oracle.BIG_SETS if s[0][0] == "I"],
                [s for s in oracle.BIG_SETS if s[0][1] in "17"],
            ]
        )
    )
    opened, used = [], list(held)
    for one in draw(st.lists(st.sampled_from(favoured), max_size=6)):
        if all((used + list(one)).count(kind) <= 4 for kind in one):
            opened.append(list(one))
            used += one
    for kind in sorted(set(used)):
        where = [cards for cards in (held, *opened) for other in cards if other == kind]
        red = draw(st.integers(-1, len(where) - 1))
        if red >= 0:
            where[red][where[red].index(kind)] = kind + "*"
    overrides = draw(st.sampled_from(VARIANTS)) | {
        "item_win_kinds": draw(st.sampled_from([[], ["I4"], ["I1", "I2", "I3"], ["I1", "I3"]])),
        "item_win_sets": draw(st.sampled_from(["three", "all"])),
        "bonus_match": draw(st.sampled_from(["kind", "title"])),
    }
    return opened, held, overrides


@settings(max_examples=400)
@given(wins())
def test_scores_are_the_oracles(case):
    opened, held, overrides = case
    points, won, matches, split = scored(opened, held, overrides)
    rules = {"advanced": True, **overrides}
    in_hand = scoring.best_split(rules, opened, held)
    due = scoring.points_by_condition(rules, opened, in_hand)
    assert dict(zip(CONDITIONS, points, strict=True)) == due
    kinds = [tuple(card.rstrip("*") for card in cards) for cards in in_hand]
    assert split_kinds(split[1:]) == kinds
    assert won == scoring.is_item_win(rules, opened, held)
    cards = scoring.flat(opened) + held
    for kind in oracle.KINDS:
        worth = sum(scoring.matches(rules, kind, card) for card in cards)
        assert matches[big_set_number([kind] * 3) >> 1] == worth


def test_item_wins_at_their_borders():
    sets = [[f"I{n}"] * 3 for n in (1, 2, 3)]
    held = kinds_of(oracle.counts(["H1", "H1", "A1", "A2", "A3", "D1", "D2", "D3"]))
    red = [["I1", "I1", "I1*"], *sets[1:]]
    other = [["A5", "A5", "A5"]]
    for kinds in (["I1"], ["I1", "I4"], ["I2"], []):
        for opened, every in ((red, True), (red + other, False), (red[:2], None), (sets, None)):
            for condition in ("three", "all"):
                overrides = {"item_win_kinds": kinds, "item_win_sets": condition}
                _, won, _, _ = scored(opened, held, overrides)
                due = "I1" in kinds and every is not None and (every or condition == "three")
                assert won == due
    # A red victory Item in the hand does, too.
    for small in combinations(("I4", "I4*", "I4"), 2):
        hand = [*small, *held[2:]]
        _, won, _, _ = scored(sets, hand, {"item_win_kinds": ["I4"]})
        assert won == ("I4*" in small)
