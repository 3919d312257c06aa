"""Sums of wins in plain pandas: what the query of leagues must give, too."""

import pandas as pd


def win_sums(games: pd.DataFrame) -> pd.DataFrame:
    """Add up wins by cell, strategy and block, as ``WIN_SUMS`` does."""
    keys = ["cell", "strategy", "block"]
    table = games[["cell", "strategy"]].assign(
        block=games["deal"] % 4096,
        won=games["win_share"],
        held=1,
        games=~games.duplicated(["cell", "strategy", "game"]),
        deals=~games.duplicated(["cell", "strategy", "deal"]),
    )
    table = table.groupby(keys, observed=True).sum().reset_index()
    return table.assign(strategy=table["strategy"].astype(str)).set_index(keys)
