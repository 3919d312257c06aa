"""Values as they come in Python: numpy's numbers, and things that are no experiment."""

import numpy as np
import pytest

import rummy_sim

COIN = {"game": "phantom", "players": 2, "lineups": [["baseline", "random"]]}


def test_numbers_of_numpy_are_numbers(tmp_path):
    config = COIN | {"games": np.int64(20), "seed": np.int32(3), "players": np.int8(2)}
    run = rummy_sim.run(config, out=tmp_path)
    assert (run.seed, run.manifest["games"]) == (3, 20)
    again = rummy_sim.run(COIN, games=np.int64(20), seed=np.int64(3))
    assert again.games.equals(run.games)
    found = rummy_sim.compare("random", "baseline", games=np.int64(40), seed=np.uint8(3))
    assert (found.experiment.games, found.experiment.seed) == (40, 3)


@pytest.mark.parametrize("config", [None, 5, ["quickstart"]])
def test_what_is_no_experiment_is_told(config):
    with pytest.raises(rummy_sim.ConfigError, match="path of a YAML file"):
        rummy_sim.run(config)


def test_going_on_and_starting_again_exclude_each_other():
    with pytest.raises(rummy_sim.UserError, match="exclude each other"):
        rummy_sim.run(COIN, resume=True, overwrite=True)
