"""How short games or hands end: the shares of the ends, by cell."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, Finder
from rummy_sim.reports.dots import no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.sql import block
from rummy_sim.reports.stacks import Part, stack_panels
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["MOST_ROWS", "ends_chart", "row_names"]

MOST_ROWS = 40
"""So many cells at most, a row each."""


def row_names(names: list[str]) -> list[str]:
    """Return names for rows that are cells; a single cell needs one, too."""
    return [name or "all games" for name in names]


def ends_chart(
    ends: Mapping[str, Part],
    thing: str,
    frame: str = "rounds",
    name: str = "ends",
    findings: Finder | None = None,
) -> Chart:
    """Return the chart of how things end.

    Parameters
    ----------
    ends : mapping
        The words of the column ``end``, what people call them, and their looks.
    thing : str
        What it is that ends: ``short game``.
    frame : str
        ``rounds``, or ``games`` for the ends of full games.
    name : str
        The chart's.
    findings : callable, optional
        The chart's.
    """
    once = "where seat = 0" if frame == "games" else ""
    each = ", ".join(f"count(*) filter (\"end\" = '{word}') as {word}" for word in ends)
    query = f"""
    select cell, {block()}, count(*) as ended, {each} from {frame} {once} group by all
    """

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"], MOST_ROWS)
        rows = panels.pooled(table)
        shares = {
            text: ratio_intervals(rows, word, "ended", ["panel"], bounds=(0, 1))
            for word, (text, _) in ends.items()
            if rows[word].sum() > 0
        }
        long = pd.concat(shares, names=["end"]).reset_index()
        return of_means(long, panels, {"end": "end"}, f"share of the {thing}s")

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"], MOST_ROWS)
        rows = panels.pooled(table)
        present = [word for word in ends if rows[word].sum() > 0]
        whole = ratio_intervals(rows.assign(all=rows["ended"]), "all", "ended", ["panel"])
        shares = whole[["mean"]].copy()
        so_far = pd.Series(0, rows.index)
        for word in present:
            shares[word] = ratio_intervals(rows, word, "ended", ["panel"])["mean"]
            so_far = so_far + rows[word]
            if word != present[-1]:
                bound = ratio_intervals(
                    rows.assign(so_far=so_far), "so_far", "ended", ["panel"], bounds=(0, 1)
                )
                shares[[f"{word}_low", f"{word}_high"]] = bound[["low", "high"]]
        names = row_names(panels.names)
        shares["cell"] = [names[panel] for panel in shares.index]
        return stack_panels(
            shares.assign(panel=0, low=float("nan"), high=float("nan")).reset_index(drop=True),
            [""],
            about,
            name="cell",
            parts={word: ends[word] for word in present},
            title=f"How {thing}s end",
            subtitle=f"Share of the {thing}s that ended so",
            label=f"% of {thing}s",
            bound="95 % interval of where a part ends",
            scale=100,
            order=names,
            figures="parts",
            lines=1 if len(names) == 1 else 2,
            notes=(no_intervals(whole), panels.note),
        )

    return Chart(
        name=name,
        question=f"How do {thing}s end?",
        columns={frame: ("cell", "deal", "end", *(("seat",) if frame == "games" else ()))},
        sums=Sums(("cell", "block"), query),
        draw=draw,
        help=f"A bar is all {thing}s; each part is how many of them ended in one way.",
        figures=figures,
        findings=findings,
    )
