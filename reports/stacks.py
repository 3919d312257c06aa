"""Bars of several parts: a row a name, the parts one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from rummy_sim.reports.about import About
from rummy_sim.reports.beside import digits_for, write_intervals
from rummy_sim.reports.dots import NAME_SIZE, NAME_WIDTH, names_room, rows_of
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import FILLS, INK, fitted, styled, wrapped

__all__ = ["Part", "stack_panels"]

Part = tuple[str, str]
"""What a part is called, and its look: a key of ``style.FILLS``."""

_ROW = 0.29
_FIGURES_UP_TO = 6


def stack_panels(
    table: pd.DataFrame,
    names: Sequence[str],
    about: About,
    *,
    name: str,
    parts: Mapping[str, Part],
    title: str,
    subtitle: str,
    label: str,
    bound: str,
    scale: float = 1.0,
    order: Sequence[str] | None = None,
    figures: str = "total",
    lines: int = 1,
    notes: Sequence[str] = (),
) -> Figure:
    """Draw stacked bars, a panel a name in ``names``.

    Parameters
    ----------
    table : DataFrame
        A row a bar: ``panel``, the column ``name``, a column a part, and ``mean``,
        ``low``, ``high`` of all of them together.
    names : sequence of str
        Of the panels.
    about : About
        For the small print.
    name : str
        The column that bars are named after.
    parts : mapping
        Columns with label and look, in the order in which they are stacked. With
        ``PART_low`` and ``PART_high`` in the table an interval is drawn at the end
        of that part.
    title, subtitle, label : str
        Of the chart, and of its axis.
    bound : str
        What the legend calls the thin lines.
    scale : float
        What values are multiplied by to be shown.
    order : sequence of str, optional
        The bars' names in the order wanted; otherwise the longest bar comes first.
    figures : {"total", "parts"}
        Whether the whole is written beside a bar or the parts into it.
    lines : int
        Lines of text that a bar's name may have.
    notes : sequence of str
        Further small print.
    """
    rows, same = rows_of(table, name, True)
    if order is not None:
        rows = [[x for x in order if x in set(own)] for own in rows]
    sure = bool(table["low"].notna().any()) or any(f"{part}_low" in table for part in parts)
    digits = digits_for(table[["low", "high"]] * scale)
    most = max(len(own) for own in rows)
    room = names_room([x for own in rows for x in own])
    written = len(rows) <= _FIGURES_UP_TO
    beside = 1.2 if written and figures == "total" else 0.1
    row_height = _ROW * (1 + 0.45 * (lines - 1))
    with styled():
        legend: list[tuple[Any, str]] = [
            (Patch(**FILLS[look]), text) for text, look in parts.values()
        ]
        if sure:
            legend.append((Line2D([], [], color=INK, linewidth=1.2, marker="|"), bound))
        page = sheet(
            names,
            title=title,
            subtitle=subtitle,
            legend=legend,
            footer=about.footer(*notes),
            size=(
                (2.7 if len(rows) > 1 else 5.4) + beside + (0.0 if same else room),
                max(0.55, row_height * most + 0.1) + 0.4,
            ),
            labels=room if same else 0.0,
            room=0.2 + (0.0 if same else room),
            sharex=True,
        )
        for i, axes in enumerate(page.panels):
            own = table[table["panel"] == i].set_index(name).reindex(rows[i])
            _bars(axes, own, parts, scale, written and figures == "parts")
            if written and figures == "total":
                write_intervals(axes, own[["mean", "low", "high"]] * scale, digits)
            texts = [
                wrapped(x, NAME_WIDTH, NAME_SIZE, lines)
                if lines > 1
                else fitted(x, NAME_WIDTH, NAME_SIZE)
                for x in rows[i]
            ]
            axes.set_yticks(range(len(texts)), texts)
            axes.tick_params(axis="y", length=0, labelleft=page.left[i] or not same)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            axes.set_ylim(most - 0.4, -0.6)
            axes.grid(axis="y", visible=False)
            if page.bottom[i]:
                axes.set_xlabel(label)
        page.panels[0].set_xlim(left=0)
    return page.figure


def _bars(
    axes: Axes, rows: pd.DataFrame, parts: Mapping[str, Part], scale: float, written: bool
) -> None:
    places = range(len(rows))
    done = pd.Series(0.0, rows.index)
    whole = float(rows[list(parts)].sum(axis=1).max() or 1.0)
    for part, (_, look) in parts.items():
        values = rows[part].fillna(0.0)
        axes.barh(places, values * scale, left=done * scale, height=0.7, **FILLS[look])
        if f"{part}_low" in rows:
            ends = rows[[f"{part}_low", f"{part}_high"]] * scale
            _whiskers(axes, ends.iloc[:, 0], ends.iloc[:, 1])
        if written:
            for place, (start, value) in enumerate(zip(done, values, strict=True)):
                if value > 0.07 * whole:
                    axes.text(
                        (start + value / 2) * scale,
                        place,
                        f"{value * scale:.0f}",
                        ha="center",
                        va="center",
                        size=7.5,
                        color=INK,
                        bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "linewidth": 0},
                    )
        done = done + values
    if "low" in rows:
        _whiskers(axes, rows["low"] * scale, rows["high"] * scale)


def _whiskers(axes: Axes, low: pd.Series, high: pd.Series) -> None:
    places = range(len(low))
    axes.hlines(places, low, high, color=INK, linewidth=1.2, zorder=3)
    for ends in (low, high):
        axes.plot(ends, places, "|", color=INK, markersize=4, zorder=3)
