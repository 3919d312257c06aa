"""Small multiples: figures along the values of a swept option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rummy_sim.reports.about import About
from rummy_sim.reports.beside import digits_for, interval_text
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.rules.axis import Axis, axis_of, option_name, shortened
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.reports.rules.results import Results, key_name, results
from rummy_sim.reports.rules.tallying import NEEDED, tallies
from rummy_sim.reports.sheet import MOST_PANELS, sheet
from rummy_sim.reports.style import INK, LINES, MUTED, line_look, styled, wrapped

__all__ = ["lines_chart"]

_TICK_SIZE = 8.0
_NAMED = 6  # so many lines are told in words


def lines_chart(name: str, measures: Sequence[Measure], *, question: str, title: str) -> Chart:
    """Return a chart of figures by swept value.

    Parameters
    ----------
    name, question, title : str
        Of the chart.
    measures : sequence of Measure
        Either one of several figures (by strategy, by place), drawn as lines, or several
        of one figure each, a panel each.
    """

    def figures(table: pd.DataFrame, about: About) -> Figures:
        return _figures(_drawn(results(table, about, measures)))

    def draw(table: pd.DataFrame, about: About) -> Figure:
        found = results(table, about, measures)
        return _draw(_drawn(found), axis_of(found.variants), about, title)

    return Chart(
        name=name,
        question=question,
        columns=NEEDED,
        sums=tallies(measures),
        draw=draw,
        help="A filled mark differs from the reference (ringed) beyond doubt, deal by deal; the "
        "intervals of two values may well overlap.",
        figures=figures,
    )


def _drawn(found: Results) -> pd.DataFrame:
    """Return a row a mark: where it stands, in which panel and line, and whether it is sure."""
    axis = axis_of(found.variants)
    mark = ["variant", "what", "key"]
    moved = found.changes[[*mark, "mean", "low", "high", "holm"]]
    moved = moved.rename(columns={"mean": "change", "low": "from", "high": "to"})
    rows = found.levels.merge(moved, on=mark, how="left")
    rows = rows[rows["what"].isin(list(found.measures))]
    if rows.empty:
        raise NothingToShowError("the run kept nothing that could be compared")
    order = list(found.measures)
    rows = rows.sort_values(
        "what", key=lambda names: names.map(order.index), kind="stable"
    ).reset_index(drop=True)
    of = [found.measures[what] for what in rows["what"]]
    scale = np.array([measure.scale for measure in of])
    for column in ("mean", "low", "high", "change", "from", "to"):
        rows[column] = rows[column] * scale
    variants = rows["variant"].to_list()
    beside = [axis.beside[variant] for variant in variants]
    several = bool(of[0].by)
    who = [key_name(measure, key) for measure, key in zip(of, rows["key"], strict=True)]
    labels = [f"{measure.label} (%)" if measure.share else measure.label for measure in of]
    return rows.assign(
        x=[axis.places[variant] for variant in variants],
        rules=[found.variants.names[variant] for variant in variants],
        measure=labels,
        who=who,
        panel=beside if several else labels,
        line=who if several else beside,
        sure=rows["holm"] < 0.05,
        is_reference=[variant == found.variants.reference for variant in variants],
    )


def _figures(rows: pd.DataFrame) -> Figures:
    several = bool(rows["who"].ne("").any())
    changes = []
    for _, own in rows.groupby("what", sort=False):
        digits = digits_for(pd.DataFrame({"low": own["from"], "high": own["to"]}))
        for change, low, high in own[["change", "from", "to"]].to_numpy(float):
            text = interval_text(change, low, high, digits)
            changes.append("reference" if np.isnan(change) else text)
    apart = [
        "" if ref else "yes" if sure else "no"
        for ref, sure in zip(rows["is_reference"], rows["sure"], strict=True)
    ]
    table = rows.assign(figure=rows["measure"])
    table["change (paired)"], table["told apart"] = changes, apart
    labels = ("rules", "who" if several else "figure", "change (paired)", "told apart")
    what = str(rows["measure"].iloc[0]) if several else "value"
    unit = "%" if what.endswith(" (%)") else "points" if several else "in its unit"
    return Figures(
        table[[*labels, "mean", "low", "high"]].reset_index(drop=True),
        labels,
        what.removesuffix(" (%)"),
        unit,
        words=_words(rows, what if several else "figures"),
    )


def _words(rows: pd.DataFrame, what: str) -> str:
    """Say how far each line or figure reaches, and how much of it is sure."""
    others = rows[~rows["is_reference"]]
    told = []
    for (measure, who), own in rows.groupby(["measure", "who"], sort=False):
        digits = digits_for(own[["low", "high"]])
        means = own["mean"].to_numpy(float)
        least, most = own.iloc[int(means.argmin())], own.iloc[int(means.argmax())]
        ends = f"{least['mean']:.{digits}f} with {shortened(least['rules'], 60)}"
        if most["mean"] > least["mean"]:
            ends += f" to {most['mean']:.{digits}f} with {shortened(most['rules'], 60)}"
        told.append(f"{who or measure}: {ends}")
    more = f"; {len(told) - _NAMED} more in the table" if len(told) > _NAMED else ""
    return (
        f"{what[:1].upper()}{what[1:]} by rules: {int(others['sure'].sum())} of {len(others)} "
        f"differ from the reference beyond doubt. {'; '.join(told[:_NAMED])}{more}."
    )


def _draw(rows: pd.DataFrame, axis: Axis, about: About, title: str) -> Figure:
    lines, note = _shown_lines(rows)
    panels = list(dict.fromkeys(rows["panel"]))
    if len(panels) > MOST_PANELS:
        note += f" The first {MOST_PANELS} of {len(panels)} panels are shown."
        panels = panels[:MOST_PANELS]
    several = bool(rows["who"].ne("").any())
    one = len(panels) == 1
    size = (6.4, 3.2) if one else (3.4, 2.3)
    looks = {line: line_look(place) for place, line in enumerate(lines)}
    with styled():
        page = sheet(
            panels if not one or not several else [""],
            title=title,
            subtitle=f"By {option_name(axis.key)}; each value with its own 95 % interval, the "
            "differences from the reference tested on the same deals",
            legend=_legend(looks),
            footer=about.footer(
                "Beyond doubt: p < 5 % by paired differences of deals, corrected for their number "
                "(Holm).",
                note.strip(),
            ),
            size=size,
            room=0.7,
            sharey=several,
        )
        steps = np.diff(sorted(axis.ticks.values()))
        step = float(steps.min()) if len(steps) else 1.0
        spread = min(0.08 * step, 0.4 * step / max(1, len(lines)))
        for i, axes in enumerate(page.panels):
            own = rows[rows["panel"] == panels[i]]
            for place, line in enumerate(lines):
                shift = (place - (len(lines) - 1) / 2) * spread
                _line(axes, own[own["line"] == line], shift, looks[line])
            if several and about.players and str(own["measure"].iloc[0]).endswith("(%)"):
                even = 100 / max(about.players.values())
                axes.axhline(even, color=INK, linestyle="--", linewidth=0.9, zorder=1)
            room = (size[0] - 0.8) / max(1, len(axis.ticks))
            names = [wrapped(shortened(text), room, _TICK_SIZE, 3) for text in axis.ticks]
            axes.set_xticks(list(axis.ticks.values()), names)
            ends = min(axis.ticks.values()), max(axis.ticks.values())
            axes.set_xlim(ends[0] - 0.35 * step, ends[1] + 0.35 * step)
            axes.margins(y=0.12)
            if page.bottom[i]:
                axes.set_xlabel(option_name(axis.key))
            if several and page.left[i]:
                axes.set_ylabel(str(rows["measure"].iloc[0]))
    return page.figure


def _shown_lines(rows: pd.DataFrame) -> tuple[list[str], str]:
    """Return the lines that there is room for: those that move most."""
    lines = list(dict.fromkeys(rows["line"]))
    if len(lines) <= LINES:
        return lines, ""
    moved = rows["change"].abs().groupby(rows["line"].to_numpy()).max()
    most = set(moved.sort_values(ascending=False, kind="stable").index[:LINES])
    note = f"The {LINES} of {len(lines)} lines that move most are shown; all are in the table."
    return [line for line in lines if line in most], note


def _line(axes: Axes, rows: pd.DataFrame, shift: float, look: dict[str, Any]) -> None:
    rows = rows.sort_values("x", kind="stable")
    x = rows["x"].to_numpy(float) + shift
    colour = look["color"]
    plain = {**look, "marker": "", "linewidth": 1.1}
    axes.plot(x, rows["mean"], zorder=2, **plain)
    axes.vlines(x, rows["low"], rows["high"], color=colour, linewidth=1.3, zorder=2.5)
    marks = zip(x, rows["mean"], rows["sure"], rows["is_reference"], strict=True)
    for at, mean, sure, is_reference in marks:
        axes.plot(
            at,
            mean,
            marker=look["marker"],
            markersize=5,
            markerfacecolor=colour if sure else "white",
            markeredgecolor=colour,
            linestyle="",
            zorder=3,
        )
        if is_reference:
            axes.plot(at, mean, **_RING, linestyle="", zorder=2.8)


_RING: dict[str, Any] = {
    "marker": "o",
    "markersize": 10,
    "markerfacecolor": "none",
    "markeredgecolor": INK,
    "markeredgewidth": 0.9,
}


def _legend(looks: dict[str, dict[str, Any]]) -> list[tuple[Any, str]]:
    legend: list[tuple[Any, str]] = []
    if len(looks) > 1:
        legend += [(Line2D([], [], **look), line) for line, look in looks.items()]
    bare: dict[str, Any] = {
        "linestyle": "",
        "marker": "o",
        "markersize": 5,
        "markeredgecolor": MUTED,
    }
    return [
        *legend,
        (Line2D([], [], markerfacecolor=MUTED, **bare), "differs beyond doubt"),
        (Line2D([], [], markerfacecolor="white", **bare), "not told apart"),
        (Line2D([], [], linestyle="", **_RING), "reference"),
    ]
