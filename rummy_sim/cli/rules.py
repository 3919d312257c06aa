"""``rummy-sim rules``."""

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
    from rummy_sim.core.game import Game

__all__ = ["command"]


@click.command()
@click.argument("preset", required=False)
@game_option
@json_option
def command(preset: str | None, game_name: str | None, as_json: bool) -> None:
    """Show the rulesets, option by option.

    Without a PRESET, or with a game's name in its place, what differs from the
    default in each of them.

    \b
    Examples:
      rummy-sim rules
      rummy-sim rules phase10
      rummy-sim rules official
      rummy-sim rules --json
    """  # noqa: D301
    listen()
    from rummy_sim.core.errors import ConfigError, nearest
    from rummy_sim.runs.games import GAMES, get_game

    if preset in GAMES and game_name is None:
        preset, game_name = None, preset
    games = [get_game(name) for name in ([game_name] if game_name else GAMES)]
    found = [(game, name) for game in games for name in game.presets if preset in (None, name)]
    if not found:
        known = [name for game in games for name in game.presets]
        raise ConfigError(
            f"there is no preset {preset!r}{nearest(str(preset), known)}; there are: "
            f"{', '.join(known)}"
        )
    if as_json:
        print_json({"rulesets": [_record(game, name) for game, name in found]})
    elif preset:
        for game, name in found:
            _show(game, name)
    else:
        for game in games:
            _overview(game)
        click.echo("all of one: rummy-sim rules PRESET")


def _values(game: Game, preset: str) -> dict[str, dict[int, Any]]:
    """Return the value of each option by number of players."""
    rulesets = {n: game.resolve(preset, n)[0].model_dump() for n in game.players}
    return {
        option: {n: rulesets[n][option] for n in game.players}
        for option in game.ruleset_model.model_fields
    }


def _text(by_players: dict[int, Any]) -> str:
    """Return a value as in YAML; by players where they differ."""
    texts = [_yaml(value) for value in by_players.values()]
    if len(set(texts)) == 1:
        return texts[0]
    return ", ".join(f"{n}: {text}" for n, text in zip(by_players, texts, strict=True))


def _yaml(value: Any) -> str:
    from rummy_sim.core.validation import yaml_text

    return yaml_text(value)


def _choice(game: Game, option: str) -> list[Any]:
    """Return the values that an option chooses among, none if it is a number or yes and no."""
    from rummy_sim.core.validation import allowed_values

    values = allowed_values(game.ruleset_model.model_fields[option].annotation)
    return values if len(values) > 1 else []


def _default(game: Game) -> str:
    """Return the preset that differs in nothing from the default one: itself."""
    return next(name for name in game.presets if not game.differences(name))


def _show(game: Game, preset: str) -> None:
    """Print a preset's options."""
    different = game.differences(preset)
    default = _default(game)
    table = plain_table("", "option", "value", "meaning", title=f"{game.title}: {preset}")
    table.columns[1].no_wrap = True
    table.columns[2].max_width = 18
    for option, by_players in _values(game, preset).items():
        meaning = game.ruleset_model.model_fields[option].description or ""
        if values := _choice(game, option):
            meaning += f" ({', '.join(map(_yaml, values))})"
        mark = "*" if option in different else ""
        table.add_row(mark, option, _text(by_players), meaning)
    stdout().print(table)
    what = "This is the default." if preset == default else f"* differs from {default}."
    click.echo(f"\n{what} Where values differ: players: value.")
    click.echo("In brackets: the values that an option may have, in the order of the words.")


def _overview(game: Game) -> None:
    default = _default(game)
    table = plain_table("preset", "option", "value", title=f"{game.title}: rulesets")
    for preset in game.presets:
        values = _values(game, preset)
        different = list(game.differences(preset))
        if not different:
            table.add_row(preset, "(the default)", "")
        for i, option in enumerate(different):
            table.add_row("" if i else preset, option, _text(values[option]))
        table.add_section()
    stdout().print(table)
    click.echo(f"\nOptions that differ from {default} are shown.\n")


def _record(game: Game, preset: str) -> dict[str, Any]:
    return {
        "game": game.name,
        "preset": preset,
        "options": {
            option: {str(n): value for n, value in by_players.items()}
            for option, by_players in _values(game, preset).items()
        },
        "differs": list(game.differences(preset)),
        "meaning": {
            option: field.description for option, field in game.ruleset_model.model_fields.items()
        },
        "allowed": {
            option: values
            for option in game.ruleset_model.model_fields
            if (values := _choice(game, option))
        },
    }
