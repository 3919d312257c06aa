"""What the paired design is worth, against as many games on deals of their own.

All seatings of a deal see the same shuffles. A deal that favours seat 0 helps a
strategy in one seating and hurts it in another, so in a block's mean much of the
luck cancels. How much is measured from the block itself: no further game is needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

__all__ = ["PairingGain", "outcomes", "pairing_gain"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PairingGain:
    """The variance-reduction factor of the paired design.

    Attributes
    ----------
    factor, low, high : float
        Variance of the mean with as many games on deals of their own, divided by
        its variance here; with a 95 % interval. ``inf`` when block means do not
        scatter at all (a strategy against itself), nan for a single block.
    games : int
        How many games were played.
    """

    factor: float
    low: float
    high: float
    games: int

    @property
    def worth(self) -> float:
        """How many games on deals of their own would tell as much."""
        return self.factor * self.games


def outcomes(
    games: pd.DataFrame, strategy: str, against: str | None = None, value: str = "win_share"
) -> Floats:
    """Return what a strategy got in each game of each block.

    Parameters
    ----------
    games : DataFrame
        The frame ``games`` of one cell.
    strategy : str
        Whose outcomes; in several seats, their mean.
    against : str, optional
        Another strategy, whose outcome is taken off: the paired difference.
    value : str
        The column.

    Returns
    -------
    array of shape (blocks, seatings)

    Raises
    ------
    ValueError
        If a block lacks a game, or a strategy does not play in every game.

    Examples
    --------
    >>> rows = {"deal": 0, "game": [0, 0, 1, 1], "strategy": list("abba")}
    >>> outcomes(pd.DataFrame(rows | {"win_share": [1.0, 0.0, 0.5, 0.5]}), "a", "b").tolist()
    [[1.0, 0.0]]
    """

    def of(name: str) -> pd.Series:
        rows = games[games["strategy"] == name]
        return rows.groupby(["deal", "game"])[value].mean()

    got = of(strategy) if against is None else of(strategy) - of(against)
    seatings = got.groupby(level="deal").size()
    if got.empty or got.isna().any() or (seatings != seatings.iloc[0]).any():
        whom = strategy if against is None else f"{strategy} and {against}"
        raise ValueError(f"{whom}: not in every game of every block")
    return got.to_numpy(np.float64).reshape(len(seatings), -1)


def pairing_gain(values: Floats) -> PairingGain:
    """Return the variance-reduction factor of the paired design.

    Parameters
    ----------
    values : array of shape (blocks, seatings)
        One outcome a game, the seatings of a block in one order; see
        :func:`outcomes`.

    Returns
    -------
    PairingGain

    Notes
    -----
    With g seatings a block, y_k the outcome in seating k and m the block mean, the
    mean of n blocks has the variance Var(m) / n. As many games (n·g), each on a
    deal of its own and with the seatings in the same proportions, would give
    Σ_k Var(y_k) / (n·g²). The factor is the ratio

        F = Σ_k Var(y_k) / (g² · Var(m)) = 1 / (1 + (g − 1)·r)

    with r the correlation within a block: the inverse of Kish's design effect (L.
    Kish, "Survey Sampling", Wiley 1965, section 5.4). Both variances are estimated
    without bias from the same blocks: within a seating, games stem from different
    deals and *are* independent. The ratio of two unbiased estimates is off by a
    term of order 1/n, which Tin's correction takes away (M. Tin, "Comparison of
    some ratio estimators", JASA 60, 1965). The interval is that of log F by the
    linear approximation.

    Examples
    --------
    >>> pairing_gain(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 1.0]])).games
    8
    """
    n, g = values.shape
    if n < 2:
        return PairingGain(math.nan, math.nan, math.nan, n * g)
    own = np.sum((values - values.mean(axis=0)) ** 2, axis=1) / g**2
    means = values.mean(axis=1)
    paired = (means - means.mean()) ** 2
    alone, together = float(own.mean()), float(paired.mean())
    if together <= 1e-15 * max(alone, 1e-300) or together < 1e-24:
        return PairingGain(math.inf, math.inf, math.inf, n * g)
    x, y = paired / together - 1.0, own / alone - 1.0
    factor = alone / together * (1.0 + float(np.mean(x * y) - np.mean(x * x)) / n)
    spread = math.exp(1.959964 * float(np.std(y - x, ddof=1)) / math.sqrt(n))
    return PairingGain(factor, factor / spread, factor * spread, n * g)
