"""A sequential probability ratio test on block outcomes, as chess engine testers do it.

It plays until the data speak clearly for one of two hypotheses about a mean, a
difference in win share per block: d0 ("no gain") or d1 ("a gain worth having"). It
needs, on average, about half the games that a test of fixed length with the same
error rates needs.

A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
Statistics 16, 1945. Where the scatter is unknown the likelihoods are the largest
that each hypothesis allows (generalized SPRT): X. Li, J. Liu and Z. Ying,
"Generalized sequential probability ratio test for separate families of
hypotheses", Sequential Analysis 33, 2014. Blocks instead of games, and the normal
form used here: M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" and "A practical introduction to the GSPRT",
notes for the Fishtest framework.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from rummy_sim.stats.blocks import Interval, interval_of_blocks
from rummy_sim.stats.stopped import interval_after_stop

__all__ = ["Sprt", "llr_path", "sprt"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sprt:
    """Where a sequential test stands.

    Attributes
    ----------
    d0, d1 : float
        The hypotheses: the mean is d0, or it is d1.
    alpha, beta : float
        The wished chances of accepting H1 when the mean is d0, and H0 when it is d1.
    blocks : int
        After how many blocks it stopped, or how many there are.
    llr : float
        The log-likelihood ratio then; large speaks for H1.
    lower, upper : float
        The bounds at which H0 and H1 are accepted.
    decision : {"H0", "H1", None}
        What was accepted; ``None`` for neither.
    plain : Interval
        The mean with its usual interval, as if the stop had been fixed beforehand:
        it lies too far out on average.
    adjusted : Interval
        The median-unbiased estimate and an interval that take the stop into account.
    """

    d0: float
    d1: float
    alpha: float
    beta: float
    blocks: int
    llr: float
    lower: float
    upper: float
    decision: Literal["H0", "H1"] | None
    plain: Interval
    adjusted: Interval

    @property
    def reason(self) -> str:
        """What was accepted and why it stopped, in words."""
        if self.decision is None:
            return (
                f"undecided after {self.blocks:,} blocks: the log-likelihood ratio "
                f"{self.llr:.2f} lies between {self.lower:.2f} and {self.upper:.2f}"
            )
        crossed = self.upper if self.decision == "H1" else self.lower
        mean = self.d1 if self.decision == "H1" else self.d0
        return (
            f"{self.decision} (a difference of {mean:g}) accepted after {self.blocks:,} blocks: "
            f"the log-likelihood ratio {self.llr:.2f} passed {crossed:.2f}"
        )


def llr_path(values: Floats, d0: float, d1: float, *, reach: float = 1.0) -> Floats:
    """Return the log-likelihood ratio of H1 to H0 after each block.

    Parameters
    ----------
    values : array of shape (blocks,)
        Block outcomes, in the order of their deals.
    d0, d1 : float
        The hypotheses about their mean.
    reach : float
        See :func:`rummy_sim.stats.precision.guarded`.

    Returns
    -------
    array of shape (blocks,)

    Notes
    -----
    With the mean m and the guarded variance v of n blocks,

        LLR = n/2 · log( (v + (m − d0)²) / (v + (m − d1)²) ):

    the ratio of the largest normal likelihoods with mean d1 and d0. It agrees with
    that of the multinomial distribution of block outcomes up to terms of third
    order in d1 − d0 (Van den Bergh), needs no list of possible outcomes, and can be
    kept in three running sums.

    Examples
    --------
    >>> path = llr_path(np.array([0.5, 0.0, 0.5, 0.0]), d0=0.0, d1=0.1)
    >>> path.round(3).tolist()
    [0.02, 0.036, 0.106, 0.132]
    """
    n = np.arange(1.0, len(values) + 1)
    mean = np.cumsum(values) / n
    variance = np.maximum(np.cumsum(values**2) / n - mean**2, 0.0) + 2.0 * reach**2 / n
    return np.asarray(n / 2 * np.log((variance + (mean - d0) ** 2) / (variance + (mean - d1) ** 2)))


def sprt(
    values: Floats,
    d0: float,
    d1: float,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    least: int = 50,
    reach: float = 1.0,
    level: float = 0.95,
) -> Sprt:
    """Test d0 against d1 block by block; stop at the first bound that is passed.

    Parameters
    ----------
    values : array of shape (blocks,)
        Block outcomes in the order of their deals: the mean win share of one
        strategy less that of another, for each block. Blocks after the stop play no
        part, so more may be handed in than are needed.
    d0, d1 : float
        The hypotheses, d0 < d1.
    alpha, beta : float
        The wished error rates.
    least : int
        Blocks before which it does not stop.
    reach : float
        See :func:`rummy_sim.stats.precision.guarded`; 1 for differences.
    level : float
        The level of both intervals.

    Returns
    -------
    Sprt

    Raises
    ------
    ValueError
        If not d0 < d1, an error rate is not within (0, 0.5), or there is no block.

    Notes
    -----
    Bounds: Wald's, log(β / (1 − α)) and log((1 − β) / α).

    Examples
    --------
    >>> values = np.random.default_rng(1).choice([-1.0, 0.0, 1.0], 20_000, p=[0.2, 0.5, 0.3])
    >>> sprt(values, d0=0.0, d1=0.1).reason
    'H1 (a difference of 0.1) accepted after 154 blocks: the log-likelihood ratio 2.95 passed 2.94'
    """
    if not d0 < d1:
        raise ValueError(f"d0 must be less than d1, not {d0:g} and {d1:g}")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ValueError(f"error rates must lie between 0 and 0.5, not {alpha:g} and {beta:g}")
    if len(values) < 1:
        raise ValueError("no block, no test")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    path = llr_path(values, d0, d1, reach=reach)
    passed = (path <= lower) | (path >= upper)
    passed[: least - 1] = False
    stopped = bool(passed.any())
    blocks = int(np.argmax(passed)) + 1 if stopped else len(values)
    llr = float(path[blocks - 1])
    decision: Literal["H0", "H1"] | None = None
    if stopped:
        decision = "H1" if llr >= upper else "H0"
    seen = values[:blocks]
    return Sprt(
        d0=d0,
        d1=d1,
        alpha=alpha,
        beta=beta,
        blocks=blocks,
        llr=llr,
        lower=lower,
        upper=upper,
        decision=decision,
        plain=interval_of_blocks(seen, level=level),
        adjusted=interval_after_stop(
            seen, (d0 + d1) / 2, d1 - d0, lower, upper, decision, reach=reach, level=level
        ),
    )
