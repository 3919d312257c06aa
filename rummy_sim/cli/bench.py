"""``rummy-sim bench``."""

from __future__ import annotations

import dataclasses
import math
import time
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli import STARTED
from rummy_sim.cli.shared import (
    default_game,
    game_option,
    json_option,
    listen,
    plain_table,
    print_json,
    stdout,
)

if TYPE_CHECKING:
    from rummy_sim.core.game import Game

__all__ = ["command"]


@click.command()
@game_option
@click.option("--players", type=int, help="Seats; default four.")
@click.option("--ruleset", metavar="R", help="A preset; default the game's first.")
@click.option("--lineup", metavar="a,b,…", help="A strategy a seat; default all baseline.")
@click.option("--workers", default=1, type=click.IntRange(1), show_default=True, help="Threads.")
@click.option(
    "--seconds", default=5.0, type=click.FloatRange(0, 86_400, min_open=True), show_default=True,
    help="How long to measure.",
)  # fmt: skip
@json_option
def command(
    game_name: str | None,
    players: int | None,
    ruleset: str | None,
    lineup: str | None,
    workers: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Measure how many games a second this machine plays.

    Speed is also told in shuffles of 100 cards, timed in between: a figure that
    hardly depends on the machine or on what else it is doing.

    \b
    Examples:
      rummy-sim bench
      rummy-sim bench --players 2 --lineup baseline,random --seconds 10
      rummy-sim bench --workers 2 --json
    """  # noqa: D301
    listen()
    from rummy_sim.runs.benching import bench, peak_rss_mb
    from rummy_sim.runs.games import get_game

    import_s = time.perf_counter() - STARTED
    name = default_game(game_name)
    names = [part.strip() for part in lineup.split(",")] if lineup else None
    if math.isnan(seconds):
        raise click.BadParameter("must be a number of seconds", param_hint="--seconds")
    found = dataclasses.asdict(bench(name, players, ruleset, names, workers, seconds))
    found |= {"import_s": import_s, "peak_rss_mb": peak_rss_mb()}
    if as_json:
        print_json(found)
        return
    _show(get_game(name), found)


def _show(game: Game, found: dict[str, Any]) -> None:
    click.echo(
        f"{game.title}, {found['players']} players, {found['ruleset']}\n"
        f"{', '.join(found['strategies'])}\n"
        f"workers: {found['workers']}, chunks timed: {found['chunks']}\n"
    )
    ratio, low, high = (found[f"shuffles_per_short_game{end}"] for end in ("", "_low", "_high"))
    memory = found["peak_rss_mb"]
    table = plain_table("what", "measured", right=("measured",))
    for row in (
        ("games a second", f"{found['games_per_s']:,.0f}"),
        (f"{game.round_name}s a second", f"{found['short_games_per_s']:,.0f}"),
        ("decisions a second", f"{found['decisions_per_s']:,.0f}"),
        (f"one {game.round_name}, one worker", f"{found['short_game_ns']:,.0f} ns"),
        ("one shuffle of 100 cards", f"{found['shuffle_ns']:,.0f} ns"),
        (f"shuffles a {game.round_name}", f"{ratio:.1f} (quartiles {low:.1f} – {high:.1f})"),
        ("imports", f"{found['import_s']:.2f} s"),
        ("first call (compile or load)", f"{found['first_call_s']:.2f} s"),
        ("peak memory", f"{memory:,.0f} MB" if memory else "unknown"),
    ):
        table.add_row(*row)
    stdout().print(table)
