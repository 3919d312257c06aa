"""The ruleset of Phantom Rummy: every option, its values and the four presets.

RULES-phantom.md, section 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rummy_sim.core.errors import ConfigError, nearest
from rummy_sim.core.validation import sentences
from rummy_sim.phantom.cards import kind_number
from rummy_sim.phantom.state import MAX_MARKET, RULES_DTYPE

__all__ = ["PLAYERS", "PRESETS", "Ruleset", "differences", "resolve", "rules_record"]

PLAYERS = (2, 3, 4)
ITEMS = Literal["I1", "I2", "I3", "I4"]


def _off(value: object) -> object:
    """YAML reads a bare ``off`` as false."""
    return "off" if value is False else value


class Ruleset(BaseModel):
    """Every option of the game with its value, for one number of players."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    advanced: bool = Field(description="conditions replace the points for red cards; item win")
    short_games: int = Field(ge=1, le=1000, description="short games in a full game")
    target_score: int = Field(ge=1, le=1_000_000, description="points that end the full game")
    hand_size: Literal[7] = Field(description="cards dealt; fixed by the goal shape")
    market_extra: int = Field(description="cards turned up for the market beyond one a player")
    opens_per_turn: Literal[1, "any"] = Field(description="sets that may be opened in one turn")
    open_draw: Literal["refill", "two"] = Field(
        description="cards drawn after opening or gaining: up to 7 in hand, or always 2"
    )
    ready_needed: Literal["discard", "always"] = Field(
        description="ready is needed to go out by another's discard only, or always"
    )
    ready_needs_open: bool = Field(description="ready may be declared only with a set opened")
    ready_after_open: bool = Field(
        description="ready may also be declared at the end of a turn in which a set was opened"
    )
    bonus_check: bool = Field(description="the winner turns over cards for bonus points")
    bonus_match: Literal["kind", "title"] = Field(
        description="a card turned over matches its kind, or its number or picture alone"
    )
    bonus_points: Literal["card", "flip"] = Field(
        description="1 point for each matching card, or for each check that matched"
    )
    ends_condition: Literal["touch", "pure"] = Field(
        description="red 1 and 7: every set has a 1, a 7 or an Item, or opened sets are made of them"
    )
    middle_condition: Literal["all", "opened"] = Field(
        description="red 2 and 6 look at all sets or at the opened ones"
    )
    item_win: Annotated[Literal["opened", "goal", "off"], BeforeValidator(_off)] = Field(
        description="when sets of Items win the whole game"
    )
    item_win_sets: Literal["three", "all"] = Field(
        description="three sets opened are all-Item, or three sets opened and all of them all-Item"
    )
    item_win_kinds: list[ITEMS] = Field(description="the Item kinds that bear victory when red")
    own_discard_bar: bool = Field(
        description="a wait in the own discard pile bars going out by discard"
    )
    discarder_pays: bool = Field(description="the discarder loses what the winner scored")
    pile_end: Literal["short", "empty"] = Field(
        description="the short game ends when cards are missing, or when the last one is drawn"
    )


_BY_PLAYERS: dict[str, dict[int, int]] = {
    "short_games": {2: 6, 3: 6, 4: 8},
    "target_score": {2: 24, 3: 18, 4: 12},
}

_OFFICIAL: dict[str, Any] = {
    "advanced": False,
    **_BY_PLAYERS,
    "hand_size": 7,
    "market_extra": 1,
    "opens_per_turn": 1,
    "open_draw": "refill",
    "ready_needed": "discard",
    "ready_needs_open": False,
    "ready_after_open": False,
    "bonus_check": True,
    "bonus_match": "kind",
    "bonus_points": "card",
    "ends_condition": "touch",
    "middle_condition": "all",
    "item_win": "opened",
    "item_win_sets": "three",
    "item_win_kinds": ["I1", "I2", "I3"],
    "own_discard_bar": False,
    "discarder_pays": False,
    "pile_end": "short",
}
_ADVANCED: dict[str, Any] = {"advanced": True, "own_discard_bar": True, "discarder_pays": True}
_ARTICLE: dict[str, Any] = _OFFICIAL | {
    "opens_per_turn": "any",
    "ready_needed": "always",
    "bonus_points": "flip",
    "ends_condition": "pure",
    "middle_condition": "opened",
    "item_win_sets": "all",
    "pile_end": "empty",
}

PRESETS: dict[str, dict[str, Any]] = {
    "official": _OFFICIAL,
    "official-advanced": _OFFICIAL | _ADVANCED,
    "article": _ARTICLE,
    "article-advanced": _ARTICLE | _ADVANCED | {"bonus_check": False},
}
"""The presets; ``short_games`` and ``target_score`` by number of players."""

DEFAULT = "official"

# Options that matter only while another one has a certain value.
_NEEDS: dict[str, tuple[str, Any]] = {
    "bonus_match": ("bonus_check", True),
    "bonus_points": ("bonus_check", True),
    "ends_condition": ("advanced", True),
    "middle_condition": ("advanced", True),
    "item_win": ("advanced", True),
    "item_win_sets": ("advanced", True),
    "item_win_kinds": ("advanced", True),
}


def resolve(spec: str | Mapping[str, Any], players: int) -> tuple[Ruleset, list[str]]:
    """Return the ruleset that a configuration asks for, every option with its value.

    Parameters
    ----------
    spec : str or mapping
        A preset's name, or overrides with an optional key ``preset``.
    players : int
        2, 3 or 4.

    Returns
    -------
    ruleset : Ruleset
        With the numbers of this player count.
    warnings : list of str
        One for each override that has no effect.

    Raises
    ------
    ConfigError
        All unknown presets, keys and values at once, each named ``ruleset.KEY``.

    Examples
    --------
    >>> ruleset, _ = resolve({"preset": "official", "target_score": 15}, players=4)
    >>> ruleset.target_score, ruleset.short_games
    (15, 8)
    """
    overrides = {"preset": spec} if isinstance(spec, str) else dict(spec)
    preset = overrides.pop("preset", DEFAULT)
    if preset not in PRESETS:
        raise ConfigError(
            f"ruleset: there is no preset {preset!r}{nearest(str(preset), PRESETS)}; "
            f"there are: {', '.join(PRESETS)}"
        )
    problems = []
    values = dict(PRESETS[preset])
    for key, value in overrides.items():
        if key in _BY_PLAYERS and isinstance(value, Mapping):
            wrong = [count for count in value if count not in PLAYERS]
            if wrong:
                problems.append(
                    f"ruleset.{key}: by players means keys 2, 3 and 4, not "
                    f"{', '.join(map(repr, wrong))}"
                )
            value = values[key] | value
        values[key] = value
    for key in _BY_PLAYERS:
        if isinstance(values[key], Mapping):
            values[key] = values[key][players]
    try:
        ruleset = Ruleset.model_validate(values)
    except ValidationError as error:
        raise ConfigError(problems + sentences(error, Ruleset, "ruleset.")) from error
    least, most = 1 - players, MAX_MARKET - players
    if not least <= ruleset.market_extra <= most:
        problems.append(
            f"ruleset.market_extra: must be from {least} to {most} with {players} players "
            f"(a market of 1 to {MAX_MARKET} cards), not {ruleset.market_extra}"
        )
    if len(set(ruleset.item_win_kinds)) < len(ruleset.item_win_kinds):
        problems.append("ruleset.item_win_kinds: names a kind twice")
    if problems:
        raise ConfigError(problems)
    return ruleset, _idle_overrides(ruleset, overrides)


def _idle_overrides(ruleset: Ruleset, overrides: Mapping[str, Any]) -> list[str]:
    """Say which overrides change nothing under the other options."""
    idle = []
    for key in overrides:
        if key in _NEEDS:
            other, value = _NEEDS[key]
            if getattr(ruleset, other) != value:
                idle.append(
                    f"ruleset.{key} has no effect while {other} is "
                    f"{str(getattr(ruleset, other)).lower()}"
                )
                continue
        if key in ("item_win_sets", "item_win_kinds") and ruleset.item_win == "off":
            idle.append(f"ruleset.{key} has no effect while item_win is off")
        if key == "open_draw" and ruleset.opens_per_turn == 1:
            idle.append("ruleset.open_draw has no effect while opens_per_turn is 1")
    return idle


def differences(preset: str) -> dict[str, Any]:
    """Return the options of a preset that differ from the default one.

    Examples
    --------
    >>> differences("official-advanced")
    {'advanced': True, 'own_discard_bar': True, 'discarder_pays': True}
    """
    return {key: value for key, value in PRESETS[preset].items() if value != _OFFICIAL[key]}


def rules_record(ruleset: Ruleset, players: int) -> np.record:
    """Return the options as the record that the engine and the strategies read."""
    record: np.record = np.zeros(1, RULES_DTYPE)[0]
    for field, value in {
        "players": players,
        "short_games": ruleset.short_games,
        "target_score": ruleset.target_score,
        "market_size": players + ruleset.market_extra,
        "advanced": ruleset.advanced,
        "opens_any": ruleset.opens_per_turn == "any",
        "draw_two": ruleset.open_draw == "two",
        "ready_always": ruleset.ready_needed == "always",
        "ready_needs_open": ruleset.ready_needs_open,
        "ready_after_open": ruleset.ready_after_open,
        "bonus_check": ruleset.bonus_check,
        "bonus_title": ruleset.bonus_match == "title",
        "bonus_flip": ruleset.bonus_points == "flip",
        "ends_pure": ruleset.ends_condition == "pure",
        "middle_opened": ruleset.middle_condition == "opened",
        "item_win": ("off", "opened", "goal").index(ruleset.item_win) * ruleset.advanced,
        "item_win_all": ruleset.item_win_sets == "all",
        "victory_items": sum(1 << kind_number(name) for name in ruleset.item_win_kinds),
        "own_discard_bar": ruleset.own_discard_bar,
        "discarder_pays": ruleset.discarder_pays,
        "pile_end_empty": ruleset.pile_end == "empty",
    }.items():
        record[field] = value
    return record
