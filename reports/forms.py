"""The report in plain forms: Markdown to paste, JSON for programs."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import NOTE, grouped
from rummy_sim.reports.report import Exhibit, Report
from rummy_sim.runs.manifest import to_json

__all__ = ["as_json", "as_markdown"]

_MOST_ROWS = 60  # of a table in Markdown, which people read


def as_markdown(report: Report) -> str:
    """Return findings and tables as Markdown."""
    lines = [f"# {report.name}", ""]
    if report.question:
        lines += [report.question, ""]
    lines += [report.about.footer()[0], "", "## What these games show", ""]
    for heading, groups in grouped(report.findings):
        lines += [f"### {heading}", ""] if heading else []
        for title, found in groups:
            lines += [f"**{title}**", "", *(f"- {finding.told}" for finding in found), ""]
    lines += [NOTE, ""]
    for part, exhibits in report.parts:
        lines += [f"## {part.title}", ""]
        for exhibit in exhibits:  # their reading help is about the drawings, which are not here
            lines += [f"### {exhibit.question}", ""]
            lines += _table(exhibit.figures) if exhibit.figures else []
    # Markdown lets HTML through, and names are the user's.
    return "\n".join(escape(line, quote=False) for line in lines)


def _table(figures: Figures) -> list[str]:
    heads = [*figures.labels, f"{figures.what} ({figures.unit})", "from", "to"]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for _, row in figures.rows.head(_MOST_ROWS).iterrows():
        ends = [float(row[end]) for end in ("mean", "low", "high")]
        values = ["–" if math.isnan(end) else f"{end:.{figures.digits}f}" for end in ends]
        cells = [*(str(row[label]) for label in figures.labels), *values]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    more = len(figures.rows) - _MOST_ROWS
    return [*lines, "", *([f"… and {more} more rows.", ""] if more > 0 else [])]


def as_json(report: Report) -> str:
    """Return findings and tables as one JSON document."""
    return to_json(
        {
            "name": report.name,
            "question": report.question,
            "run": report.about.footer()[0],
            "findings": [
                {
                    "sentence": finding.told,
                    "state": finding.state,
                    "size": finding.size,
                    "low": finding.low,
                    "high": finding.high,
                    "threshold": finding.threshold,
                    "chart": finding.chart,
                }
                for finding in report.findings
            ],
            "charts": [_exhibit(each) for _, exhibits in report.parts for each in exhibits],
            "left_out": report.left_out,
        }
    )


def _exhibit(exhibit: Exhibit) -> dict[str, Any]:
    told = {"name": exhibit.name, "question": exhibit.question, "command": exhibit.command}
    if exhibit.figures is None:
        return told
    columns = [*exhibit.figures.labels, "mean", "low", "high"]
    rows = exhibit.figures.rows[columns].astype(object).to_dict("records")
    return told | {"what": exhibit.figures.what, "unit": exhibit.figures.unit, "rows": rows}
