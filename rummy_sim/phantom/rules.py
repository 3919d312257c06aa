"""The ruleset of Phantom Rummy: every option, its values and the four presets.

RULES-phantom.md, section 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)
from pydantic_core import PydanticKnownError

from rummy_sim.core.errors import ConfigError
from rummy_sim.core.validation import sentences, split_preset
from rummy_sim.phantom.cards import kind_number
from rummy_sim.phantom.state import MAX_MARKET, RULES_DTYPE

__all__ = ["PLAYERS", "PRESETS", "Ruleset", "differences", "resolve", "rules_record"]

PLAYERS = (2, 3, 4)
ITEMS = Literal["I1", "I2", "I3", "I4"]


def _off(value: object) -> object:
    """YAML reads a bare ``off`` as false."""
    return "off" if value is False else value


def _no_truth(value: object) -> object:
    """Pydantic would take true, and 1.0, for the literal 1."""
    if isinstance(value, (bool, float)):
        raise PydanticKnownError("literal_error", {"expected": "a whole number"})
    return value


def _each_once(kinds: list[str]) -> list[str]:
    if len(set(kinds)) < len(kinds):
        raise ValueError("must name each kind once")
    return kinds


class Ruleset(BaseModel):
    """Every option of the game with its value, for one number of players."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    advanced: bool = Field(description="conditions replace the points for red cards; item win")
    short_games: int = Field(ge=1, le=1000, description="short games in a full game")
    target_score: int = Field(ge=1, le=1_000_000, description="points that end the full game")
    hand_size: Annotated[Literal[7], BeforeValidator(_no_truth)] = Field(
        description="cards dealt; fixed by the goal shape"
    )
    market_extra: int = Field(description="cards turned up for the market beyond one a player")
    opens_per_turn: Annotated[Literal[1, "any"], BeforeValidator(_no_truth)] = Field(
        description="sets that may be opened in one turn"
    )
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
        description="red 1 and 7: every set has a 1, 7 or Item, or opened sets are made of them"
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
    item_win_kinds: Annotated[list[ITEMS], AfterValidator(_each_once)] = Field(
        description="the Item kinds that bear victory when red"
    )
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
    preset, overrides, problems = split_preset(spec, PRESETS, DEFAULT)
    values = PRESETS[preset] | overrides
    for key in _BY_PLAYERS:
        if isinstance(given := overrides.get(key), Mapping):
            if wrong := [repr(count) for count in given if count not in PLAYERS]:
                problems.append(
                    f"ruleset.{key}: by players means keys 2, 3 and 4, not {', '.join(wrong)}"
                )
            values[key] = PRESETS[preset][key] | given
    rulesets = {}
    for count in PLAYERS:  # numbers for other player counts must be right, too
        numbers = {k: values[k][count] for k in _BY_PLAYERS if isinstance(values[k], Mapping)}
        try:
            rulesets[count] = Ruleset.model_validate(values | numbers)
        except ValidationError as error:
            problems += sentences(error, Ruleset, "ruleset.")
    least, most = 1 - players, MAX_MARKET - players
    extra = values["market_extra"]
    if type(extra) is int and not least <= extra <= most:
        problems.append(
            f"ruleset.market_extra: must be from {least} to {most} with {players} players "
            f"(a market of 1 to {MAX_MARKET} cards), not {extra}"
        )
    if problems:
        raise ConfigError(list(dict.fromkeys(problems)))
    return rulesets[players], _idle_overrides(rulesets[players], overrides)


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
        if key == "item_win_sets" and ruleset.item_win == "off":
            idle.append("ruleset.item_win_sets has no effect while item_win is off")
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
