"""Times until something happens when some never get that far.

Two questions are easily mixed up. How often *has* it happened by a time, when other
things may come first? That is the cumulative incidence (O. O. Aalen and S. Johansen,
"An empirical transition matrix for non-homogeneous Markov chains based on censored
observations", Scandinavian Journal of Statistics 5, 1978). Where each case is followed
to its end it is a plain share among all, and :mod:`rummy_sim.stats.ratios` gives its
interval. How often *would* it have happened if nothing else came first? That is one
less the survival function of E. L. Kaplan and P. Meier ("Nonparametric estimation from
incomplete observations", Journal of the American Statistical Association 53, 1958),
here, if what comes first does so regardless of how near the case was.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy.special import stdtrit

__all__ = ["reached_if_undisturbed"]


def reached_if_undisturbed(
    table: pd.DataFrame,
    by: Sequence[str],
    time: str,
    event: str,
    count: str,
    last: int,
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Return one less the Kaplan–Meier estimate for each time, with intervals over blocks.

    Parameters
    ----------
    table : DataFrame
        Counts: the columns ``by``, ``block``, ``time`` (whole numbers; below 1: never at
        risk), ``event`` (whether it happened at that time, or something else ended the
        case) and ``count``.
    by : sequence of str
        What tells groups apart.
    time, event, count : str
        What these columns are called.
    last : int
        The last time wanted.

    Returns
    -------
    mean, low, high : DataFrame
        Indexed by ``by``, a column a time from 1 to ``last``, from 0 to 1. ``low`` and
        ``high`` are nan for a single block.

    Notes
    -----
    Cases of one block are not independent, so Greenwood's formula does not hold; the
    intervals are Student's with the error of the jackknife over blocks (D. P. Gaver and
    R. G. Miller, "Jackknifing the Kaplan–Meier survival estimator for censored data",
    Communications in Statistics 12, 1983).

    Examples
    --------
    >>> rows = {"who": "a", "block": [0, 1, 2], "at": [1, 2, 2], "ready": [True, False, True]}
    >>> table = pd.DataFrame(rows | {"hands": [1, 1, 2]})
    >>> mean, _, _ = reached_if_undisturbed(table, ["who"], "at", "ready", "hands", 2)
    >>> mean.loc["a"].round(3).tolist()
    [0.25, 0.75]
    """
    keys = list(by)
    times = np.arange(1, last + 1)
    means, lows, highs, names = [], [], [], []
    for name, rows in table.groupby(keys, observed=True):
        blocks, place = np.unique(rows["block"].to_numpy(), return_inverse=True)
        at = np.clip(rows[time].to_numpy(np.int64), 0, last + 1)
        happened = rows[event].to_numpy(bool)
        number = rows[count].to_numpy(np.float64)
        ends = np.zeros((len(blocks), last + 2))
        events = np.zeros((len(blocks), last + 2))
        np.add.at(ends, (place, at), number)
        np.add.at(events, (place[happened], at[happened]), number[happened])
        risk = ends[:, ::-1].cumsum(axis=1)[:, ::-1]
        mean = _reached(events.sum(axis=0), risk.sum(axis=0))[times]
        low, high = np.full(last, np.nan), np.full(last, np.nan)
        n = len(blocks)
        if n > 1:
            without = _reached(events.sum(axis=0) - events, risk.sum(axis=0) - risk)[:, times]
            off = without - without.mean(axis=0)
            half = stdtrit(n - 1, 0.975) * np.sqrt((n - 1) / n * (off**2).sum(axis=0))
            low, high = np.clip(mean - half, 0, 1), np.clip(mean + half, 0, 1)
        names.append(name)
        means.append(mean)
        lows.append(low)
        highs.append(high)
    whole = pd.MultiIndex.from_tuples(names, names=keys)
    index = whole.get_level_values(0) if len(keys) == 1 else whole
    frames = [pd.DataFrame(values, index, times) for values in (means, lows, highs)]
    return frames[0], frames[1], frames[2]


def _reached(
    events: npt.NDArray[np.float64], risk: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return one less the product of what is left at each time, along the last axis."""
    left = 1.0 - np.divide(events, risk, out=np.zeros_like(risk), where=risk > 0)
    left[..., 0] = 1.0
    return np.asarray(1.0 - np.cumprod(left, axis=-1))
