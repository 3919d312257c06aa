"""The variance-reduction factor: unbiased, with an interval that covers."""

import numpy as np
import pandas as pd
import pytest

from rummy_sim.stats.pairing import outcomes, pairing_gain
from tests.stats.synthetic import games


def model(rng, shape, seat_luck, own_luck):
    """Seats whose luck is opposite in the two games of a deal, up to luck of their own."""
    luck = seat_luck * rng.normal(size=(*shape, 1)) * np.array([1, -1])
    return luck + own_luck * rng.normal(size=(*shape, 2)) + np.array([0.3, -0.1])


@pytest.mark.parametrize("blocks", [25, 400])
def test_the_factor_is_unbiased_and_its_interval_covers(blocks):
    rng = np.random.default_rng(1)
    truth = (1.0 + 1.5**2) / 1.0  # variance of one game over that of a pair's mean, times two
    runs = [pairing_gain(values) for values in model(rng, (600, blocks), 1.5, 1.0)]
    factors = np.array([run.factor for run in runs])
    assert factors.mean() == pytest.approx(truth, abs=4 * factors.std() / np.sqrt(600))
    covered = np.mean([run.low <= truth <= run.high for run in runs])
    assert covered > (0.88 if blocks == 25 else 0.93)


def test_it_is_what_as_many_independent_games_would_scatter():
    rng = np.random.default_rng(2)
    lineup, strengths = ("a", "b", "c"), {"a": 0.5, "b": 0.0, "c": -0.2}
    frame = games([lineup], strengths, 40_000, rng, luck=2.0)
    values = outcomes(frame, "a")
    assert values.shape == (40_000, 3)
    paired = values.reshape(-1, 20, 3).mean(axis=(1, 2))
    alone = values[np.arange(40_000), np.arange(40_000) % 3][:39_960].reshape(-1, 60).mean(axis=1)
    gain = pairing_gain(values)
    assert gain.factor > 1.3
    assert gain.factor == pytest.approx(alone.var() / paired.var(), rel=0.15)
    assert gain.worth == pytest.approx(gain.factor * 120_000)


def test_games_that_have_nothing_in_common_gain_nothing():
    values = np.random.default_rng(3).normal(size=(5000, 4))
    gain = pairing_gain(values)
    assert gain.low < 1 < gain.high
    assert gain.high / gain.low < 1.2


def test_one_seating_is_no_pairing_and_self_play_cancels_all_luck():
    values = np.random.default_rng(4).normal(size=(50, 1))
    assert pairing_gain(values).factor == pytest.approx(1)
    tied = np.hstack([values, -values])
    assert pairing_gain(tied).factor == np.inf
    assert np.isnan(pairing_gain(values[:1]).factor)


def test_outcomes_of_several_seats_are_averaged_and_gaps_refused():
    rows = pd.DataFrame(
        {
            "deal": 3,
            "game": np.repeat([6, 7], 3),
            "strategy": ["a", "b", "b", "b", "a", "b"],
            "win_share": [1.0, 0.0, 0.0, 0.5, 0.0, 0.5],
        }
    )
    assert outcomes(rows, "b").tolist() == [[0.0, 0.5]]
    assert outcomes(rows, "a", "b").tolist() == [[1.0, -0.5]]
    with pytest.raises(ValueError, match="c: not in every game"):
        outcomes(rows, "c")
    with pytest.raises(ValueError, match="a and c"):
        outcomes(rows, "a", "c")
    with pytest.raises(ValueError, match="every block"):
        outcomes(pd.concat([rows, rows[:3].assign(deal=4, game=8)]), "a")
