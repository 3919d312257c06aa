"""How long short games or hands are, in turns, by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.beside import digits_for, interval_text, write_beside
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.dots import NAME_SIZE, NAME_WIDTH, names_room, no_intervals
from rummy_sim.reports.ends import MOST_ROWS, row_names
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, shown
from rummy_sim.reports.shares import players_of
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.sql import block
from rummy_sim.reports.style import BLUE, INK, ORANGE, SKY, styled, wrapped
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["length_chart", "quantile"]

_MEANS = "Means with 95 % intervals from block means (a block: a deal, all seatings)."
_SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)


def quantile(values: pd.Series, counts: pd.Series, share: float) -> float:
    """Return the least value that a share of the counts does not exceed.

    Examples
    --------
    >>> quantile(pd.Series([3, 4, 9]), pd.Series([5, 4, 1]), 0.9)
    4.0
    """
    order = np.argsort(values.to_numpy(), kind="stable")
    reached = counts.to_numpy()[order].cumsum()
    place = int(np.searchsorted(reached, share * reached[-1] * (1 - 1e-12)))
    return float(values.to_numpy()[order][place])


# By length for the quantiles, by block for the means.
_QUERY = f"""
    select cell, 'turns' as what, turns as value, count(*) as rounds, sum(turns) as turns
    from rounds group by cell, rounds.turns
    union all
    select cell, 'block', {block()}, count(*), sum(turns) from rounds group by all
"""


def length_chart(thing: str) -> Chart:
    """Return the chart of how many turns things take.

    Parameters
    ----------
    thing : str
        What a row of ``rounds`` is: ``short game``.
    """

    def means_of(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
        rows = panels.pooled(table)
        blocks = rows[rows["what"] == "block"].rename(columns={"value": "block"})
        return ratio_intervals(blocks, "turns", "rounds", ["panel"])

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"], MOST_ROWS)
        means = means_of(table, panels).reset_index()
        what = f"turns of all players in a {thing}"
        return of_means(means.assign(of="mean"), panels, {"of": "figure"}, what, "turns")

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
            blocks = rows[rows["what"] == "block"].rename(columns={"value": "block"})
            players = players_of(about, variants, panel)
            turns = intervals(blocks, "turns", "rounds")[panel]
            each = shown(turns, "a player", 1 / players)
            sentence = f"A {thing} takes {shown(turns, 'turns')} on average, {each}."
            return [Finding.of(sentence, "length", turns)]

        return for_variants(table, about, say)

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"], MOST_ROWS)
        rows = panels.pooled(table)
        means = means_of(table, panels)
        digits = digits_for(means)
        rows = rows[rows["what"] == "turns"]
        texts = row_names(panels.names)
        lines = 1 if len(texts) == 1 else 2
        names = [wrapped(text, NAME_WIDTH, NAME_SIZE, lines) for text in texts]
        room = names_room(line for name in names for line in name.split("\n"))
        with styled():
            page = sheet(
                [""],
                title=f"How long {thing}s are",
                subtitle=f"Turns of all players in a {thing}",
                legend=[
                    (Line2D([], [], color=SKY, linewidth=1.6), "from 5 % to 95 %"),
                    (Line2D([], [], color=BLUE, linewidth=6), "the middle half"),
                    (Line2D([], [], linestyle="", **_MEDIAN), "median"),
                    (Line2D([], [], linestyle="", **_MEAN), "mean"),
                ],
                footer=about.footer(no_intervals(means) or _MEANS, panels.note),
                size=(6.6, max(0.55, (0.27 + 0.12 * (lines - 1)) * len(names) + 0.1) + 0.4),
                labels=room,
            )
            axes = page.panels[0]
            for panel, own in rows.groupby("panel"):
                low, first, middle, third, high = (
                    quantile(own["value"], own["rounds"], share) for share in _SHARES
                )
                place = int(str(panel))
                mean, bottom, top = means[["mean", "low", "high"]].to_numpy(float)[place]
                axes.hlines(place, low, high, color=SKY, linewidth=1.6)
                axes.hlines(place, first, third, color=BLUE, linewidth=6)
                axes.plot(middle, place, linestyle="", zorder=3, **_MEDIAN)
                axes.plot(mean, place, linestyle="", zorder=4, **_MEAN)
                text = interval_text(mean, bottom, top, digits)
                write_beside(axes, place, f"mean {text}")
            axes.set_yticks(range(len(names)), names)
            axes.set_ylim(len(names) - 0.4, -0.6)
            axes.tick_params(axis="y", length=0)
            axes.set_xlim(left=0)
            axes.set_xlabel("turns")
        return page.figure

    return Chart(
        name="length",
        question=f"How many turns do {thing}s take?",
        columns={"rounds": ("cell", "deal", "turns")},
        sums=Sums(("cell", "what", "value"), _QUERY),
        draw=draw,
        help="Half of them lie within the thick line, nine of ten within the thin one.",
        figures=figures,
        findings=findings,
    )


_MEDIAN: dict[str, Any] = {"color": "white", "marker": "o", "markersize": 5, "markeredgecolor": INK}
_MEAN: dict[str, Any] = {"color": ORANGE, "marker": "D", "markersize": 5, "markeredgecolor": INK}
