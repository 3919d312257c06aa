"""Intervals of a comparison that are honest where nothing scatters."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from rummy_sim.runs.comparing.tables import Outcomes

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.stats.estimates import Estimates

__all__ = ["reached", "share_intervals", "with_intervals"]

Bounds = tuple[float, float]


def with_intervals(
    estimates: Estimates, bounds: Callable[[Any], Bounds], is_sure: Callable[[Any], bool]
) -> pd.DataFrame:
    """Return means with Student's intervals over blocks.

    Parameters
    ----------
    estimates : Estimates
        The means.
    bounds : callable
        The least and greatest value that a block can have, by label.
    is_sure : callable
        Whether a mean without scatter is to be believed, by label: so it is for a
        strategy against itself. Any other gets the interval of
        :func:`rummy_sim.stats.blocks.interval_without_scatter`.

    Returns
    -------
    DataFrame
        Indexed like the estimates: ``mean``, ``low``, ``high``, ``blocks``.
    """
    from rummy_sim.stats.blocks import interval_without_scatter

    frame = estimates.table()
    for i, label in enumerate(estimates.labels):
        if estimates.errors[i] == 0 and not is_sure(label):
            still = interval_without_scatter(
                float(estimates.means[i]), int(estimates.blocks[i]), bounds(label)
            )
            frame.iloc[i, 1:3] = [still.low, still.high]
    return frame


def share_intervals(outcomes: Outcomes) -> pd.DataFrame:
    """Return the win shares with their intervals, indexed (table, strategy)."""
    shares, meetings = outcomes.shares, outcomes.meetings
    won: dict[Hashable, bool] = dict(zip(shares.labels, shares.means > 0, strict=True))

    def bounds(label: tuple[int, str]) -> Bounds:
        # Who never won gets the interval of a run's summary, however many seats.
        seats = meetings[label[0]].lineup.count(label[1])
        return 0.0, 1.0 / seats if won[label] else 1.0

    return with_intervals(shares, bounds, lambda label: meetings[label[0]].is_one)


def reached(outcomes: Outcomes) -> float:
    """Return the largest distance of a win share from an end of its interval."""
    frame = share_intervals(outcomes)
    up, down = frame["high"] - frame["mean"], frame["mean"] - frame["low"]
    return float(max(up.max(), down.max()))
