"""By what the charts of ready hands tell hands apart: the strategy, or the place in turn.

A chart of curves is the same for both; :func:`split_chart` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, Finder
from rummy_sim.reports.curve_panels import curve_panels
from rummy_sim.reports.curves import Curves
from rummy_sim.reports.fairness import place_name
from rummy_sim.reports.figures import Figures, of_curves
from rummy_sim.runs.adding import Sums

__all__ = ["BY_PLACE", "BY_STRATEGY", "Split", "split_chart"]

Columns = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Split:
    """What hands are told apart by.

    Attributes
    ----------
    column : str
        It has a curve for each of its values.
    rows : str
        The frame ``hands`` with that column: a table's name, or a query in brackets.
    columns : dict
        The columns that it needs, by frame.
    title, subtitle : str
        What is added to those of a chart.
    """

    column: str
    rows: str
    columns: Columns
    title: str = ""
    subtitle: str = ""

    def needs(self, *hands: str, **others: tuple[str, ...]) -> Columns:
        """Return all columns that a chart needs: its own of ``hands`` and of other frames."""
        own = {"hands": ("cell", "deal", *hands), **others}
        frames = dict.fromkeys([*self.columns, *own])
        return {
            frame: tuple(dict.fromkeys((*own.get(frame, ()), *self.columns.get(frame, ()))))
            for frame in frames
        }

    def named(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return a table of sums with the values in words."""
        if self.column != "place":
            return table
        return table.assign(place=[place_name(int(place)) for place in table["place"]])

    def order(self, table: pd.DataFrame) -> list[str] | None:
        """Return the curves' order; ``None`` for that of their height."""
        if self.column != "place":
            return None
        return [place_name(place) for place in sorted(set(table["place"].astype(int)))]


BY_STRATEGY = Split("strategy", "hands", {"hands": ("strategy",)})
"""A curve a strategy."""

BY_PLACE = Split(
    "place",
    """(
    select h.*, (h.seat - r.first_seat + p.players) % p.players as place
    from hands h
    join rounds r using (cell, game, round)
    join (select cell, max(seat) + 1 as players from hands group by cell) p on p.cell = h.cell
    )""",
    {
        "rounds": ("cell", "game", "round", "first_seat"),
        "hands": ("cell", "game", "round", "seat"),
    },
    ", by place in the turn order",
    "; by place in the turn order of the short game, all strategies together",
)
"""A curve a place in the turn order of the short game."""


def split_chart(
    split: Split,
    curves: Callable[[pd.DataFrame, Panels], Curves],
    *,
    name: str,
    question: str,
    reading: str,
    columns: Columns,
    sums: Sums,
    along: str,
    what: str,
    title: str,
    subtitle: str,
    across: str,
    up: str,
    notes: Sequence[str] = (),
    findings: Finder | None = None,
) -> Chart:
    """Return a chart with a curve for each value of a split.

    Parameters
    ----------
    split : Split
        What has a curve; its titles are added to the chart's.
    curves : callable
        From the sums and the panels to the curves.
    name, question, columns, sums, findings
        As of :class:`rummy_sim.reports.chart.Chart`.
    reading : str
        How to read it.
    along, what : str
        What the table of figures calls the axis and the figures.
    title, subtitle, across, up, notes
        As for :func:`rummy_sim.reports.curve_panels.curve_panels`.
    """

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"])
        return of_curves(curves(table, panels), panels, split.column, along, what)

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"])
        return curve_panels(
            curves(table, panels),
            panels,
            about,
            title=title + split.title,
            subtitle=subtitle + split.subtitle,
            across=across,
            up=up,
            order=split.order(table),
            notes=notes,
        )

    return Chart(
        name=name,
        question=question,
        columns=columns,
        sums=sums,
        draw=draw,
        help=reading,
        figures=figures,
        findings=findings,
    )
