"""``rummy-sim experiment --plan``: what a run will need, told before it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.progress import LINE_SECONDS
from rummy_sim.cli.shared import plain_table, print_json, span, stdout

if TYPE_CHECKING:
    from rummy_sim.runs.planning import CellForecast, RunForecast
    from rummy_sim.runs.resolved import Experiment

__all__ = ["tell_plan"]

ENDS = ("", "_low", "_high")


def tell_plan(experiment: Experiment, workers: int | None, as_json: bool) -> None:
    """Play a short pilot and print what the experiment will need."""
    from rummy_sim.runs.planning import plan_ahead

    click.echo("playing a short pilot of each cell; nothing is written", err=True)
    forecast = plan_ahead(experiment, workers=workers, progress=_Lines())
    if as_json:
        print_json(_json(experiment, forecast))
    else:
        _show(experiment, forecast)


class _Lines:
    """Shows how far the pilot is, a line now and then, on standard error."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        if 0 < done < total and time.monotonic() - self._last >= LINE_SECONDS:
            self._last = time.monotonic()
            click.echo(f"{done} of {total} cells", err=True)


def _json(experiment: Experiment, forecast: RunForecast) -> dict[str, Any]:
    figures = [f"{name}{end}" for name in ("games", "half", "seconds") for end in ENDS]
    return {
        "name": experiment.name,
        "game": experiment.game.name,
        "seed": experiment.seed,
        "precision": experiment.precision,
        "workers": forecast.workers,
        "compile_s": forecast.compile_s,
        "pilot_s": forecast.pilot_s,
        **{f"games{end}": int(forecast.total(f"games{end}")) for end in ENDS},
        **{f"seconds{end}": forecast.total(f"seconds{end}") for end in ENDS},
        "cells": [
            {
                "cell": cell.cell,
                "lineup": cell.lineup,
                "swept": dict(cell.swept),
                "pilot_blocks": cell.pilot_blocks,
                "games_per_s": cell.games_per_s,
                **{name: getattr(cell, name) for name in figures},
                "precise": _is_precise(experiment, cell),
            }
            for cell in forecast.cells
        ],
    }


def _is_precise(experiment: Experiment, cell: CellForecast) -> bool | None:
    """Tell whether a cell will probably be as precise as wished."""
    wished = experiment.precision
    return None if wished is None else cell.half <= wished * 1.001


def _show(experiment: Experiment, forecast: RunForecast) -> None:
    from rummy_sim.cli.sweeping import settings
    from rummy_sim.reports.about import Cell

    wished = experiment.precision
    wish = "" if wished is None else f", wished ± {100 * wished:g} points"
    click.echo(f"plan of {experiment.name}{wish}, seed {experiment.seed}\n")
    right = (
        ("games", "± points", "95% interval", "time")
        if wished is None
        else ("games", "95% interval", "± points", "time")
    )
    table = plain_table("cell", "what", *right, right=("cell", *right))
    table.columns[1].ratio = 1
    for cell in forecast.cells:
        what = "; ".join(filter(None, (settings(cell.swept), Cell(cell.lineup).lineup_text())))
        games = [f"{cell.games:,}"]
        half = [f"{100 * cell.half:.2f}"]
        if wished is None:
            half.append(span(cell.half_low, cell.half_high, 100))
        else:
            games.append(f"{cell.games_low:,} – {cell.games_high:,}")
        table.add_row(str(cell.cell), what, *games, *half, duration(cell.seconds))
    stdout().print(table)
    low, high = (duration(forecast.total(f"seconds_{end}")) for end in ("low", "high"))
    games_low, games_high = (f"{forecast.total(f'games_{end}'):,.0f}" for end in ("low", "high"))
    between = "" if games_low == games_high else f" ({games_low} to {games_high})"
    length = duration(forecast.total("seconds"))
    length += "" if low == high else f" ({low} to {high})"
    click.echo(f"\nin all about {forecast.total('games'):,.0f} games{between}")
    click.echo(
        f"and {length} with {forecast.workers} worker{'s' * (forecast.workers > 1)}; compiling, or "
        f"loading what is compiled, took {forecast.compile_s:.1f} s"
    )
    short = [cell for cell in forecast.cells if _is_precise(experiment, cell) is False]
    if short:
        cells = ", ".join(str(cell.cell) for cell in short)
        click.echo(
            f"warning: max_games ({experiment.games:,}) will probably end before they are precise: "
            f"cell{'s' * (len(short) > 1)} {cells}",
            err=True,
        )


def duration(seconds: float) -> str:
    """Return a time as people say it.

    Examples
    --------
    >>> [duration(seconds) for seconds in (0.3, 75, 600, 9000, 500_000)]
    ['< 1 s', '75 s', '10 min', '2.5 h', '5.8 days']
    """
    for most, unit, name in ((90, 1, "s"), (5400, 60, "min")):
        if seconds < most:
            return f"{seconds / unit:.0f} {name}" if seconds >= 1 else "< 1 s"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86_400:.1f} days"
