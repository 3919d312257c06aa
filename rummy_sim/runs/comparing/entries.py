"""What is compared, as users write it: strategies and rulesets in one word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from rummy_sim.core.errors import ConfigError

__all__ = ["read_ruleset", "read_strategies"]

Ruleset = str | Mapping[str, Any] | None

_STRATEGY = re.compile(
    r"(?:(?P<label>[^=:,/\\]+)=)?(?P<use>.+?)(?::(?P<params>[^:=/\\]+=.*))?", re.DOTALL
)


def read_strategies(words: Sequence[str | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Read strategies as they are named on the command line.

    Parameters
    ----------
    words : sequence of str or mapping
        ``name``, ``./file.py``, ``name:param=value,…`` or ``label=name:…``; or the
        mapping ``{use, as, params}`` of ``experiment.yaml``.

    Returns
    -------
    list of dict
        As ``strategies`` in ``experiment.yaml``, each with a label of its own: the
        word itself (of a file its stem), with ``-2`` and so on where it stands twice.

    Raises
    ------
    ConfigError
        All words that cannot be read, at once.

    Examples
    --------
    >>> read_strategies(["rush", "three=builder:opens=3"])
    [{'use': 'rush', 'as': 'rush'}, {'use': 'builder', 'as': 'three', 'params': {'opens': 3}}]
    """
    problems: list[str] = []
    items, given = [], set()
    for i, word in enumerate(words):
        key = f"strategies[{i}]"
        item = (
            _mapping(word, key, problems) if isinstance(word, str) else _copy(word, key, problems)
        )
        if isinstance(item.get("as"), str):
            given.add(item["as"])
        items.append(item)
    uses = {str(item.get("use")) for item in items}
    for item in items:
        name = str(item.get("as"))
        if "as" in item and name in uses and name != item.get("use"):
            problems.append(f"the label {name!r} is another strategy's name; choose another label")
    if problems:
        raise ConfigError(problems)
    taken: set[str] = set(given)
    for item in items:
        if "as" not in item:
            item["as"] = _free(_label(item), taken)
            taken.add(item["as"])
    return items


def _copy(word: object, key: str, problems: list[str]) -> dict[str, Any]:
    """Take a mapping over; its keys are checked like those of ``experiment.yaml``."""
    if isinstance(word, Mapping):
        return dict(word)
    problems.append(f"{key}: must be a strategy's name, a path, or a mapping {{use, as, params}}")
    return {}


def _mapping(word: str, key: str, problems: list[str]) -> dict[str, Any]:
    """Read one word."""
    match = _STRATEGY.fullmatch(word.strip())
    if match is None:
        problems.append(f"{key}: a strategy's name or file is needed, not {word!r}")
        return {}
    item: dict[str, Any] = {"use": match["use"]}
    if match["label"]:
        item["as"] = match["label"]
    if ":" in item["use"] and not item["use"].endswith(".py"):
        problems.append(
            f"{key}: {word!r} cannot be read; write parameters as name:param=value,param=value"
        )
    if match["params"]:
        item["params"] = _values(match["params"], key, problems)
    return item


def _values(text: str, key: str, problems: list[str]) -> dict[str, Any]:
    """Read ``name=value,…``; values as in YAML."""
    values: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            problems.append(f"{key}: {part!r} cannot be read; write name=value,name=value")
        elif name in values:
            problems.append(f"{key}: {name!r} stands twice")
        else:
            try:
                values[name] = yaml.safe_load(value)
            except (yaml.YAMLError, ValueError):
                problems.append(f"{key}: the value of {name!r} cannot be read: {value}")
    return values


def _label(item: Mapping[str, Any]) -> str:
    use = str(item.get("use"))
    name = Path(use).stem if use.endswith(".py") else use
    params = item.get("params")
    if not isinstance(params, Mapping) or not params:
        return name
    return f"{name}:{','.join(f'{key}={value}' for key, value in params.items())}"


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or the first of name-2, name-3 … that nobody has."""
    free, count = name, 1
    while free in taken:
        count += 1
        free = f"{name}-{count}"
    return free


def read_ruleset(ruleset: Ruleset) -> str | dict[str, Any]:
    """Read a ruleset as it is named on the command line.

    Parameters
    ----------
    ruleset : str, mapping or None
        A preset, ``preset,option=value,…``, ``option=value,…``, a YAML file that
        holds the mapping, or the mapping itself; ``None`` for the game's default.

    Raises
    ------
    ConfigError
        If it cannot be read.

    Examples
    --------
    >>> read_ruleset("official,target_score=15")
    {'preset': 'official', 'target_score': 15}
    """
    if ruleset is None:
        return {}
    if not isinstance(ruleset, str):
        if not isinstance(ruleset, Mapping):
            raise ConfigError("ruleset: must be a preset's name or a mapping of options to values")
        return dict(ruleset)
    if ruleset.endswith((".yaml", ".yml")):
        from rummy_sim.runs.reading import read_mapping

        values, problems = read_mapping(Path(ruleset))
    else:
        problems = []
        preset, comma, rest = ruleset.partition(",")
        if "=" in preset:
            preset, rest = "", ruleset
        elif not comma:
            return preset
        values = _values(rest, "ruleset", problems)
        if preset:
            values = {"preset": preset} | values
    if problems:
        raise ConfigError(problems)
    return values
