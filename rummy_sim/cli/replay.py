"""``rummy-sim replay``."""

from __future__ import annotations

import json

import click

from rummy_sim.cli.shared import SEED, json_option, listen, print_json

__all__ = ["command"]


@click.command()
@click.argument("source", metavar="RUN|CONFIG")
@click.option("--cell", default=0, show_default=True, type=click.IntRange(0), help="The cell.")
@click.option(
    "--game", "games", default="0", show_default=True, metavar="G|A:B",
    help="The game's number in its cell, or games A up to before B.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
    help="Readable text, or an event a line as JSON.",
)  # fmt: skip
@click.option("--seed", type=SEED, help="In place of a configuration's seed.")
@json_option
def command(source: str, cell: int, games: str, form: str, seed: int | None, as_json: bool) -> None:
    """Tell games move by move, with all that was hidden.

    The games are played again from the seed: a run's folder will do, and so will a
    configuration that was never run.

    \b
    Examples:
      rummy-sim replay runs/quickstart --game 17
      rummy-sim replay runs/quickstart --cell 1 --game 0:500 --format jsonl
      rummy-sim replay my.yaml --seed 7 --game 3
    """  # noqa: D301
    listen()
    from rummy_sim.runs.replaying import plan_of, transcripts

    plan = plan_of(source, seed)
    if plan.experiment.seed_drawn:
        click.echo(f"no seed is given; drawn: {plan.experiment.seed}", err=True)
    told = transcripts(plan, cell, games)
    if as_json:
        print_json({"games": [list(events) for events in told]})
        return
    for number, events in enumerate(told):
        if form == "jsonl":
            for event in events:
                click.echo(json.dumps(event))
            continue
        if number:
            click.echo("\n" + "─" * 72 + "\n")
        for line in plan.game.tell(events):
            click.echo(line)
