"""``rummy-sim sql``."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import json_option, listen, plain_table, print_json, stdout

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["command"]

SHOWN = 100
"""Rows that are shown as text; files get all."""
LONGEST = 60
"""Letters of a value that are shown as text."""
WIDEST = 10_000


@click.command()
@click.argument("run")
@click.argument("query")
@click.option(
    "--format", "form", type=click.Choice(["text", "csv", "parquet"]), default="text",
    show_default=True, help="A table, CSV, or a Parquet file (with --out).",
)  # fmt: skip
@click.option("--out", metavar="FILE", help="Where to, instead of the terminal.")
@json_option
def command(run: str, query: str, form: str, out: str | None, as_json: bool) -> None:
    """Ask the frames of a run a question in SQL (DuckDB's).

    The tables are games, rounds and hands, as far as the run kept them, and cells:
    what each cell is. Memory stays below some gigabyte however large the run.

    \b
    Examples:
      rummy-sim sql runs/quickstart "select strategy, avg(win_share) from games
        group by strategy order by 2 desc"
      rummy-sim sql runs/quickstart "describe hands"
      rummy-sim sql runs/quickstart "select * from rounds where points > 20" \\
        --format csv > rich.csv
    """  # noqa: D301
    listen()
    from rummy_sim.runs.querying import answer, write_parquet
    from rummy_sim.runs.run import load

    if as_json and (out is not None or form != "text"):
        raise click.UsageError("--json prints to the terminal: leave out --format and --out")
    results = load(run)
    if form == "parquet":
        if out is None:
            raise click.UsageError("--format parquet needs a file: --out FILE")
        rows = write_parquet(results, query, Path(out))
        click.echo(f"{out}: {rows:,} rows", err=True)
        return
    with answer(results, query) as batches:
        if as_json:
            names = batches.schema.names
            print_json({"columns": names, "rows": [row for part in batches for row in _rows(part)]})
        elif form == "csv" or out is not None:
            _write_csv(batches, out)
        else:
            _show(batches)


def _rows(batch: pa.RecordBatch) -> list[list[Any]]:
    """Return rows as plain values: numbers, text, lists, and text for what JSON does not know."""
    columns = [column.to_pylist() for column in batch.columns]
    return [list(map(_plain, row)) for row in zip(*columns, strict=True)]


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):  # a sum of whole numbers has the type DECIMAL
        return int(value) if value == value.to_integral_value() else float(value)
    if value is None or isinstance(value, (bool, int, float, str, list, dict)):
        return value
    return str(value)


def _write_csv(batches: pa.RecordBatchReader, out: str | None) -> None:
    """Write the answer as CSV, some rows at a time; lists and the like as JSON."""
    import pyarrow as pa
    from pyarrow import csv

    kinds = (pa.types.is_nested, pa.types.is_interval)
    told = [any(kind(field.type) for kind in kinds) for field in batches.schema]
    schema = pa.schema(
        [
            field.with_type(pa.string()) if as_text else field
            for field, as_text in zip(batches.schema, told, strict=True)
        ]
    )
    sink = sys.stdout.buffer if out is None else out
    options = csv.WriteOptions(quoting_style="needed")
    with csv.CSVWriter(sink, schema, write_options=options) as writer:
        for batch in batches:
            columns = [
                _as_json(column) if as_text else column
                for column, as_text in zip(batch.columns, told, strict=True)
            ]
            writer.write_batch(pa.record_batch(columns, schema=schema))


def _as_json(column: pa.Array) -> pa.Array:
    """Return values that CSV has no form for as JSON text."""
    import pyarrow as pa

    values = column.to_pylist()
    return pa.array(
        [None if value is None else json.dumps(_plain(value), default=str) for value in values],
        pa.string(),
    )


def _show(batches: pa.RecordBatchReader) -> None:
    """Print the first rows as a table, and say how many there are."""
    import pyarrow as pa

    numeric = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    numbers = [field.name for field in batches.schema if any(kind(field.type) for kind in numeric)]
    table = plain_table(*batches.schema.names, right=tuple(numbers))
    count = 0
    for batch in batches:
        for row in _rows(batch)[: max(0, SHOWN - count)]:
            table.add_row(*map(_text, row))
        count += batch.num_rows
    # As wide as it is: rows that a narrow terminal breaks are easier read than broken cells.
    stdout(WIDEST).print(table)
    if count > SHOWN:
        click.echo(f"the first {SHOWN} of {count:,} rows; --format csv gives all")


def _text(value: Any) -> str:
    """Return a value as people read it.

    Examples
    --------
    >>> _text(0.123456789), _text(None), _text(12345)
    ('0.123457', '–', '12345')
    """
    if value is None:
        return "–"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
