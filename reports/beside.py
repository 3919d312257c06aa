"""Figures written beside the rows of a chart: a mean and its interval."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes

from rummy_sim.reports.style import MUTED

__all__ = ["BESIDE_SIZE", "digits_for", "interval_text", "write_beside", "write_intervals"]

BESIDE_SIZE = 7.5
"""Of the text, in points."""

_MOST_DIGITS = 4


def digits_for(table: pd.DataFrame) -> int:
    """Return how many decimals figures deserve: as many as the narrowest interval tells apart.

    Parameters
    ----------
    table : DataFrame
        ``low`` and ``high``, as they are shown.

    Examples
    --------
    >>> digits_for(pd.DataFrame({"low": [10.0, 10.2], "high": [12.0, 10.3]}))
    2
    """
    halves: npt.NDArray[np.float64] = (table["high"] - table["low"]).to_numpy(float) / 2
    halves = halves[halves > 0]
    if not halves.size:
        return 1
    return int(np.clip(np.ceil(-np.log10(halves.min())), 1, _MOST_DIGITS))


def interval_text(mean: float, low: float, high: float, digits: int) -> str:
    """Return a mean with its interval, if it has one.

    Examples
    --------
    >>> interval_text(25.04, 24.1, 26.0, 1)
    '25.0 (24.1 to 26.0)'
    >>> interval_text(25.04, float("nan"), float("nan"), 1)
    '25.0'
    """
    text = f"{mean:.{digits}f}"
    return text if math.isnan(low) else f"{text} ({low:.{digits}f} to {high:.{digits}f})"


def write_beside(axes: Axes, place: float, text: str, away: float = 0.0) -> None:
    """Write a text to the right of the axes, ``away`` inches off, at the height of a row."""
    axes.annotate(
        text,
        (1.0, place),
        xycoords=("axes fraction", "data"),
        xytext=(5 + 72 * away, 0),
        textcoords="offset points",
        va="center",
        size=BESIDE_SIZE,
        color=MUTED,
    )


def write_intervals(axes: Axes, rows: pd.DataFrame, digits: int, away: float = 0.0) -> None:
    """Write ``mean``, ``low`` and ``high`` beside each row; rows without a mean are left out."""
    values = rows[["mean", "low", "high"]].to_numpy(float)
    for place, (mean, low, high) in enumerate(values):
        if not math.isnan(mean):
            write_beside(axes, place, interval_text(mean, low, high, digits), away)
