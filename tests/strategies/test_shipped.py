"""Every shipped strategy keeps to the contract."""

import pytest

from rummy_sim.core.contract import shipped
from rummy_sim.runs.games import GAMES
from rummy_sim.testing import StrategyContract


@pytest.mark.parametrize(
    ("game", "use"), [(game, name) for game in GAMES for name in shipped(game)]
)
class TestShipped(StrategyContract):
    @pytest.fixture(autouse=True)
    def _choose(self, game, use):
        self.game, self.use = game, use
