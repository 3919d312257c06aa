"""A run's report written into its folder, in the forms wanted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from rummy_sim.core.errors import UserError, nearest
from rummy_sim.reports.forms import as_json, as_markdown
from rummy_sim.reports.page import html
from rummy_sim.reports.report import make
from rummy_sim.runs.adding import Progress
from rummy_sim.runs.manifest import replace_file

if TYPE_CHECKING:
    from pathlib import Path

    from rummy_sim.runs.run import Run

__all__ = ["FORMATS", "USUAL", "write"]

log = logging.getLogger("rummy_sim")

_PAGES = {"html": html, "md": as_markdown, "json": as_json}

FORMATS = (*_PAGES, "png")
"""What a report can be written as; ``png`` stands for the charts, each as PNG and SVG."""

USUAL = ("html", "png")


def write(
    run: Run,
    formats: Collection[str] = USUAL,
    only: Collection[str] | None = None,
    note: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """Write a run's report: ``report.html`` and the folder ``charts``.

    Parameters
    ----------
    run : Run
        The results.
    formats : collection of str
        Some of :data:`FORMATS`.
    only : collection of str, optional
        The names of the charts wanted: only their files are written, and no page.
    note : callable, optional
        Told, in one line, why a chart is left out; otherwise the log is, of the charts that
        ``only`` names.
    progress : callable, optional
        Told how far it is; see :func:`rummy_sim.reports.drawing.drawn`.

    Returns
    -------
    list of Path
        The files written. Files of the same names are replaced.

    Raises
    ------
    UserError
        If there is no such format or none is given, if there is no such chart, or if none
        of those that ``only`` names can be drawn.

    Examples
    --------
    >>> import rummy_sim                                        # doctest: +SKIP
    >>> write(rummy_sim.load("runs/quickstart"), ["md"])        # doctest: +SKIP
    """
    for form in formats:
        if form not in FORMATS:
            raise UserError(
                f"there is no format {form!r}{nearest(form, FORMATS)}; there are: "
                f"{', '.join(FORMATS)}"
            )
    if not formats and only is None:
        raise UserError(f"no format is given; there are: {', '.join(FORMATS)}")
    drawn = "png" in formats or only is not None
    report = make(
        run,
        run.path / "charts" if drawn else None,
        only,
        note,
        progress,
        pictures="html" in formats,
    )
    if only is not None and not report.written:
        raise UserError(report.left_out or "no chart is named")
    if only is not None and note is None:
        for reason in report.left_out:
            log.warning("%s", reason)
    written = []
    for form, text_of in _PAGES.items():
        if form in formats and only is None:
            path = run.path / f"report.{form}"
            replace_file(path, text_of(report).encode())
            written.append(path)
    return written + report.written
