"""One pass over a run for all its charts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from rummy_sim.core.errors import RunError
from rummy_sim.core.game import FRAMES, frames_down_to
from rummy_sim.reports.about import sizes
from rummy_sim.reports.pieces import Frames, added
from rummy_sim.runs.frames import read_frame

if TYPE_CHECKING:
    from rummy_sim.reports.chart import Chart, Tally
    from rummy_sim.runs.run import Run

__all__ = ["collect", "columns_of", "pieces"]

_FOLD = 16  # so many pieces' tables are kept before they are added up
_ROWS = 1_000_000  # of the largest frame, in a piece


def columns_of(source: Run | Frames) -> dict[str, list[str]]:
    """Return the frames that a run or a mapping has, with their columns."""
    if isinstance(source, Mapping):
        return {name: list(frame.columns) for name, frame in source.items()}
    with _damage_told(source):
        return {
            name: list(pq.read_schema(source.parts(name)[0]).names)
            for name in frames_down_to(source.manifest["storage"])
        }


def pieces(source: Run | Frames, columns: Mapping[str, Collection[str]]) -> Iterator[Frames]:
    """Return the frames of a run piece by piece, only the columns wanted.

    The rows of a deal, in all frames, are in one piece. Frames given as a mapping are one
    piece.
    """
    if isinstance(source, Mapping):
        yield source
        return
    parts = {name: source.parts(name) for name in columns}
    with _damage_told(source):
        rows = max(pq.read_metadata(paths[0]).num_rows for paths in parts.values())
    together = max(1, _ROWS // max(1, rows))
    for first in range(0, len(next(iter(parts.values()))), together):
        with _damage_told(source):
            piece = {
                name: read_frame(
                    paths[first : first + together],
                    source.manifest["words"][name],
                    sorted(columns[name]),
                )
                for name, paths in parts.items()
            }
        yield piece


@contextmanager
def _damage_told(run: Run) -> Iterator[None]:
    """Turn what reading broken or missing parts raises into words."""
    try:
        yield
    except (OSError, pa.ArrowInvalid) as error:
        raise RunError(
            f"the run {run.path} is damaged: {error}; play it again with --resume"
        ) from error


def collect(
    charts: Sequence[Chart], source: Run | Frames
) -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    """Tally a run for several charts, reading it once.

    Charts of one tally share its table.

    Returns
    -------
    tables : dict
        The table of sums of each chart, by its name.
    played : DataFrame
        Games, blocks and players by cell, see :func:`rummy_sim.reports.about.sizes`.
    """
    have = columns_of(source)
    counted = next(name for name in ("games", "hands", "rounds") if name in have)
    wanted: dict[str, set[str]] = {counted: {"cell", "deal", "game", "seat"} & {*have[counted]}}
    for chart in charts:
        for frame, columns in chart.columns.items():
            wanted.setdefault(frame, set()).update(columns)
        for frame, columns in chart.more.items():
            if columns_there := {*columns} & {*have.get(frame, ())}:
                wanted.setdefault(frame, set()).update(columns_there)
    tallies: dict[Tally, list[pd.DataFrame]] = {chart.tally: [] for chart in charts}
    played: list[pd.DataFrame] = []
    for piece in pieces(source, {name: wanted[name] for name in FRAMES if name in wanted}):
        played.append(sizes(piece[counted]))
        for tally, kept in tallies.items():
            kept.append(tally(piece))
            if len(kept) >= _FOLD:
                kept[:] = [added(kept)]
    sums = {tally: added(kept).reset_index() for tally, kept in tallies.items()}
    tables = {chart.name: sums[chart.tally] for chart in charts}
    cells = pd.concat(played).groupby(level="cell")
    total = cells.sum().assign(players=cells["players"].max())
    return tables, total
