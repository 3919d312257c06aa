"""Win shares added up by block: all that a league needs, in a table of bounded size.

The games of a run need not be in memory at once: the sums of its pieces are added up,
and means with their influences come from the sums.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rummy_sim.stats.estimates import Estimates
from rummy_sim.stats.ratios import block_group

__all__ = ["COLUMNS", "means_of_sums", "seats_of_sums", "win_sums"]

COLUMNS = ("cell", "deal", "game", "strategy", "win_share")
"""The columns of the frame ``games`` that are added up."""


def win_sums(games: pd.DataFrame) -> pd.DataFrame:
    """Add up wins by cell, strategy and block.

    Parameters
    ----------
    games : DataFrame
        The frame ``games``, or a piece of it that holds whole deals.

    Returns
    -------
    DataFrame
        Indexed by ``cell``, ``strategy`` and ``block`` (a group of deals, see
        :func:`rummy_sim.stats.ratios.block_group`): ``won`` (win shares), ``held``
        (seats held, over all games), ``games`` and ``deals``. Tables of several
        pieces are added up by their index.

    Examples
    --------
    >>> rows = {"cell": 0, "deal": 7, "game": [14, 14, 15, 15], "strategy": list("abba")}
    >>> win_sums(pd.DataFrame(rows | {"win_share": [1.0, 0.0, 0.5, 0.5]})).loc[0, "a", 7].tolist()
    [1.5, 2.0, 2.0, 1.0]
    """
    keys = ["cell", "strategy", "block"]
    table = games[["cell", "strategy"]].assign(
        block=block_group(games["deal"]),
        won=games["win_share"],
        held=1,
        games=~games.duplicated(["cell", "strategy", "game"]),
        deals=~games.duplicated(["cell", "strategy", "deal"]),
    )
    table = table.groupby(keys, observed=True).sum().reset_index()
    return table.assign(strategy=table["strategy"].astype(str)).set_index(keys)


def means_of_sums(sums: pd.DataFrame) -> Estimates:
    """Return win shares by cell and strategy, as :func:`rummy_sim.stats.cells.cell_means` does.

    Parameters
    ----------
    sums : DataFrame
        From :func:`win_sums`.

    Returns
    -------
    Estimates
        Labelled (cell, strategy).

    Raises
    ------
    ValueError
        If there is no row.
    """
    if not len(sums):
        raise ValueError("no game, no mean")
    total = sums.groupby(level=["cell", "strategy"]).sum()
    mean = total["won"] / total["held"]
    # All deals of a cell are played in the same seatings, so that held weighs them alike.
    of = sums.reset_index("block").index
    parts = (sums["won"] - mean.loc[of].to_numpy() * sums["held"]) / total["held"].loc[
        of
    ].to_numpy()
    wide = parts.unstack(["cell", "strategy"], fill_value=0.0)[list(total.index)]  # noqa: PD010
    return Estimates(
        labels=total.index,
        means=mean.to_numpy(np.float64),
        influence=wide.to_numpy(np.float64),
        blocks=total["deals"].to_numpy().astype(np.int64),
    )


def seats_of_sums(sums: pd.DataFrame) -> pd.DataFrame:
    """Return how many seats each strategy has in each cell.

    Parameters
    ----------
    sums : DataFrame
        From :func:`win_sums`.

    Returns
    -------
    DataFrame
        A row a cell, a column a strategy, as :func:`rummy_sim.stats.payoffs.seats_of`.
    """
    total = sums.groupby(level=["cell", "strategy"]).sum()
    seats = (total["held"] / total["games"]).round().astype(int)
    return seats.unstack("strategy", fill_value=0)  # noqa: PD010
