"""Ratios of sums over blocks with intervals: shares and means of uneven groups.

A share of the hands, or a mean by going-out, is one sum divided by another, and
both differ from block to block: games are not equally long. Its interval comes
from the blocks all the same, by the usual linear approximation: with ``x`` and
``n`` the sums of a block and ``r`` the ratio, only ``x - r n`` scatters. Where
all blocks have the same ``n`` this is Student's interval of the block means
(:mod:`rummy_sim.stats.blocks`).

W. G. Cochran, "Sampling Techniques", 3rd ed., Wiley 1977, section 6.4.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from rummy_sim.stats.estimates import Estimates

__all__ = ["GROUPS", "block_group", "ratio_estimates", "ratio_intervals"]

GROUPS = 4096
"""Blocks beyond so many are put together; see :func:`block_group`."""


def block_group(deal: pd.Series, groups: int = GROUPS) -> pd.Series:
    """Return which group of blocks a deal belongs to.

    Up to ``groups`` deals each is a group of its own. Beyond that every
    ``groups``-th deal goes into the same group, which keeps tables small however
    many games were played. Groups of blocks are as independent as blocks are; what
    an interval's width scatters is about one in the root of twice their number,
    and Student's quantile allows for it.
    """
    return (deal % groups).rename("block")


def ratio_intervals(
    sums: pd.DataFrame,
    top: str,
    bottom: str,
    by: Sequence[str],
    *,
    level: float = 0.95,
    bounds: tuple[float, float] | None = None,
) -> pd.DataFrame:
    """Return ratios of two sums with their intervals, a row a group.

    Parameters
    ----------
    sums : DataFrame
        A row a group and block, with the columns ``by`` and ``block``; further
        rows of one group and block are added up.
    top, bottom : str
        The columns whose sums are divided.
    by : sequence of str
        The columns that tell groups apart.
    level : float
        The confidence level.
    bounds : (float, float), optional
        The least and greatest value of a block's ratio, (0, 1) for a share. The
        intervals stay within. When all blocks lie on a bound the scatter is 0 but
        the truth need not lie there; the interval is then the Clopper–Pearson
        one for a share of 0 among so many blocks.

    Returns
    -------
    DataFrame
        Indexed by ``by``: ``mean``, ``low``, ``high`` (nan for a single block) in
        the unit of the ratio, ``weight`` (the sum of ``bottom``) and ``blocks``.
        Groups whose ``bottom`` adds up to 0 are left out.

    Examples
    --------
    >>> wins = pd.DataFrame({"seat": 0, "block": [0, 1, 2], "won": [1, 0, 2], "games": 2})
    >>> ratio_intervals(wins, "won", "games", ["seat"]).round(3)["mean"].tolist()
    [0.5]
    """
    keys = list(by)
    blocks = sums.groupby([*keys, "block"], observed=True)[[top, bottom]].sum().reset_index()
    groups = blocks.groupby(keys, observed=True)
    table = groups[[top, bottom]].sum()
    table["blocks"] = groups.size()
    table = table[table[bottom] > 0]
    mean = table[top] / table[bottom]

    own = blocks.join(mean.rename("ratio"), on=keys, how="inner")
    own["square"] = (own[top] - own["ratio"] * own[bottom]) ** 2
    squares = own.groupby(keys, observed=True)["square"].sum()

    n = table["blocks"].where(table["blocks"] > 1)
    tail = (1.0 - level) / 2.0
    half = stdtrit(n - 1, 1.0 - tail) * np.sqrt(n / (n - 1) * squares) / table[bottom]
    low, high = mean - half, mean + half
    if bounds is not None:
        least, greatest = bounds
        reach = (1.0 - tail ** (1.0 / n)) * (greatest - least)
        low = low.clip(lower=least).mask(mean >= greatest, greatest - reach)
        high = high.clip(upper=greatest).mask(mean <= least, least + reach)
    return pd.DataFrame(
        {
            "mean": mean,
            "low": low,
            "high": high,
            "weight": table[bottom],
            "blocks": table["blocks"],
        }
    )


def ratio_estimates(sums: pd.DataFrame, top: str, bottom: str, by: Sequence[str]) -> Estimates:
    """Return ratios of two sums ready for comparisons that are paired by block.

    Parameters
    ----------
    sums : DataFrame
        As for :func:`ratio_intervals`; the same ``block`` is the same deals in all groups.
    top, bottom : str
        The columns whose sums are divided.
    by : sequence of str
        The columns that tell groups apart, at least two.

    Returns
    -------
    Estimates
        Labelled by ``by``. A block adds (x − r n) / Σ n to a ratio's error; differences
        of ratios are linear in these, so that :meth:`Estimates.combine` pairs them.
        Groups whose ``bottom`` adds up to 0 are left out.

    Raises
    ------
    ValueError
        If no group is left.

    Examples
    --------
    >>> rows = {"cell": [0, 0, 1, 1], "of": "a", "block": [0, 1, 0, 1], "hands": [2, 4, 2, 4]}
    >>> ready = pd.DataFrame(rows | {"ready": [1, 2, 2, 3]})
    >>> ratio_estimates(ready, "ready", "hands", ["cell", "of"]).means.round(3).tolist()
    [0.5, 0.833]
    """
    keys = list(by)
    wide = sums.pivot_table(
        index=keys, columns="block", values=[top, bottom], aggfunc="sum", observed=True
    )
    x, n = (wide[column].to_numpy(float) for column in (top, bottom))
    counts = (~np.isnan(n)).sum(axis=1)
    x, n = np.nan_to_num(x), np.nan_to_num(n)
    total = n.sum(axis=1)
    kept = total > 0
    if not kept.any():
        raise ValueError("nothing to divide by, no ratio")
    x, n, total = x[kept], n[kept], total[kept]
    means = x.sum(axis=1) / total
    return Estimates(
        labels=wide.index[kept],
        means=means,
        influence=((x - means[:, None] * n) / total[:, None]).T,
        blocks=counts[kept].astype(np.int64),
    )
