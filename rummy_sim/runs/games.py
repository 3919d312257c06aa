"""The games there are. A further game is a folder and one line here."""

from __future__ import annotations

from importlib import import_module

from rummy_sim.core.errors import ConfigError, nearest
from rummy_sim.core.game import Game

__all__ = ["GAMES", "get_game"]

GAMES: dict[str, str] = {
    "phantom": "rummy_sim.phantom",
    "phase10": "rummy_sim.phase10",
}
"""The module that offers ``GAME``, by name; imported only when it is played."""


def get_game(name: str) -> Game:
    """Return a game by its name.

    Raises
    ------
    ConfigError
        If there is no such game.

    Examples
    --------
    >>> get_game("phantom").title
    'Phantom Rummy'
    """
    if name not in GAMES:
        raise ConfigError(
            f"game: there is no game {name!r}{nearest(name, GAMES)}; there are: {', '.join(GAMES)}"
        )
    game: Game = import_module(GAMES[name]).GAME
    return game
