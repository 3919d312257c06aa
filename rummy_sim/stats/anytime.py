"""Intervals that hold at every moment at once: look as often as you like.

A confidence sequence contains the truth at *all* block counts together with 95 %
probability, so it holds whenever and for whatever reason one stops: because the
result pleases, because the lecture begins. The price is width: at the block count
it is tuned to, 1.55 times that of the interval for one look.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from rummy_sim.stats.blocks import Interval

__all__ = ["anytime_half", "anytime_interval"]


def anytime_half(blocks: int, scatter: float, tuned_to: int, *, level: float = 0.95) -> float:
    """Return the half-width of the confidence sequence after some blocks.

    Parameters
    ----------
    blocks : int
        How many blocks were played.
    scatter : float
        The standard deviation of their means.
    tuned_to : int
        The block count at which the sequence is narrowest. To be fixed before the
        first look; ten times more or fewer blocks widen it by about a sixth.
    level : float
        The probability that the truth lies within at all block counts.

    Returns
    -------
    float

    Notes
    -----
    The asymptotic confidence sequence by a normal mixture, theorem 2.2 of I.
    Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform
    central limit theory and asymptotic confidence sequences", Annals of Statistics
    52, 2024: with n blocks, α = 1 − level and a fixed ρ,

        s · √( 2 (n ρ² + 1) / (n² ρ²) · log( √(n ρ² + 1) / α ) ),

    and ρ² = (−2 log α + log(−2 log α) + 1) / n* for a tuning to n* blocks (their
    appendix on the choice of ρ). Asymptotic means: for a first look after enough
    blocks that their mean is about normal; some hundred.

    Examples
    --------
    >>> round(anytime_half(10_000, 1.0, tuned_to=10_000) / 0.0196, 2)
    1.55
    """
    alpha = 1.0 - level
    rho = (-2.0 * math.log(alpha) + math.log(-2.0 * math.log(alpha)) + 1.0) / tuned_to
    grown = blocks * rho + 1.0
    return scatter * math.sqrt(2.0 * grown / (blocks**2 * rho) * math.log(math.sqrt(grown) / alpha))


def anytime_interval(
    values: npt.NDArray[np.float64], tuned_to: int, *, level: float = 0.95
) -> Interval:
    """Return the mean of block means with an interval that holds at any stop.

    Parameters
    ----------
    values : array of shape (blocks,)
        The block means so far.
    tuned_to, level
        As for :func:`anytime_half`.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If there is no block at all.

    Examples
    --------
    >>> round(anytime_interval(np.tile([0.0, 1.0], 200), tuned_to=400).half, 3)
    0.076
    """
    if len(values) < 1:
        raise ValueError("no block, no mean")
    mean = float(values.mean())
    if len(values) == 1:
        return Interval(mean, math.nan, math.nan, 1)
    half = anytime_half(len(values), float(values.std(ddof=1)), tuned_to, level=level)
    return Interval(mean, mean - half, mean + half, len(values))
