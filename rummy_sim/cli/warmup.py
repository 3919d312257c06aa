"""``rummy-sim warmup``."""

from __future__ import annotations

import time

import click

from rummy_sim.cli.shared import json_option, listen, print_json

__all__ = ["command"]


@click.command()
@json_option
def command(as_json: bool) -> int:
    """Compile and cache everything, so that later starts are quick.

    Exits with 1 when an installed strategy cannot be compiled.

    \b
    Examples:
      rummy-sim warmup
    """  # noqa: D301
    listen()
    from rummy_sim.runs.warming import warm_up

    start = time.perf_counter()
    rows = []
    for what, error in warm_up():
        seconds = time.perf_counter() - start
        rows.append({"what": what, "error": str(error) if error else None})
        click.echo(f"{seconds:6.1f} s  {what}{f': {error}' if error else ''}", err=as_json)
    seconds = time.perf_counter() - start
    failed = sum(row["error"] is not None for row in rows)
    if as_json:
        print_json({"compiled": rows, "seconds": seconds})
    else:
        failures = f", {failed} could not be compiled" if failed else ""
        click.echo(f"{seconds:6.1f} s  done{failures}")
    return 1 if failed else 0
