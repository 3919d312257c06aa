"""How far something is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing import Self

    from rich.progress import Progress, TaskID

__all__ = ["GamesProgress", "ReportProgress"]

LINE_SECONDS = 5.0
"""Between two lines when there is no terminal."""


class _Shown:
    """A bar for each thing that is done, on standard error; without a terminal lines."""

    def __init__(self) -> None:
        self._bars: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._bars = Progress(
                BarColumn(bar_width=16),
                TextColumn("{task.fields[count]}"),
                TimeRemainingColumn(elapsed_when_finished=True),
                console=Console(stderr=True),
            )
            self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def _show(self, what: str, done: int, total: int, count: str, line: str, last: bool) -> None:
        """Move the bar of ``what``, or say the line: the last one, and one now and then."""
        now = time.monotonic()
        if self._bars is not None:
            if what not in self._tasks:
                self._tasks[what] = self._bars.add_task("", total=total, count=count)
            self._bars.update(self._tasks[what], total=total, completed=done, count=count)
        elif now - self._last_line >= LINE_SECONDS or last:
            self._last_line = now
            click.echo(line, err=True)


class GamesProgress(_Shown):
    """Shows games done, games a second and time left.

    Call it with the games done and the games in all, which may be an estimate that moves.
    """

    def __init__(self) -> None:
        super().__init__()
        self._start: tuple[float, int] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is."""
        now = time.monotonic()
        if self._start is None:
            self._start = now, done
        since, before = self._start
        seconds = now - since
        rate = (done - before) / seconds if seconds > 0 else 0.0
        count = f"{done:,} of {total:,} games"
        if rate:
            count += f", {rate:,.0f} games/s"
        left = f", {(total - done) / rate:.0f} s left" if rate and done < total else ""
        self._show("games", done, total, count, count + left, done == total and rate > 0)


class ReportProgress(_Shown):
    """Shows how far a report is: parts of the run read, charts drawn."""

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show how many of what are done."""
        count = f"{what}: {done:,} of {total:,}"
        self._show(what, done, total, count, count, last=False)
