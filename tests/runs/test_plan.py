import pickle

import numpy as np
import pytest

from rummy_sim.runs.designs import DESIGNS, SEATINGS, needed
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.resolving import load_experiment
from rummy_sim.runs.runner import play_chunk
from tests.runs.conftest import coin_config


def plan(**changes) -> Plan:
    return Plan(load_experiment(coin_config(**changes)))


def test_designs():
    names = ["a", "b", "c"]
    assert DESIGNS["versus"](names, 2) == [
        ("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")
    ]  # fmt: skip
    assert DESIGNS["versus"](["a", "b"], 4) == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert DESIGNS["round-robin"](names, 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert DESIGNS["mirror"](names, 3) == [("a",) * 3, ("b",) * 3, ("c",) * 3]
    assert [needed(design, 3) for design in DESIGNS] == [2, 3, 1]


@pytest.mark.parametrize(
    ("seatings", "lineup", "count"),
    [
        ("rotate", "abcd", 4),
        ("rotate", "aaaa", 4),  # all kept: games differ by the dice of game and seat
        ("all", "abcd", 24),
        ("all", "abbb", 4),
        ("all", "aabb", 6),
        ("all", "aaaa", 1),
        ("fixed", "abcd", 1),
    ],
)
def test_seatings(seatings, lineup, count):
    found = SEATINGS[seatings](tuple(lineup))
    assert found.shape == (count, len(lineup))
    assert found.dtype == np.int64
    assert found[0].tolist() == list(range(len(lineup)))
    assert (np.sort(found, axis=1) == np.arange(len(lineup))).all()
    if seatings != "rotate":
        assert len({"".join(lineup[entry] for entry in row) for row in found}) == count


def test_every_strategy_sits_in_every_seat_equally_often():
    for seatings in ("rotate", "all"):
        found = SEATINGS[seatings](("a", "b", "c"))
        for seat in range(3):
            assert np.bincount(found[:, seat]).tolist() == [len(found) // 3] * 3


def test_games_are_rounded_up_to_whole_blocks():
    cells = plan(games=61).cells
    assert [(cell.deals, cell.games) for cell in cells] == [(21, 63), (21, 63)]
    assert plan(games=61).games == 126


def test_chunks_cover_each_deal_once():
    for deals in (1, 4, 20, 1000):
        chunks = list(plan().chunks(deals))
        covered = [(chunk.cell, deal) for chunk in chunks for deal in chunk.range]
        assert covered == [(cell, deal) for cell in (0, 1) for deal in range(20)]
        assert all(len(chunk.range) <= deals for chunk in chunks)


def test_chunks_reach_across_no_look():
    looks = ((7, 9, 20), (5,))
    played = Plan(plan().experiment, looks)
    assert [(cell.deals, cell.games) for cell in played.cells] == [(20, 60), (5, 15)]
    assert [(chunk.cell, chunk.first, chunk.deals) for chunk in played.chunks(6)] == [
        (0, 0, 6), (0, 6, 1), (0, 7, 2), (0, 9, 6), (0, 15, 5), (1, 0, 5)
    ]  # fmt: skip
    assert pickle.loads(pickle.dumps(played)).cells[1].looks == (5,)


def test_cells_tell_what_they_are():
    assert plan().cells[1].describe() == {
        "cell": 1,
        "lineup": ["tails-2", "heads", "heads"],
        "players": 3,
        "ruleset": {"flips": 3, "sleep": 0.0, "plain": True},
        "swept": {},
        "params": {"tails-2": {"every": 2, "weight": 0.5}, "heads": {}},
        "seatings": [[0, 1, 2], [2, 0, 1], [1, 2, 0]],
        "deals": 20,
        "games": 60,
    }


def test_a_plan_can_be_sent_to_another_process():
    ours = plan()
    theirs = pickle.loads(pickle.dumps(ours))
    chunk = Chunk(1, 3, 5)
    assert play_chunk(theirs, chunk).parts == play_chunk(ours, chunk).parts
