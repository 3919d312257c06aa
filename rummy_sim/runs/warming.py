"""Compiling everything ahead, so that no later start has to wait."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_sim.core.compiling import compile_strategy
from rummy_sim.core.contract import find, shipped
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.game import Table
from rummy_sim.core.yardstick import shuffle_ns
from rummy_sim.runs.designs import fixed
from rummy_sim.runs.games import GAMES, get_game

__all__ = ["warm_up"]


def warm_up() -> Iterator[tuple[str, StrategyError | None]]:
    """Compile every game's engine and all installed strategies.

    Yields
    ------
    what : str
        What has been compiled, or could not be.
    error : StrategyError or None
        Why not.
    """
    shuffle_ns(1)
    for name in GAMES:
        game = get_game(name)
        players = min(game.players)
        ruleset, _ = game.resolve(next(iter(game.presets)), players)
        baseline = find(game.contract, "baseline")
        lineup = (baseline,) * players
        game.play(Table(players, ruleset, lineup, fixed(("baseline",) * players)), 1, 0, range(1))
        yield f"{game.title}: the engine", None
        for strategy in shipped(name):
            error = None
            try:
                compile_strategy(game.contract, find(game.contract, strategy))
            except StrategyError as caught:
                error = caught
            yield f"{game.title}: {strategy}", error
