"""The mix of strategies against which no single one does better: Nash's equilibrium."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from rummy_sim.stats.estimates import Estimates
from rummy_sim.stats.payoffs import matrix, payoffs

__all__ = ["Mix", "equilibrium", "equilibrium_mix"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Mix:
    """A symmetric equilibrium.

    Attributes
    ----------
    shares : array of shape (k,)
        How often each strategy is played; they add up to 1.
    value : float
        The payoff of every strategy that is played.
    regrets : array of shape (k,)
        How much less each strategy gets against the mix; 0 for those played.
    """

    shares: Floats
    value: float
    regrets: Floats


def equilibrium(payoff: npt.ArrayLike) -> Mix:
    """Return a symmetric Nash equilibrium of a payoff matrix.

    Parameters
    ----------
    payoff : array of shape (k, k)
        What the strategy of a row gets against that of a column. It need not be a
        zero-sum game.

    Returns
    -------
    Mix

    Raises
    ------
    ValueError
        If the matrix is not square or not complete.

    Notes
    -----
    A mix x is one if no strategy gets more against it than those played:
    (A x)_i ≤ u, with equality where x_i > 0. Where what one gets the other loses, u
    is half the constant sum, and a linear programme finds x (J. von Neumann, "Zur
    Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928). Otherwise the
    either-or is a binary variable for each strategy: T. Sandholm, A. Gilpin and V.
    Conitzer, "Mixed-integer programming methods for finding Nash equilibria", AAAI
    2005. Both by HiGHS in scipy. Of several equilibria one in which as many
    strategies as can be are played, and the largest share is least.

    Examples
    --------
    >>> rock_paper_scissors = [[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]
    >>> equilibrium(rock_paper_scissors).shares.round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    a = np.asarray(payoff, np.float64)
    k = len(a)
    if a.shape != (k, k) or not np.isfinite(a).all():
        raise ValueError("an equilibrium needs a payoff for every pair of strategies")
    span = float(a.max() - a.min())
    if span == 0:
        return Mix(np.full(k, 1.0 / k), float(a[0, 0]), np.zeros(k))
    scaled = (a - a.min()) / span
    both = scaled + scaled.T
    if np.ptp(both) < 1e-9:
        shares = _levelled(scaled, np.zeros(k, bool), np.zeros(k, bool), float(both[0, 0]) / 2.0)
    else:
        idle, found = _idle(scaled)
        shares = _levelled(scaled, idle, ~idle, None)
        shares = found if shares is None else shares
    if shares is None:
        raise ValueError("no equilibrium found")
    shares = np.where(shares < 1e-6, 0.0, shares)
    shares /= shares.sum()
    gets = a @ shares
    return Mix(shares, float(shares @ gets), float(gets.max()) - gets)


def _idle(payoff: Floats) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Return which strategies are idle in an equilibrium with few of them, and its shares.

    The objective counts whole variables alone: with shares in it HiGHS fails now and
    then, and prints.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    k = len(payoff)
    # Variables: shares x, idle marks b (0 or 1), value u.
    eye, zero, one = np.eye(k), np.zeros((k, k)), np.ones((k, 1))
    rows = [
        (np.hstack([np.ones((1, k)), np.zeros((1, k + 1))]), 1.0, 1.0),  # shares add up to 1
        (np.hstack([-payoff, zero, one]), 0.0, np.inf),  # none does better than u
        (np.hstack([-payoff, -eye, one]), -np.inf, 0.0),  # only idle ones do worse
        (np.hstack([eye, eye, 0 * one]), -np.inf, 1.0),  # idle ones have no share
    ]
    found = milp(
        np.r_[np.zeros(k), np.ones(k), 0.0],
        constraints=[LinearConstraint(m, low, high) for m, low, high in rows],
        integrality=np.r_[np.zeros(k), np.ones(k), 0],
        bounds=Bounds(0.0, 1.0),
    )
    if found.x is None:
        raise ValueError(f"no equilibrium found: {found.message}")
    return found.x[k : 2 * k] > 0.5, found.x[:k]


def _levelled(
    payoff: Floats,
    idle: npt.NDArray[np.bool_],
    best: npt.NDArray[np.bool_],
    value: float | None,
) -> Floats | None:
    """Return the mix whose largest share is least, or None if there is none.

    ``idle`` strategies have no share, ``best`` ones get exactly the value, and none
    gets more; ``value`` is what it is known to be.
    """
    from scipy.optimize import linprog

    k = len(payoff)
    # Variables: shares x, value u, largest share t.
    one, nought = np.ones((k, 1)), np.zeros((k, 1))
    gains = np.hstack([payoff, -one, nought])
    least, most = (0.0, 1.0) if value is None else (value, value)
    found = linprog(
        np.r_[np.zeros(k + 1), 1.0],
        A_ub=np.vstack([gains, np.hstack([np.eye(k), nought, -one])]),
        b_ub=np.zeros(2 * k),
        A_eq=np.vstack([np.r_[np.ones(k), 0.0, 0.0], gains[best]]),
        b_eq=np.r_[1.0, np.zeros(int(best.sum()))],
        bounds=[*((0.0, 0.0 if off else 1.0) for off in idle), (least, most), (0, 1)],
    )
    return None if found.x is None else np.asarray(found.x[:k])


def equilibrium_mix(
    means: Estimates,
    seats: pd.DataFrame,
    *,
    draws: int = 200,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the equilibrium of a measured payoff matrix, with its doubt.

    Parameters
    ----------
    means, seats
        As for :func:`rummy_sim.stats.payoffs.payoffs`.
    draws, level, seed
        Of the bootstrap over blocks.

    Returns
    -------
    DataFrame
        Indexed by strategy: ``share``, ``low``, ``high`` (percentiles of the
        bootstrap; a small change of payoffs can move a mix far) and ``regret`` (how
        much win share the strategy loses against the mix).

    Raises
    ------
    ValueError
        If a pair of strategies never met, or a cell has more than two strategies: a
        third one at the table has its part in what the two get.

    Notes
    -----
    With more than two seats a column stands for a field of that strategy, and a mix
    of columns for tables with one or the other field.
    """
    if ((seats > 0).sum(axis=1) > 2).any():
        raise ValueError("an equilibrium needs tables of two strategies each: a versus design")
    players = int(seats.iloc[0].sum())
    pays = payoffs(means, seats)

    def square(values: Floats) -> pd.DataFrame:
        return matrix(pd.Series(values, pays.labels), players)

    payoff = square(pays.means)
    mix = equilibrium(payoff)
    drawn = np.array([equilibrium(square(sample)).shares for sample in pays.resampled(draws, seed)])
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(drawn, [tail, 1.0 - tail], axis=0)
    columns = {"share": mix.shares, "low": low, "high": high, "regret": mix.regrets}
    return pd.DataFrame(columns, index=payoff.index)
