"""The records of the state and the rows of the frames: names, order, and room for every figure."""

from itertools import product

import numpy as np
import pytest

from rummy_sim.core.rows import GAMES_DTYPE
from rummy_sim.phantom import GAME
from rummy_sim.phantom.frames import HANDS_DTYPE, ROUNDS_DTYPE
from rummy_sim.phantom.rules import Ruleset
from rummy_sim.phantom.state import (
    MAX_OPTIONS,
    ME_DTYPE,
    OUTCOME_DTYPE,
    RULES_DTYPE,
    TABLE_DTYPE,
    WORLD_DTYPE,
)
from rummy_sim.phantom.tables import KIT_DTYPE

from ..oracle.phantom import frames
from .test_against_oracle import SEED, table_of

# FRAMES.md: the columns in its order.
COLUMNS = {
    "games": "cell deal game seat strategy score win_share rounds end",
    "rounds": "cell deal game round first_seat turns end winner discarder points points_sets "
    "points_red points_conditions points_bonus bonus_checks paid pile_left",
    "hands": "cell deal game round seat strategy opened gained first_open_turn ready_turn "
    "ready_waits ready_outs turns points",
}
DTYPES = {"games": GAMES_DTYPE, "rounds": ROUNDS_DTYPE, "hands": HANDS_DTYPE}

CARDS, MARKET_CARDS = 100, 100 - 2 * 7
LONGEST = Ruleset.model_fields["short_games"].metadata[1].le

# A winner with h cards of a title scores h for each of the 12 - h in the pile: at most 36 a title
# of a number, 4 a picture.
MOST_BONUS = 7 * 36 + 4 * 4
MOST_POINTS = 33 + 25 + MOST_BONUS

# The largest and the smallest figure that the rules let a column have.
LIMITS = {
    "games": {"seat": (0, 3), "score": (0, LONGEST * MOST_POINTS), "rounds": (1, LONGEST)},
    "rounds": {
        "round": (1, LONGEST),
        "first_seat": (0, 3),
        "turns": (1, MARKET_CARDS + 1),
        "winner": (-1, 3),
        "discarder": (-1, 3),
        "points": (0, MOST_POINTS),
        "points_sets": (0, 33),
        "points_red": (0, 25),
        "points_conditions": (0, 25 * 2 + 5),
        "points_bonus": (0, MOST_BONUS),
        "bonus_checks": (0, MARKET_CARDS),
        "paid": (0, MOST_POINTS),
        "pile_left": (0, MARKET_CARDS),
        "bonus_matching": (-1, MARKET_CARDS),
        "conditions_ends": (0, 6 * 2),
        "conditions_middle": (0, 6 * 2),
        "conditions_three_five": (0, 6 * 2),
        "conditions_four": (0, 3 * 5),
        "conditions_items": (0, 4),
    },
    "hands": {
        "round": (1, LONGEST),
        "seat": (0, 3),
        "opened": (0, 33),
        "gained": (0, 33),
        "first_open_turn": (-1, MARKET_CARDS // 2 + 1),
        "ready_turn": (-1, MARKET_CARDS // 2 + 1),
        "ready_waits": (-1, 25),
        "ready_outs": (-1, 100),
        "turns": (0, MARKET_CARDS // 2 + 1),
        "points": (-MOST_POINTS, MOST_POINTS),
    },
}


def records(dtype):
    """A record type and all those inside it."""
    yield dtype
    for name in dtype.names:
        inner = dtype[name].base
        if inner.names:
            yield from records(inner)


@pytest.mark.parametrize(
    "dtype",
    [ME_DTYPE, TABLE_DTYPE, RULES_DTYPE, OUTCOME_DTYPE, WORLD_DTYPE, KIT_DTYPE],
    ids=["me", "table", "rules", "outcome", "world", "kit"],
)
def test_no_field_hides_an_attribute_of_a_record(dtype):
    for record in records(dtype):
        assert record.type is np.record
        assert not set(record.names) & set(dir(np.record))
        assert record.isalignedstruct


def test_what_strategies_see_is_wide_enough_for_masks_in_plain_python():
    for dtype in (ME_DTYPE, TABLE_DTYPE, RULES_DTYPE):
        for record in records(dtype):
            for name in record.names:
                base = record[name].base
                assert base.names or base in (np.dtype("i4"), np.dtype("u8"))


def test_a_hand_has_room_for_all_the_sets_that_it_can_offer():
    most = [0] * 9  # sets that so many cards of one attribute can hold
    for held in product(range(5), repeat=7):
        if (cards := sum(held)) <= 8:
            sets = sum(n >= 3 for n in held) + sum(min(held[i : i + 3]) > 0 for i in range(5))
            most[cards] = max(most[cards], sets)
    shares = (split for split in product(range(9), repeat=4) if sum(split) == 8)
    offered = max(most[a] + most[b] + most[c] + items // 3 for a, b, c, items in shares)
    assert offered == 5 <= MAX_OPTIONS


@pytest.mark.parametrize("frame", COLUMNS)
def test_columns_are_those_of_the_frames_in_their_order(frame):
    columns = COLUMNS[frame].split()
    assert list(DTYPES[frame].names[: len(columns)]) == columns


@pytest.mark.parametrize("frame", LIMITS)
def test_every_column_holds_what_the_rules_let_it_be(frame):
    for column, (least, most) in LIMITS[frame].items():
        room = np.iinfo(DTYPES[frame][column])
        assert room.min <= least <= most <= room.max, column


RUNS = [
    (["anything.py", "random"], {"market_extra": -1}),
    (["hoarder.py", "hoarder.py"], {"opens_per_turn": "any", "bonus_match": "title"}),
    (["hoarder.py", "baseline"], {"bonus_match": "title", "short_games": 40, "target_score": 999}),
    (["hoarder.py", "baseline", "random"], {"advanced": True, "discarder_pays": True}),
    (["anything.py", "baseline", "random", "hoarder.py"], {"market_extra": 4}),
]


@pytest.mark.parametrize(("names", "overrides"), RUNS, ids=str)
def test_figures_stay_within_their_limits_and_add_up(names, overrides):
    players = len(names)
    ruleset, _ = GAME.resolve(overrides, players)
    run = GAME.play(table_of(names, ruleset, players), SEED, 0, range(1500 // players))
    for frame, limits in LIMITS.items():
        rows = getattr(run, frame)
        for column, (least, most) in limits.items():
            assert least <= rows[column].min(), column
            assert rows[column].max() <= most, column
    rounds, hands = run.rounds, run.hands.reshape(-1, players)
    parts = ("points_sets", "points_red", "points_conditions", "points_bonus")
    assert np.array_equal(rounds["points"], sum(rounds[part].astype(int) for part in parts))
    assert np.array_equal(hands["turns"].sum(axis=1, dtype=int), rounds["turns"])
    spread = hands["turns"].max(axis=1) - hands["turns"].min(axis=1)
    assert spread.max() == 1
    assert np.array_equal(
        hands["points"].sum(axis=1, dtype=int), rounds["points"].astype(int) - rounds["paid"]
    )
    assert (hands["gained"] <= hands["opened"]).all()
    assert np.array_equal(hands["opened"] > 0, hands["first_open_turn"] >= 0)
    ready = hands["ready_turn"] > 0
    assert np.array_equal(ready, hands["ready_waits"] > 0)
    assert np.array_equal(ready, hands["ready_outs"] >= 0)
    # Copies out of sight are copies: at most four a kind.
    assert (hands["ready_outs"] <= 4 * hands["ready_waits"])[ready].all()
    won = run.games["win_share"].reshape(-1, players)
    assert won.sum(axis=1) == pytest.approx(1)
    if not overrides.get("advanced"):  # else an item win takes all, whatever the scores
        score = run.games["score"].reshape(-1, players)
        assert np.array_equal(won > 0, score == score.max(axis=1, keepdims=True))
    assert np.array_equal(np.bincount(rounds["game"]), run.games["rounds"][::players])


def test_rows_are_the_figures_of_the_transcript_where_points_are_many():
    """Points beyond the range of one byte come through: against whole Python numbers."""
    names = ["hoarder.py", "hoarder.py"]
    spec = {"bonus_match": "title", "short_games": 30, "target_score": 9_999}
    ruleset, _ = GAME.resolve(spec, 2)
    table = table_of(names, ruleset, 2)
    run = GAME.play(table, SEED, 0, range(150))
    game = int(run.games["game"][run.games["score"].argmax()])
    events = list(GAME.transcript(table, SEED, 0, game))
    told = frames.rounds_rows(events)
    assert sum(row["points"] for row in told) > 127
    rows = run.rounds[run.rounds["game"] == game]
    for column in COLUMNS["rounds"].split():
        ours = rows[column].tolist()
        if column == "end":
            ours = [GAME.words["rounds"]["end"][number] for number in ours]
        assert ours == [row[column] for row in told], column
    scores = [row["score"] for row in frames.games_rows(events)]
    assert run.games["score"][run.games["game"] == game].tolist() == scores
