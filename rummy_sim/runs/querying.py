"""SQL over the frames of a run, larger than memory or not."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rummy_sim.core.errors import RunError, UserError
from rummy_sim.core.game import frames_down_to
from rummy_sim.runs.run import Run

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa

T = TypeVar("T")

__all__ = [
    "MEMORY",
    "answer",
    "connection",
    "frame",
    "interruptible",
    "opened",
    "told",
    "view",
    "write_parquet",
]

MEMORY = "1GB"
"""What DuckDB may use; what does not fit goes to a temporary folder."""


class _MissingPartError(Exception):
    pass


@contextmanager
def connection(run: Run) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the tables of a run; nothing else on the machine can be read or written.

    Parameters
    ----------
    run : Run
        Its stored frames become the tables ``games``, ``rounds`` and ``hands``, its
        manifest the table ``cells`` (``cell``, ``players``, ``lineup``, ``games``,
        ``deals``, and ``ruleset`` and ``swept`` as JSON).
    """
    with opened([run.path.resolve()]) as database:
        for frame in frames_down_to(run.manifest["storage"]):
            view(database, frame, run.parts(frame))
        database.register("cells", _cells(run))
        yield database


def view(database: duckdb.DuckDBPyConnection, name: str, parts: Sequence[Path]) -> None:
    """Let a table be what stands in some files.

    Raises
    ------
    Exception
        If one of them is not there; :func:`told` tells it.
    """
    for path in parts:
        if not path.is_file():
            raise _MissingPartError(f"{path} is missing")
    database.execute(
        f"create or replace view {name} as select * from read_parquet({_listed(parts)})"
    )


@contextmanager
def opened(
    readable: Iterable[Path] = (), memory: str = MEMORY
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open an empty database that reads no other folders than these."""
    import duckdb

    with (
        tempfile.TemporaryDirectory(prefix="rummy-sim-sql-") as spill,
        duckdb.connect(config={"memory_limit": memory, "temp_directory": spill}) as database,
    ):
        database.execute(f"set allowed_directories = {_listed([*readable, Path(spill)])}")
        database.execute("set enable_external_access = false")
        database.execute("set lock_configuration = true")
        yield database


def _listed(paths: Sequence[Path]) -> str:
    """Return paths as a list in SQL."""
    quoted = (str(path).replace("'", "''") for path in paths)
    return "[" + ", ".join(f"'{path}'" for path in quoted) + "]"


def _cells(run: Run) -> pa.Table:
    import pyarrow as pa

    rows: list[dict[str, Any]] = [
        {
            "cell": cell["cell"],
            "players": cell["players"],
            "lineup": cell["lineup"],
            "games": cell["games"],
            "deals": cell["deals"],
            "ruleset": json.dumps(cell["ruleset"]),
            "swept": json.dumps(cell["swept"]),
        }
        for cell in run.cells
    ]
    return pa.Table.from_pylist(rows)


@contextmanager
def answer(run: Run, query: str) -> Iterator[pa.RecordBatchReader]:
    """Answer a query, some rows at a time.

    Parameters
    ----------
    run : Run
        See :func:`connection`.
    query : str
        One statement that reads: ``select``, ``from``, ``describe``, ``summarize`` …

    Raises
    ------
    UserError
        If the query does more than read, or if DuckDB cannot answer it: says why.

    Examples
    --------
    >>> with answer(run, "select count(*) from games") as batches:     # doctest: +SKIP
    ...     batches.read_all()
    """
    import pyarrow as pa

    if not isinstance(query, str):
        raise UserError(f"a query is a text in SQL ('select …'), not {query!r}")
    with _asked(run), connection(run) as database, ThreadPoolExecutor(1) as thread:
        _refuse_but_reading(database, query)
        found = interruptible(database, thread, database.sql, query)
        stream = interruptible(database, thread, pa.RecordBatchReader.from_stream, found)

        def batches() -> Iterator[pa.RecordBatch]:
            while True:
                try:
                    yield interruptible(database, thread, stream.read_next_batch)
                except StopIteration:
                    return

        yield pa.RecordBatchReader.from_batches(stream.schema, batches())


def _refuse_but_reading(database: duckdb.DuckDBPyConnection, query: str) -> None:
    """Refuse what could write: DuckDB lets ``copy`` write wherever it may read, into the run.

    Raises
    ------
    UserError
        If the query is not a single statement that reads.
    """
    kinds = [statement.type.name for statement in database.extract_statements(query)]
    if not kinds:
        raise UserError("the query asks nothing; ask with 'select …'")
    if len(kinds) > 1:
        raise UserError(f"these are {len(kinds)} statements; ask one at a time")
    # A pivot makes a type of its own before it selects: MULTI. A copy may stand within
    # ``with``, or around a pivot.
    refused = sorted(_keywords(query) & {"copy", "create", "explain"})
    if kinds[0] not in ("SELECT", "MULTI"):
        refused.append(kinds[0].lower())
    if refused:
        raise UserError(f"a query only reads: {refused[0]!r} is refused; ask with 'select …'")


def _keywords(query: str) -> set[str]:
    """Return the words of a query that are neither names nor texts, in small letters."""
    import duckdb

    told = query.encode()  # places are those of bytes
    return {
        re.sub(rb"\W.*", b"", told[place:], flags=re.DOTALL).decode().lower()
        for place, kind in duckdb.tokenize(query)
        if kind == duckdb.token_type.keyword
    }


def frame(run: Run, query: str) -> pd.DataFrame:
    """Return the answer to a query as a DataFrame; see :func:`answer`."""
    import pyarrow as pa

    with answer(run, query) as batches:
        table = batches.read_all()
    # A sum of whole numbers has the type DECIMAL.
    for place, field in enumerate(table.schema):
        if pa.types.is_decimal(field.type):
            try:
                plain = table[place].cast(pa.int64() if field.type.scale == 0 else pa.float64())
            except pa.ArrowInvalid:  # more than 64 bits hold
                plain = table[place].cast(pa.float64())
            table = table.set_column(place, field.name, plain)
    with told(run):
        answered: pd.DataFrame = table.to_pandas()
    return answered


def interruptible(
    database: duckdb.DuckDBPyConnection, thread: Executor, work: Callable[..., T], *arguments: Any
) -> T:
    """Let a thread work, and stop it at Ctrl-C, which DuckDB at work does not hear."""
    future = thread.submit(work, *arguments)
    try:
        return future.result()
    except KeyboardInterrupt:
        database.interrupt()
        wait([future])
        raise


def write_parquet(run: Run, query: str, path: Path) -> int:
    """Write the answer to a query as a Parquet file; return its number of rows.

    Raises
    ------
    UserError
        If DuckDB cannot answer it, or the file cannot be written.
    """
    import pyarrow.parquet as pq

    rows = 0
    with answer(run, query) as batches:
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            with pq.ParquetWriter(temporary, batches.schema, compression="zstd") as writer:
                for batch in batches:
                    writer.write_batch(batch)
                    rows += batch.num_rows
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    return rows


@contextmanager
def _asked(run: Run) -> Iterator[None]:
    """Turn what DuckDB raises into words; the query may be wrong as well as the run."""
    import duckdb

    with told(run):
        try:
            yield
        except duckdb.InvalidInputException as error:
            if ".parquet" in str(error).partition("\n")[0]:
                raise
            raise UserError(
                f"{error}\nif the query is right, see whether the run is damaged: "
                f"rummy-sim verify {run.path}"
            ) from error


@contextmanager
def told(run: Run) -> Iterator[None]:
    """Turn what DuckDB raises into words."""
    import duckdb
    import pyarrow as pa

    try:
        yield
    except _MissingPartError as error:
        raise RunError(
            f"the run {run.path} is damaged: {error}; play it again with --resume"
        ) from error
    except pa.ArrowNotImplementedError as error:
        raise UserError(f"{error}: make text of it, by '::varchar'") from error
    except (duckdb.IOException, duckdb.InvalidInputException) as error:
        # The lines after the first show DuckDB's own query, or what to do with other files.
        first = str(error).partition("\n")[0]
        if ".parquet" not in first:  # a full disk, say
            raise UserError(str(error)) from error
        raise RunError(
            f"the run {run.path} is damaged: {first}; play it again with --resume"
        ) from error
    except duckdb.CatalogException as error:
        tables = ", ".join((*frames_down_to(run.manifest["storage"]), "cells"))
        raise UserError(f"{error}\nthe tables of this run are: {tables}") from error
    except duckdb.OutOfRangeException as error:
        raise UserError(
            f"{error}\ncolumns have small types; widen one: turns::bigint * 60"
        ) from error
    except duckdb.Error as error:
        raise UserError(str(error)) from error
