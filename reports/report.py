"""A run's report: its findings, its charts and what stands below each of them."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_sim.reports.about import About
from rummy_sim.reports.drawing import drawn
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import Finding, ranked, thresholds
from rummy_sim.reports.sections import Section, arranged, sections
from rummy_sim.reports.style import save, svg_text
from rummy_sim.runs.adding import Progress

if TYPE_CHECKING:
    from rummy_sim.runs.run import Run

__all__ = ["Exhibit", "Report", "make"]


@dataclass(frozen=True)
class Exhibit:
    """A chart on a page.

    Attributes
    ----------
    name, question, help : str
        As of :class:`rummy_sim.reports.chart.Chart`.
    svg : str
        The chart as an SVG document.
    figures : Figures or None
        What it shows, if the chart tells.
    csv : str
        The same, or the sums that it is drawn from, as CSV.
    command : str
        What draws it again.
    """

    name: str
    question: str
    help: str
    svg: str
    figures: Figures | None
    csv: str
    command: str

    @property
    def alternative(self) -> str:
        """What the chart shows, in words."""
        # A number and its per cent sign stay together, however narrow the page.
        told = self.figures.alternative() if self.figures else self.question
        return told.replace(" %", "\u00a0%")


@dataclass(frozen=True)
class Report:
    """What a report says, in whatever form.

    Attributes
    ----------
    name, question : str
        Of the experiment.
    about : About
        The run.
    manifest : dict
        The run's.
    findings : list of Finding
        Ranked.
    parts : list of (Section, list of Exhibit)
        In order.
    left_out : list of str
        Which charts there are not, and why.
    command : str
        What plays the run again.
    written : list of Path
        The charts' files.
    """

    name: str
    question: str
    about: About
    manifest: dict[str, Any]
    findings: list[Finding]
    parts: list[tuple[Section, list[Exhibit]]]
    left_out: list[str]
    command: str
    written: list[Path]


def make(
    run: Run,
    charts_in: Path | None = None,
    only: Collection[str] | None = None,
    note: Callable[[str], None] | None = None,
    progress: Progress | None = None,
    pictures: bool = True,
) -> Report:
    """Read a run once and make its report.

    Parameters
    ----------
    run : Run
        The results.
    charts_in : Path, optional
        The folder that the charts are also written into, as PNG and SVG.
    only : collection of str, optional
        The names of the charts wanted; otherwise all.
    note : callable, optional
        Told, in one line, why a chart is left out.
    progress : callable, optional
        Told how far it is; see :func:`rummy_sim.reports.drawing.drawn`.
    pictures : bool
        Whether the exhibits have their ``svg``, which takes half of the time.
    """
    left_out: list[str] = []

    def tell(text: str) -> None:
        left_out.append(text)
        if note:
            note(text)

    limits = thresholds()
    place = shown_path(run.path)
    exhibits: dict[str, Exhibit] = {}
    findings: list[Finding] = []
    written: list[Path] = []
    about = About.of(run.manifest)
    if charts_in is not None:
        charts_in.mkdir(parents=True, exist_ok=True)
    for each in drawn(run, tell, only, progress):
        chart, about = each.chart, each.about
        if charts_in is not None:
            paths = save(each.figure, charts_in / chart.name)
            written += paths
            svg = paths[1].read_text(encoding="utf-8")
        else:
            svg = svg_text(each.figure) if pictures else ""
        told = chart.figures(each.table, about) if chart.figures else None
        exhibits[chart.name] = Exhibit(
            name=chart.name,
            question=chart.question,
            help=chart.help,
            svg=svg,
            figures=told,
            csv=told.csv() if told else each.table.to_csv(index=False, lineterminator="\n"),
            command=f"rummy-sim report {place} --chart {chart.name}",
        )
        if chart.findings:
            findings += chart.findings(each.table, about, limits)
    if max(about.blocks.values(), default=0) < limits["fewest_blocks"]:
        findings = [replace(finding, threshold=math.nan) for finding in findings]
    return Report(
        name=run.name,
        question=str(run.manifest.get("question") or ""),
        about=about,
        manifest=run.manifest,
        findings=ranked(findings),
        parts=[
            (part, [exhibits[name] for name in names])
            for part, names in arranged(sections(run.manifest["game"]), exhibits)
        ],
        left_out=left_out,
        command=f"rummy-sim experiment {place}/experiment.yaml --out again",
        written=written,
    )


def shown_path(path: Path) -> str:
    """Return a run's folder as a reader may type it: the last two parts, quoted if need be.

    Examples
    --------
    >>> shown_path(Path("/home/somebody/runs/quickstart"))
    'runs/quickstart'
    """
    whole = path.resolve()
    return shlex.quote("/".join(part for part in (whole.parent.name, whole.name) if part))
