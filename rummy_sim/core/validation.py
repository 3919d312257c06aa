"""Turning pydantic's findings into sentences: key, what is allowed, nearest match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import numpy as np
from pydantic import BaseModel, ValidationError

from rummy_sim.core.errors import nearest

__all__ = [
    "allowed_values",
    "key_path",
    "model_keys",
    "plain",
    "sentences",
    "split_preset",
    "yaml_text",
]


def allowed_values(annotation: Any) -> list[Any]:
    """Return the values of the ``Literal`` parts of a type, in order.

    Examples
    --------
    >>> allowed_values(Literal[1, "any"] | None)
    [1, 'any']
    """
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [value for part in get_args(annotation) for value in allowed_values(part)]


def model_keys(model: type[BaseModel]) -> list[str]:
    """Return the keys that a model takes, as they are written in a file."""
    return [field.alias or name for name, field in model.model_fields.items()]


def key_path(parts: Sequence[int | str]) -> str:
    """Return a place in a file as people write it; items count from 0.

    Examples
    --------
    >>> key_path(["lineups", 0, 2, "use"])
    'lineups[0][2].use'
    """
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def plain(value: Any) -> Any:
    """Return a value, and all that it holds, with numpy's numbers turned into Python's.

    Examples
    --------
    >>> import numpy as np
    >>> plain({"games": np.int64(4), "lineups": (np.float64(0.5), "rush")})
    {'games': 4, 'lineups': [0.5, 'rush']}
    """
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value


def split_preset(
    spec: str | Mapping[str, Any], presets: Collection[str], default: str
) -> tuple[str, dict[str, Any], list[str]]:
    """Take a ruleset as it is configured apart: its preset and what overrides it.

    Parameters
    ----------
    spec : str or mapping
        A preset's name, or overrides with an optional key ``preset``.
    presets : collection of str
        The presets there are.
    default : str
        The preset without such a key, and in place of an unknown one.

    Returns
    -------
    preset : str
        One of ``presets``.
    overrides : dict
        The other keys.
    problems : list of str
        A sentence about an unknown preset.

    Examples
    --------
    >>> split_preset({"preset": "rapid", "bonus": False}, ["slow", "rapid"], "slow")
    ('rapid', {'bonus': False}, [])
    """
    key = "ruleset" if isinstance(spec, str) else "ruleset.preset"
    overrides = {"preset": spec} if isinstance(spec, str) else dict(spec)
    preset = overrides.pop("preset", default)
    if isinstance(preset, str) and preset in presets:
        return preset, overrides, []
    given = yaml_text(preset)
    problem = (
        f"{key}: there is no preset {given}{nearest(given, presets)}; "
        f"there are: {', '.join(presets)}"
    )
    return default, overrides, [problem]


def sentences(error: ValidationError, model: type[BaseModel], prefix: str = "") -> list[str]:
    """Return one sentence a finding, each beginning with the key it is about.

    Parameters
    ----------
    error : ValidationError
        What pydantic found.
    model : type of BaseModel
        The model it validated, for the keys and values that are allowed.
    prefix : str
        Put before each key (``"ruleset."``).
    """
    return list(dict.fromkeys(_tell(error, model, prefix)))


def _tell(error: ValidationError, model: type[BaseModel], prefix: str) -> Iterator[str]:
    literals: dict[str, list[Any]] = {}
    for finding in error.errors():
        place = finding["loc"]
        key = prefix + key_path(place)
        given = yaml_text(finding["input"])
        given = given if len(given) <= 60 else given[:59] + "…"
        if finding["type"] == "extra_forbidden":
            inner = _model_at(model, place[:-1])
            keys = model_keys(inner) if inner else []
            yield f"{key}: unknown key{nearest(str(place[-1]), keys)}; allowed: {', '.join(keys)}"
        elif finding["type"] == "missing":
            yield f"{key}: this key is needed"
        elif finding["type"] == "invalid_key":
            yield f"{prefix}{yaml_text(place[-1])}: a key must be text"
        elif finding["type"] == "literal_error":
            key = prefix + ".".join(str(part) for part in place[:1])
            field = model.model_fields.get(str(place[0])) if place else None
            values = allowed_values(field.annotation) if field else []
            if not values:
                yield f"{key}: must be {finding['ctx']['expected']}, not {given}"
            elif key not in literals:
                literals[key] = values
                shown = ", ".join(yaml_text(value) for value in values)
                yield (
                    f"{key}: must be one of {shown}, not {given}"
                    f"{nearest(given, [str(value) for value in values])}"
                )
        else:
            yield f"{key}: {_message(finding['type'], finding['msg'])}, not {given}"


_PLAIN_WORDS = {
    "bool_type": "must be true or false",
    "dict_type": "must be a mapping of keys to values",
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "list_type": "must be a list",
    "model_type": "must be a mapping of keys to values",
    "string_too_short": "must not be empty",
    "string_type": "must be text (put it in quotes)",
    "too_short": "must not be empty",
}


def _message(kind: str, message: str) -> str:
    """Return pydantic's message in the words of somebody who writes YAML."""
    if kind in _PLAIN_WORDS:
        return _PLAIN_WORDS[kind]
    message = message.removeprefix("Value error, ").removeprefix("Input should ")
    if message.startswith("be "):
        message = "must " + message
    return message[:1].lower() + message[1:]


def _model_at(model: type[BaseModel], place: Sequence[int | str]) -> type[BaseModel] | None:
    """Return the model that stands at a place inside another one."""
    here: type[BaseModel] | None = model
    for part in place:
        if isinstance(part, int) or here is None:
            continue
        fields = here.model_fields.items()
        field = next((f for name, f in fields if part in (name, f.alias)), None)
        here = _model_in(field.annotation) if field else None
    return here


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model that a type is, or is a list (of lists …) of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(part) for part in get_args(annotation))
    return next((model for model in found if model), None)


def yaml_text(value: Any) -> str:
    """Return a value as it is written in YAML.

    Examples
    --------
    >>> yaml_text(True), yaml_text(None), yaml_text([1, "two"]), yaml_text("3")
    ('true', 'null', '[1, two]', "'3'")
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(yaml_text(part) for part in value)}]"
    if isinstance(value, dict):
        pairs = (f"{yaml_text(key)}: {yaml_text(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, str):
        return repr(value) if _reads_otherwise(value) else value
    return "null" if value is None else str(value)


def _reads_otherwise(text: str) -> bool:
    """Tell whether YAML needs quotes to read this as text."""
    try:
        float(text)
    except ValueError:
        return text.lower() in ("", "true", "false", "null", "yes", "no", "on", "off")
    return True
