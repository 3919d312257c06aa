"""Means of cells, and how strategies and cells differ on the same deals."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from rummy_sim.stats.estimates import Estimates
from rummy_sim.stats.ratios import block_group

__all__ = ["between_cells", "cell_means", "differences", "pairs"]


def cell_means(
    games: pd.DataFrame, value: str = "win_share", by: str | Sequence[str] = "strategy"
) -> Estimates:
    """Return the mean of a column for each cell and each of its groups.

    Parameters
    ----------
    games : DataFrame
        Rows with ``cell``, ``deal``, the value and the columns ``by``: the frame
        ``games``, or any other with these columns.
    value : str
        The column to average: ``win_share``, ``score``, ``rounds`` …
    by : str or sequence of str
        What tells groups apart within a cell: ``strategy``, ``seat``, both, or
        ``()`` for the cell as a whole.

    Returns
    -------
    Estimates
        Labelled (cell, …). Each mean is that of its block means, so a deal counts
        once. Beyond :data:`rummy_sim.stats.ratios.GROUPS` deals several are put
        together, which leaves means as they are and widths to about one in a
        hundred.

    Raises
    ------
    ValueError
        If there is no row.

    Examples
    --------
    >>> rows = {"cell": 0, "deal": [0, 0, 1, 1], "strategy": list("abab")}
    >>> games = pd.DataFrame(rows | {"win_share": [1.0, 0.0, 0.5, 0.5]})
    >>> cell_means(games).table()["mean"].to_dict()
    {(0, 'a'): 0.75, (0, 'b'): 0.25}
    """
    if not len(games):
        raise ValueError("no game, no mean")
    keys = ["cell", *([by] if isinstance(by, str) else by)]
    blocks = games.groupby([*keys, "deal"], observed=True)[value].mean().reset_index(name="value")
    groups = blocks.groupby(keys, observed=True)["value"]
    means, counts = groups.mean(), groups.size()
    blocks["value"] -= groups.transform("mean")
    blocks["value"] /= groups.transform("size")
    blocks["block"] = block_group(blocks["deal"])
    wide = blocks.pivot_table(
        index="block", columns=keys, values="value", aggfunc="sum", observed=True
    ).reindex(columns=means.index)
    return Estimates(
        labels=means.index,
        means=means.to_numpy(np.float64),
        influence=wide.fillna(0.0).to_numpy(np.float64),
        blocks=counts.to_numpy().astype(np.int64),
    )


def differences(means: Estimates) -> Estimates:
    """Return the paired differences between all groups of each cell.

    Parameters
    ----------
    means : Estimates
        From :func:`cell_means` with one column in ``by``.

    Returns
    -------
    Estimates
        Labelled (cell, a, b): the mean of a less that of b.

    Examples
    --------
    >>> rows = {"cell": 0, "deal": [0, 0, 1, 1], "strategy": list("abab")}
    >>> games = pd.DataFrame(rows | {"win_share": [1.0, 0.0, 0.5, 0.5]})
    >>> differences(cell_means(games)).table()["mean"].to_dict()
    {(0, 'a', 'b'): 0.5}
    """
    by_cell: dict[Hashable, list[Hashable]] = {}
    for cell, name in means.labels:
        by_cell.setdefault(cell, []).append(name)
    return means.combine(
        {
            (cell, a, b): {(cell, a): 1.0, (cell, b): -1.0}
            for cell, names in by_cell.items()
            for a, b in combinations(names, 2)
        },
        ["cell", "a", "b"],
    )


def pairs(means: Estimates) -> Estimates:
    """Return the paired differences between all means.

    Parameters
    ----------
    means : Estimates
        With one name a label, such as league scores.

    Returns
    -------
    Estimates
        Labelled (a, b): the mean of a less that of b.
    """
    return means.combine(
        {(a, b): {a: 1.0, b: -1.0} for a, b in combinations(means.labels, 2)}, ["a", "b"]
    )


def between_cells(means: Estimates, reference: int) -> Estimates:
    """Return how cells differ from one of them, on the same deals.

    Rule variants of a sweep see the same shuffles; their difference is paired by
    deal, and its interval is smaller than the two intervals suggest.

    Parameters
    ----------
    means : Estimates
        From :func:`cell_means`.
    reference : int
        The cell that the others are held against.

    Returns
    -------
    Estimates
        Labelled (cell, …) like ``means``: each mean less that of the same group in
        the reference cell. Groups that the reference lacks are left out.

    Raises
    ------
    ValueError
        If there is no cell ``reference``.
    """
    if reference not in means.labels.unique(0):
        raise ValueError(f"there is no cell {reference} to compare with")
    alone = means.labels.nlevels == 1
    there = set(means.labels)
    sums = {}
    for label in means.labels:
        twin = reference if alone else (reference, *label[1:])
        if label != twin and twin in there:
            sums[label] = {label: 1.0, twin: -1.0}
    return means.combine(sums, [str(name) for name in means.labels.names])
