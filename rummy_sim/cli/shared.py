"""What several commands share: options, messages, JSON and tables."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "SEED",
    "default_game",
    "game_option",
    "json_option",
    "listen",
    "plain_table",
    "print_json",
    "span",
    "stdout",
]

F = TypeVar("F", bound=Callable[..., Any])

SEED = click.IntRange(0, 2**64 - 1)


def json_option(command: F) -> F:
    """Add ``--json`` and ``--debug``, and let messages through to standard error."""
    command = click.option(
        "--debug", is_flag=True, expose_value=False, help="Show the traceback of an error."
    )(command)
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document for programs."
    )(command)


def game_option(command: F) -> F:
    """Add ``--game``."""
    return click.option("--game", "game_name", metavar="G", help="The game.")(command)


def default_game(name: str | None) -> str:
    """Return the game that a command is about when the user names none: the first."""
    from rummy_sim.runs.games import GAMES

    return next(iter(GAMES)) if name is None else name


class _ToStderr(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        mark = "warning: " if record.levelno >= logging.WARNING else ""
        click.echo(mark + record.getMessage(), err=True)


def listen() -> None:
    """Show the package's messages on standard error."""
    log = logging.getLogger("rummy_sim")
    if not any(isinstance(handler, _ToStderr) for handler in log.handlers):
        log.addHandler(_ToStderr())
        log.setLevel(logging.INFO)
        log.propagate = False


def print_json(value: Any) -> None:
    """Print a JSON document; numbers that are none become null."""
    from rummy_sim.runs.manifest import to_json

    click.echo(to_json(value))


def stdout(width: int | None = None) -> Console:
    """Return a console for tables: as wide as the terminal, 80 columns elsewhere."""
    from rich.console import Console

    class Piped(Console):
        """Leaves it to the command what to do when the reader (head, less) has seen enough."""

        def on_broken_pipe(self) -> None:  # rich exits with 1, which means a failed check here
            raise BrokenPipeError

    return Piped(highlight=False, markup=False, width=width)


def plain_table(*columns: str, right: tuple[str, ...] = (), title: str | None = None) -> Table:
    """Return a table with a line under its heading, ready for rows."""
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style="bold",
        show_edge=False,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def span(low: float | None, high: float | None, scale: float = 1.0, digits: int = 2) -> str:
    """Return an interval as text, or a dash when there is none.

    Examples
    --------
    >>> span(0.25, 0.3, 100, 1), span(None, None)
    ('25.0 – 30.0', '–')
    """
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return "–"
    return f"{low * scale:.{digits}f} – {high * scale:.{digits}f}"
