"""The event log of a kernel, and the small tools beside it."""

import numpy as np
import pytest

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.game import FRAMES, frames_down_to
from rummy_sim.core.jit import kernel
from rummy_sim.core.job import JOB_DTYPE, LOG_WIDTH, emit, keep_events
from rummy_sim.core.running import logged_events

ROOM = 5
WORLD = np.dtype(
    (np.record, np.dtype([("events", "i4"), ("log", "i4", (ROOM, LOG_WIDTH))], align=True))
)


@kernel()
def log_some(worlds, per_round, log):
    """Log so many events in each of some rounds: numbered through, then 1, 2, 3 … 10."""
    world = worlds[0]
    n = 0
    for events in per_round:
        for _ in range(events):
            n += 1
            emit(world, n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
        keep_events(world, log)


def player(per_round):
    def play(log):
        log_some(np.zeros(1, WORLD), np.array(per_round), log)

    return play


@pytest.mark.parametrize("rounds", [[], [3], [5, 0, 2], [4] * 2000])
def test_all_events_come_in_order_however_many(rounds):
    events = logged_events(player(rounds))
    assert events.shape == (sum(rounds), LOG_WIDTH)
    assert events[:, 0].tolist() == list(range(1, sum(rounds) + 1))
    assert (events[:, 1:] == [*range(1, 11), 0]).all()


def test_what_finds_no_room_is_counted_but_not_written():
    log = np.zeros((4, LOG_WIDTH), np.int32)
    player([2, 4])(log)
    assert log[0, 0] == 6
    assert log[1:, 0].tolist() == [1, 2, 3]


def test_the_lowest_bit():
    @kernel()
    def lowest(mask):
        return lowest_bit(mask)

    for place in range(40):
        assert lowest(1 << place) == place
        assert lowest((1 << place) | (0b1011 << place + 1)) == place


def test_the_frames_kept():
    assert [frames_down_to(finest) for finest in FRAMES] == [
        ("games",),
        ("games", "rounds"),
        ("games", "rounds", "hands"),
    ]


def test_no_field_of_the_job_hides_an_attribute_of_a_record():
    assert not set(JOB_DTYPE.names) & set(dir(np.record))
