"""Win shares added up by block: all that a league needs, in a table of bounded size.

The games of a run need not be in memory: DuckDB adds them up, and means with their
influences come from the sums.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from rummy_sim.stats.estimates import Estimates
from rummy_sim.stats.ratios import GROUPS

__all__ = [
    "COLUMNS",
    "SIXTIETHS",
    "WIN_KEYS",
    "WIN_SUMS",
    "WON",
    "block",
    "means_of_sums",
    "seats_of_sums",
]

COLUMNS = ("cell", "deal", "game", "strategy", "win_share")
"""The columns of the frame ``games`` that are added up."""

SIXTIETHS = "(win_share * 60)::bigint"
"""A win share in SQL, as a whole number, which adds up alike in any order: six players at
most share a win."""

WON = f"sum({SIXTIETHS}) / 60"
"""The sum of win shares in SQL."""


def block(groups: int = GROUPS) -> str:
    """Return the column ``block``: :func:`rummy_sim.stats.ratios.block_group` in SQL.

    Examples
    --------
    >>> block(64)
    'deal % 64 as block'
    """
    return f"deal % {groups} as block"


WIN_KEYS = ("cell", "strategy", "block")
"""What tells the rows of :data:`WIN_SUMS` apart."""

WIN_SUMS = f"""
    select
        cell, strategy, {block()}, {WON} as won, count(*) as held,
        count(distinct game) as games, count(distinct deal) as deals
    from games group by all
"""
"""SQL for the wins of each cell, strategy and block: ``won`` (the sum of win shares),
``held`` (seats held, over all games), ``games`` and ``deals``."""


def means_of_sums(sums: pd.DataFrame) -> Estimates:
    """Return win shares by cell and strategy, as :func:`rummy_sim.stats.cells.cell_means` does.

    Parameters
    ----------
    sums : DataFrame
        The answer to :data:`WIN_SUMS`, indexed by :data:`WIN_KEYS`.

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
        The answer to :data:`WIN_SUMS`, indexed by :data:`WIN_KEYS`.

    Returns
    -------
    DataFrame
        A row a cell, a column a strategy, as :func:`rummy_sim.stats.payoffs.seats_of`.
    """
    total = sums.groupby(level=["cell", "strategy"]).sum()
    seats = (total["held"] / total["games"]).round().astype(int)
    return seats.unstack("strategy", fill_value=0)  # noqa: PD010
