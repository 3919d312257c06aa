"""Who does how well against whom: the payoff matrix of a round-robin or versus run."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations, permutations

import numpy as np
import pandas as pd

from rummy_sim.stats.estimates import Estimates

__all__ = ["common_opponents", "margins", "matrix", "payoffs", "scores", "seats_of"]


def seats_of(games: pd.DataFrame) -> pd.DataFrame:
    """Return how many seats each strategy has in each cell.

    Parameters
    ----------
    games : DataFrame
        The frame ``games``.

    Returns
    -------
    DataFrame
        A row a cell, a column a strategy.

    Examples
    --------
    >>> rows = {"cell": 0, "game": 0, "strategy": ["a", "b", "b"]}
    >>> seats_of(pd.DataFrame(rows)).to_dict("records")
    [{'a': 1, 'b': 2}]
    """
    first = games[games["game"] == games.groupby("cell")["game"].transform("min")]
    return pd.crosstab(first["cell"], first["strategy"])


def payoffs(means: Estimates, seats: pd.DataFrame) -> Estimates:
    """Return the mean win share of each strategy against each other one.

    Parameters
    ----------
    means : Estimates
        Win shares labelled (cell, strategy), from
        :func:`rummy_sim.stats.cells.cell_means`.
    seats : DataFrame
        From :func:`seats_of`.

    Returns
    -------
    Estimates
        Labelled (strategy, opponent): the strategy's mean win share a seat in the
        cells where both sit and the strategy has the fewest seats. In a versus
        design that is the one strategy against a field of the other; in a
        round-robin of more than two seats, all tables with both. Pairs that never
        meet are left out.
    """
    sums: dict[Hashable, dict[Hashable, float]] = {}
    for x, y in permutations(seats.columns, 2):
        if cells := _meetings(seats, x, y):
            sums[x, y] = {(cell, x): 1.0 / len(cells) for cell in cells}
    return means.combine(sums, ["strategy", "opponent"])


def margins(means: Estimates, seats: pd.DataFrame) -> Estimates:
    """Return by how much each strategy beats each other one, seat against seat.

    Parameters
    ----------
    means, seats
        As for :func:`payoffs`.

    Returns
    -------
    Estimates
        Labelled (a, b), each pair once: the mean win share of a seat of a less that
        of a seat of b at the same tables; in a versus design the average of both
        directions (a against a field of b, a field of a against b).
    """
    sums: dict[Hashable, dict[Hashable, float]] = {}
    for a, b in combinations(seats.columns, 2):
        both = [cells for x, y in ((a, b), (b, a)) if (cells := _meetings(seats, x, y))]
        weights: dict[Hashable, float] = {}
        for cells in both:
            for cell in cells:
                for name, sign in ((a, 1.0), (b, -1.0)):
                    weights[cell, name] = weights.get((cell, name), 0.0) + sign * 0.5 / len(cells)
        if weights:
            sums[a, b] = weights
    return means.combine(sums, ["a", "b"])


def scores(payoffs: Estimates, players: int | None = None) -> Estimates:
    """Return each strategy's mean payoff over its opponents: the league score.

    Parameters
    ----------
    payoffs : Estimates
        From :func:`payoffs`.
    players : int, optional
        Seats at the table; needed only where some pairs never met.

    Returns
    -------
    Estimates
        Labelled by strategy; each opponent counts once. Where some pairs never met,
        scores are over the opponents that all have met (:func:`common_opponents`),
        and one of these gets 1 / players against itself: it is held against the
        same strategies as the others.

    Raises
    ------
    ValueError
        If there is no opponent that all others met.
    """
    names = _names(payoffs)
    if len(payoffs.labels) == len(names) * (len(names) - 1):
        return payoffs.combine(
            {x: {(x, y): 1.0 / (len(names) - 1) for y in names if y != x} for x in names},
            ["strategy"],
        )
    against = common_opponents(payoffs)
    if not against or players is None:
        raise ValueError("there is no opponent that all strategies met")
    # An even share against oneself is known without playing: no block moves it.
    k, n = len(against), len(payoffs.influence)
    known = Estimates(
        labels=pd.MultiIndex.from_tuples([*payoffs.labels, *((x, x) for x in against)]),
        means=np.r_[payoffs.means, np.full(k, 1.0 / players)],
        influence=np.hstack([payoffs.influence, np.zeros((n, k))]),
        blocks=np.r_[payoffs.blocks, np.full(k, payoffs.blocks.max())],
    )
    return known.combine({x: {(x, y): 1.0 / k for y in against} for x in names}, ["strategy"])


def common_opponents(payoffs: Estimates) -> list[str]:
    """Return the strategies that every other one has met.

    Parameters
    ----------
    payoffs : Estimates
        From :func:`payoffs`.

    Examples
    --------
    >>> met = pd.MultiIndex.from_tuples([("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")])
    >>> common_opponents(Estimates(met, np.ones(4), np.zeros((9, 4)), np.full(4, 9)))
    ['b']
    """
    names, met = _names(payoffs), set(payoffs.labels)
    return [y for y in names if all((x, y) in met for x in names if x != y)]


def _names(payoffs: Estimates) -> list[str]:
    """Return the strategies that met any other."""
    return [str(name) for name in payoffs.labels.unique(0)]


def matrix(values: pd.Series, players: int) -> pd.DataFrame:
    """Return one column of a payoff table as a square matrix.

    Parameters
    ----------
    values : Series
        Indexed (strategy, opponent), such as ``payoffs(…).table()["mean"]``.
    players : int
        Seats at the table; a strategy gets 1 / players against itself.

    Returns
    -------
    DataFrame
        A row a strategy, a column an opponent; nan for pairs that never met.

    Examples
    --------
    >>> matrix(pd.Series({("a", "b"): 0.6, ("b", "a"): 0.4}), 2).to_numpy().tolist()
    [[0.5, 0.6], [0.4, 0.5]]
    """
    names = values.index.unique(0).union(values.index.unique(1), sort=False)
    square = np.full((len(names), len(names)), np.nan)
    square[
        names.get_indexer(values.index.get_level_values(0)),
        names.get_indexer(values.index.get_level_values(1)),
    ] = values
    np.fill_diagonal(square, 1.0 / players)
    return pd.DataFrame(square, names, names)


def _meetings(seats: pd.DataFrame, x: str, y: str) -> list[Hashable]:
    """Return the cells where both sit and ``x`` has the fewest seats."""
    own = seats.loc[(seats[x] > 0) & (seats[y] > 0), x]
    return list(own.index[own == own.min()])
