"""Estimates after a sequential test: what the stop has done to the mean.

A test that stops when the data look extreme leaves means that are extreme. The
outcome of the test (which bound, after how many blocks) is put in order instead: an
upper bound passed early says most for a large mean, a lower bound passed early
least. For each possible mean the probability of an outcome at least as high as the
observed one is known, as for Brownian motion between two bounds. The estimate is
the mean that makes it one half (so it is too large as often as too small), the ends
of the interval those that make it 2.5 and 97.5 %.

D. Siegmund, "Estimation following sequential tests", Biometrika 65, 1978, and
"Sequential Analysis", Springer 1985, chapters III (bounds moved out by 0.583
standard deviations, as blocks overshoot them) and IV; so does Fishtest.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import numpy.typing as npt

from rummy_sim.stats.blocks import Interval

__all__ = ["interval_after_stop", "passed_upper", "still_above"]

Floats = npt.NDArray[np.float64]

OVERSHOOT = 0.5826
"""−ζ(1/2) / √(2π): the mean overshoot of a normal walk, in standard deviations."""


def _log_parts(drift: float, time: float, levels: Floats) -> Floats:
    """Return log P(Brownian motion with a drift passes each level > 0 before a time)."""
    from scipy.special import log_ndtr

    root = math.sqrt(time)
    return np.asarray(
        np.logaddexp(
            log_ndtr((drift * time - levels) / root),
            2.0 * drift * levels + log_ndtr((-levels - drift * time) / root),
        )
    )


def _images(time: float, width: float) -> npt.NDArray[np.int64]:
    """Return the numbers of the mirror images that matter."""
    many = 6 + math.ceil(8.0 * math.sqrt(time) / width)
    return np.arange(-many, many + 1)


def passed_upper(drift: float, lower: float, upper: float, time: float) -> float:
    """Return the probability that Brownian motion has left at the upper bound by a time.

    Parameters
    ----------
    drift : float
        Its mean step a unit of time; its variance a unit is 1, its start 0.
    lower, upper : float
        The bounds, lower < 0 < upper.
    time : float
        The time, > 0.

    Returns
    -------
    float

    Notes
    -----
    By the method of images: the density of the first passage is Σ_k c_k / √(2πt³) ·
    exp(drift·upper − drift²·t/2 − c_k²/2t) with c_k = upper + 2k (upper − lower),
    each term of which integrates to an inverse Gaussian distribution. A. N. Borodin
    and P. Salminen, "Handbook of Brownian Motion", 2nd ed., Birkhäuser 2002, II.2.

    Examples
    --------
    >>> round(passed_upper(0.0, -1.0, 3.0, 1e3), 4)  # the gambler's ruin: 1/4
    0.25
    """
    width = upper - lower
    levels = upper + 2.0 * _images(time, width) * width
    away = np.abs(levels)
    logs = drift * (upper - away) + _log_parts(drift, time, away)
    return float(np.sum(np.sign(levels) * np.exp(logs)))


def still_above(drift: float, lower: float, upper: float, time: float, floor: float) -> float:
    """Return the probability that it has left at neither bound and lies above a floor.

    Parameters
    ----------
    drift, lower, upper, time
        As for :func:`passed_upper`.
    floor : float
        Within the bounds.

    Returns
    -------
    float

    Examples
    --------
    >>> never = still_above(0.3, -1.0, 2.0, 1.5, floor=-1.0)
    >>> high = passed_upper(0.3, -1.0, 2.0, 1.5)
    >>> low = passed_upper(-0.3, -2.0, 1.0, 1.5)
    >>> round(never + high + low, 9)
    1.0
    """
    from scipy.special import ndtr

    width, root = upper - lower, math.sqrt(time)
    shift = 2.0 * _images(time, width).astype(np.float64) * width

    def mass(centre: Floats) -> Floats:
        top = ndtr((upper - centre - drift * time) / root)
        bottom = ndtr((floor - centre - drift * time) / root)
        with np.errstate(over="ignore", invalid="ignore"):
            weighted = np.exp(drift * centre) * (top - bottom)
        return np.nan_to_num(weighted, nan=0.0, posinf=0.0)

    return float(np.sum(mass(shift)) - np.sum(mass(2.0 * upper - shift)))


def interval_after_stop(
    values: Floats,
    middle: float,
    gap: float,
    lower: float,
    upper: float,
    decision: Literal["H0", "H1"] | None,
    *,
    reach: float = 1.0,
    level: float = 0.95,
) -> Interval:
    """Return the median-unbiased mean after a sequential test, with its interval.

    Parameters
    ----------
    values : array of shape (blocks,)
        The block outcomes up to the stop.
    middle, gap : float
        (d0 + d1) / 2 and d1 − d0 of the test.
    lower, upper : float
        The bounds of its log-likelihood ratio.
    decision : {"H0", "H1", None}
        Which bound was passed.
    reach : float
        See :func:`rummy_sim.stats.precision.guarded`.
    level : float
        The confidence level.

    Returns
    -------
    Interval
        Nan for fewer than two blocks. The test's log-likelihood ratio moves per
        block by gap · (mean − middle) / s² on average, with the variance gap² / s²,
        s² the variance of the outcomes.
    """
    from scipy.optimize import brentq

    n = len(values)
    plain = float(values.mean())
    if n < 2:
        return Interval(plain, math.nan, math.nan, n)
    scatter = math.sqrt(float(values.var(ddof=1)) + 2.0 * reach**2 / n)
    step = gap / scatter
    low, high = lower / step - OVERSHOOT, upper / step + OVERSHOOT
    place = min(max((plain - middle) * n / scatter, low), high)

    def higher(mean: float) -> float:
        """P(an outcome at least as high as the observed one), rising with the mean."""
        drift = (mean - middle) / scatter
        if decision == "H1":
            return passed_upper(drift, low, high, n)
        if decision == "H0":
            return 1.0 - passed_upper(-drift, -high, -low, n)
        return passed_upper(drift, low, high, n) + still_above(drift, low, high, n, place)

    error = scatter / math.sqrt(n)

    def solve(wanted: float) -> float:
        left, right = plain - 4.0 * error, plain + 4.0 * error
        while higher(left) > wanted and left > plain - 64.0 * error:
            left -= 4.0 * error
        while higher(right) < wanted and right < plain + 64.0 * error:
            right += 4.0 * error
        return float(brentq(lambda mean: higher(mean) - wanted, left, right, xtol=1e-7 * error))

    tail = (1.0 - level) / 2.0
    return Interval(solve(0.5), solve(tail), solve(1.0 - tail), n)
