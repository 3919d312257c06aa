"""What charts are drawn from, added up by DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from rummy_sim.core.errors import RunError, UserError
from rummy_sim.core.game import frames_down_to
from rummy_sim.runs.adding import Frames, Progress, Sums, totals
from rummy_sim.runs.frames import columns_of_part
from rummy_sim.runs.run import Run

if TYPE_CHECKING:
    from rummy_sim.reports.chart import Chart

__all__ = ["collect", "columns_of"]


def columns_of(source: Run | Frames) -> dict[str, list[str]]:
    """Return the frames that a run or a mapping has, with their columns.

    Raises
    ------
    UserError
        If it is neither.
    """
    if isinstance(source, Mapping):
        for name, frame in source.items():
            if not isinstance(frame, pd.DataFrame):
                raise UserError(f"{name!r} is a {type(frame).__name__}, not a DataFrame")
        return {name: list(frame.columns) for name, frame in source.items()}
    if not isinstance(source, Run):
        raise UserError(
            "a chart is made from a run, see rummy_sim.load, or from frames by name, "
            f"{{'games': frame}}, not from a {type(source).__name__}"
        )
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
        By cell: ``games``, ``blocks`` and ``players`` (0 where no frame tells).

    Raises
    ------
    RunError
        If a part of a run is missing or damaged, or not the run's.
    """
    have = columns_of(source)
    asked = {
        chart.name: chart.sums if isinstance(chart.sums, Sums) else chart.sums(have)
        for chart in charts
    }
    wanted = list(dict.fromkeys(asked.values()))
    used = set() if isinstance(source, Mapping) else {n for chart in charts for n in chart.columns}
    checks = {name: sums for name, sums in _CHECKS.items() if name in used}
    answers = totals(_needed(charts, source), [*wanted, *checks.values()], progress)
    if not isinstance(source, Mapping):
        for name, counted in zip(checks, answers[len(wanted) :], strict=True):
            _check(source, name, counted)
    found = dict(zip(wanted, answers, strict=False))
    tables = {
        chart.name: chart.prepare(table) if chart.prepare else table
        for chart in charts
        for table in (found[asked[chart.name]],)
    }
    return tables, _sizes(source)


# What tells whether parts are those of the run: some may have been copied from elsewhere.
_CHECKS = {
    name: Sums(
        ("cell",), f"select cell, count(*) as held, sum(deal) as deals from {rows} group by cell"
    )
    for name, rows in {
        "games": "games",
        "rounds": "rounds where round = 1",
        "hands": "hands where round = 1",
    }.items()
}


def _check(run: Run, name: str, counted: pd.DataFrame) -> None:
    """Hold the rows of a frame, of first rounds only, against what the manifest tells."""
    there = {int(row["cell"]): (row["held"], row["deals"]) for row in counted.to_dict("records")}
    for cell in run.cells:
        held = cell["games"] * (1 if name == "rounds" else cell["players"])
        # The deals are numbered from 0, and each has equally many games.
        if there.get(cell["cell"]) != (held, held * (cell["deals"] - 1) // 2):
            raise RunError(
                f"the run {run.path} is damaged: the parts of {name} do not hold the games of "
                f"cell {cell['cell']}; some may be another run's"
            )


def _needed(charts: Sequence[Chart], source: Run | Frames) -> Run | Frames:
    """Leave out columns of frames that nobody asks for: they may hold anything."""
    if not isinstance(source, Mapping) or not all(isinstance(c.sums, Sums) for c in charts):
        return source
    needed = {
        name: dict.fromkeys(column for chart in charts for column in chart.columns.get(name, ()))
        for name in source
    }
    return {name: source[name][list(columns)] for name, columns in needed.items() if columns}


def _sizes(source: Run | Frames) -> pd.DataFrame:
    if not isinstance(source, Mapping):
        cells = pd.DataFrame(source.cells).set_index("cell")
        return cells[["games", "deals", "players"]].rename(columns={"deals": "blocks"})
    frames = [source[name] for name in ("games", "hands", "rounds") if name in source]

    def told(column: str, how: str) -> pd.Series:
        """Ask the first frame that has the column."""
        having = (frame for frame in frames if {"cell", column} <= set(frame))
        frame = next(having, pd.DataFrame({"cell": [], column: []}, dtype=int))
        return frame.groupby("cell")[column].agg(how)

    try:
        players = told("seat", "max").astype(int) + 1
    except ValueError as error:
        raise UserError(f"the column 'seat' must hold whole numbers: {error}") from error
    sizes = {"games": told("game", "nunique"), "blocks": told("deal", "nunique")}
    return pd.DataFrame(sizes | {"players": players}).fillna(0).astype(int)
