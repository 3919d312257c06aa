"""The command ``rummy-sim``: one module a command, imported when it is called."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from rummy_sim.cli.interrupting import second_ctrl_c_ends_at_once
from rummy_sim.core.errors import UserError, nearest

__all__ = ["STARTED", "cli", "main"]

STARTED = time.perf_counter()
"""When the command began, for ``bench``."""

COMMANDS = (
    "experiment",
    "experiments",
    "compare",
    "report",
    "league",
    "replay",
    "sql",
    "strategies",
    "rules",
    "odds",
    "verify",
    "bench",
    "warmup",
)


class _Commands(click.Group):
    """Finds each command in the module of its name, so that start-up stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"rummy_sim.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(
                f"there is no command {args[0]!r}{nearest(args[0], COMMANDS)}; there are: "
                f"{', '.join(COMMANDS)}"
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would exit with 1, which means a failed check here
            return _hush()


def _hush() -> int:
    """Write no more: the reader (head, less) has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Each command has --help with examples, and --json for programs.",
)
@click.version_option(package_name="rummy-sim", prog_name="rummy-sim")
def cli() -> None:
    """Simulate card games by the million and see which strategy wins.

    \b
    Start with:
      rummy-sim experiment quickstart
    """  # noqa: D301


def main(args: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code.

    Parameters
    ----------
    args : sequence of str, optional
        The words after ``rummy-sim``; default those of the command line.

    Returns
    -------
    int
        0 for success, 1 when a check failed, 2 for a user's mistake, 130 after Ctrl-C.
    """
    words = list(sys.argv[1:] if args is None else args)
    debug = "--debug" in words
    try:
        with second_ctrl_c_ends_at_once():
            result = cli.main(
                [word for word in words if word != "--debug"],
                prog_name="rummy-sim",
                standalone_mode=False,
            )
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        return _hush()
    except (UserError, OSError) as error:
        if debug:
            traceback.print_exc()
        for problem in _problems(error):
            click.echo(f"{click.style('error:', fg='red', bold=True)} {problem}", err=True)
        return 2
    return result if isinstance(result, int) else 0


def _problems(error: UserError | OSError) -> Sequence[str]:
    """Return what is wrong, a sentence each."""
    if isinstance(error, UserError):
        return error.problems
    return [f"{error.strerror}: {error.filename}" if error.filename else str(error)]
