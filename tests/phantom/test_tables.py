"""The lookup tables, told again by cards that come one at a time."""

from itertools import product

import numpy as np
import pytest

from rummy_sim.phantom.cards import DECK
from rummy_sim.phantom.tables import ITEM_BASE, N_CLASS_SLOTS, POW5, kit, min_plus, missing

from . import brute

SHARES = [(small, big) for small in (0, 1) for big in (0, 1, 2)]


def one_more(array, title, cards):
    """Two views of an array over holdings: with ``cards`` more of a title, and without."""
    upper, lower = [slice(None)] * array.ndim, [slice(None)] * array.ndim
    upper[title], lower[title] = slice(cards, None), slice(None, 5 - cards)
    return tuple(upper), tuple(lower)


def holds(titles, runs, small, big):
    """For every holding, whether it holds so many small and big sets: by taking one out."""
    if (small, big) == (0, 0):
        return np.ones((5,) * titles, bool)
    sets = [{title: 2 if small else 3} for title in range(titles)]
    if runs and not small:
        sets += [{first + i: 1 for i in range(3)} for first in range(titles - 2)]
    rest = holds(titles, runs, 0, big - (not small))
    found = np.zeros_like(rest)
    for one in sets:
        upper, lower = [slice(None)] * titles, [slice(None)] * titles
        for title, cards in one.items():
            upper[title], lower[title] = slice(cards, None), slice(None, 5 - cards)
        found[tuple(upper)] |= rest[tuple(lower)]
    return found


def missing_step_by_step(titles, runs):
    """Cards missing for each share: 0 if the holding has it, else one card and what is then."""
    columns = []
    for small, big in SHARES:
        cost = np.where(holds(titles, runs, small, big), 0, 99).astype(np.int8)
        for _ in range(8):
            for title in range(titles):
                upper, lower = one_more(cost, title, 1)
                cost[lower] = np.minimum(cost[lower], cost[upper] + 1)
        # POW5 gives the first title the lowest weight; reshaped arrays give it the highest.
        columns.append(cost.transpose(range(titles)[::-1]).ravel())
    return np.stack(columns, axis=1)


@pytest.mark.parametrize(("titles", "runs"), [(7, True), (4, False)])
def test_missing_for_every_holding(titles, runs):
    assert np.array_equal(missing(titles, runs), missing_step_by_step(titles, runs))


def test_a_title_is_never_asked_for_five_times():
    # Four H1 hold a big set; two cards are missing for a small set beside it.
    four = missing(7, runs=True)[4]
    assert four.tolist() == [0, 0, 2, 0, 2, 4]
    assert missing(4, runs=False)[4].tolist() == [0, 0, 3, 0, 2, 5]


def classes():
    """The holdings' rows, and their class by the kit."""
    rows = np.concatenate([missing(7, runs=True), missing(4, runs=False)])
    return rows, kit()["holding"][0]


def test_39_classes_tell_the_holdings_apart():
    rows, numbers = classes()
    assert len(rows) == len(numbers) == ITEM_BASE + 5**4
    distinct = np.unique(np.column_stack([rows, numbers]), axis=0)
    assert len(np.unique(rows, axis=0)) == len(np.unique(numbers)) == len(distinct) == 39
    assert numbers.max() < N_CLASS_SLOTS


def test_merging_stays_within_the_classes_and_is_the_min_plus_product():
    rows, numbers = classes()
    of_class = np.zeros((39, 6), np.int8)
    of_class[numbers] = rows
    merged, needed = (kit()[name][0].reshape(64, 64)[:39, :39] for name in ("merged", "needed"))
    assert merged.max() < 39
    for left, right in product(range(39), repeat=2):
        first, second = of_class[left].reshape(2, 3), of_class[right].reshape(2, 3)
        ways = {
            (small, big): [
                first[p, s] + second[small - p, big - s]
                for p in range(small + 1)
                for s in range(big + 1)
            ]
            for small, big in SHARES
        }
        direct = [min(ways[share]) for share in SHARES]
        assert of_class[merged[left, right]].tolist() == direct
        assert min_plus(of_class[left], of_class[right]).tolist() == direct
        assert needed[left, right] == direct[-1]
    assert np.array_equal(merged, merged.T)


def test_a_chain_of_lookups_gives_need():
    dice = np.random.default_rng(5)
    merged, needed = (kit()[name][0].reshape(64, 64) for name in ("merged", "needed"))
    _, numbers = classes()
    for _ in range(300):
        counts = dice.multivariate_hypergeometric([4] * 25, int(dice.integers(0, 12)))
        parts = [counts[7 * i : 7 * i + 7] @ np.array(POW5) for i in range(3)]
        parts.append(ITEM_BASE + counts[21:] @ np.array(POW5[:4]))
        human, angel, demon, item = numbers[parts]
        expected = brute.need(counts.tolist())
        assert needed[merged[human, angel], merged[demon, item]] == expected
        assert needed[item, merged[human, merged[demon, angel]]] == expected


def test_the_kit_cannot_be_changed_and_holds_the_canonical_deck():
    tables = kit()
    assert tables is kit()
    assert not tables.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        tables["needed"][0, 0] = 1
    assert np.array_equal(tables["deck"][0], DECK)
    assert np.array_equal(np.sort(DECK), DECK)
    assert np.bincount(DECK >> 1).max() == 4
    assert len(DECK) == 100
    assert (DECK & 1).sum() == 25
