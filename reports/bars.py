"""Upright bars: how often something came out as 0, 1, 2 …, a panel a cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.dots import no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import INK, ORANGE, SKY, VERMILLION, styled
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["Against", "Mark", "bar_figures", "bar_panels"]

_FIGURES_UP_TO = 6
_BARS_WITH_FIGURES = 14
_MARKS: tuple[dict[str, Any], ...] = (
    {"color": VERMILLION, "linestyle": "-"},
    {"color": INK, "linestyle": (0, (3, 2))},
)


@dataclass(frozen=True)
class Against:
    """What bars are held against.

    Attributes
    ----------
    columns : mapping
        For a bar's column the one that it is held against.
    label : str
        What the legend calls it.
    """

    columns: Mapping[str, str]
    label: str


@dataclass(frozen=True)
class Mark:
    """An upright line at a mean.

    Attributes
    ----------
    column : str
        Its sum.
    label : str
        What the legend calls it.
    """

    column: str
    label: str


def bar_panels(
    table: pd.DataFrame,
    panels: Panels,
    about: About,
    *,
    bars: Mapping[str, str],
    of: str,
    title: str,
    subtitle: str,
    across: str,
    up: str,
    label: str,
    against: Against | None = None,
    marks: Sequence[Mark] = (),
    notes: Sequence[str] = (),
) -> Figure:
    """Draw shares as bars with their intervals.

    Parameters
    ----------
    table : DataFrame
        Sums, a row a panel and block: ``panel``, ``block`` and the columns named below.
    panels, about : Panels, About
        Their names; the small print.
    bars : mapping
        Columns of counts, one a bar from the left, and what stands below them. The first
        bar stands at 0, the second at 1 and so on.
    of : str
        The column that the counts are shares of.
    title, subtitle, across, up, label : str
        Of the chart, its axes and its bars.
    against : Against, optional
        Further sums, drawn as diamonds.
    marks : sequence of Mark
        Means of whole numbers, drawn as upright lines.
    notes : sequence of str
        Further small print.
    """
    left, bars = _used(table, bars, against)
    shares = {bar: ratio_intervals(table, bar, of, ["panel"], bounds=(0, 1)) * 100 for bar in bars}
    exact = {
        bar: ratio_intervals(table, column, of, ["panel"])["mean"].to_numpy(float) * 100
        for bar, column in (against.columns if against else {}).items()
    }
    means = [ratio_intervals(table, m.column, of, ["panel"])["mean"].to_numpy(float) for m in marks]
    sure = any(rows["low"].notna().any() for rows in shares.values())
    few = len(panels.names) <= _FIGURES_UP_TO and len(bars) <= _BARS_WITH_FIGURES
    every = 1 if len(bars) <= _BARS_WITH_FIGURES else 5
    with styled():
        legend: list[tuple[Any, str]] = [(Patch(**_BAR), label)]
        if sure:
            legend.append((Line2D([], [], color=INK, linewidth=1.1, marker="_"), "95 % interval"))
        if against:
            legend.append((Line2D([], [], linestyle="", **_DIAMOND), against.label))
        for mark, look in zip(marks, _MARKS, strict=False):
            legend.append((Line2D([], [], linewidth=1.6, **look), mark.label))
        page = sheet(
            panels.names,
            title=title,
            subtitle=subtitle,
            legend=legend,
            footer=about.footer(no_intervals(next(iter(shares.values()))), *notes, panels.note),
            size=(6.4, 3.2) if len(panels.names) == 1 else (3.3, 2.3),
            room=0.7,
            sharex=True,
            sharey=True,
        )
        for i, axes in enumerate(page.panels):
            for place, bar in enumerate(bars, left):
                mean, low, high = shares[bar][["mean", "low", "high"]].to_numpy(float)[i]
                axes.bar(place, mean, width=0.8, **_BAR)
                if not math.isnan(low):
                    _bar_end(axes, place, low, high)
                other = exact[bar][i] if exact else 0.0
                if exact:
                    axes.plot(place + 0.22, other, linestyle="", zorder=4, **_DIAMOND)
                if few and mean > 0:
                    _figure(axes, place, mean, float(np.nanmax([mean, high, other])))
            for mark, values, look in zip(marks, means, _MARKS, strict=False):
                axes.axvline(values[i], linewidth=1.6, zorder=2.5, label=mark.label, **look)
            axes.set_xticks(range(left, left + len(bars), every), list(bars.values())[::every])
            axes.grid(axis="x", visible=False)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel(across)
            if page.left[i]:
                axes.set_ylabel(up)
        tops = [axes.dataLim.y1 for axes in page.panels]
        page.panels[0].set_ylim(0, max(*tops, 1.0) * 1.16)
    return page.figure


def bar_figures(
    table: pd.DataFrame, panels: Panels, bars: Mapping[str, str], of: str, across: str, what: str
) -> Figures:
    """Return what :func:`bar_panels` draws as a table; ``what`` says what the shares are."""
    shares = {
        text: ratio_intervals(table, bar, of, ["panel"], bounds=(0, 1))
        for bar, text in _used(table, bars, None)[1].items()
    }
    long = pd.concat(shares, names=[across]).reset_index()
    return of_means(
        long.sort_values("panel", kind="stable"), panels, {across: across}, what, along=""
    )


def _used(
    table: pd.DataFrame, bars: Mapping[str, str], against: Against | None
) -> tuple[int, dict[str, str]]:
    """Leave out the bars at both ends in which there is nothing; return where the rest begins."""
    others = against.columns if against else {}
    used = [
        i
        for i, bar in enumerate(bars)
        if table[bar].sum() > 0 or (bar in others and table[others[bar]].sum() >= 0.5)
    ]
    first, last = min(used, default=0), max(used, default=0)
    return first, dict(list(bars.items())[first : last + 1])


_BAR: dict[str, Any] = {"facecolor": SKY, "edgecolor": INK, "linewidth": 0.5}
_DIAMOND: dict[str, Any] = {
    "color": ORANGE,
    "marker": "D",
    "markersize": 5,
    "markeredgecolor": INK,
    "markeredgewidth": 0.7,
}


def _bar_end(axes: Axes, place: int, low: float, high: float) -> None:
    axes.vlines(place, low, high, color=INK, linewidth=1.1, zorder=3)
    axes.plot([place] * 2, [low, high], "_", color=INK, markersize=5, zorder=3)


def _figure(axes: Axes, place: int, mean: float, top: float) -> None:
    """Write a share above its bar and what is drawn on it."""
    axes.annotate(
        f"{mean:.1f}",
        (place, top),
        xytext=(0, 5),
        textcoords="offset points",
        ha="center",
        size=7.5,
        zorder=5,
        bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "linewidth": 0},
    )
