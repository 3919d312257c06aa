"""A chart's sheet of paper: title, legend, panels and the small print below.

All sizes are in inches and worked out from the texts themselves, so that nothing
overlaps whatever the names and however many panels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from rummy_sim.reports.style import MUTED, styled, text_width, wrapped

__all__ = ["MOST_PANELS", "Sheet", "sheet"]

MOST_PANELS = 20
"""More panels than this nobody reads."""

_WIDEST = 15.0
_MARGIN = 0.15
_TITLE_SIZE, _SUBTITLE_SIZE, _PANEL_SIZE, _FOOTER_SIZE, _LEGEND_SIZE = 13.0, 9.5, 9.0, 7.5, 8.5
_KEY = 0.62  # the sample beside a legend's text, with the gaps


def _line(size: float) -> float:
    """Height of a line of text of some size in points."""
    return size * 1.4 / 72


@dataclass(frozen=True)
class Sheet:
    """A figure with its panels.

    Attributes
    ----------
    figure : Figure
        All of it.
    panels : list of Axes
        Row by row.
    left, bottom : list of bool
        Whether a panel stands in the first column, and whether no panel is below it.
    """

    figure: Figure
    panels: list[Axes]
    left: list[bool]
    bottom: list[bool]


def _columns(panels: int, width: float) -> int:
    """How many panels stand side by side."""
    wished = panels if panels <= 3 else 2 if panels == 4 else 3 if panels <= 9 else 4
    return max(1, min(wished, int((_WIDEST - 2 * _MARGIN) / width)))


def _beside(texts: Sequence[str], width: float) -> int:
    """How many columns a legend has so that it is at most so wide."""
    for columns in range(len(texts), 1, -1):
        # The first columns have an entry more than the others, as matplotlib fills them.
        least, longer = divmod(len(texts), columns)
        left, needed = list(texts), 0.0
        for column in range(columns):
            count = least + (column < longer)
            needed += max(text_width(x, _LEGEND_SIZE) for x in left[:count]) + _KEY
            left = left[count:]
        if needed <= width:
            return columns
    return 1


def sheet(
    names: Sequence[str],
    *,
    title: str,
    subtitle: str = "",
    footer: Sequence[str] = (),
    legend: Sequence[tuple[Any, str]] = (),
    size: tuple[float, float] = (3.4, 2.4),
    columns: int | None = None,
    labels: float = 0.0,
    room: float = 0.35,
    **shared: Any,
) -> Sheet:
    """Return a sheet with a panel a name.

    Parameters
    ----------
    names : sequence of str
        What stands above each panel; a single panel may have an empty name.
    title, subtitle : str
        What the chart is about, and how to read it.
    footer : sequence of str
        Lines of small print.
    legend : sequence of (artist, str)
        Samples and their texts; the legend stands between title and panels.
    size : (float, float)
        Width and height of a panel with its axis.
    columns : int, optional
        Panels side by side; otherwise as many as look well.
    labels : float
        Further width of the first column, for names at the axis.
    room : float
        What axis and margins take of a panel's width; its name has the rest.
    **shared
        ``sharex``, ``sharey`` as for :meth:`matplotlib.figure.Figure.subplots`.
    """
    across = columns or _columns(len(names), size[0] + labels / max(1, len(names)))
    rows = -(-len(names) // across)
    width = max(across * size[0] + labels + 2 * _MARGIN, 6.4)
    inside = width - 2 * _MARGIN

    heading = wrapped(title, inside, _TITLE_SIZE, 2, "bold")
    below = wrapped(subtitle, inside, _SUBTITLE_SIZE, 4)
    small = "\n".join(wrapped(text, inside, _FOOTER_SIZE, 4) for text in footer if text)
    above = [
        wrapped(name, size[0] - room, _PANEL_SIZE, 3, "bold") if name else "" for name in names
    ]
    beside = _beside([text for _, text in legend], inside)
    legend_rows = -(-len(legend) // beside)

    top = _MARGIN + (heading.count("\n") + 1) * _line(_TITLE_SIZE)
    under_heading = top
    if below:
        top += 0.04 + (below.count("\n") + 1) * _line(_SUBTITLE_SIZE)
    under_subtitle = top + 0.06
    top += 0.12 + legend_rows * _line(_LEGEND_SIZE) * 1.12
    bottom = _MARGIN + (small.count("\n") + 1 if small else 0) * _line(_FOOTER_SIZE)
    name_lines = max(text.count("\n") + 1 if text else 0 for text in above)
    height = top + bottom + 0.08 + rows * (size[1] + name_lines * _line(_PANEL_SIZE))

    with styled():
        figure = Figure(figsize=(width, height))
        figure.set_layout_engine(
            ConstrainedLayoutEngine(
                rect=(
                    _MARGIN / width,
                    (bottom + 0.08) / height,
                    inside / width,
                    (height - top - bottom - 0.08) / height,
                ),
                w_pad=0.06,
                h_pad=0.05,
            )
        )
        at = _MARGIN / width
        figure.text(
            at, 1 - _MARGIN / height, heading, size=_TITLE_SIZE, weight="bold", va="top", ha="left"
        )
        if below:
            y = 1 - (under_heading + 0.04) / height
            figure.text(at, y, below, size=_SUBTITLE_SIZE, color=MUTED, va="top", ha="left")
        if legend:
            figure.legend(
                [artist for artist, _ in legend],
                [text for _, text in legend],
                loc="upper left",
                bbox_to_anchor=(at, 1 - under_subtitle / height),
                ncols=beside,
                borderaxespad=0.0,
                borderpad=0.0,
                labelspacing=0.35,
                columnspacing=1.6,
                handlelength=2.2,
            ).set_in_layout(False)
        if small:
            y = _MARGIN * 0.7 / height
            figure.text(at, y, small, size=_FOOTER_SIZE, color=MUTED, va="bottom", ha="left")
        grid = figure.subplots(rows, across, squeeze=False, **shared).ravel()
        for spare in grid[len(names) :]:
            spare.remove()
        panels = list(grid[: len(names)])
        for panel, text in zip(panels, above, strict=True):
            if text:
                panel.set_title(text, weight="bold")
    count = len(panels)
    return Sheet(
        figure=figure,
        panels=panels,
        left=[i % across == 0 for i in range(count)],
        bottom=[i + across >= count for i in range(count)],
    )
