"""How far a run is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["GamesProgress"]

LINE_SECONDS = 5.0
"""Between two lines when there is no terminal."""


class GamesProgress:
    """Shows games done, games a second and time left, on standard error.

    Call it with the games done and the games in all, which may be an estimate that moves.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._start: tuple[float, int] | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> GamesProgress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                BarColumn(bar_width=16),
                TextColumn("{task.fields[count]}"),
                TimeRemainingColumn(elapsed_when_finished=True),
                console=Console(stderr=True),
            )
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

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
        if self._bar is not None:
            if self._task is None:
                self._task = self._bar.add_task("", total=total, completed=done, count=count)
            self._bar.update(self._task, total=total, completed=done, count=count)
        elif now - self._last_line >= LINE_SECONDS or (done == total and rate):
            self._last_line = now
            left = f", {(total - done) / rate:.0f} s left" if rate and done < total else ""
            click.echo(count + left, err=True)
