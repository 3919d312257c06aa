"""The sums of several measures in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

from rummy_sim.reports.pieces import Frames
from rummy_sim.reports.rules.measures import Measure, Needed

__all__ = ["needed", "tallies"]


def needed(measures: Sequence[Measure]) -> tuple[Needed, Needed]:
    """Return the columns that a chart of measures cannot do without, and those it uses, too.

    The former are those of ``games``, which every run keeps.
    """
    columns: dict[str, set[str]] = {"games": {"cell", "deal", "seat"}}
    for measure in measures:
        for frame, names in measure.columns.items():
            columns.setdefault(frame, set()).update(names)
    told = {frame: tuple(sorted(names)) for frame, names in columns.items()}
    first = {"games": told.pop("games")}
    return first, told


def tallies(measures: Sequence[Measure]) -> Callable[[Frames], pd.DataFrame]:
    """Return what adds up all measures that frames allow, by cell, block, measure and key."""

    def tally(frames: Frames) -> pd.DataFrame:
        parts = {each.name: each.tally(frames) for each in measures if each.fits(frames)}
        if not parts:
            index = pd.MultiIndex.from_arrays([[]] * 4, names=["what", "cell", "block", "key"])
            return pd.DataFrame({"top": [], "bottom": []}, index=index)
        return pd.concat(parts, names=["what"])

    return tally
