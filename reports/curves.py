"""Figures along an axis, such as shares that grow turn by turn, with their intervals.

:mod:`rummy_sim.reports.curve_panels` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtrit

__all__ = ["FEW_GROUPS", "Curves", "cumulative", "last_turn", "profile"]

FEW_GROUPS = 64
"""Groups of blocks for the intervals of curves, which have a figure for each turn."""

_LONGEST = 40


@dataclass(frozen=True)
class Curves:
    """Figures with their intervals.

    Attributes
    ----------
    mean, low, high : DataFrame
        Indexed by panel and name, a column a place on the axis; ``low`` and ``high`` are
        nan where a single block says nothing about scatter.
    """

    mean: pd.DataFrame
    low: pd.DataFrame
    high: pd.DataFrame

    def of(self, panel: int, name: str) -> tuple[npt.NDArray[np.float64], ...]:
        """Return mean, low and high of one curve."""
        place = list(self.mean.index).index((panel, name))
        return tuple(f.to_numpy(float)[place] for f in (self.mean, self.low, self.high))

    def scaled(self, factor: float) -> Curves:
        """Return all figures times a factor."""
        return Curves(self.mean * factor, self.low * factor, self.high * factor)


def last_turn(turns: pd.Series, counts: pd.Series, share: float = 0.998) -> int:
    """Return the turn by which nearly all of what happens has happened.

    Examples
    --------
    >>> last_turn(pd.Series([1, 2, 30]), pd.Series([500, 499, 1]))
    2
    """
    by_turn = counts.groupby(turns.to_numpy()).sum().sort_index()
    if by_turn.empty or by_turn.sum() == 0:
        return 1
    reached = by_turn.cumsum().to_numpy() >= share * by_turn.sum()
    return min(_LONGEST, int(by_turn.index.to_numpy(int)[reached][0]))


def cumulative(
    table: pd.DataFrame,
    name: str,
    turn: str,
    count: str,
    last: int,
    of: str | None = None,
    bounds: tuple[float, float] | None = (0.0, 1.0),
) -> Curves:
    """Return how much has happened by each turn, for each that it could happen to.

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, ``block``, ``name``, ``turn`` (below 1 for never), ``count``.
    name, turn, count : str
        What these columns are called.
    last : int
        The last turn wanted.
    of : str, optional
        The column that adds up to how many it could happen to; ``count`` if not given.
    bounds : (float, float), optional
        The intervals stay within.

    Notes
    -----
    Ratios of sums over blocks; their intervals as in :mod:`rummy_sim.stats.ratios`.
    """
    keys = ["panel", name]
    happened = table[table[turn] >= 1]
    columns = range(1, last + 1)
    by_turn = happened[happened[turn] <= last].pivot_table(
        index=[*keys, "block"], columns=turn, values=count, aggfunc="sum", fill_value=0
    )
    whole = table.groupby([*keys, "block"])[of or count].sum()
    by_turn = by_turn.reindex(index=whole.index, columns=columns, fill_value=0).cumsum(axis=1)

    total = whole.groupby(keys).sum()
    mean = by_turn.groupby(keys).sum().div(total, axis=0)
    own = by_turn.reset_index()[keys].join(mean, on=keys)[list(columns)]
    off = by_turn.to_numpy() - own.to_numpy() * whole.to_numpy()[:, None]
    blocks = whole.groupby(keys).size().astype(float)
    blocks = blocks.where(blocks > 1)
    spread = pd.DataFrame(off**2, whole.index, columns).groupby(keys).sum() ** 0.5
    half = spread.mul(stdtrit(blocks - 1, 0.975) * (blocks / (blocks - 1)) ** 0.5 / total, axis=0)
    low, high = mean - half, mean + half
    if bounds:
        low, high = low.clip(lower=bounds[0]), high.clip(upper=bounds[1])
    return Curves(mean, low, high)


def profile(table: pd.DataFrame, name: str, place: str) -> Curves:
    """Return a long table of means as curves.

    Parameters
    ----------
    table : DataFrame
        Indexed by ``panel``, ``name`` and ``place``: ``mean``, ``low``, ``high``.
    name, place : str
        What these levels are called.
    """
    rows = table.reset_index()
    first = rows.drop_duplicates(["panel", name]).set_index(["panel", name]).index

    def wide(values: str) -> pd.DataFrame:
        spread = rows.pivot_table(index=["panel", name], columns=place, values=values)
        return spread.reindex(index=first.sort_values(), columns=sorted(rows[place].unique()))

    return Curves(wide("mean"), wide("low"), wide("high"))
