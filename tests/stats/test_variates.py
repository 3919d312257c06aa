"""Control variates: unbiased to the letter, narrower where luck explains something."""

import numpy as np
import pytest

from rummy_sim.stats.variates import controlled_mean


def draws(rng, runs, blocks):
    """Luck with mean 1, and an outcome whose slope and scatter depend on it (mean 2)."""
    luck = rng.exponential(size=(runs, blocks))
    return luck, luck**2 + 0.3 * rng.normal(size=(runs, blocks))


def test_it_is_unbiased_with_few_blocks_where_slopes_of_the_same_blocks_are_not():
    luck, outcome = draws(np.random.default_rng(1), 20_000, 8)
    adjusted = np.array(
        [
            controlled_mean(y, x, 1.0).interval.mean
            for x, y in zip(luck[:4000], outcome, strict=False)
        ]
    )
    assert adjusted.mean() == pytest.approx(2.0, abs=4 * adjusted.std() / np.sqrt(len(adjusted)))
    centred = luck - luck.mean(axis=1, keepdims=True)
    slope = np.sum(centred * outcome, axis=1) / np.sum(centred**2, axis=1)
    naive = outcome.mean(axis=1) - slope * (luck.mean(axis=1) - 1.0)
    assert abs(naive.mean() - 2.0) > 20 * naive.std() / np.sqrt(len(naive))


def test_its_interval_covers_and_is_narrower_by_the_gain():
    rng = np.random.default_rng(2)
    luck = 1.0 + rng.normal(size=(600, 200))
    outcome = 2.0 + 2.0 * np.sin(luck - 1.0) + 0.5 * rng.normal(size=(600, 200))
    runs = [controlled_mean(y, x, 1.0) for x, y in zip(luck, outcome, strict=True)]
    covered = np.mean([run.interval.low <= 2.0 <= run.interval.high for run in runs])
    assert 0.92 < covered < 0.98
    for run in runs[:20]:
        assert (run.plain.half / run.interval.half) ** 2 == pytest.approx(run.gain)
    made = np.array([run.interval.mean for run in runs])
    plain = outcome.mean(axis=1)
    assert np.mean([run.gain for run in runs]) == pytest.approx(plain.var() / made.var(), rel=0.25)
    assert made.var() < plain.var() / 3


def test_useless_and_constant_controls_cost_next_to_nothing():
    rng = np.random.default_rng(3)
    y = rng.normal(size=400)
    result = controlled_mean(y, np.column_stack([rng.normal(size=400), np.zeros(400)]))
    assert 0.97 < result.gain < 1.03
    assert result.slopes[1] == 0
    assert result.plain.mean == pytest.approx(y.mean())


def test_several_controls_with_their_expectations():
    rng = np.random.default_rng(4)
    x = rng.normal([3.0, -1.0], 1.0, (2000, 2))
    y = 0.25 + (x - [3.0, -1.0]) @ [0.5, -2.0] + 0.1 * rng.normal(size=2000)
    result = controlled_mean(y, x, [3.0, -1.0])
    assert result.slopes == pytest.approx([0.5, -2.0], abs=0.02)
    assert result.interval.mean == pytest.approx(0.25, abs=0.01)
    assert result.gain > 100
    assert result.values.mean() == pytest.approx(result.interval.mean)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="3 blocks but controls"):
        controlled_mean([1.0, 2.0, 3.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="too few for 3 controls"):
        controlled_mean(np.ones(5), np.ones((5, 3)))
