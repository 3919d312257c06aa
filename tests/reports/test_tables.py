"""The sums behind the charts, against plain loops over the rows."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

import rummy_sim
from rummy_sim.phantom.bonus import check_chances
from rummy_sim.reports import charts
from rummy_sim.reports.curves import cumulative, last_turn, profile
from rummy_sim.reports.length import quantile
from rummy_sim.reports.phantom.conditions_scored import NAMES
from rummy_sim.reports.phase10.standing import MOVED
from rummy_sim.runs.adding import Sums, totals
from rummy_sim.stats.ratios import ratio_intervals
from tests.reports import made_up

CHARTS = charts("phantom")
FRAMES = made_up.phantom(strategies=4, cells=2, deals=9)
PHASE10 = {name: chart for name, chart in charts("phase10").items() if name not in CHARTS}
PHASE10_FRAMES = made_up.phase10(strategies=4, cells=2, deals=9)


def total(name, by, value):
    table = CHARTS[name].table(FRAMES)
    grouped = table.groupby(by)[value].sum()
    return {key: number for key, number in grouped.items() if number}


@pytest.mark.parametrize("name", CHARTS)
def test_pieces_add_up_to_the_whole(name):
    chart = CHARTS[name]
    halves = [
        {frame: rows[rows["deal"] % 2 == half] for frame, rows in FRAMES.items()} for half in (0, 1)
    ]
    keys = list(chart.sums.by) if chart.prepare is None else ["cell", "block"]
    together = pd.concat([chart.table(half) for half in halves])
    together = together.groupby(keys, as_index=False).sum()
    pd.testing.assert_frame_equal(together, chart.table(FRAMES), check_dtype=False)


ALL = [(CHARTS, FRAMES, name) for name in CHARTS]
ALL += [(PHASE10, PHASE10_FRAMES, name) for name in PHASE10]


@pytest.mark.parametrize(("known", "frames", "name"), ALL, ids=[name for *_, name in ALL])
def test_a_chart_is_drawn_from_the_columns_that_it_names(known, frames, name):
    chart = known[name]
    needed = {frame: frames[frame][list(columns)] for frame, columns in chart.columns.items()}
    more = {name: rows.assign(mixed=[1, *"a" * (len(rows) - 1)]) for name, rows in needed.items()}
    pd.testing.assert_frame_equal(chart.table(more), chart.table(frames))
    if name != "payoff":  # a single line-up
        assert chart(needed).axes


@pytest.mark.parametrize(("known", "frames", "name"), ALL, ids=[name for *_, name in ALL])
def test_of_frames_without_rows_a_chart_says_so(known, frames, name):
    with pytest.raises(rummy_sim.UserError):
        known[name]({frame: rows[:0] for frame, rows in frames.items()})


GAMES = FRAMES["games"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (GAMES, "not from a frame alone"),
        ("runs/quickstart", "not from a str"),
        ({"games": None}, "'games' is a NoneType"),
        ({"games": GAMES.assign(win_share="much")}, "cannot be added up"),
        ({"games": GAMES.assign(deal="first")}, "cannot be added up"),
        ({"games": GAMES.assign(seat="left")}, "'seat' must hold whole numbers"),
        ({"games": pd.concat([GAMES, GAMES[["deal"]]], axis=1)}, "'deal' twice"),
        ({"games": GAMES[GAMES["seat"] == 9]}, "games is empty"),
    ],
)
def test_frames_that_cannot_be_used_are_told(source, told):
    with pytest.raises(rummy_sim.UserError, match=told):
        CHARTS["win-share"](source)


def test_wins_by_strategy_seat_and_place():
    wins, seats, places = Counter(), Counter(), Counter()
    first = {
        (row.cell, row.game): row.first_seat
        for row in FRAMES["rounds"].itertuples()
        if row.round == 1
    }
    for row in FRAMES["games"].itertuples():
        wins[row.strategy] += row.win_share
        seats[row.seat] += row.win_share
        places[(row.seat - first[row.cell, row.game]) % 3] += row.win_share
    assert total("win-share", "strategy", "won") == wins
    assert total("seat-share", "seat", "won") == seats
    assert total("order-share", "place", "won") == places
    assert total("win-share", "strategy", "held").keys() == wins.keys()


def test_outcomes_of_ready_hands():
    rounds = {(r.cell, r.game, r.round): r for r in FRAMES["rounds"].itertuples()}
    expected = Counter()
    for hand in FRAMES["hands"].itertuples():
        played = rounds[hand.cell, hand.game, hand.round]
        if hand.ready_turn < 1:
            continue
        if played.winner == -1:
            outcome = "exhausted"
        elif played.winner == hand.seat:
            outcome = played.end
        elif played.discarder == hand.seat:
            outcome = "fed"
        else:
            outcome = "lost"
        expected[hand.strategy, hand.ready_turn, outcome] += 1
    assert total("ready-outcome", ["strategy", "ready_turn", "outcome"], "hands") == expected
    assert {key[2] for key in expected} == {
        "take",
        "discard",
        "exhausted",
        "lost",
        "fed",
        "item_win",
    }


def test_ready_hands_by_place_in_turn():
    rounds = {(r.cell, r.game, r.round): r for r in FRAMES["rounds"].itertuples()}
    players = FRAMES["hands"]["seat"].max() + 1
    turns, paces, waits = Counter(), Counter(), Counter()
    for hand in FRAMES["hands"].itertuples():
        played = rounds[hand.cell, hand.game, hand.round]
        place = (hand.seat - played.first_seat) % players
        ready = hand.ready_turn >= 1
        turns[place, hand.ready_turn] += 1
        paces[place, hand.ready_turn if ready else hand.turns, ready] += 1
        if ready:
            out = played.winner == hand.seat and played.end in ("take", "discard")
            waits[place, hand.turns - hand.ready_turn if out else -1] += 1
    assert total("ready-by-place", ["place", "ready_turn"], "hands") == turns
    assert total("ready-pace-by-place", ["place", "turn", "ready"], "hands") == paces
    assert total("ready-wait-by-place", ["place", "wait"], "hands") == waits
    by_strategy = total("ready-wait", ["wait"], "hands")
    assert sum(by_strategy.values()) == sum(waits.values())


def test_hands_never_ready():
    never = Counter(hand.strategy for hand in FRAMES["hands"].itertuples() if hand.ready_turn < 0)
    assert total("ready-never", "strategy", "never") == never
    assert total("ready-turn", "ready_turn", "hands")[-1] == sum(never.values())


def test_points_and_bonuses_belong_to_the_winner():
    who = {(r.cell, r.game, r.seat): r.strategy for r in FRAMES["games"].itertuples()}
    points, bonus, expected, outs = Counter(), Counter(), Counter(), Counter()
    for row in FRAMES["rounds"].itertuples():
        if row.end in ("take", "discard"):
            strategy = who[row.cell, row.game, row.winner]
            outs[strategy] += 1
            points[strategy] += row.points
            bonus[strategy] += row.points_bonus
            expected[strategy] += row.bonus_expected
    assert total("points-by-part", "strategy", "points") == points
    assert total("points-by-part", "strategy", "outs") == outs
    assert total("bonus-by-strategy", "strategy", "points") == {k: v for k, v in bonus.items() if v}
    assert total("bonus-by-strategy", "strategy", "expected") == pytest.approx(expected)


def test_checks_against_their_exact_chances():
    rows = [r for r in FRAMES["rounds"].itertuples() if r.end in ("take", "discard")]
    table = CHARTS["bonus-checks"].table(FRAMES)
    for n in (1, 2):
        assert table[f"seen_{n}"].sum() == sum(r.bonus_checks == n for r in rows)
        chances = [
            check_chances(r.bonus_matching, r.pile_left + r.bonus_checks, 6)[0, n] for r in rows
        ]
        assert table[f"exact_{n}"].sum() == pytest.approx(sum(chances))
    assert table["outs"].sum() == len(rows)


def test_length_counts_turns_twice_over():
    table = CHARTS["length"].table(FRAMES)
    turns = FRAMES["rounds"]["turns"].astype(int)
    for what in ("turns", "block"):
        own = table[table["what"] == what]
        assert own["rounds"].sum() == len(turns)
        assert own["turns"].sum() == turns.sum()


def counting():
    """The hands of Phase 10 but those of play-offs, in order, with their rows of rounds."""
    rounds = {(r.cell, r.game, r.round): r for r in PHASE10_FRAMES["rounds"].itertuples()}
    assert any(row.playoff for row in rounds.values())
    for hand in PHASE10_FRAMES["hands"].itertuples():
        played = rounds[hand.cell, hand.game, hand.round]
        if not played.playoff:
            yield hand, played


def test_hands_of_each_phase_and_when_it_was_laid():
    hands, laid, turns = Counter(), Counter(), Counter()
    for hand, _ in counting():
        hands[hand.strategy, hand.phase] += 1
        laid[hand.strategy, hand.phase] += hand.laid_turn > 0
        turns[hand.phase, hand.laid_turn] += 1
    table = PHASE10["hands-per-phase"].table(PHASE10_FRAMES)
    by = table.groupby(["strategy", "phase"])
    assert by["hands"].sum().to_dict() == hands
    assert by["laid"].sum().to_dict() == laid
    by_phase = PHASE10["laid-turn-by-phase"].table(PHASE10_FRAMES)
    assert by_phase.groupby(["phase", "laid_turn"])["hands"].sum().to_dict() == turns
    by_strategy = PHASE10["laid-turn"].table(PHASE10_FRAMES)
    assert by_strategy["hands"].sum() == sum(turns.values())


def test_hands_of_players_who_are_not_dealt_in_do_not_count(tmp_path):
    config = {"game": "phase10", "players": 3, "seed": 24, "games": 60}
    config |= {"ruleset": {"preset": "standard", "phases": "even", "game_end": "all"}}
    race = rummy_sim.run(config | {"lineups": [["rush", "baseline", "denier"]]}, out=tmp_path)
    hands = race.hands.merge(race.rounds[["cell", "game", "round", "playoff", "winner"]])
    out = hands["phase"] > 5  # all phases completed
    assert out.any()
    dealt = hands[~out & ~hands["playoff"]]
    table = {name: chart.table(race) for name, chart in PHASE10.items()}
    for name in ("hands-per-phase", "laid-turn", "laid-turn-by-phase", "penalty-by-cause", "skips"):
        assert table[name]["hands"].sum() == len(dealt)
    assert table["skips"]["out"].sum() == (dealt["winner"] == dealt["seat"]).sum()
    assert table["penalty-by-cause"]["penalty"].sum() == dealt["penalty"].sum()
    assert set(table["laid-turn-by-phase"]["phase"]) == {1, 2, 3, 4, 5}


def test_penalty_points_by_cause():
    table = PHASE10["penalty-by-cause"].table(PHASE10_FRAMES)
    rows = [hand for hand, _ in counting()]
    assert table["penalty"].sum() == sum(hand.penalty for hand in rows)
    assert table["wilds"].sum() == 25 * sum(hand.wilds_left for hand in rows)
    assert table["skips"].sum() == 15 * sum(hand.skips_left for hand in rows)
    assert (table["numbers"] + table["wilds"] + table["skips"] == table["penalty"]).all()


def test_standing_after_each_hand_with_finished_games_kept():
    standing, players = {}, set()
    for hand, _ in counting():
        player = hand.cell, hand.game, hand.seat
        players.add(player)
        standing[(*player, hand.round)] = hand.phase - 1 + (hand.laid_turn > 0)
    table = PHASE10["standing"].table(PHASE10_FRAMES).assign(panel=0, who="all")
    curves = cumulative(table, "who", "round", "moved", 6, of="players", bounds=None)
    for n in range(1, 7):
        latest = [
            standing[(*player, max(k for k in range(1, n + 1) if (*player, k) in standing))]
            for player in players
        ]
        assert curves.mean.loc[(0, "all"), n] == pytest.approx(np.mean(latest))
    assert table["over"].sum() == len(players)


def test_when_everybody_always_moves_on_the_next_hand_tells():
    hands = pd.DataFrame(
        {
            "cell": 0,
            "deal": 0,
            "game": 0,
            "seat": [0, 1, 0, 1],
            "round": [1, 1, 2, 2],
            "phase": [1, 1, 2, 2],
            "laid_turn": [-1, 3, 2, -1],
        }
    )
    rounds = pd.DataFrame({"cell": 0, "game": 0, "round": [1, 2], "playoff": False})
    query = f"select round, seat, moved from ({MOVED})"
    (moved,) = totals({"hands": hands, "rounds": rounds}, [Sums(("round", "seat"), query)])
    assert moved["moved"].tolist() == [1, 1, 1, 0]


def test_the_last_phase_is_left_behind_once():
    hands = pd.DataFrame({"cell": 0, "deal": 0, "game": 0, "seat": 0, "round": [1, 2, 3, 4, 5]})
    hands = hands.assign(phase=[1, 2, 2, 2, 2], laid_turn=[3, -1, 4, -1, 2])
    rounds = hands[["cell", "game", "round"]].assign(playoff=False)
    query = f"select round, moved from ({MOVED})"
    (moved,) = totals({"hands": hands, "rounds": rounds}, [Sums(("round",), query)])
    assert moved["moved"].tolist() == [1, 0, 1, 0, 0]


def test_hands_by_turns_lost():
    expected = Counter()
    for hand, played in counting():
        lost = min(3, hand.skipped)
        expected[lost, "hands"] += 1
        expected[lost, "laid"] += hand.laid_turn > 0
        expected[lost, "out"] += played.winner == hand.seat
    table = (
        PHASE10["skips"].table(PHASE10_FRAMES).groupby("skipped")[["hands", "laid", "out"]].sum()
    )
    assert {key: table.loc[key] for key in expected} == expected


@pytest.mark.parametrize("share", [0.05, 0.25, 0.5, 0.75, 0.95, 1.0])
def test_quantile_is_that_of_the_single_values(share):
    rng = np.random.default_rng(4)
    single = pd.Series(rng.integers(5, 30, 400))
    counts = single.value_counts()
    got = quantile(pd.Series(counts.index), pd.Series(counts.to_numpy()), share)
    assert got == np.quantile(single, share, method="inverted_cdf")


def test_shares_grow_to_what_ever_happened():
    table = pd.DataFrame(
        {
            "panel": 0,
            "who": ["a", "a", "a", "b"],
            "turn": [-1, 2, 4, -1],
            "block": [0, 1, 1, 0],
            "n": [5, 3, 2, 7],
        }
    )
    grown = cumulative(table, "who", "turn", "n", last=5)
    assert grown.mean.loc[(0, "a")].tolist() == [0, 0.3, 0.3, 0.5, 0.5]
    assert grown.mean.loc[(0, "b")].tolist() == [0, 0, 0, 0, 0]
    assert grown.low.loc[(0, "b")].isna().all()
    cut = cumulative(table, "who", "turn", "n", last=2)
    assert cut.mean.loc[(0, "a")].tolist() == [0, 0.3]


def test_intervals_of_curves_are_those_of_ratios():
    rng = np.random.default_rng(8)
    rows = [(block, int(rng.integers(-1, 6)), 1) for block in range(40) for _ in range(5)]
    table = pd.DataFrame(rows, columns=["block", "turn", "n"]).assign(panel=0, who="a")
    curves = cumulative(table, "who", "turn", "n", last=5)
    for turn in range(1, 6):
        by_then = table.assign(done=table["turn"].between(1, turn).astype(int))
        row = ratio_intervals(by_then, "done", "n", ["panel", "who"], bounds=(0, 1)).iloc[0]
        assert curves.mean.loc[(0, "a"), turn] == pytest.approx(row["mean"])
        assert curves.low.loc[(0, "a"), turn] == pytest.approx(row["low"])
        assert curves.high.loc[(0, "a"), turn] == pytest.approx(row["high"])


def test_a_profile_keeps_gaps():
    index = pd.MultiIndex.from_tuples(
        [(0, "a", 1), (0, "a", 3), (0, "b", 2)], names=["panel", "who", "phase"]
    )
    table = pd.DataFrame({"mean": [1.0, 3.0, 2.0], "low": np.nan, "high": np.nan}, index)
    curves = profile(table, "who", "phase")
    assert list(curves.mean.columns) == [1, 2, 3]
    assert curves.mean.loc[(0, "a")].fillna(-1).tolist() == [1, -1, 3]
    assert curves.low.loc[(0, "b")].isna().all()


def test_last_turn_leaves_out_the_long_tail():
    turns, counts = pd.Series([1, 2, 3, 60]), pd.Series([500, 300, 199, 1])
    assert last_turn(turns, counts) == 3
    assert last_turn(turns, counts, share=1.0) == 40
    assert last_turn(turns[:0], counts[:0]) == 1


def test_conditions_scored_are_counted_one_by_one(tmp_path):
    config = {"game": "phantom", "players": 3, "ruleset": "official-advanced", "seed": 4}
    config |= {"lineups": [["collector", "tempo", "baseline"]], "games": 900}
    advanced = rummy_sim.run(config, out=tmp_path)
    rounds = advanced.rounds[advanced.rounds["end"].isin(["take", "discard"])]
    columns = [name for name in rounds if name.startswith("conditions_")]
    assert (rounds[columns].sum(axis=1) == rounds["points_conditions"]).all()
    table = charts("phantom")["conditions-scored"].table(advanced).groupby("condition").sum()
    for column, name in NAMES.items():
        assert table.loc[name, "scored"] == (rounds[column] > 0).sum()
        assert table.loc[name, "outs"] == len(rounds)
    assert table["scored"].sum() > 0
