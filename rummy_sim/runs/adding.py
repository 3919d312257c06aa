"""Adding up the frames of a run: by DuckDB, some parts at a time.

The rows of a deal are in one part of each frame, so that what is added up deal by deal
can be added up part by part, in memory that does not grow with the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy_sim.core.errors import UserError
from rummy_sim.core.game import frames_down_to
from rummy_sim.runs.querying import interruptible, opened, told, view

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from rummy_sim.runs.run import Run

__all__ = ["Frames", "Progress", "Sums", "totals"]

Progress = Callable[[str, int, int], None]
"""Told how far it is: what is done, how many, of how many."""

Frames = Mapping[str, "pd.DataFrame"]
"""Frames of a run, or rows picked out of them, by name."""

_ROWS = 4_000_000  # of the largest frame, at a time
_MEMORY = "500MB"  # enough for so many rows
_FOLD = 8  # so many tables are kept before they are added up


@dataclass(frozen=True)
class Sums:
    """What is added up.

    Attributes
    ----------
    by : tuple of str
        The columns that tell rows apart.
    query : str
        A ``select`` over ``games``, ``rounds`` and ``hands`` with these columns and further
        ones that hold sums: what is asked of some deals and of others must be what is
        asked of all, once added up.
    """

    by: tuple[str, ...]
    query: str


def totals(
    source: Run | Frames, wanted: Sequence[Sums], progress: Progress | None = None
) -> list[pd.DataFrame]:
    """Add up a run, or frames.

    Parameters
    ----------
    source : Run or mapping of str to DataFrame
        A run, or its frames by name.
    wanted : sequence of Sums
        The frames are gone through once for all of them.
    progress : callable, optional
        Told, after each piece of a run: ``"parts read"``, how many, of how many.

    Returns
    -------
    list of DataFrame
        For each, its columns in the query's order, sorted ``by`` its keys: the same for
        any number of threads if the query adds up whole numbers.

    Raises
    ------
    RunError
        If a part of the run is missing or damaged.
    UserError
        If frames hold what cannot be added up.

    Examples
    --------
    >>> import pandas as pd
    >>> games = pd.DataFrame({"seat": [0, 1, 0], "score": [3, 4, 5]})
    >>> sums = Sums(("seat",), "select seat, sum(score) as score from games group by all")
    >>> totals({"games": games}, [sums])[0]["score"].tolist()
    [8, 4]
    """
    kept: list[list[pd.DataFrame]] = [[] for _ in wanted]
    run = None if isinstance(source, Mapping) else source
    with (
        told(run) if run else _told_of_frames(),
        opened([run.path.resolve()] if run else [], _MEMORY) as database,
        ThreadPoolExecutor(1) as thread,
    ):
        for done, whole in _pieces(source, database):
            for sums, tables in zip(wanted, kept, strict=True):
                tables.append(interruptible(database, thread, _answer, database, sums.query))
                if len(tables) >= _FOLD:
                    tables[:] = [_added(tables, sums.by)]
            if progress:
                progress("parts read", done, whole)
    return [_added(tables, sums.by) for sums, tables in zip(wanted, kept, strict=True)]


def _pieces(source: Run | Frames, database: duckdb.DuckDBPyConnection) -> Iterator[tuple[int, int]]:
    """Let the tables be some parts after the other; yield how many they were, and of how many."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if isinstance(source, Mapping):
        for name, frame in source.items():
            if frame.columns.has_duplicates:
                twice = frame.columns[frame.columns.duplicated()][0]
                raise UserError(f"the frame {name!r} has the column {twice!r} twice")
            database.register(name, pa.Table.from_pandas(frame, preserve_index=False))
        yield 1, 1
        return
    parts = {name: source.parts(name) for name in frames_down_to(source.manifest["storage"])}
    rows = max(source.reading(pq.read_metadata, paths[0]).num_rows for paths in parts.values())
    together = max(1, _ROWS // max(1, rows))
    whole = len(parts["games"])
    for first in range(0, whole, together):
        for name, paths in parts.items():
            view(database, name, paths[first : first + together])
        yield min(first + together, whole), whole


@contextmanager
def _told_of_frames() -> Iterator[None]:
    """Turn what DuckDB and Arrow raise about frames of the user's into words."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except (duckdb.Error, pa.ArrowException) as error:
        first = str(error).partition("\n")[0]
        raise UserError(f"the frames cannot be added up: {first}") from error


def _answer(database: duckdb.DuckDBPyConnection, query: str) -> pd.DataFrame:
    asked = database.sql(query)
    # Sums of whole numbers have a type of 128 bits, which pandas does not know.
    columns = ", ".join(
        f'"{name}"::bigint as "{name}"' if str(kind) == "HUGEINT" else f'"{name}"'
        for name, kind in zip(asked.columns, asked.types, strict=True)
    )
    found: pd.DataFrame = database.sql(f"select {columns} from ({query}) order by all").df()
    return found


def _added(tables: Sequence[pd.DataFrame], by: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(tables).groupby(list(by), as_index=False).sum()
