"""The report as one self-contained HTML page: no network, no further file."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import NOTE, grouped
from rummy_sim.reports.inline import inline_svg, look_css
from rummy_sim.reports.report import Report

__all__ = ["MOST_FINDINGS", "MOST_ROWS", "html"]

MOST_FINDINGS = 8
"""Of each state so many are seen at once; more are folded."""

MOST_ROWS = 300
"""Longer tables show their first rows only; all are in the CSV."""


def html(report: Report) -> str:
    """Return the page.

    Examples
    --------
    >>> import rummy_sim                                               # doctest: +SKIP
    >>> from rummy_sim.reports.report import make                      # doctest: +SKIP
    >>> text = html(make(rummy_sim.load("runs/quickstart")))           # doctest: +SKIP
    """
    environment = Environment(
        loader=PackageLoader("rummy_sim.reports", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(table=_table)
    looks: dict[str, str] = {}
    drawings = {
        exhibit.name: Markup(inline_svg(exhibit.svg, exhibit.name, exhibit.alternative, looks))
        for _, exhibits in report.parts
        for exhibit in exhibits
    }
    return environment.get_template("report.html").render(
        report=report,
        drawings=drawings,
        looks=Markup(look_css(looks)),
        small_print=report.about.footer()[0],
        groups=grouped(report.findings),
        note=NOTE,
        left_out=_left_out(report),
        options=_options(report),
        most_rows=MOST_ROWS,
        most_findings=MOST_FINDINGS,
    )


def _left_out(report: Report) -> list[str]:
    """Return why charts are not here, a line a reason."""
    charts: dict[str, list[str]] = {}
    for line in report.left_out:
        chart, _, reason = line.removeprefix("no chart ").partition(": ")
        charts.setdefault(reason, []).append(chart)
    return [f"{', '.join(names)}: {reason}" for reason, names in charts.items()]


def _options(report: Report) -> list[tuple[str, str]]:
    """Return the options of the rules that all cells share."""
    return [(str(key), str(value)) for key, value in report.about.options.items()]


def _table(figures: Figures) -> dict[str, Any]:
    """Return a table's headings and cells; a cell is its text and what it is sorted by."""
    sure = bool(figures.rows["low"].notna().any())
    heads = [(label, "text") for label in figures.labels]
    heads.append((f"{figures.what} ({figures.unit})", "number"))
    if sure:
        heads += [("from", "number"), ("to", "number")]
    digits = figures.digits
    rows = []
    for _, row in figures.rows.head(MOST_ROWS).iterrows():
        cells = [_label(row[label]) for label in figures.labels]
        values = [row["mean"], *((row["low"], row["high"]) if sure else ())]
        rows.append(cells + [_number(float(value), digits) for value in values])
    return {"heads": heads, "rows": rows, "all": len(figures.rows)}


def _label(value: Any) -> dict[str, Any]:
    plain = isinstance(value, (int, float)) and not pd.isna(value)
    return {"text": str(value), "sort": value if plain else None, "number": plain}


def _number(value: float, digits: int) -> dict[str, Any]:
    if math.isnan(value):
        return {"text": "–", "sort": "", "number": True}
    return {"text": f"{value:.{digits}f}", "sort": f"{value:.6g}", "number": True}
