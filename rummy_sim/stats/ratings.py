"""Ratings on the Elo scale from win shares, for tables of any size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from rummy_sim.stats.estimates import Estimates

__all__ = ["ELO", "ratings"]

Floats = npt.NDArray[np.float64]

ELO = 400.0 / np.log(10.0)
"""Elo points a unit of log strength: 400 points are odds of ten to one."""

PRIOR = 0.25
"""Regularisation: about half a win each way between any two strategies."""


def ratings(
    means: Estimates,
    seats: pd.DataFrame,
    *,
    draws: int = 400,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Rate strategies so that their strengths explain the win shares.

    Parameters
    ----------
    means : Estimates
        Win shares labelled (cell, strategy), from
        :func:`rummy_sim.stats.cells.cell_means`.
    seats : DataFrame
        From :func:`rummy_sim.stats.payoffs.seats_of`.
    draws : int
        Bootstrap samples of blocks.
    level : float
        The confidence level.
    seed : int
        Of the bootstrap.

    Returns
    -------
    DataFrame
        Indexed by strategy, best first: ``rating`` in Elo points (the mean of all is
        0; 400 points are odds of ten to one for the sole win), ``low``, ``high``. A
        strategy that never won, or never lost, is held by the regularisation alone;
        its ``low`` (or ``high``) is infinite.

    Notes
    -----
    Luce's choice model: at a table a strategy wins with a probability proportional
    to its strength (R. D. Luce, "Individual choice behavior", Wiley 1959); for two
    seats it is that of R. A. Bradley and M. E. Terry, Biometrika 39, 1952, and for
    full rankings it is Plackett's. The winner of a table is broken into wins against
    each other seat, which estimates the same strengths (H. Azari Soufiani, W. Chen,
    D. Parkes and L. Xia, "Generalized method-of-moments for rank aggregation", NIPS
    2013), and fitted by choix (L. Maystre and M. Grossglauser, "Fast and accurate
    inference of Plackett–Luce models", NIPS 2015). A shared win counts in parts.
    Intervals: percentiles of the bootstrap over blocks.
    """
    names = list(seats.columns)
    wins = _wins(means, seats, means.means)
    best = _fit(wins)
    drawn = np.array(
        [_fit(_wins(means, seats, sample), best) for sample in means.resampled(draws, seed)]
    )
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(drawn, [tail, 1.0 - tail], axis=0)
    low = np.where(wins.sum(axis=1) > 0, low, -np.inf)
    high = np.where(wins.sum(axis=0) > 0, high, np.inf)
    table = pd.DataFrame(
        {"rating": best, "low": low, "high": high}, index=pd.Index(names, name="strategy")
    )
    return table.sort_values("rating", ascending=False, kind="stable")


def _wins(means: Estimates, seats: pd.DataFrame, shares: Floats) -> Floats:
    """Return how much each strategy won at tables with each other one, seat by seat."""
    place = {name: i for i, name in enumerate(seats.columns)}
    wins = np.zeros((len(place), len(place)))
    for (cell, name), share, blocks in zip(means.labels, shares, means.blocks, strict=True):
        table = seats.loc[cell].to_numpy(np.float64)
        wins[place[name]] += blocks * max(share, 0.0) * table[place[name]] * table
    np.fill_diagonal(wins, 0.0)
    return wins


def _fit(wins: Floats, near: Floats | None = None) -> Floats:
    """Return ratings whose mean is 0, looked for from ``near`` on."""
    from choix import ilsr_pairwise_dense

    start = None if near is None else near / ELO
    strengths = ilsr_pairwise_dense(
        wins, alpha=PRIOR, initial_params=start, max_iter=1000, tol=1e-6
    )
    return np.asarray(ELO * (strengths - strengths.mean()))
