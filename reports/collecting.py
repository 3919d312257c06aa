"""What charts are drawn from, added up by DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from rummy_sim.core.game import frames_down_to
from rummy_sim.runs.adding import Frames, Progress, Sums, totals
from rummy_sim.runs.frames import columns_of_part

if TYPE_CHECKING:
    from rummy_sim.reports.chart import Chart
    from rummy_sim.runs.run import Run

__all__ = ["collect", "columns_of"]


def columns_of(source: Run | Frames) -> dict[str, list[str]]:
    """Return the frames that a run or a mapping has, with their columns."""
    if isinstance(source, Mapping):
        return {name: list(frame.columns) for name, frame in source.items()}
    return {
        name: source.reading(columns_of_part, source.parts(name)[0])
        for name in frames_down_to(source.manifest["storage"])
    }


def collect(
    charts: Sequence[Chart], source: Run | Frames, progress: Progress | None = None
) -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    """Add up what several charts are drawn from.

    Charts of the same sums share their table.

    Returns
    -------
    tables : dict
        The table of sums of each chart, by its name.
    played : DataFrame
        By cell: ``games``, ``blocks`` and ``players`` (0 if no frame has seats).
    """
    have = columns_of(source)
    asked = {
        chart.name: chart.sums if isinstance(chart.sums, Sums) else chart.sums(have)
        for chart in charts
    }
    wanted = list(dict.fromkeys(asked.values()))
    found = dict(zip(wanted, totals(source, wanted, progress), strict=True))
    tables = {
        chart.name: chart.prepare(table) if chart.prepare else table
        for chart in charts
        for table in (found[asked[chart.name]],)
    }
    return tables, _sizes(source)


def _sizes(source: Run | Frames) -> pd.DataFrame:
    if not isinstance(source, Mapping):
        cells = pd.DataFrame(source.cells).set_index("cell")
        return cells[["games", "deals", "players"]].rename(columns={"deals": "blocks"})
    frame = source[next(name for name in ("games", "hands", "rounds") if name in source)]
    by_cell = frame.groupby("cell")
    return pd.DataFrame(
        {
            "games": by_cell["game"].nunique(),
            "blocks": by_cell["deal"].nunique(),
            "players": by_cell["seat"].max().astype(int) + 1 if "seat" in frame else 0,
        }
    )
