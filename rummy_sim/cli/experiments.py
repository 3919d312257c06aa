"""``rummy-sim experiments``."""

from __future__ import annotations

from pathlib import Path

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
    from rummy_sim.runs.reading import shipped_experiments

    rows = [
        {"name": name, "question": question(path), "path": str(path)}
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


def question(path: Path) -> str:
    """Return the first paragraph of the comment that a file begins with, on one line."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.removeprefix("#").strip()
        if not line.startswith("#") or not text:
            break
        lines.append(text)
    return " ".join(lines)
