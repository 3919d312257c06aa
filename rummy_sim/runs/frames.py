"""The frames as Parquet: records of a game to columns, columns to pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["columns_of", "columns_of_part", "encode", "read_frame", "read_part", "to_table"]

Words = Mapping[str, Sequence[str]]


def to_table(records: npt.NDArray[np.void], words: Words, entries: Sequence[int]) -> pa.Table:
    """Return the rows of a chunk as an Arrow table.

    Parameters
    ----------
    records : structured array
        The rows; its fields are the columns, in their order.
    words : mapping
        For columns that hold words: all words, by number. Every part of a run is
        given the same words, so that all have one schema.
    entries : sequence of int
        The number of each entry's strategy in ``words["strategy"]``.
    """
    import pyarrow as pa

    names = list(records.dtype.names or ())
    columns = []
    for name in names:
        values = np.ascontiguousarray(records[name])
        if name == "strategy":
            values = np.asarray(entries, np.int16)[values]
        if name in words:
            columns.append(pa.DictionaryArray.from_arrays(values, list(words[name])))
        else:
            columns.append(pa.array(values))
    return pa.table(columns, names=names)


def encode(table: pa.Table) -> bytes:
    """Return a table as a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def read_part(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """Read one part; raises OSError or ``pyarrow.ArrowInvalid`` when it is damaged."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        return file.read(columns=None if columns is None else list(columns))


def columns_of_part(path: Path) -> list[str]:
    """Return the names of a part's columns; raises like :func:`read_part`."""
    import pyarrow.parquet as pq

    return list(pq.read_schema(path).names)


def read_frame(
    parts: Iterable[Path], words: Words, columns: Sequence[str] | None = None
) -> pd.DataFrame:
    """Read parts into one DataFrame; columns of words become categories.

    Parameters
    ----------
    parts : iterable of Path
        The files, in the order of their rows.
    words : mapping
        The words of each such column; all of them become categories, in this order.
    columns : sequence of str, optional
        Only these.
    """
    import pandas as pd
    import pyarrow as pa

    table = pa.concat_tables([read_part(path, columns) for path in parts]).unify_dictionaries()
    frame: pd.DataFrame = table.to_pandas(split_blocks=True, self_destruct=True)
    for name, categories in words.items():
        if name in frame and list(frame[name].cat.categories) != list(categories):
            frame[name] = pd.Categorical(frame[name], categories=list(categories))
    return frame


def columns_of(table: pa.Table) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of a part as numpy arrays; words as text."""
    return {
        name: np.asarray(column.to_pandas())
        for name, column in zip(table.column_names, table.columns, strict=True)
    }
