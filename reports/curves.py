"""Shares that grow turn by turn: lines, or shaded rows when there are many.

Up to eight names are drawn as lines. More lines than that hide each other, so
each name then gets a row, shaded by its share.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.dots import NAME_SIZE, NAME_WIDTH, names_room, rows_of
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import LINES, fitted, line_look, shade, styled

__all__ = ["cumulative", "curve_panels", "last_turn"]

_LEVELS = (0, 20, 40, 60, 80, 100)
_SHADES = ListedColormap([shade(level)["facecolor"] for level in range(101)])
_FIGURES_UP_TO = 400  # figures in all rows of all panels together
_LONGEST = 40


def last_turn(turns: pd.Series, counts: pd.Series, share: float = 0.998) -> int:
    """Return the turn by which nearly all of what happens has happened.

    Examples
    --------
    >>> last_turn(pd.Series([1, 2, 30]), pd.Series([500, 499, 1]))
    2
    """
    by_turn = counts.groupby(turns.to_numpy()).sum().sort_index()
    if by_turn.empty or by_turn.sum() == 0:
        return 1
    reached = by_turn.cumsum() / by_turn.sum() >= share
    return min(_LONGEST, int(reached.idxmax()))


def cumulative(table: pd.DataFrame, name: str, turn: str, count: str, last: int) -> pd.DataFrame:
    """Return the share of each name's count that has happened by each turn.

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, ``name``, ``turn`` (below 1 for never) and ``count``.
    name, turn, count : str
        What these columns are called.
    last : int
        The last turn wanted.

    Returns
    -------
    DataFrame
        Indexed by panel and name, a column a turn from 1 to ``last``; nan where a
        count is 0.
    """
    by_turn = table.pivot_table(
        index=["panel", name], columns=turn, values=count, aggfunc="sum", fill_value=0
    )
    total = by_turn.sum(axis=1)
    happened = by_turn.loc[:, by_turn.columns >= 1]
    turns = range(1, max([last, *happened.columns]) + 1)
    grown = happened.reindex(columns=turns, fill_value=0).cumsum(axis=1)
    return grown.div(total.where(total > 0), axis=0).loc[:, :last]


def curve_panels(
    shares: pd.DataFrame,
    panels: Panels,
    about: About,
    *,
    title: str,
    subtitle: str,
    across: str,
    up: str,
    notes: Sequence[str] = (),
    order: Sequence[str] | None = None,
) -> Figure:
    """Draw shares that grow with the turns.

    Parameters
    ----------
    shares : DataFrame
        As :func:`cumulative` returns them.
    panels, about : Panels, About
        Their names; the small print.
    title, subtitle : str
        Of the chart.
    across, up : str
        What the turns are, and what the shares are of.
    notes : sequence of str
        Further small print.
    order : sequence of str, optional
        The names in the order wanted; otherwise the highest share comes first.
    """
    ends = shares.iloc[:, -1].rename("mean").reset_index()
    name = str(shares.index.names[1])
    most = int(ends.groupby("panel").size().max())
    footer = about.footer(*notes, panels.note)
    texts = {"title": title, "subtitle": subtitle, "footer": footer}
    if most <= LINES:
        ranked = ends.groupby(name)["mean"].mean().sort_values(ascending=False, kind="stable")
        names = list(order) if order else [str(x) for x in ranked.index]
        return _lines(shares * 100, panels, names, across, up, texts)
    rows, same = rows_of(ends, name, True)
    if order:
        rows = [[x for x in order if x in set(own)] for own in rows]
    return _rows(shares * 100, panels, rows, same, across, texts)


def _lines(
    shares: pd.DataFrame,
    panels: Panels,
    names: Sequence[str],
    across: str,
    up: str,
    texts: dict[str, Any],
) -> Figure:
    """Draw a line a name."""
    looks = {name: line_look(i) for i, name in enumerate(names)}
    with styled():
        one = len(panels.names) == 1
        page = sheet(
            panels.names,
            legend=[(Line2D([], [], **looks[name]), fitted(name, 3.2, 8.5)) for name in names],
            size=(6.4, 3.4) if one else (3.3, 2.3),
            room=0.7,
            sharex=True,
            sharey=True,
            **texts,
        )
        turns = shares.columns.to_numpy(int)
        for i, axes in enumerate(page.panels):
            own = shares.xs(i, level="panel") if i in shares.index.levels[0] else shares.iloc[:0]
            for name in names:
                if name in own.index:
                    axes.plot(turns, own.loc[name], clip_on=False, **looks[name])
            _turn_axis(axes, int(turns[-1]))
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel(across)
            if page.left[i]:
                axes.set_ylabel(up)
        # All panels share this axis.
        page.panels[0].set_ylim(0, min(102.0, float(shares.max().max() or 1) * 1.06))
    return page.figure


def _turn_axis(axes: Axes, last: int) -> None:
    axes.set_xlim(0.6, last + 0.4)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))


def _rows(
    shares: pd.DataFrame,
    panels: Panels,
    rows: list[list[str]],
    same: bool,
    across: str,
    texts: dict[str, Any],
) -> Figure:
    """Draw a shaded row a name."""
    most = max(len(names) for names in rows)
    room = names_room([x for names in rows for x in names])
    turns = shares.columns.to_numpy(int)
    last = int(turns[-1])
    figures = sum(len(names) for names in rows) * last <= _FIGURES_UP_TO
    width = 0.34 * last if figures else min(3.4, max(1.8, 0.16 * last))
    with styled():
        page = sheet(
            panels.names,
            legend=[(Patch(**shade(level)), f"{level} %") for level in _LEVELS],
            size=(max(width, 2.2) + (0.0 if same else room), 0.215 * most + 0.45),
            labels=room if same else 0.0,
            room=0.2 + (0.0 if same else room),
            sharex=True,
            **texts,
        )
        for i, axes in enumerate(page.panels):
            own = shares.xs(i, level="panel").reindex(rows[i])
            axes.pcolormesh(
                np.arange(last + 1) + 0.5,
                np.arange(len(own) + 1) - 0.5,
                own.to_numpy(),
                cmap=_SHADES,
                vmin=0,
                vmax=100,
                edgecolors="white",
                linewidth=0.8,
            )
            if figures:
                for place, values in enumerate(own.to_numpy()):
                    for turn, value in zip(turns, values, strict=True):
                        axes.text(
                            turn,
                            place,
                            f"{value:.0f}",
                            ha="center",
                            va="center",
                            size=6.5,
                            color="white" if value > 55 else "black",
                        )
            axes.grid(visible=False)
            axes.set_xlim(0.5, last + 0.5)
            axes.set_ylim(most - 0.4, -0.6)
            axes.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
            names = [fitted(x, NAME_WIDTH, NAME_SIZE) for x in rows[i]]
            axes.set_yticks(range(len(names)), names)
            axes.tick_params(axis="y", length=0, labelleft=page.left[i] or not same)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel(across)
    return page.figure
