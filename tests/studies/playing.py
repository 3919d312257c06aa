"""Real games for the studies: line-ups played through the Game protocol."""

from pathlib import Path

import numpy as np
import pandas as pd

from rummy_sim.core.contract import find
from rummy_sim.core.game import Table
from rummy_sim.runs.games import get_game

PLAYERS = Path(__file__).parent / "players"


def table_of(game_name, lineup):
    """A table in all rotations; ``slips-10`` is baseline with 10 slips in a hundred."""
    game = get_game(game_name)
    ruleset, _ = game.resolve(next(iter(game.presets)), len(lineup))

    def strategy(name):
        if not name.startswith("slips-"):
            return find(game.contract, name)
        slips = find(game.contract, str(PLAYERS / f"{game_name}_slips.py"))
        return slips.with_values({"slips": int(name.removeprefix("slips-"))}, name)

    seats = np.arange(len(lineup))
    seatings = (seats[np.newaxis, :] - seats[:, np.newaxis]) % len(lineup)
    return Table(len(lineup), ruleset, tuple(strategy(name) for name in lineup), seatings)


def play(game_name, lineup, seed, blocks, cell=0, table=None):
    """The frame ``games`` of some blocks, with strategies by name."""
    table = table or table_of(game_name, lineup)
    played = get_game(game_name).play(table, seed, cell, range(blocks), ("games",))
    games = pd.DataFrame(played.games)
    games["strategy"] = np.array(lineup)[games["strategy"]]
    return games


def play_cells(game_name, lineups, seed, blocks):
    """The frame ``games`` of several cells on the same deals."""
    return pd.concat(
        [play(game_name, lineup, seed, blocks, cell) for cell, lineup in enumerate(lineups)],
        ignore_index=True,
    )
