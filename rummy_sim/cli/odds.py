"""``rummy-sim odds``."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import SEED, json_option, listen, plain_table, print_json, span, stdout

if TYPE_CHECKING:
    from rummy_sim.core.odds import Odds

__all__ = ["command"]


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option(
    "--hands", default=10_000_000, type=click.IntRange(1), show_default=True, help="Hands to deal."
)
@click.option("--seed", type=SEED, help="Deal these hands again; without it a new one.")
@json_option
def command(game_name: str, hands: int, seed: int | None, as_json: bool) -> None:
    """Deal hands and count how often they are good for something.

    Each share comes with its 95% interval.

    \b
    Examples:
      rummy-sim odds phase10
      rummy-sim odds phase10 --hands 100000000 --seed 7
      rummy-sim odds phase10 --json
    """  # noqa: D301
    listen()
    from rummy_sim.core.errors import ConfigError
    from rummy_sim.core.odds import HasOdds
    from rummy_sim.runs.games import GAMES, get_game

    game = get_game(game_name)
    if not isinstance(game, HasOdds):
        known = [name for name in GAMES if isinstance(get_game(name), HasOdds)]
        raise ConfigError(
            f"there are no odds of {game.title}; there are those of {', '.join(known)}"
        )
    odds = game.odds(hands, secrets.randbits(32) if seed is None else seed)
    if as_json:
        head: dict[str, Any] = {"game": game.name, "hands": odds.hands, "seed": odds.seed}
        print_json(head | {odds.of: odds.rows})
        return
    _show(odds, game.title)


def _show(odds: Odds, title: str) -> None:
    named = [key for key in odds.rows[0] if key not in ("share", "low", "high")]
    table = plain_table(
        *named, "share %", "95% interval", right=("share %",), title=f"{title}: {odds.asks}"
    )
    for row in odds.rows:
        texts = (
            " + ".join(row[key]) if isinstance(row[key], list) else str(row[key]) for key in named
        )
        table.add_row(*texts, f"{100 * row['share']:.4f}", span(row["low"], row["high"], 100, 4))
    stdout().print(table)
    click.echo(f"\n{odds.hands:,} hands, seed {odds.seed}")
