"""How the charts look: colours, markers, hatches, and saving.

The colours are those of Okabe and Ito ("Color Universal Design", 2008), which
people with any kind of colour vision can tell apart. Markers, dashes and hatches
go with them, so that a chart reads in grey, too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import FT2Font

from rummy_sim.runs.manifest import replace_file

__all__ = [
    "BLUE",
    "FAINT",
    "FILLS",
    "INK",
    "LINES",
    "MUTED",
    "ORANGE",
    "SKY",
    "VERMILLION",
    "fitted",
    "line_look",
    "save",
    "shade",
    "styled",
    "svg_text",
    "text_width",
    "wrapped",
]

INK, MUTED, FAINT = "#222222", "#5f5f5f", "#d9d9d9"

BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
SKY, ORANGE, YELLOW, GREY = "#56B4E9", "#E69F00", "#F0E442", "#BBBBBB"

_COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, SKY, ORANGE, "#333333", "#8C6D00")
_MARKERS = "osD^vPX*"
_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))

LINES = len(_COLOURS)
"""So many lines are told apart with ease; more get further dashes."""

FILLS: dict[str, dict[str, Any]] = {
    "blue": {"facecolor": BLUE},
    "sky": {"facecolor": SKY, "hatch": "////"},
    "orange": {"facecolor": ORANGE, "hatch": "...."},
    "vermillion": {"facecolor": VERMILLION, "hatch": "\\\\\\\\"},
    "green": {"facecolor": GREEN, "hatch": "xxxx"},
    "purple": {"facecolor": PURPLE, "hatch": "----"},
    "yellow": {"facecolor": YELLOW, "hatch": "++"},
    "grey": {"facecolor": GREY},
    "white": {"facecolor": "white"},
}
"""Looks of areas; each has a white edge, and those beside each other differ in hatch."""
for _look in FILLS.values():
    _look |= {"edgecolor": INK, "linewidth": 0.5}

_RC: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "figure.dpi": 110,
    "figure.facecolor": "white",
    "font.family": ["sans-serif"],  # DejaVu Sans, which comes with matplotlib
    "font.size": 9,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "hatch.color": "#ffffff",
    "hatch.linewidth": 0.7,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "path.simplify": False,
    "savefig.dpi": 150,
    "svg.fonttype": "none",
    "svg.hashsalt": "rummy-sim",
    "text.color": INK,
    "text.hinting": "none",  # else the width of text depends on the resolution
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 8.5,
}


@contextmanager
def styled() -> Iterator[None]:
    """Draw with the settings of this module, whatever the user's own are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(cast("Any", _RC))
        yield


def line_look(place: int) -> dict[str, Any]:
    """Return colour, marker and dashes of the line drawn at some place in a legend.

    Examples
    --------
    >>> line_look(0)["color"] == line_look(8)["color"]
    True
    >>> line_look(0)["linestyle"] == line_look(8)["linestyle"]
    False
    """
    return {
        "color": _COLOURS[place % LINES],
        "marker": _MARKERS[place % LINES],
        "linestyle": _DASHES[(place // LINES) % len(_DASHES)],
        "linewidth": 1.6,
        "markersize": 4.5,
    }


def shade(share: float) -> dict[str, Any]:
    """Return the look of an area that stands for a share in per cent: the more, the darker."""
    t = min(max(share, 0.0), 100.0) / 100
    low, high = (0.94, 0.95, 0.97), (0.03, 0.19, 0.38)
    colour = tuple(a + (b - a) * t for a, b in zip(low, high, strict=True))
    return {"facecolor": colour, "edgecolor": INK, "linewidth": 0.4}


def save(figure: Figure, stem: Path) -> list[Path]:
    """Write a figure as ``stem.png`` and ``stem.svg``.

    The same figure gives the same bytes: no date, no random names. In the SVG
    text stays text, which can be searched and edited. Each file is the old one or the
    whole new one, whatever happens.

    Returns
    -------
    list of Path
        The two files.
    """
    paths = [stem.with_name(f"{stem.name}.{kind}") for kind in ("png", "svg")]
    picture = io.BytesIO()
    with styled():
        figure.savefig(picture, format="png", metadata={"Software": None})
        figure.set_layout_engine("none")  # what was just laid out stays
    replace_file(paths[0], picture.getvalue())
    replace_file(paths[1], svg_text(figure).encode())
    return paths


def svg_text(figure: Figure) -> str:
    """Return a figure as an SVG document; see :func:`save`."""
    buffer = io.StringIO()
    with styled():
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    # Clip paths are named by all digits of their places, whose last ones depend on the order
    # in which the layout is solved, and that on where things lie in memory.
    clips = dict.fromkeys(re.findall(r'<clipPath id="(\w+)">', text))
    names = {name: f"clip{place}" for place, name in enumerate(clips)}
    return re.sub(r"\bp[0-9a-f]{10}\b", lambda found: names.get(found[0], found[0]), text)


@cache
def _font(weight: str) -> FT2Font:
    return get_font(findfont(FontProperties(family="DejaVu Sans", weight=weight)))


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a line of text in inches."""
    font = _font(weight)
    # Measured large, and a little added: small letters may be fitted to the pixels.
    font.set_size(100.0, 72.0)
    font.set_text(text)
    return float(font.get_width_height()[0]) / 64 / 72 * size / 100 * 1.03


def fitted(text: str, width: float, size: float, weight: str = "normal") -> str:
    """Shorten a name in its middle until it is at most ``width`` inches wide.

    The end is kept: names made for variants of a strategy differ there.
    """
    if text_width(text, size, weight) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        front = (kept + 1) // 2
        short = f"{text[:front]}…{text[len(text) - (kept - front) :]}"
        if text_width(short, size, weight) <= width:
            return short
    return text[:1] + "…"


def wrapped(text: str, width: float, size: float, lines: int = 3, weight: str = "normal") -> str:
    """Break text into lines of at most ``width`` inches; what is too much ends in ``…``.

    A number and its per cent sign stay together.
    """
    rows = [""]
    for word in text.replace(" %", "\u00a0%").split(" "):
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and text_width(longer, size, weight) > width:
            rows.append(fitted(word, width, size, weight))
        else:
            rows[-1] = fitted(longer, width, size, weight)
    if len(rows) > lines:
        rows = [*rows[: lines - 1], fitted(f"{rows[lines - 1]} …", width, size, weight)]
    return "\n".join(rows)
