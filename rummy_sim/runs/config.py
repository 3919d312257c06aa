"""The keys of ``experiment.yaml``: their types, one by one.

What only makes sense together (line-ups and player counts, strategies and their
parameters, rulesets and games) is checked by :mod:`rummy_sim.runs.resolving`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rummy_sim.core.validation import sentences

__all__ = [
    "DESIGNS",
    "MAX_GAMES",
    "SEATINGS",
    "ExperimentFile",
    "StrategyUse",
    "not_yet",
    "read_keys",
]

MAX_GAMES = 2_000_000_000
"""Game numbers within a cell are 32-bit integers."""

DESIGNS = Literal["versus", "round-robin", "mirror"]
SEATINGS = Literal["rotate", "all", "fixed"]

# Keys and options that are part of the contract and have no effect behind them yet.
_NOT_YET = {
    "--cluster": "use --workers on this machine",
}


def not_yet(keys: Iterable[str]) -> list[str]:
    """Return a sentence for each key or option that this version does not know how to follow.

    Examples
    --------
    >>> not_yet(["games", "--cluster"])
    ['--cluster: not yet possible in this version; use --workers on this machine']
    """
    return [
        f"{key}: not yet possible in this version; {_NOT_YET[key]}"
        for key in keys
        if key in _NOT_YET
    ]


def _as_mapping(value: object) -> object:
    """Read a bare name as ``{use: name}``."""
    if isinstance(value, str):
        return {"use": value}
    if not isinstance(value, (Mapping, BaseModel)):
        raise ValueError("must be a strategy's name, a path, or a mapping {use, as, params}")
    return value


def _no_bare_name(value: object) -> object:
    """Tell that a list is needed, when somebody wrote a single name."""
    if isinstance(value, str):
        raise ValueError("must be a list of strategies, one a seat")
    return value


def _on_one_line(value: object) -> object:
    """Refuse a name that would tear a table or a chart apart."""
    if isinstance(value, str) and not value.isprintable():
        raise ValueError("must be printable text on one line")
    return value


class StrategyUse(BaseModel):
    """A strategy, what to call it, and its parameters."""

    model_config = ConfigDict(extra="forbid", strict=True)

    use: str = Field(min_length=1, description="a strategy's name, or the path of its .py file")
    name: Annotated[str | None, BeforeValidator(_on_one_line)] = Field(
        None, alias="as", min_length=1, description="what to call it"
    )
    params: dict[str, Any] = Field({}, description="values of its parameters")


def _no_nesting(value: object) -> object:
    """Tell how keys are written, when somebody nests them as elsewhere in the file."""
    if isinstance(value, Mapping):
        inner = next(iter(value), "OPTION")
        raise ValueError(f"must be a list of values; join keys by dots (….{inner}: [ … ])")
    return value


SweptValues = Annotated[list[Any], BeforeValidator(_no_nesting), Field(min_length=1)]
Use = Annotated[StrategyUse, BeforeValidator(_as_mapping)]
Lineup = Annotated[list[Use], BeforeValidator(_no_bare_name)]


def _sane_name(value: object) -> object:
    """Refuse what cannot be a folder's name on every system."""
    if isinstance(value, str) and not re.fullmatch(r"[\w](?:[\w.+ -]{0,98}[\w+])?", value):
        raise ValueError(
            "must be a folder's name (letters, digits, inside it also . _ + - and spaces, "
            "at most 100)"
        )
    return value


def _preset_or_options(value: object) -> object:
    """Refuse what is neither a preset's name nor a mapping; the game knows the options."""
    if isinstance(value, str) or (
        isinstance(value, Mapping) and all(isinstance(key, str) for key in value)
    ):
        return value
    raise ValueError("must be a preset's name or a mapping of options to values")


class ExperimentFile(BaseModel):
    """``experiment.yaml`` as it is written; every key may be missing here."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str | None, BeforeValidator(_sane_name)] = None
    game: str | None = None
    players: int | None = None
    ruleset: Annotated[Any, BeforeValidator(_preset_or_options)] = {}
    seed: int | None = Field(None, ge=0, lt=2**64)
    lineups: list[Lineup] | None = Field(None, min_length=1)
    strategies: list[Use] | None = Field(None, min_length=1)
    design: DESIGNS | None = None
    seatings: SEATINGS = "rotate"
    games: int | None = Field(None, ge=1, le=MAX_GAMES)
    precision: float | None = Field(None, gt=0, lt=0.5)
    min_games: int | None = Field(None, ge=1, le=MAX_GAMES)
    max_games: int | None = Field(None, ge=1, le=MAX_GAMES)
    sweep: dict[str, SweptValues] | None = Field(None, min_length=1)
    storage: Literal["games", "rounds", "hands"] = "hands"
    report: bool = True


def read_keys(raw: Mapping[Any, Any]) -> tuple[ExperimentFile, list[str], set[str]]:
    """Read the keys one by one, keeping the good ones.

    Returns
    -------
    file : ExperimentFile
        With the defaults where a key was wrong.
    problems : list of str
        One sentence for each wrong key or value.
    wrong : set of str
        The keys that were wrong, so that later checks can leave them alone.
    """
    try:
        return ExperimentFile.model_validate(dict(raw)), [], set()
    except ValidationError as error:
        problems = sentences(error, ExperimentFile)
        wrong = {finding["loc"][0] for finding in error.errors() if finding["loc"]}
    kept = {key: value for key, value in raw.items() if key not in wrong}
    return ExperimentFile.model_validate(kept), problems, {str(key) for key in wrong}
