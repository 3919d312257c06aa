"""``rummy-sim experiments``."""

from __future__ import annotations

import click

from rummy_sim.cli.shared import json_option, plain_table, print_json, stdout

__all__ = ["command"]


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the ready-made experiments and their questions.

    \b
    Examples:
      rummy-sim experiments
      rummy-sim experiment quickstart
    """  # noqa: D301
    from rummy_sim.runs.reading import question_of, shipped_experiments

    rows = [
        {"name": name, "question": question_of(path.read_text(encoding="utf-8")), "path": str(path)}
        for name, path in shipped_experiments().items()
    ]
    if as_json:
        print_json({"experiments": rows})
        return
    table = plain_table("name", "question")
    table.columns[0].no_wrap = True
    for row in rows:
        table.add_row(row["name"], row["question"])
    stdout().print(table)
    click.echo("\nrun one with: rummy-sim experiment NAME")
