"""``rummy-sim strategies``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import (
    game_option,
    json_option,
    listen,
    plain_table,
    print_json,
    stdout,
)

if TYPE_CHECKING:
    from rummy_sim.core.contract import Strategy
    from rummy_sim.core.game import Game

__all__ = ["command"]


@click.command()
@click.argument("name", required=False)
@game_option
@json_option
def command(name: str | None, game_name: str | None, as_json: bool) -> None:
    """List the strategies, or tell all about one.

    With a NAME (or the path of a strategy's file): how it plays, where the idea is
    from, its parameters and their ranges.

    \b
    Examples:
      rummy-sim strategies
      rummy-sim strategies baseline
      rummy-sim strategies ./mine.py
    """  # noqa: D301
    listen()
    from rummy_sim.runs.games import GAMES, get_game

    games = [get_game(key) for key in ([game_name] if game_name else GAMES)]
    if name is None:
        _list(games, as_json)
        return
    strategy = _find(games, name)
    if as_json:
        print_json(_record(strategy))
        return
    _detail(strategy)
    also = [game.name for game in games if game.name != strategy.game and _has(game, name)]
    for other in also:
        click.echo(f"{other} has a strategy of this name, too: --game {other}")


def _find(games: list[Game], name: str) -> Strategy:
    """Find a strategy in the first game that has it."""
    from rummy_sim.core.contract import find
    from rummy_sim.core.errors import StrategyError

    problems: list[str] = []
    for game in games:
        try:
            return find(game.contract, name)
        except StrategyError as error:
            problems += error.problems
    raise StrategyError(list(dict.fromkeys(problems)))


def _has(game: Game, name: str) -> bool:
    from rummy_sim.core.contract import shipped

    return name in shipped(game.name)


def _list(games: list[Game], as_json: bool) -> None:
    from rummy_sim.core.contract import find, shipped
    from rummy_sim.core.errors import StrategyError

    found: list[Strategy] = []
    for game in games:
        for name in shipped(game.name):
            try:
                found.append(find(game.contract, name))
            except StrategyError as error:
                click.echo(f"warning: {error}", err=True)
    if as_json:
        print_json({"strategies": [_record(strategy) for strategy in found]})
        return
    console = stdout()
    for game in games:
        table = plain_table("name", "parameters", "rule of play", title=game.title)
        table.columns[0].no_wrap = True
        for strategy in found:
            if strategy.game == game.name:
                params = ", ".join(
                    f"{key} {param.default:g}" for key, param in strategy.params.items()
                )
                table.add_row(strategy.name, params or "–", strategy.summary)
        console.print(table)
        console.print()
    click.echo("more about one: rummy-sim strategies NAME")


def _plain(text: str) -> str:
    """Return a docstring without the marks of code."""
    return text.strip().replace("`", "")


def _detail(strategy: Strategy) -> None:
    click.echo(f"{strategy.name} ({strategy.game})\n\n{_plain(strategy.about)}\n")
    if strategy.params:
        table = plain_table("parameter", "default", "from", "to", "meaning")
        for key, param in strategy.params.items():
            whole = " whole" if param.whole else ""
            table.add_row(
                key, f"{param.default:g}", f"{param.low:g}", f"{param.high:g}{whole}", param.about
            )
        stdout().print(table)
    else:
        click.echo("It has no parameters.")
    own = ", ".join(strategy.functions)
    click.echo(f"\nmakes its own decisions: {own}\nfile: {strategy.path}")


def _record(strategy: Strategy) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "game": strategy.game,
        "about": strategy.about,
        "summary": strategy.summary,
        "params": {
            key: {
                "default": param.default,
                "low": param.low,
                "high": param.high,
                "whole": param.whole,
                "about": param.about,
            }
            for key, param in strategy.params.items()
        },
        "decisions": list(strategy.functions),
        "path": str(strategy.path),
    }
