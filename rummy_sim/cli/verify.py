"""``rummy-sim verify``."""

from __future__ import annotations

import click

from rummy_sim.cli.shared import json_option, listen, print_json

__all__ = ["command"]


@click.command()
@click.argument("run")
@click.option(
    "--share", default=0.01, show_default=True, help="The share of the deals to play again."
)
@json_option
def command(run: str, share: float, as_json: bool) -> int:
    """Play a share of a run again and compare it.

    Random deals are played again, and every frame compared bit for bit.
    Exits with 1 when something differs, with 2 when the run is damaged or a
    strategy's file has changed.

    \b
    Examples:
      rummy-sim verify runs/quickstart
      rummy-sim verify runs/quickstart --share 0.2
    """  # noqa: D301
    listen()
    from rummy_sim.runs.run import load
    from rummy_sim.runs.verifying import verify

    verdict = verify(load(run), share)
    if as_json:
        print_json(
            {
                "run": run,
                "games": verdict.games,
                "all_games": verdict.all_games,
                "identical": not verdict.differences,
                "differences": verdict.differences,
            }
        )
    else:
        for difference in verdict.differences:
            click.echo(difference)
        said = "they differ" if verdict.differences else "identical"
        click.echo(f"{verdict.games:,} of {verdict.all_games:,} games played again: {said}")
    return 1 if verdict.differences else 0
