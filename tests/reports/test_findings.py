"""What a report claims: only what the intervals support, ranked, each linked to its chart."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rummy_sim.reports import charts
from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.fairness import best_strategy, order_edge, seat_edge
from rummy_sim.reports.findings import (
    Finding,
    family,
    grouped,
    prefixed,
    ranked,
    shown,
    thresholds,
)
from rummy_sim.stats.blocks import Interval
from tests.reports import made_up

LIMITS = thresholds()


def about(players=4, cells=1, lineup=("a", "b", "c", "d"), seatings="rotate"):
    return About(
        cells={n: Cell(lineup, {"ruleset.target_score": 9 + n}) for n in range(cells)},
        seatings=seatings,
        players=dict.fromkeys(range(cells), players),
    )


def wins(shares, by, deals=400, seed=1, cell=0):
    """A table of sums as the charts have it: who won each game, with these chances."""
    rng = np.random.default_rng(seed)
    won = rng.choice(len(shares), size=deals, p=shares)
    rows = [
        {"cell": cell, by: name, "block": deal, "won": float(won[deal] == name), "held": 1}
        for deal in range(deals)
        for name in range(len(shares))
    ]
    return pd.DataFrame(rows)


def test_a_clear_edge_is_told_with_its_figures():
    table = wins([0.4, 0.2, 0.2, 0.2], "place")
    (found,) = order_edge(table, about(), LIMITS)
    share = table.loc[table["place"] == 0, "won"].mean()
    assert found.state == "clear"
    assert found.sentence.startswith(f"Who plays first wins {share * 100:.1f}\u00a0% (")
    assert f"an edge for the first player of {(share - 0.25) * 100:.1f} points" in found.sentence
    assert found.size == pytest.approx(share - 0.25)
    assert found.chart == "order-share"


def test_a_handicap_is_called_one():
    (found,) = order_edge(wins([0.1, 0.3, 0.3, 0.3], "place"), about(), LIMITS)
    assert found.state == "clear"
    assert "a handicap for the first player" in found.sentence


def test_another_place_than_the_first_is_named():
    table = wins([0.25, 0.15, 0.15, 0.45], "place", 600)
    (found,) = order_edge(table, about(), LIMITS)
    assert found.sentence.startswith("The player who is 4th to play wins")


def test_few_games_claim_nothing():
    (found,) = order_edge(wins([0.7, 0.1, 0.1, 0.1], "place", 60), about(), LIMITS)
    assert found.state == "open"
    assert "too few deals" in found.sentence
    (found,) = order_edge(wins([0.26, 0.25, 0.25, 0.24], "place", 150), about(), LIMITS)
    assert found.state == "open"
    assert "do not tell" in found.sentence
    assert "are possible" in found.sentence


def test_even_places_say_how_much_may_still_be_there():
    # Each place wins exactly as often in every block of four deals.
    rows = [
        {"cell": 0, "place": place, "block": block, "won": 1.0, "held": 4}
        for block in range(120)
        for place in range(4)
    ]
    table = pd.DataFrame(rows)
    table.loc[table["block"] == 0, "won"] = [1.2, 0.8, 1.1, 0.9]
    (found,) = order_edge(table, about(), LIMITS)
    assert found.state == "none"
    assert "No place in the turn order has an edge that these games show: at most ±" in (
        found.sentence
    )


def test_false_claims_are_rare_with_even_seats():
    even = [seat_edge(wins([0.25] * 4, "seat", 120, seed), about(), LIMITS) for seed in range(100)]
    claimed = sum(found.state in ("clear", "small") for (found,) in even)
    assert claimed <= 11  # 5 % of 100, and three standard errors


def test_a_share_that_is_low_by_chance_is_no_surer_for_scattering_little():
    rows = [
        {"cell": 0, "seat": seat, "block": deal, "won": float(deal % 100 < wins), "held": 1}
        for deal in range(100)
        for seat, wins in enumerate((15, 28, 28, 29))
    ]
    table = pd.DataFrame(rows)
    held = family(table, "won", "held", "seat", 0.25, 30)
    assert held.shares[0].high < 0.25
    assert held.clear() == []  # chi square of (15, 28, 28, 29) is 5.4 on 3: p = 0.15
    # One that holds more seats scatters less by itself, and is measured by that.
    more = table.assign(held=np.where(table["seat"] == 0, 2, 1))
    assert 0 in family(more, "won", "held", "seat", 0.25, 30).clear()


def test_seats_that_are_strategies_are_not_called_unfair():
    table = wins([0.7, 0.1, 0.1, 0.1], "seat")
    assert seat_edge(table, about(seatings="fixed"), LIMITS) == []
    alike = about(seatings="fixed", lineup=("a", "a", "a", "a"))
    assert len(seat_edge(table, alike, LIMITS)) == 1


def strategies(shares, **kind):
    table = wins(shares, "seat", **kind)
    return table.assign(strategy=["abcd"[seat] for seat in table["seat"]])


def test_the_best_strategy_is_alone_only_beyond_doubt():
    best, worst = best_strategy(strategies([0.6, 0.3, 0.08, 0.02]), about(), LIMITS)
    assert best.sentence.startswith("a wins")
    assert "more than any other" in best.sentence
    assert worst.sentence.startswith("d wins")
    best, *_ = best_strategy(strategies([0.41, 0.4, 0.1, 0.09]), about(), LIMITS)
    assert "may be as good" in best.sentence
    fields = {0: Cell(("a", "b", "c", "d")), 1: Cell(("a", "b", "e", "f"))}
    apart = replace(about(), cells=fields)
    best, *_ = best_strategy(strategies([0.6, 0.3, 0.08, 0.02]), apart, LIMITS)
    assert "not all met the same opponents" in best.sentence


def test_of_two_strategies_one_sentence_tells_all():
    (found,) = best_strategy(strategies([0.7, 0.3]), about(players=2), LIMITS)
    assert found.sentence.startswith("a wins")


def test_strategies_that_are_alike_are_not_ranked():
    (found,) = best_strategy(strategies([0.26, 0.25, 0.25, 0.24]), about(), LIMITS)
    assert "do not tell the strategies apart" in found.sentence
    one = strategies([1.0]).assign(strategy="a")
    assert best_strategy(one, about(), LIMITS) == []


def test_variants_of_the_rules_each_have_a_sentence():
    table = pd.concat([wins([0.4, 0.2, 0.2, 0.2], "place", cell=n, seed=n) for n in range(2)])
    first, second = order_edge(table, about(cells=2), LIMITS)
    assert first.told.startswith("target_score 9: Who plays first")
    assert second.told.startswith("target_score 10: Who plays first")


def test_holm_and_the_shares_of_a_family():
    table = wins([0.4, 0.2, 0.2, 0.2], "seat")
    held = family(table, "won", "held", "seat", 0.25, 30)
    assert held.clear()[0] == 0
    assert held.ranked()[0] == 0
    assert all(held.together[seat].low < held.shares[seat].low for seat in range(4))
    few = family(table[table["block"] < 20], "won", "held", "seat", 0.25, 30)
    assert few.clear() == []
    assert math.isnan(few.reach)


def test_a_strategy_that_never_wins_is_told_apart():
    table = strategies([0.5, 0.3, 0.2, 0.0])
    held = family(table, "won", "held", "strategy", 0.25, 30)
    assert held.holm["d"] < 0.001
    assert held.shares["d"].high > 0


@pytest.mark.parametrize(
    ("low", "high", "threshold", "state"),
    [
        (0.02, 0.04, 0.01, "clear"),
        (-0.04, -0.02, 0.01, "clear"),
        (0.002, 0.04, 0.01, "small"),
        (-0.005, 0.005, 0.01, "none"),
        (-0.05, 0.05, 0.01, "open"),
        (math.nan, math.nan, 0.01, "open"),
        (5.0, 6.0, math.inf, "fact"),
        (math.nan, math.nan, math.inf, "open"),
        (5.0, 6.0, math.nan, "open"),
    ],
)
def test_what_may_be_said(low, high, threshold, state):
    assert Finding("", "", (low + high) / 2, low, high, threshold).state == state


def test_who_shares_the_last_place_is_not_counted_and_that_is_said():
    chart = charts("phantom")["lead"]
    table = chart.table(made_up.phantom())
    share = table["last_won"].sum() / table["trails"].sum()
    assert 0 < table["trails"].sum() < table["games"].sum()
    _, found = chart.findings(table, about(players=3), LIMITS)
    words = (
        f"A player alone in last place after half of the short games still wins {share * 100:.1f}"
    )
    assert found.sentence.startswith(words)


def test_findings_are_ranked_by_certain_size_against_their_thresholds():
    near = Finding("near", "", 0.5, 0.02, 0.98, 0.01)
    far = Finding("far", "", 0.1, 0.09, 0.11, 0.01)
    small = Finding("small", "", 0.1, 0.09, 0.11, 0.2)
    unsure = Finding("unsure", "", 0.5, -1.0, 2.0, 0.01)
    order = [found.sentence for found in ranked([unsure, small, near, far])]
    assert order == ["far", "near", "small", "unsure"]


def test_what_a_sweep_changes_stands_before_the_game_by_the_reference():
    change = Finding("It takes longer.", "rules-moves", 0.1, 0.05, 0.2, 1.0)
    seats = prefixed("target_score 9", Finding("Seat 0 wins.", "seat-share", 0.9, 0.8, 1.0, 0.1))
    (first, small), (second, clear) = grouped([seats, change])
    assert first == "What the rules change"
    assert second == "The game with target_score 9"
    assert [(title, [f.told for f in some]) for title, some in (*small, *clear)] == [
        ("There, but below the threshold", ["It takes longer."]),
        ("What stands out", ["Seat 0 wins."]),
    ]
    (several, states), *rest = grouped([seats, replace(seats, rules="target_score 12")])
    assert (several, rest) == ("The game by each of the rules", [])
    assert [f.told for f in states[0][1]] == [
        "target_score 9: Seat 0 wins.",
        "target_score 12: Seat 0 wins.",
    ]
    assert grouped([replace(seats, rules="")])[0][0] == ""
    assert grouped([]) == []


def test_item_wins_that_never_came_are_told_where_the_rules_have_them():
    rows = [
        {"cell": 0, "block": deal, "ended": 4, "target": deal % 3, "item_win": 0}
        for deal in range(400)
    ]
    table, tells = pd.DataFrame(rows), charts("phantom")["game-ends"].findings
    assert len(tells(table, about(), LIMITS)) == 1
    options = {"advanced": True, "item_win": "opened"}
    _, never = tells(table, replace(about(), options=options), LIMITS)
    assert never.sentence.startswith("No game ended by an item win: at most 0.")
    assert never.state == "none"


def test_texts():
    assert shown(Interval(0.26412, 0.262, 0.266, 9), "%", 100) == "26.4\u00a0% (26.2 to 26.6)"
    assert shown(Interval(3.0, math.nan, math.nan, 1), "turns") == "3.0 turns"
    found = Finding("It is so.", "", 0, 0, 0)
    assert prefixed("", found) is found
    assert prefixed("target_score 9", found).told == "target_score 9: It is so."


def test_thresholds_are_those_that_findings_ask_for():
    asked = set()

    class Asked(dict):
        def __missing__(self, key):
            asked.add(key)
            return 1.0

    from tests.reports import made_up

    for game, frames in (
        ("phantom", made_up.phantom(cells=2)),
        ("phase10", made_up.phase10(cells=2)),
    ):
        told = about(3, 2, ("rush", "baseline", "random"))
        told = replace(told, reference={"ruleset.target_score": 9})
        known = charts(game, swept=True)
        for chart in known.values():
            table = chart.table(frames)
            for found in chart.findings(table, told, Asked()) if chart.findings else ():
                assert found.chart in known
    assert asked == set(LIMITS)


def test_sentences_on_skill_keep_to_shares_that_can_be():
    chart = charts("phantom")["skill-share"]
    table = chart.table(made_up.phantom())
    known = about(players=3, lineup=("a", "b", "c"))
    drawn = chart.figures(table, known).rows
    (found,) = chart.findings(table, known, LIMITS)
    assert (drawn["low"] < 0).any()  # estimates without bias may be negative
    assert "-" not in found.sentence
