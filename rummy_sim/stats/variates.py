"""Control variates: taking the luck of the deal out of a mean, without bias.

A quantity whose expectation is known exactly (luck at the deal, a bonus flip
against its odds) tells how lucky a block was. What of the outcome goes with that
luck can be taken off, and what is left scatters less about the same mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rummy_sim.stats.blocks import Interval, interval_of_blocks

__all__ = ["Controlled", "controlled_mean"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Controlled:
    """A mean from which luck was taken off.

    Attributes
    ----------
    interval : Interval
        The adjusted mean with its interval.
    plain : Interval
        The mean as it was.
    gain : float
        Variance of the plain mean divided by that of the adjusted one; below 1
        when the controls are of no use.
    slopes : array of shape (controls,)
        How much outcome goes with one unit of each control.
    values : array of shape (blocks,)
        The adjusted block means, for further comparisons.
    """

    interval: Interval
    plain: Interval
    gain: float
    slopes: Floats
    values: Floats


def controlled_mean(
    values: npt.ArrayLike,
    controls: npt.ArrayLike,
    expected: npt.ArrayLike = 0.0,
    *,
    folds: int = 10,
    level: float = 0.95,
) -> Controlled:
    """Return the mean of block means, adjusted for controls of known expectation.

    Parameters
    ----------
    values : array of shape (blocks,)
        Block means.
    controls : array of shape (blocks,) or (blocks, controls)
        What measures each block's luck.
    expected : float or array of shape (controls,)
        The controls' true expectations.
    folds : int
        Into how many parts the blocks are split.
    level : float
        The confidence level.

    Returns
    -------
    Controlled

    Raises
    ------
    ValueError
        If the shapes do not fit, or there are fewer blocks than slopes need.

    Notes
    -----
    The slopes that are taken off a part of the blocks are fitted on all others. As
    parts are independent, slope and luck are too, and E[slope · (control −
    expectation)] = 0: the adjusted mean is unbiased for any number of blocks, which
    it is not when slopes are fitted on the blocks that they are used on. A. N.
    Avramidis and J. R. Wilson, "A splitting scheme for control variates",
    Operations Research Letters 14, 1993; for control variates in general, S. S.
    Lavenberg and P. D. Welch, Management Science 27, 1981.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> luck = rng.normal(size=1000)
    >>> result = controlled_mean(0.5 + 2 * luck + rng.normal(size=1000), luck)
    >>> round(result.gain)
    5
    """
    y = np.asarray(values, np.float64)
    x = np.asarray(controls, np.float64)
    x = x[:, np.newaxis] if x.ndim == 1 else x
    if y.ndim != 1 or len(x) != len(y):
        raise ValueError(f"{len(y)} blocks but controls of shape {x.shape}")
    parts = min(folds, len(y))
    if parts < 2 or len(y) - -(-len(y) // parts) < x.shape[1] + 2:
        raise ValueError(f"{len(y)} blocks are too few for {x.shape[1]} controls")
    luck = x - np.asarray(expected, np.float64)
    part = np.arange(len(y)) % parts
    adjusted = y.copy()
    for i in range(parts):
        here = part == i
        adjusted[here] -= luck[here] @ _slopes(y[~here], luck[~here])
    interval = interval_of_blocks(adjusted, level=level)
    scatter = float(adjusted.var())
    return Controlled(
        interval=interval,
        plain=interval_of_blocks(y, level=level),
        gain=float(y.var()) / scatter if scatter > 0 else 1.0,
        slopes=_slopes(y, luck),
        values=adjusted,
    )


def _slopes(y: Floats, x: Floats) -> Floats:
    """Return the least-squares slopes; a control that never varies has slope 0."""
    slopes, *_ = np.linalg.lstsq(x - x.mean(axis=0), y - y.mean(), rcond=None)
    return np.asarray(slopes, np.float64)
