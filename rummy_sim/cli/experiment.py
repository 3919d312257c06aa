"""``rummy-sim experiment``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.league import show_league
from rummy_sim.cli.shared import SEED, json_option, listen, plain_table, print_json, span, stdout

if TYPE_CHECKING:
    from rummy_sim.runs.experiment import Outcome
    from rummy_sim.runs.run import Run

__all__ = ["command", "show_summary"]

NAME = 24
"""Letters of a name before it is broken, so that no figure falls off the table."""


@click.command()
@click.argument("config")
@click.option("--out", default="runs", show_default=True, metavar="FOLDER", help="Where runs go.")
@click.option("--workers", type=click.IntRange(1), help="Threads; default one a processor.")
@click.option("--cluster", metavar="ADDRESS", help="Not yet: play on other machines.")
@click.option(
    "--games", type=click.IntRange(1), help="Games a cell, for the file's games or precision."
)
@click.option("--seed", type=SEED, help="In place of the file's seed.")
@click.option("--plan", is_flag=True, help="Tell the games and time it needs; play no more.")
@click.option("--resume", is_flag=True, help="Go on with an unfinished run.")
@click.option("--overwrite", is_flag=True, help="Delete an existing run and start again.")
@click.option("--no-report", is_flag=True, help="Write no report and draw no charts.")
@json_option
def command(
    config: str,
    out: str,
    workers: int | None,
    cluster: str | None,
    games: int | None,
    seed: int | None,
    plan: bool,
    resume: bool,
    overwrite: bool,
    no_report: bool,
    as_json: bool,
) -> None:
    """Run an experiment into OUT/NAME/ and tell who won.

    CONFIG is a YAML file, or the name of a shipped experiment
    (rummy-sim experiments lists them).

    \b
    Examples:
      rummy-sim experiment quickstart
      rummy-sim experiment my.yaml --games 5000 --seed 7
      rummy-sim experiment my.yaml --plan
      rummy-sim experiment my.yaml --resume
    """  # noqa: D301
    listen()
    from rummy_sim.cli.progress import GamesProgress
    from rummy_sim.core.errors import ConfigError
    from rummy_sim.runs.config import not_yet
    from rummy_sim.runs.experiment import run_experiment
    from rummy_sim.runs.resolving import load_experiment

    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite exclude each other")
    if plan and (resume or overwrite):
        raise click.UsageError("--plan writes nothing: leave out --resume and --overwrite")
    if cluster is not None:
        raise ConfigError(not_yet(["--cluster"]))
    experiment = load_experiment(config, games=games, seed=seed)
    if plan:
        from rummy_sim.cli.planning import tell_plan

        tell_plan(experiment, workers, as_json)
        return
    again = (Path(out) / experiment.name / "manifest.json").is_file() and not overwrite
    if experiment.seed_drawn and not again:
        click.echo("no seed is given; one is drawn and written down with the run", err=True)
    try:
        with GamesProgress() as progress:
            outcome = run_experiment(
                experiment,
                Path(out),
                workers=workers,
                resume=resume,
                overwrite=overwrite,
                progress=progress,
            )
    except KeyboardInterrupt:
        if (Path(out) / experiment.name / "manifest.json").is_file():
            click.echo("what was played is kept: go on with --resume", err=True)
        raise
    _tell(outcome, draw=experiment.report and not no_report, as_json=as_json)


def _tell(outcome: Outcome, draw: bool, as_json: bool) -> None:
    """Write the report, and show what came of the run."""
    from rummy_sim.runs.run import Run

    run = Run(outcome.path)
    if outcome.left_alone:
        click.echo(f"the run {run.path} is complete; it is left alone", err=True)
    drawn: list[Path] = []
    if draw and not outcome.left_alone:
        from rummy_sim.cli.progress import ReportProgress
        from rummy_sim.reports import write

        click.echo("writing the report", err=True)
        with ReportProgress() as progress:
            drawn = write(run, progress=progress)
    written = [run.path / name for name in ("experiment.yaml", "manifest.json")]
    written += [run.path / frame for frame in run.manifest["words"] if (run.path / frame).is_dir()]
    _warn(run)
    if as_json:
        from rummy_sim.cli.sweeping import sweep_json

        print_json(
            {
                "name": run.name,
                "path": str(run.path),
                "game": run.manifest["game"],
                "seed": run.seed,
                "games": run.manifest["games"],
                "left_alone": outcome.left_alone,
                "games_played": outcome.games,
                "seconds": outcome.seconds,
                "cells": run.cells,
                "summary": run.manifest["summary"],
                **({"sweep": sweep_json(run)} if run.manifest.get("sweep") else {}),
                "written": [str(path) for path in (*written, *drawn)],
            }
        )
        return
    show_summary(run)
    if run.manifest.get("sweep"):
        from rummy_sim.cli.sweeping import show_sweep

        show_sweep(run)
    click.echo("\nthere:" if outcome.left_alone else "\nwritten:")
    for path in written:
        click.echo(f"  {path}{'/' if path.is_dir() else ''}")
    if outcome.left_alone:
        drawn = _drawn_before(run)
    charts = [path for path in drawn if path.parent != run.path]
    for path in drawn:
        if path.parent == run.path:
            click.echo(f"  {path}")
    if charts:
        click.echo(f"  {charts[0].parent}/ ({len(charts)} files)")
    if outcome.left_alone and draw and not drawn:
        click.echo(f"no report yet; write it: rummy-sim report {run.path}")


def _drawn_before(run: Run) -> list[Path]:
    """Return the report and the charts that are there."""
    charts = run.path / "charts"
    return [
        *(path for path in sorted(run.path.glob("report.*")) if path.is_file()),
        *(sorted(charts.iterdir()) if charts.is_dir() else ()),
    ]


def show_summary(run: Run) -> None:
    """Print the league of a run of many strategies, else the win shares cell by cell."""
    if show_league(run):
        return
    summary = run.manifest["summary"]
    console = stdout()
    console.print(
        f"{run.name}: {run.manifest['games']:,} games, {run.cells[0]['players']} players, "
        f"seed {run.seed}\n"
    )
    width = max(len(record["name"]) for record in run.manifest["strategies"])
    for cell in run.cells:
        rows = [row for row in summary["by_strategy"] if row["cell"] == cell["cell"]]
        title = f"cell {cell['cell']}: {_swept(cell)}{', '.join(cell['lineup'])}"
        console.print(_table("strategy", rows, title, max(width, len("strategy"))))
        if "stopped" in cell:
            console.print(_precision(cell))
        console.print()
    if len(run.cells) == 1:
        console.print(_table("seat", summary["by_seat"], None, 4))


def _swept(cell: dict[str, Any]) -> str:
    """Return the swept values of a cell, to stand before its line-up."""
    if not cell["swept"]:
        return ""
    from rummy_sim.cli.sweeping import settings

    return f"{settings(cell['swept'])}; "


def _precision(cell: dict[str, Any]) -> str:
    """Return the precision that a cell has reached, and why it stopped."""
    stopped = cell["stopped"]
    reached = "unknown" if stopped["reached"] is None else f"± {100 * stopped['reached']:.2f}"
    text = (
        f"precision: {reached} points after {cell['games']:,} games, "
        f"wished ± {100 * stopped['wished']:.2f}"
    )
    return text if stopped["why"] == "precise" else f"{text}; ended by max_games"


def _warn(run: Run) -> None:
    """Say which cells are not as precise as wished."""
    ended = [
        str(cell["cell"])
        for cell in run.cells
        if "stopped" in cell and cell["stopped"]["why"] != "precise"
    ]
    if ended:
        click.echo(
            f"warning: max_games ended {len(ended)} of {len(run.cells)} cells before they were "
            f"precise: cell{'s' * (len(ended) > 1)} {', '.join(ended)}",
            err=True,
        )


def _table(by: str, rows: list[dict[str, Any]], title: str | None, width: int) -> Any:
    right = ("win share", "95% interval", "score", "95% interval ")
    table = plain_table(by, *right, right=right, title=title)
    table.columns[0].min_width = min(width, NAME)
    for row in rows:
        table.add_row(
            str(row[by]),
            f"{100 * row['win_share']:.2f} %",
            span(row["win_share_low"], row["win_share_high"], 100),
            f"{row['score']:.2f}",
            span(row["score_low"], row["score_high"]),
        )
    return table
