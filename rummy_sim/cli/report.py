"""``rummy-sim report``."""

from __future__ import annotations

import click

from rummy_sim.cli.shared import json_option, listen, print_json

__all__ = ["command"]


@click.command()
@click.argument("run")
@json_option
def command(run: str, as_json: bool) -> None:
    """Draw the charts of a run, again or for the first time.

    RUN is the run's folder.

    \b
    Examples:
      rummy-sim report runs/quickstart
    """  # noqa: D301
    listen()
    from rummy_sim.reports import draw
    from rummy_sim.runs.run import load

    paths = [str(path) for path in draw(load(run))]
    if as_json:
        print_json({"run": run, "written": paths})
        return
    for path in paths:
        click.echo(path)
