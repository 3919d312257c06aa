"""Means with intervals over blocks: the unit of every statement is the block.

A *block* is one deal under all its seatings. Its games see the same shuffles, so
they are anything but independent; the means of different blocks are. An interval
therefore asks how much block means scatter, never how much single games do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

__all__ = ["Interval", "interval_of_blocks", "interval_of_sums", "interval_without_scatter"]


@dataclass(frozen=True)
class Interval:
    """A mean and its confidence interval, in the unit of the values.

    Attributes
    ----------
    mean, low, high : float
        ``low`` and ``high`` are nan when fewer than two blocks were played: one
        block says nothing about scatter.
    blocks : int
        How many blocks it rests on.
    """

    mean: float
    low: float
    high: float
    blocks: int

    @property
    def half(self) -> float:
        """The larger distance from the mean to an end: the half-width."""
        return max(self.high - self.mean, self.mean - self.low)

    def within(self, least: float, greatest: float) -> Interval:
        """Return the interval without values that cannot be, such as shares below 0.

        Examples
        --------
        >>> Interval(0.2, -0.1, 0.5, 3).within(0, 1)
        Interval(mean=0.2, low=0, high=0.5, blocks=3)
        """
        if math.isnan(self.low):
            return self
        return replace(self, low=max(self.low, least), high=min(self.high, greatest))


def interval_of_sums(
    blocks: int,
    total: int,
    squares: int,
    scale: int = 1,
    *,
    level: float = 0.95,
    bounds: tuple[int, int] | None = None,
) -> Interval:
    """Return the mean of block means with Student's interval, from exact sums.

    Sums of whole numbers do not depend on the order of their terms, so that the
    interval is the same to the last bit however a run was cut into chunks.

    Parameters
    ----------
    blocks : int
        How many blocks.
    total, squares : int
        The sum of the blocks' whole numbers, and the sum of their squares.
    scale : int
        What a block's whole number is divided by to give its mean.
    level : float
        The confidence level.
    bounds : (int, int), optional
        The least and the greatest value that a block mean can have. When all
        blocks lie on one of them their scatter is 0, but the true mean need not
        be there: with probability at most (1 − q)^n do n blocks all lie on a
        bound that a share q of the blocks avoids. The end away from the bound is
        then the Clopper–Pearson one.

    Returns
    -------
    Interval

    Raises
    ------
    ValueError
        If there is no block at all.

    Notes
    -----
    mean ± t(level, n − 1) · s / √n over the block means: Student, "The probable
    error of a mean", Biometrika 6, 1908. For sums that lie on a bound: Clopper
    and Pearson, "The use of confidence or fiducial limits illustrated in the case
    of the binomial", Biometrika 26, 1934.

    Examples
    --------
    >>> interval = interval_of_sums(4, 10, 30)
    >>> interval.mean, round(interval.low, 3), round(interval.high, 3)
    (2.5, 0.446, 4.554)
    >>> interval_of_sums(1, 3, 9)
    Interval(mean=3.0, low=nan, high=nan, blocks=1)
    """
    from scipy.special import stdtrit  # slow to import, and only needed at the end of a run

    if blocks < 1:
        raise ValueError("no block, no mean")
    mean = total / (blocks * scale)
    if blocks == 1:
        return Interval(mean, math.nan, math.nan, blocks)
    tail = (1.0 - level) / 2.0
    if bounds is not None and total in (blocks * scale * bounds[0], blocks * scale * bounds[1]):
        reach = (1.0 - tail ** (1.0 / blocks)) * (bounds[1] - bounds[0])
        if total == blocks * scale * bounds[0]:
            return Interval(mean, mean, mean + reach, blocks)
        return Interval(mean, mean - reach, mean, blocks)
    # n·Σx² − (Σx)² is exact in whole numbers; only then comes rounding.
    spread = blocks * squares - total * total
    error = math.sqrt(spread / (blocks - 1)) / (blocks * scale)
    half = float(stdtrit(blocks - 1, 1.0 - tail)) * error
    return Interval(mean, mean - half, mean + half, blocks)


def interval_of_blocks(
    means: Iterable[float] | npt.NDArray[np.float64], *, level: float = 0.95
) -> Interval:
    """Return the mean of block means with Student's interval.

    Parameters
    ----------
    means : array of shape (blocks,)
        One number a block, in any unit.
    level : float
        The confidence level.

    Returns
    -------
    Interval
        In the unit of ``means``; see :func:`interval_of_sums` for the source.

    Raises
    ------
    ValueError
        If there is no block at all.

    Examples
    --------
    >>> round(interval_of_blocks([1, 2, 3, 4]).half, 3)
    2.054
    """
    from scipy.special import stdtrit

    values = np.asarray(means if isinstance(means, np.ndarray) else list(means), np.float64)
    if len(values) < 1:
        raise ValueError("no block, no mean")
    mean = float(values.mean())
    if len(values) == 1:
        return Interval(mean, math.nan, math.nan, 1)
    error = float(values.std(ddof=1)) / math.sqrt(len(values))
    half = float(stdtrit(len(values) - 1, (1.0 + level) / 2.0)) * error
    return Interval(mean, mean - half, mean + half, len(values))


def interval_without_scatter(
    value: float, blocks: int, bounds: tuple[float, float], *, level: float = 0.95
) -> Interval:
    """Return an interval for the mean of blocks that all came out alike.

    Parameters
    ----------
    value : float
        What each block came out as.
    blocks : int
        How many blocks.
    bounds : (float, float)
        The least and the greatest value that a block can have.
    level : float
        The confidence level.

    Returns
    -------
    Interval

    Notes
    -----
    No scatter seen is not no scatter: n blocks are all alike with probability
    (1 − q)^n when a share q of all blocks is not. The largest q that leaves this a
    chance of (1 − level) / 2 is Clopper and Pearson's for none among n, and the
    other blocks may lie as far out as the bounds. On a bound this is the interval of
    :func:`interval_of_sums`.

    Examples
    --------
    >>> tie = interval_without_scatter(0.0, 100, (-1.0, 1.0))
    >>> round(tie.low, 3), round(tie.high, 3)
    (-0.036, 0.036)
    """
    if blocks < 2:
        return Interval(value, math.nan, math.nan, blocks)
    others = 1.0 - ((1.0 - level) / 2.0) ** (1.0 / blocks)
    low, high = value - others * (value - bounds[0]), value + others * (bounds[1] - value)
    return Interval(value, low, high, blocks)
