"""Playing until means are precise enough, with intervals that keep their promise.

The rule looks at how much blocks scatter and never at where the mean lies, so it
does not stop because a result looks good. That is Chow and Robbins' fixed-width
procedure: Y. S. Chow and H. Robbins, "On the asymptotic theory of fixed-width
sequential confidence intervals for the mean", Annals of Mathematical Statistics
36, 1965; here in groups of blocks (P. Hall, "Asymptotic theory of triple sampling
for sequential estimation of a mean", Annals of Statistics 9, 1981). The interval
at the stop is then Student's and keeps its level, if the scatter cannot look small
by accident: see :func:`guarded`. Who stops for another reason, because the result
pleases or patience ends, needs :mod:`rummy_sim.stats.anytime`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rummy_sim.stats.anytime import anytime_half

__all__ = ["Forecast", "Look", "Plan", "forecast", "guarded", "look", "plan", "play_until_precise"]

Floats = npt.NDArray[np.float64]

CLOSE = 0.8
"""The share of the missing blocks that is played before looking again."""


@dataclass(frozen=True)
class Look:
    """What the rule says after some blocks.

    Attributes
    ----------
    blocks : int
        How many blocks were played.
    half : float
        The largest half-width of the intervals now.
    precise : bool
        Whether that is precise enough.
    next : int
        How many blocks to have played at the next look; ``blocks`` for a stop.
    """

    blocks: int
    half: float
    precise: bool
    next: int

    @property
    def stop(self) -> bool:
        """Whether to play no more: precise enough, or no block left."""
        return self.next == self.blocks

    @property
    def reason(self) -> str:
        """Why it stopped or goes on, in words."""
        if self.precise:
            return f"precise enough after {self.blocks:,} blocks"
        if self.stop:
            return f"not precise enough within {self.blocks:,} blocks"
        return f"about {self.next - self.blocks:,} further blocks are needed"


def guarded(blocks: int, variance: npt.ArrayLike, reach: float) -> Floats:
    """Return the variance of block means, made safe for few or rarely differing blocks.

    Parameters
    ----------
    blocks : int
        How many blocks.
    variance : array of shape (k,)
        The sample variances of block means.
    reach : float
        Half the distance between the least and greatest value that a block mean can
        have: 0.5 for win shares, 1 for a difference of two.

    Returns
    -------
    array of shape (k,)
        The variance with one more block at either end: + 2·reach² / blocks. Chow
        and Robbins add 1 / blocks to the same end: a rule that stops when scatter
        is small must not stop at the first blocks that happen to be alike.
    """
    return np.asarray(variance, np.float64) + 2.0 * reach**2 / blocks


def look(
    blocks: int,
    variance: npt.ArrayLike,
    precision: float,
    most: int,
    *,
    level: float = 0.95,
    reach: float = 0.5,
    tuned_to: int | None = None,
    shown: float = 0.0,
) -> Look:
    """Look at the scatter so far, and say whether to stop or when to look again.

    Parameters
    ----------
    blocks : int
        How many blocks were played.
    variance : array of shape (k,)
        The sample variances (ddof 1) of the block means of each number that must be
        precise: the win share of each strategy.
    precision : float
        The half-width wished for.
    most : int
        How many blocks may be played at most.
    level : float
        The confidence level.
    reach : float
        See :func:`guarded`.
    tuned_to : int, optional
        With it, half-widths are those of :mod:`rummy_sim.stats.anytime`, tuned to so
        many blocks, which hold at a stop for any reason, at the price of some 2.4
        times the games. To be fixed before the first look.
    shown : float
        The half-width of the interval that a reader will see, where that can be
        the larger one: Clopper and Pearson's for a share of 0 or 1.

    Returns
    -------
    Look

    Notes
    -----
    Looks come by the block count alone, so the same blocks are played whatever the
    number of workers. Most of the way is gone in one step (Hall's second stage),
    the rest in small ones.

    Examples
    --------
    >>> look(1000, [0.04], 0.005, most=100_000).next
    5191
    >>> look(6200, [0.04], 0.005, most=100_000).reason
    'precise enough after 6,200 blocks'
    """
    from scipy.special import stdtrit

    scatter = math.sqrt(float(np.max(guarded(blocks, variance, reach))))
    if tuned_to is None:
        half = float(stdtrit(blocks - 1, (1.0 + level) / 2.0)) * scatter / math.sqrt(blocks)
    else:
        half = anytime_half(blocks, scatter, tuned_to, level=level)
    # Scatter shrinks with the root of the blocks; the interval of a share that was
    # never anything but 0 shrinks with their number.
    missing = blocks * max((half / precision) ** 2, shown / precision) - blocks
    half = max(half, shown)
    if half <= precision or blocks >= most:
        return Look(blocks, half, half <= precision, blocks)
    far = missing > 0.1 * blocks
    step = math.ceil(missing * CLOSE if far else max(missing, 0.01 * blocks))
    return Look(blocks, half, False, min(blocks + step, most))


@dataclass(frozen=True)
class Plan:
    """How many blocks a wished precision needs, guessed from a pilot.

    Attributes
    ----------
    blocks : int
        The guess.
    low, high : int
        Its 95 % interval: a small pilot knows the scatter but roughly.
    half : float
        The half-width that the pilot itself has reached.
    """

    blocks: int
    low: int
    high: int
    half: float


def plan(pilot: Floats, precision: float, *, level: float = 0.95, reach: float = 0.5) -> Plan:
    """Guess from a short pilot how many blocks a wished precision needs.

    Parameters
    ----------
    pilot : array of shape (blocks,) or (blocks, k)
        Block means of each number that must be precise. Blocks times seatings are
        games; the pilot's blocks count as played.
    precision, level, reach
        As for :func:`look`.

    Returns
    -------
    Plan
        For the number that scatters most.

    Raises
    ------
    ValueError
        If the pilot has fewer than two blocks.

    Notes
    -----
    blocks = (z · s / precision)². The interval is that of the variance s², with the
    fourth moment in its standard error (H. Cramér, "Mathematical Methods of
    Statistics", Princeton 1946, section 27.4), taken on the logarithm.

    Examples
    --------
    >>> wins = np.tile([0.0, 0.5, 0.5, 1.0], 100)
    >>> plan(wins, 0.005)
    Plan(blocks=19448, low=17654, high=21424, half=0.03486357843995139)
    """
    n, variance, doubt = _scatter(pilot, reach)
    z = _normal(level)
    needed = variance * (z / precision) ** 2
    return Plan(
        blocks=math.ceil(needed),
        low=math.ceil(needed / math.exp(doubt)),
        high=math.ceil(needed * math.exp(doubt)),
        half=z * math.sqrt(variance / n),
    )


@dataclass(frozen=True)
class Forecast:
    """The half-width that a number of blocks will reach, guessed from a pilot.

    Attributes
    ----------
    half : float
        The guess.
    low, high : float
        Its 95 % interval.
    """

    half: float
    low: float
    high: float


def forecast(pilot: Floats, blocks: int, *, level: float = 0.95, reach: float = 0.5) -> Forecast:
    """Guess from a short pilot how precise a number of blocks will be.

    Parameters
    ----------
    pilot : array of shape (blocks,) or (blocks, k)
        As for :func:`plan`.
    blocks : int
        How many blocks will be played.
    level, reach
        As for :func:`look`.

    Returns
    -------
    Forecast
        For the number that scatters most.

    Raises
    ------
    ValueError
        If the pilot has fewer than two blocks.

    Notes
    -----
    :func:`plan` read the other way: z · s / √blocks.

    Examples
    --------
    >>> wins = np.tile([0.0, 0.5, 0.5, 1.0], 100)
    >>> round(forecast(wins, 19448).half, 4)
    0.005
    """
    _, variance, doubt = _scatter(pilot, reach)
    half = _normal(level) * math.sqrt(variance / blocks)
    return Forecast(half, half / math.exp(doubt / 2), half * math.exp(doubt / 2))


def _scatter(pilot: Floats, reach: float) -> tuple[int, float, float]:
    """Return a pilot's blocks, its largest variance, and the doubt in that on the logarithm."""
    values = pilot[:, np.newaxis] if pilot.ndim == 1 else pilot
    n = len(values)
    if n < 2:
        raise ValueError("a pilot needs at least two blocks")
    variances = guarded(n, values.var(axis=0, ddof=1), reach)
    worst = values[:, int(np.argmax(variances))]
    variance = float(np.max(variances))
    squares = (worst - worst.mean()) ** 2
    return n, variance, 1.959964 * float(squares.std()) / math.sqrt(n) / variance


def _normal(level: float) -> float:
    """Return the normal quantile of a two-sided interval."""
    from scipy.special import ndtri

    return float(ndtri((1.0 + level) / 2.0))


def play_until_precise(
    values: Floats,
    precision: float,
    *,
    least: int = 250,
    level: float = 0.95,
    reach: float = 0.5,
    tuned_to: int | None = None,
) -> Look:
    """Apply the rule to blocks that are at hand: the last look, where it stopped.

    Parameters
    ----------
    values : array of shape (blocks,) or (blocks, k)
        Block means in the order of their deals; the rule sees no more of them than
        it has asked for, and none after the stop.
    least : int
        Blocks before the first look.
    precision, level, reach, tuned_to
        As for :func:`look`.

    Returns
    -------
    Look

    Examples
    --------
    >>> values = np.random.default_rng(3).integers(0, 2, 20_000) * 0.5
    >>> play_until_precise(values, 0.005).precise
    True
    """
    values = values[:, np.newaxis] if values.ndim == 1 else values
    most = len(values)
    blocks = min(least, most)
    while True:
        seen = look(
            blocks,
            values[:blocks].var(axis=0, ddof=1),
            precision,
            most,
            level=level,
            reach=reach,
            tuned_to=tuned_to,
        )
        if seen.stop:
            return seen
        blocks = seen.next
