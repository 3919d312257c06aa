"""Turning pydantic's findings into sentences: key, what is allowed, nearest match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError

from rummy_sim.core.errors import nearest

__all__ = ["allowed_values", "model_keys", "sentences"]


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
        place = [str(part) for part in finding["loc"]]
        key = prefix + ".".join(place[:1])
        given = finding["input"]
        if finding["type"] == "extra_forbidden":
            keys = model_keys(model)
            yield f"{key}: unknown key{nearest(place[-1], keys)}; allowed: {', '.join(keys)}"
        elif finding["type"] == "missing":
            yield f"{key}: this key is needed"
        elif finding["type"] == "literal_error":
            field = model.model_fields.get(place[0]) if place else None
            values = allowed_values(field.annotation) if field else []
            if not values:
                yield f"{key}: must be {finding['ctx']['expected']}, not {given!r}"
            elif key not in literals:
                literals[key] = values
                shown = ", ".join(_yaml(value) for value in values)
                yield (
                    f"{key}: must be one of {shown}, not {_yaml(given)}"
                    f"{nearest(str(given), [str(value) for value in values])}"
                )
        else:
            message = finding["msg"].removeprefix("Value error, ").removeprefix("Input ")
            message = message[:1].lower() + message[1:]
            yield f"{prefix}{'.'.join(place)}: {message}, not {_yaml(given)}"


def _yaml(value: Any) -> str:
    """Return a value as it is written in YAML."""
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else str(value)
