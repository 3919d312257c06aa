"""What a sweep changes, as ``rummy-sim experiment`` shows it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import plain_table, span, stdout
from rummy_sim.stats.wording import p_text

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.runs.run import Run

__all__ = ["settings", "show_sweep", "sweep_json"]

FEW = 30
"""Fewer differing deals do not make an interval."""
MOST_TEXT = 60
COLUMNS = ("value", "difference", "interval", "p", "gain")


def settings(swept: Mapping[str, Any]) -> str:
    """Return the swept values of a cell as text, cut off where a list of phases is long."""
    from rummy_sim.reports.about import Cell

    text = Cell(settings=swept).settings_text()
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"


def sweep_json(run: Run) -> dict[str, Any]:
    """Return what a sweep changes for programs: the reference, and a row a figure."""
    return {"reference": run.manifest["reference"], "rows": run.sweep().to_dict("records")}


def show_sweep(run: Run) -> None:
    """Print each variant's figures and how they differ from the reference."""
    from rummy_sim.reports.about import Cell
    from rummy_sim.runs.games import get_game

    table = run.sweep()
    console = stdout()
    cells = [Cell(tuple(cell["lineup"]), cell["swept"]) for cell in run.cells]
    against = settings(run.manifest["reference"])
    console.print(f"\nagainst {against}, on the same deals:\n")
    round_name = get_game(run.manifest["game"]).round_name
    single = len({cell.lineup for cell in cells}) == 1
    differing = table["differing"]
    table["few"] = differing.between(1, FEW - 1) & (differing < table["blocks"] / 2)
    # Win shares by seat only where one strategy fills the table, and has no other.
    shares = table["statistic"] == "win_share"
    by_strategy = set(table.loc[shares & (table["by"] == "strategy"), "cell"])
    hidden = shares & (table["by"] == "seat") & table["cell"].isin(by_strategy)
    rows = table[(table["reference"] != table["cell"]) & ~hidden]
    labels = [_label(row, round_name) for row in rows.to_dict("records")]
    width = max(map(len, labels), default=0)
    for number, own in rows.groupby("cell"):
        cell = cells[int(str(number))]
        title = f"cell {number}: {settings(cell.settings)}"
        console.print(
            _table(own, round_name, title if single else f"{title}; {cell.lineup_text()}", width)
        )
        console.print()
    click.echo(
        "Intervals: 95%, of the differences, paired by deal. p: corrected for all\n"
        "differences of the same kind (Holm). gain: how many times wider the interval\n"
        "would be if the cells had been played on different deals."
    )
    if rows["few"].any():
        click.echo(f"*: fewer than {FEW} deals differ, too few for an interval; play more.")
    if (alike := rows[rows["narrowed"] == math.inf]).size:
        share = 1 - 0.025 ** (1 / int(alike["blocks"].min()))
        click.echo(
            "the same: this figure was the same in every deal; by chance alone that can\n"
            f"be so when up to {100 * share:.2g} % of all deals differ (95%)."
        )


def _table(rows: pd.DataFrame, round_name: str, title: str, width: int) -> Any:
    table = plain_table("", *COLUMNS, right=COLUMNS, title=title)
    table.columns[0].min_width = min(width, 30)
    for row in rows.to_dict("records"):
        scale, unit = (100, " %") if row["statistic"] == "win_share" else (1, "")
        table.add_row(
            _label(row, round_name),
            f"{row['value'] * scale:.2f}{unit}",
            f"{row['difference'] * scale:+.2f}",
            span(row["difference_low"], row["difference_high"], scale),
            p_text(row["holm"]),
            _times(row["narrowed"]) + (" *" if row["few"] else ""),
        )
    return table


def _label(row: Mapping[Hashable, Any], round_name: str) -> str:
    """Return what a figure is, in few words."""
    if row["by"] == "game":
        what = f"{round_name}s" if row["statistic"] == "rounds" else row["statistic"]
        return f"{what} a game"
    what = str(row["statistic"]).replace("_", " ")
    return f"{what}, seat {row['of']}" if row["by"] == "seat" else f"{what}, {row['of']}"


def _times(factor: float) -> str:
    if math.isnan(factor):
        return "–"
    if factor == math.inf:
        return "the same"
    return f"{factor:.1f}×"
