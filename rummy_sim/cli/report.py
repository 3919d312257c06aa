"""``rummy-sim report``."""

from __future__ import annotations

import click

from rummy_sim.cli.shared import json_option, listen, print_json

__all__ = ["command"]


@click.command()
@click.argument("run")
@click.option(
    "--format",
    "formats",
    default="html,png",
    show_default=True,
    metavar="FORMS",
    help="Some of html, md, json, png, with commas between; png is the charts as PNG and SVG.",
)
@click.option(
    "--chart", "charts", multiple=True, metavar="NAME", help="Draw only this chart; repeatable."
)
@json_option
def command(run: str, formats: str, charts: tuple[str, ...], as_json: bool) -> None:
    """Write the balance report of a run and draw its charts.

    RUN is the run's folder; the report is RUN/report.html, one page that needs no other
    file. What was there of an earlier report is replaced.

    \b
    Examples:
      rummy-sim report runs/quickstart
      rummy-sim report runs/quickstart --format md,json
      rummy-sim report runs/quickstart --chart win-share
    """  # noqa: D301
    listen()
    from rummy_sim.cli.progress import ReportProgress
    from rummy_sim.reports import write
    from rummy_sim.runs.run import load

    wanted = [form.strip() for form in formats.split(",") if form.strip()]
    results = load(run)
    with ReportProgress() as progress:
        paths = [str(path) for path in write(results, wanted, charts or None, progress=progress)]
    if as_json:
        print_json({"run": run, "written": paths})
        return
    for path in paths:
        click.echo(path)
