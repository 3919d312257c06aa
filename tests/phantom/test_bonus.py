"""The expectation of the bonus check against counting all orders of small piles."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy_sim.core.contract import find
from rummy_sim.core.game import Table
from rummy_sim.phantom import GAME
from rummy_sim.phantom.bonus import check_chances, expected_checks, expected_points, pile_matches
from rummy_sim.phantom.cards import KINDS
from rummy_sim.phantom.state import ME_DTYPE, TABLE_DTYPE


def one_check(worths):
    """Points and cards turned over when cards worth this lie in the pile, top first."""
    points = checks = 0
    for worth in worths:
        checks += 1
        points += worth
        if worth == 0:
            break
    return points, checks


def all_orders(worths):
    return [one_check(order) for order in permutations(worths)]


@cache
def expectation(worths):
    """Expected points by the next card turned over; ``worths`` is sorted."""
    total = Fraction(0)
    for i, worth in enumerate(worths):
        if worth:
            total += worth + expectation(worths[:i] + worths[i + 1 :])
    return total / len(worths) if worths else total


piles = st.lists(st.integers(0, 5), max_size=6)


@given(piles)
def test_points_are_the_mean_over_all_orders(worths):
    outcomes = all_orders(worths)
    mean = Fraction(sum(points for points, _ in outcomes), len(outcomes))
    assert mean == expectation(tuple(sorted(worths)))
    got = expected_points(sum(w > 0 for w in worths), sum(worths), len(worths))
    assert got == pytest.approx(float(mean), abs=1e-12)


@given(st.lists(st.integers(0, 4), min_size=20, max_size=60))
def test_closed_form_equals_the_recursion_for_large_piles(worths):
    # Cards are told apart by whether they match; by symmetry their worth is the average.
    matching, size = sum(w > 0 for w in worths), len(worths)
    chance, runs = Fraction(1), Fraction(0)
    for j in range(matching):
        chance *= Fraction(matching - j, size - j)
        runs += chance
    worth = Fraction(sum(worths), matching) * runs if matching else 0
    assert expected_points(matching, sum(worths), size) == pytest.approx(float(worth))


@given(piles, st.integers(1, 8))
def test_check_chances_are_the_shares_of_all_orders(worths, most):
    outcomes = all_orders(worths)
    turned = np.minimum([checks for _, checks in outcomes], most)
    shares = np.bincount(turned, minlength=most + 1) / len(outcomes)
    got = check_chances(sum(w > 0 for w in worths), len(worths), most)
    np.testing.assert_allclose(got, [shares], atol=1e-12)


@given(piles)
def test_expected_checks_is_the_mean_over_all_orders(worths):
    outcomes = all_orders(worths)
    mean = sum(checks for _, checks in outcomes) / len(outcomes)
    assert expected_checks(sum(w > 0 for w in worths), len(worths)) == pytest.approx(mean)


def test_arrays_give_a_row_for_each_pile():
    rows = check_chances([0, 1, 3], [5, 0, 3], 4)
    np.testing.assert_allclose(rows, [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]])


@pytest.mark.parametrize("title", [0, 1])
@pytest.mark.parametrize("flip", [0, 1])
def test_pile_matches_counts_what_the_winner_holds(title, flip):
    rng = np.random.default_rng(3)
    for _ in range(40):
        deck = rng.permutation([kind * 2 + red for kind in KINDS for red in (0, 0, 0, 1)])
        deck = deck.astype(np.uint8)
        me, table = np.zeros(1, ME_DTYPE)[0], np.zeros(1, TABLE_DTYPE)[0]
        opened, size = int(rng.integers(1, 5)) * 3, int(rng.integers(0, 60))
        for card in deck[:8]:
            me["count"][card >> 1] += 1
        for card in deck[8 : 8 + opened]:
            table["opened_count"][2, card >> 1] += 1
        table["pile"] = size
        table["rules"]["bonus_title"], table["rules"]["bonus_flip"] = title, flip

        def face(kind, title=title):
            return kind if kind >= 24 or not title else kind & 7

        held = [face(int(card) >> 1) for card in deck[: 8 + opened]]
        scores = [held.count(face(int(card) >> 1)) for card in deck[100 - size :]]
        matching = sum(score > 0 for score in scores)
        assert pile_matches(me, table, 2, deck) == (matching, matching if flip else sum(scores))


@pytest.mark.parametrize("ruleset", ["official", "article", {"bonus_match": "title"}])
def test_the_rounds_frame_has_the_expectation_of_the_pile_that_was_left(ruleset):
    resolved, _ = GAME.resolve(ruleset, 2)
    strategies = tuple(find(GAME.contract, name) for name in ("baseline", "random"))
    table = Table(2, resolved, strategies, np.array([[0, 1]]))
    rounds = GAME.play(table, 5, 0, range(40)).rounds
    checked = {
        (int(row["game"]), int(row["round"])): row for row in rounds if row["bonus_matching"] >= 0
    }
    assert len(checked) > 100
    for game in range(40):
        deck, number = [], 0
        for event in GAME.transcript(table, 5, 0, game):
            if event["event"] == "round":
                deck, number = event["deck"], event["round"]
            elif event["event"] == "score":
                row = checked.pop((game, number))
                pile = deck[100 - row["pile_left"] - len(event["flips"]) :]
                cards = [card for one in (*event["opened"], *event["hand"]) for card in one]
                held = [face(card, resolved.bonus_match) for card in cards]
                worths = [held.count(face(card, resolved.bonus_match)) for card in pile]
                if resolved.bonus_points == "flip":
                    worths = [int(worth > 0) for worth in worths]
                matching = sum(worth > 0 for worth in worths)
                assert row["bonus_matching"] == matching
                expected = sum(worths) / (len(pile) - matching + 1)
                assert row["bonus_expected"] == pytest.approx(expected, rel=1e-6)
    assert checked == {}


def face(card, match):
    kind = card.rstrip("*")
    return kind if match == "kind" or kind[0] == "I" else kind[1]


def test_bonus_points_are_their_expectation_but_for_luck():
    resolved, _ = GAME.resolve("official", 4)
    table = Table(4, resolved, (find(GAME.contract, "baseline"),) * 4, np.array([[0, 1, 2, 3]]))
    rounds = GAME.play(table, 1, 0, range(3000), ("games", "rounds")).rounds
    out = rounds[rounds["bonus_matching"] >= 0]
    luck = out["points_bonus"] - out["bonus_expected"].astype(float)
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
    size = out["pile_left"].astype(int) + out["bonus_checks"]
    more = out["bonus_checks"] - expected_checks(out["bonus_matching"], size)
    assert abs(more.mean()) < 4 * more.std() / np.sqrt(len(more))
