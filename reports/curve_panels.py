"""Curves drawn: lines, or rows of shaded boxes when there are many.

Up to eight names are drawn as lines with bands for their intervals. More lines
than that hide each other, so each name then gets a row of shaded boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.curves import Curves
from rummy_sim.reports.dots import NAME_SIZE, NAME_WIDTH, names_room, no_intervals
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import LINES, fitted, line_look, shade, styled

__all__ = ["curve_panels"]

_SHADES = ListedColormap([shade(level)["facecolor"] for level in range(101)])
_BOXES_WITH_FIGURES = 400  # in all rows of all panels together
_BANDS = "Bands: 95 % intervals from the means of blocks (a block: a deal, all seatings)."


def curve_panels(
    curves: Curves,
    panels: Panels,
    about: About,
    *,
    title: str,
    subtitle: str,
    across: str,
    up: str,
    per_cent: bool = True,
    log: bool = False,
    notes: Sequence[str] = (),
    order: Sequence[str] | None = None,
    ticks: Sequence[str] | None = None,
) -> Figure:
    """Draw curves, a panel a cell.

    Parameters
    ----------
    curves : Curves
        Shares from 0 to 1 if ``per_cent``, else any figures.
    panels, about : Panels, About
        Their names; the small print.
    title, subtitle : str
        Of the chart.
    across, up : str
        What the places on the axis are, and what the figures are.
    per_cent : bool
        Whether the figures are shares, to be shown in per cent.
    log : bool
        Whether lines stand on a logarithmic axis, from 1 on.
    notes : sequence of str
        Further small print.
    order : sequence of str, optional
        The names in the order wanted; otherwise the highest last figure comes first.
    ticks : sequence of str, optional
        What stands below each place, if not its number.
    """
    shown = curves.scaled(100) if per_cent else curves
    names = list(order) if order is not None else _ranked(shown.mean)
    most = int(shown.mean.groupby("panel").size().max())
    doubt = float((shown.high - shown.mean).max().max())
    single = no_intervals(pd.DataFrame({"low": shown.low.to_numpy().ravel()}))
    lines = most <= LINES
    if not single:
        single = _BANDS if lines else f"95 % intervals: ±{doubt:.2g} or less. {_shading(shown, up)}"
    texts = {
        "title": title,
        "subtitle": subtitle,
        "footer": about.footer(single, *notes, panels.note),
    }
    if lines:
        scale = "log" if log else "per cent" if per_cent else "linear"
        # By name and not by rank: a strategy looks alike in all charts.
        looks = {n: line_look(i) for i, n in enumerate(names if order else sorted(names))}
        return _lines(shown, panels, names, looks, across, up, scale, ticks, texts)
    return _rows(shown, panels, names, across, per_cent, ticks, texts)


def _shading(curves: Curves, up: str) -> str:
    return f"Figures in the boxes: {up}." if curves.mean.size <= _BOXES_WITH_FIGURES else ""


def _ranked(mean: pd.DataFrame) -> list[str]:
    """Return the names, highest last figure first."""
    ends = mean.ffill(axis=1).iloc[:, -1].groupby(level=1).mean()
    return [str(name) for name in ends.sort_values(ascending=False, kind="stable").index]


def _place_axis(axes: Axes, places: list[Any], ticks: Sequence[str] | None) -> None:
    axes.set_xlim(places[0] - 0.5, places[-1] + 0.5)
    if ticks is None:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
    else:
        axes.set_xticks(places, list(ticks))


def _lines(
    curves: Curves,
    panels: Panels,
    names: Sequence[str],
    looks: dict[str, dict[str, Any]],
    across: str,
    up: str,
    scale: str,
    ticks: Sequence[str] | None,
    texts: dict[str, Any],
) -> Figure:
    """Draw a line a name, with a band for its interval."""
    places = list(curves.mean.columns)
    with styled():
        page = sheet(
            panels.names,
            legend=[(Line2D([], [], **looks[name]), fitted(name, 3.2, 8.5)) for name in names],
            size=(6.4, 3.4) if len(panels.names) == 1 else (3.3, 2.3),
            room=0.7,
            sharex=True,
            sharey=True,
            **texts,
        )
        for i, axes in enumerate(page.panels):
            for name in names:
                if (i, name) in curves.mean.index:
                    mean, low, high = curves.of(i, name)
                    colour = looks[name]["color"]
                    axes.fill_between(places, low, high, color=colour, alpha=0.2, linewidth=0)
                    axes.plot(places, mean, clip_on=False, **looks[name])
            _place_axis(axes, places, ticks)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel(across)
            if page.left[i]:
                axes.set_ylabel(up)
        _figure_axis(page.panels[0], curves, scale)  # all panels share it
    return page.figure


def _figure_axis(axes: Axes, curves: Curves, scale: str) -> None:
    """Set the upright axis so that lines are wholly seen, and bands as far as they make sense."""
    most = float(np.nanmax(curves.mean.to_numpy()) or 1.0)
    band = float(np.nanmax([most, *curves.high.max().dropna()]))
    if scale == "log":
        axes.set_yscale("log")
        steps = (1.0, 2.0, 5.0) if most > 5 else (1.0, 1.5, 2.0, 3.0, 4.0)
        axes.yaxis.set_major_locator(LogLocator(subs=steps))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_ylim(0.95, max(2.2, min(band, 2 * most) * 1.1))
    else:
        top = min(band, 1.4 * most) * 1.06
        axes.set_ylim(0, min(102.0, top) if scale == "per cent" else top)


def _rows(
    curves: Curves,
    panels: Panels,
    names: Sequence[str],
    across: str,
    per_cent: bool,
    ticks: Sequence[str] | None,
    texts: dict[str, Any],
) -> Figure:
    """Draw a row of shaded boxes a name."""
    rows = [[x for x in names if (i, x) in curves.mean.index] for i in range(len(panels.names))]
    same = all(own == rows[0] for own in rows)
    most = max(len(own) for own in rows)
    room = names_room([x for own in rows for x in own])
    places = list(curves.mean.columns)
    figures = curves.mean.size <= _BOXES_WITH_FIGURES
    box = 0.34 if figures else min(0.25, max(0.12, 3.2 / len(places)))
    whole = 100.0 if per_cent else float(np.nanmax(curves.mean.to_numpy()) or 1.0)
    with styled():
        page = sheet(
            panels.names,
            legend=[
                (Patch(**shade(level)), f"{level} %" if per_cent else f"{level * whole / 100:.1f}")
                for level in (0, 20, 40, 60, 80, 100)
            ],
            size=(
                max(box * len(places), 2.2) + (0.0 if same else room),
                0.215 * most + 0.45,
            ),
            labels=room if same else 0.0,
            room=0.2 + (0.0 if same else room),
            sharex=True,
            **texts,
        )
        for i, axes in enumerate(page.panels):
            own = curves.mean.xs(i, level="panel").reindex(rows[i]).to_numpy(float)
            axes.pcolormesh(
                np.arange(len(places) + 1) + float(places[0]) - 0.5,
                np.arange(len(own) + 1) - 0.5,
                own,
                cmap=_SHADES,
                vmin=0,
                vmax=whole,
                edgecolors="white",
                linewidth=0.8,
                rasterized=not figures,  # thousands of boxes make an SVG large
            )
            if figures:
                _figures(axes, own, places, whole, 0 if per_cent else 1)
            _place_axis(axes, places, ticks)
            axes.grid(visible=False)
            axes.set_ylim(most - 0.4, -0.6)
            axes.set_yticks(
                range(len(rows[i])), [fitted(x, NAME_WIDTH, NAME_SIZE) for x in rows[i]]
            )
            axes.tick_params(axis="y", length=0, labelleft=page.left[i] or not same)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel(across)
    return page.figure


def _figures(
    axes: Axes, values: npt.NDArray[np.float64], places: list[Any], whole: float, digits: int
) -> None:
    for row, line in enumerate(values):
        for place, value in zip(places, line, strict=True):
            if value == value:
                axes.text(
                    place,
                    row,
                    f"{value:.{digits}f}",
                    ha="center",
                    va="center",
                    size=6.5,
                    color="white" if value > 0.55 * whole else "black",
                )
