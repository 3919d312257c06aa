"""Dot plots: a row a name, a dot for its mean, a line for its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.beside import BESIDE_SIZE, digits_for, write_beside, write_intervals
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import BLUE, INK, ORANGE, fitted, styled, text_width

__all__ = [
    "INTERVALS",
    "NAME_SIZE",
    "NAME_WIDTH",
    "dot_panels",
    "names_room",
    "no_intervals",
    "rows_of",
]

INTERVALS = (
    "Lines through the dots: 95 % intervals from block means (a block: a deal, all seatings)."
)
_NO_INTERVALS = "No intervals: a single block says nothing about scatter."

NAME_WIDTH, NAME_SIZE = 2.6, 8.5
_ROW = 0.235
_FIGURES_UP_TO = 6  # panels in which there is room for the figures themselves


def no_intervals(table: pd.DataFrame) -> str:
    """Return a note if a table of means has no interval at all."""
    return "" if table["low"].notna().any() else _NO_INTERVALS


def names_room(names: Iterable[str]) -> float:
    """Return the width in inches that names take beside an axis."""
    return min(max(text_width(name, NAME_SIZE) for name in names), NAME_WIDTH) + 0.15


def rows_of(table: pd.DataFrame, name: str, by_value: bool) -> tuple[list[list[str]], bool]:
    """Return the names in each panel, top first, and whether all panels have the same rows.

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, ``mean`` and the one called ``name``.
    by_value : bool
        Highest mean first; otherwise in the order of the names.
    """
    sets = [frozenset(rows[name]) for _, rows in table.groupby("panel")]
    same = len(set(sets)) == 1
    if not by_value:
        return [sorted(names) for names in sets], same
    order = table.groupby(name, observed=True)["mean"].mean() if same else None
    listed = []
    for _, rows in table.groupby("panel"):
        values = order if order is not None else rows.set_index(name)["mean"]
        listed.append([str(x) for x in values.sort_values(ascending=False, kind="stable").index])
    return listed, same


def dot_panels(
    table: pd.DataFrame,
    panels: Panels,
    about: About,
    *,
    name: str,
    title: str,
    subtitle: str,
    label: str,
    scale: float = 1.0,
    by_value: bool = True,
    mean_label: str = "mean",
    reference: Mapping[int, float] | None = None,
    reference_label: str = "",
    expected: str | None = None,
    expected_label: str = "",
    letters: str | None = None,
    notes: tuple[str, ...] = (),
) -> Figure:
    """Draw one dot plot a panel.

    Parameters
    ----------
    table : DataFrame
        A row a panel and name: ``panel``, the column ``name``, ``mean``, ``low``,
        ``high`` (nan for none) and what ``expected`` names.
    panels : Panels
        Their names.
    about : About
        For the small print.
    name : str
        The column that the rows of the plot are named after.
    title, subtitle, label : str
        Of the chart, and of its axis.
    scale : float
        What values are multiplied by to be shown: 100 for shares.
    by_value : bool
        Rows sorted by mean, or by name.
    mean_label, reference_label, expected_label : str
        What the legend calls the dots, the dashed line and the diamonds.
    reference : mapping, optional
        Where the dashed line stands, by panel.
    expected : str, optional
        A further column, drawn as diamonds.
    letters : str, optional
        A further column, short texts written beside the rows.
    notes : tuple of str
        Further small print.
    """
    rows, same = rows_of(table, name, by_value)
    sure = bool(table["low"].notna().any())
    digits = digits_for(table[["low", "high"]] * scale)
    most = max(len(names) for names in rows)
    names_width = names_room(x for names in rows for x in names)
    figures = len(rows) <= _FIGURES_UP_TO
    plain = 2.6 if len(rows) > 1 else 5.2
    lettered = max(text_width(x, BESIDE_SIZE) for x in table[letters]) + 0.1 if letters else 0.0
    with styled():
        legend: list[tuple[Any, str]] = [
            (
                Line2D([], [], color=BLUE, marker="o", markersize=5, linewidth=1.4 * sure),
                f"{mean_label} with 95 % interval" if sure else mean_label,
            )
        ]
        if expected:
            look: dict[str, Any] = {
                "color": ORANGE,
                "markeredgecolor": INK,
                "marker": "D",
                "markersize": 5,
            }
            legend.append((Line2D([], [], linestyle="", **look), expected_label))
        if reference:
            legend.append((Line2D([], [], color=INK, linestyle="--", linewidth=1), reference_label))
        page = sheet(
            panels.names,
            title=title,
            subtitle=subtitle,
            legend=legend,
            footer=about.footer(INTERVALS if sure else _NO_INTERVALS, *notes, panels.note),
            size=(
                plain + 1.3 * figures + lettered + (0.0 if same else names_width),
                max(0.55, _ROW * most + 0.1) + 0.4,
            ),
            labels=names_width if same else 0.0,
            room=0.2 + (0.0 if same else names_width),
            sharex=True,
            sharey=same,
        )
        for i, axes in enumerate(page.panels):
            own = table[table["panel"] == i].set_index(name)
            shown = rows[i if not same else 0]
            _dots(axes, own.reindex(shown), scale, expected)
            if figures:
                write_intervals(
                    axes, own.reindex(shown)[["mean", "low", "high"]] * scale, digits, lettered
                )
            if letters:
                for place, text in enumerate(own.reindex(shown)[letters]):
                    write_beside(axes, place, str(text))
            if reference and i in reference:
                axes.axvline(reference[i] * scale, color=INK, linestyle="--", linewidth=1, zorder=1)
            axes.set_yticks(range(len(shown)), [fitted(x, NAME_WIDTH, NAME_SIZE) for x in shown])
            axes.tick_params(
                axis="y", length=0, labelleft=page.left[i] or not same, labelsize=NAME_SIZE
            )
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            axes.set_ylim(most - 0.4, -0.6)
            axes.grid(axis="y", alpha=0.6)
            if page.bottom[i]:
                axes.set_xlabel(label)
    return page.figure


def _dots(axes: Axes, rows: pd.DataFrame, scale: float, expected: str | None) -> None:
    places = np.arange(len(rows))
    axes.hlines(places, rows["low"] * scale, rows["high"] * scale, color=BLUE, linewidth=1.4)
    axes.plot(rows["low"] * scale, places, "|", color=BLUE, markersize=5)
    axes.plot(rows["high"] * scale, places, "|", color=BLUE, markersize=5)
    if expected:
        axes.plot(
            rows[expected] * scale,
            places,
            "D",
            color=ORANGE,
            markeredgecolor=INK,
            markeredgewidth=0.6,
            markersize=6,
            zorder=2.5,
        )
    axes.plot(rows["mean"] * scale, places, "o", color=BLUE, markersize=5, zorder=3)
