"""The ruleset of Phase 10: every option, its values and the four presets.

RULES-phase10.md, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rummy_sim.core.errors import ConfigError, nearest
from rummy_sim.core.validation import sentences, split_preset
from rummy_sim.phase10.hand import NATURALS
from rummy_sim.phase10.phases import PHASE_LISTS, group_of, phase_record, problem, spell
from rummy_sim.phase10.state import MAX_PHASES, MAX_TURNS, RULES_DTYPE

__all__ = [
    "GAME_ENDS_BY",
    "MAX_HANDS",
    "PLAYERS",
    "PLAYOFF_HANDS",
    "PRESETS",
    "Ruleset",
    "differences",
    "resolve",
    "rules_record",
]

PLAYERS = (2, 3, 4, 5, 6)
MAX_HANDS = 1000
PLAYOFF_HANDS = 10
"""Play-off hands after which a tie is shared."""

GAME_ENDS_BY = ("hand", "moment", "all", "hands")
"""The values of ``game_end``, in the order of their numbers."""


def _listed(value: object) -> object:
    """Write out a list of phases that is given by its name."""
    if isinstance(value, str):
        if value not in PHASE_LISTS:
            raise ValueError(
                f"must be one of {', '.join(PHASE_LISTS)} or a list of phases"
                f"{nearest(value, PHASE_LISTS)}"
            )
        value = PHASE_LISTS[value]
    if isinstance(value, (list, tuple)):
        return [list(phase) if isinstance(phase, tuple) else phase for phase in value]
    return value


def _none(value: object) -> object:
    """YAML writes ``null``, but a rule sheet says ``none``."""
    return None if value == "none" else value


class Ruleset(BaseModel):
    """Every option of the game with its value."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    phases: Annotated[list[list[str]], BeforeValidator(_listed)] = Field(
        min_length=1,
        max_length=MAX_PHASES,
        description="the phases in order, each a list of 'set n', 'run n', 'color n'; or all, "
        "even, odd",
    )
    game_end: Literal["hand", "moment", "all", "hands"] = Field(
        description="the game ends with the hand or at the moment in which somebody lays the "
        "last phase, when all have laid it, or after a number of hands"
    )
    hands: Annotated[int | None, BeforeValidator(_none)] = Field(
        ge=1, le=MAX_HANDS, description="how many, with game_end: hands"
    )
    advance: Literal["laid", "always"] = Field(
        description="only who laid the phase goes on to the next one, or everybody"
    )
    tie: Literal["playoff", "share"] = Field(
        description="level winners under game_end: hand play off or share"
    )
    natural: Literal["none", "phase", "group"] = Field(
        description="at least one number card is asked for: nowhere, in the phase, in each group"
    )
    skip_target: Literal["choice", "next"] = Field(
        description="a Skip's discarder chooses who loses a turn, or it is the next player"
    )
    skip_limit: Literal["pending", "lap"] = Field(
        description="nobody has two lost turns pending, or none without a turn since the last one"
    )
    hold_skips: bool = Field(
        description="false: a player who discards while holding a Skip must discard a Skip"
    )
    max_wilds_to_lay: Annotated[int | None, BeforeValidator(_none)] = Field(
        ge=0, le=8, description="a phase may not be laid from a hand with more Wilds"
    )
    hit_same_turn: bool = Field(description="hits on the turn of laying")
    go_out: Literal["any", "discard"] = Field(
        description="by any card, or only by discarding the last one"
    )
    max_turns: int = Field(
        ge=1, le=MAX_TURNS, description="turns of all players after which a hand ends"
    )
    max_hands: int = Field(ge=1, le=MAX_HANDS, description="hands after which a game ends")


_STANDARD: dict[str, Any] = {
    "phases": "all",
    "game_end": "hand",
    "hands": None,
    "advance": "laid",
    "tie": "playoff",
    "natural": "group",
    "skip_target": "choice",
    "skip_limit": "pending",
    "hold_skips": True,
    "max_wilds_to_lay": None,
    "hit_same_turn": True,
    "go_out": "any",
    "max_turns": 300,
    "max_hands": 100,
}

PRESETS: dict[str, dict[str, Any]] = {
    "standard": _STANDARD,
    "guide": _STANDARD | {"natural": "none"},
    "walkthrough": _STANDARD | {"tie": "share", "natural": "none"},
    "booklet": _STANDARD | {"tie": "share", "natural": "phase", "skip_limit": "lap"},
}
"""The presets."""

DEFAULT = "standard"

# Options that matter only while another one has a certain value.
_NEEDS: dict[str, tuple[str, Any]] = {
    "hands": ("game_end", "hands"),
    "tie": ("game_end", "hand"),
}


def resolve(spec: str | Mapping[str, Any], players: int) -> tuple[Ruleset, list[str]]:
    """Return the ruleset that a configuration asks for, every option with its value.

    Parameters
    ----------
    spec : str or mapping
        A preset's name, or overrides with an optional key ``preset``.
    players : int
        2 to 6; no option depends on it.

    Returns
    -------
    ruleset : Ruleset
        With its phases written out.
    warnings : list of str
        One for each override that has no effect.

    Raises
    ------
    ConfigError
        All unknown presets, keys and values, and all phases that no hand can lay, at
        once, each named ``ruleset.KEY``.

    Examples
    --------
    >>> ruleset, _ = resolve({"preset": "booklet", "phases": "odd"}, players=4)
    >>> ruleset.phases[1], ruleset.natural
    (['set 4', 'run 4'], 'phase')
    """
    preset, overrides, problems = split_preset(spec, PRESETS, DEFAULT)
    try:
        ruleset = Ruleset.model_validate(PRESETS[preset] | overrides)
    except ValidationError as error:
        raise ConfigError(problems + sentences(error, Ruleset, "ruleset.")) from error
    problems += _phase_problems(ruleset)
    if ruleset.game_end == "hands" and ruleset.hands is None:
        problems.append("ruleset.hands: how many hands? game_end: hands needs a whole number")
    if problems:
        raise ConfigError(problems)
    spelled = [[spell(*group_of(group)) for group in phase] for phase in ruleset.phases]
    return ruleset.model_copy(update={"phases": spelled}), _idle_overrides(ruleset, overrides)


def _phase_problems(ruleset: Ruleset) -> list[str]:
    """Say which phases no hand can lay."""
    problems = []
    for number, phase in enumerate(ruleset.phases, 1):
        reason = problem(
            phase,
            last_card_discarded=ruleset.go_out == "discard",
            most_wilds=ruleset.max_wilds_to_lay,
        )
        if reason is not None:
            written = f" ({' + '.join(phase)})" if phase else ""
            problems.append(f"ruleset.phases: phase {number}{written} {reason}")
    return problems


def _idle_overrides(ruleset: Ruleset, overrides: Mapping[str, Any]) -> list[str]:
    """Say which overrides change nothing under the other options."""
    idle = []
    for key, given in overrides.items():
        if key in _NEEDS and given is not None:
            other, value = _NEEDS[key]
            if getattr(ruleset, other) != value:
                idle.append(
                    f"ruleset.{key} has no effect while {other} is {getattr(ruleset, other)}"
                )
    if ruleset.game_end == "hands" and (ruleset.hands or 0) > ruleset.max_hands:
        idle.append(
            f"ruleset.hands is {ruleset.hands}, but a game ends after {ruleset.max_hands} "
            "(max_hands)"
        )
    return idle


def differences(preset: str) -> dict[str, Any]:
    """Return the options of a preset that differ from the default one.

    Examples
    --------
    >>> differences("walkthrough")
    {'tie': 'share', 'natural': 'none'}
    """
    return {key: value for key, value in PRESETS[preset].items() if value != _STANDARD[key]}


def rules_record(ruleset: Ruleset, players: int) -> np.record:
    """Return the options as the record that the engine and the strategies read."""
    record: np.record = np.zeros(1, RULES_DTYPE)[0]
    for field, value in {
        "players": players,
        "phases": len(ruleset.phases),
        "game_end": GAME_ENDS_BY.index(ruleset.game_end),
        "hands": ruleset.hands or 0,
        "advance_always": ruleset.advance == "always",
        "playoff": ruleset.tie == "playoff",
        "natural": NATURALS.index(ruleset.natural),
        "skip_next": ruleset.skip_target == "next",
        "skip_lap": ruleset.skip_limit == "lap",
        "hold_skips": ruleset.hold_skips,
        "max_wilds_to_lay": -1 if ruleset.max_wilds_to_lay is None else ruleset.max_wilds_to_lay,
        "hit_same_turn": ruleset.hit_same_turn,
        "keep_last": ruleset.go_out == "discard",
        "max_turns": ruleset.max_turns,
        "max_hands": ruleset.max_hands,
    }.items():
        record[field] = value
    for i, phase in enumerate(ruleset.phases):
        record["phase"][i] = phase_record(phase)
    return record
