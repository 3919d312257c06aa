from pathlib import Path
from typing import Any

import pytest

from rummy_sim.runs.games import GAMES

PLAYERS = Path(__file__).parent / "players"
HEADS, TAILS = str(PLAYERS / "heads.py"), str(PLAYERS / "tails.py")


def coin_config(**changes: Any) -> dict[str, Any]:
    """Return a small experiment of the coin game; a key set to None is left out."""
    config = {
        "name": "tossed",
        "game": "coin",
        "players": 3,
        "games": 60,
        "seed": 5,
        "strategies": [HEADS, {"use": TAILS, "as": "tails-2", "params": {"every": 2}}],
        "design": "versus",
    } | changes
    return {key: value for key, value in config.items() if value is not None}


@pytest.fixture(autouse=True)
def coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the coin game."""
    monkeypatch.setitem(GAMES, "coin", "tests.runs.coin")
