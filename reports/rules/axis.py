"""Which swept key is the axis of a chart, and where its values stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy_sim.reports.about import Cell
from rummy_sim.reports.rules.changes import Variants

__all__ = ["Axis", "axis_of", "option_name", "shortened", "value_text"]


def value_text(value: Any) -> str:
    """Return a swept value for people.

    Examples
    --------
    >>> value_text(True), value_text(12)
    ('on', '12')
    """
    return Cell(settings={"": value}).settings_text().strip()


def shortened(text: str, most: int = 30) -> str:
    """Cut a long value off: lists of phases fill lines.

    Examples
    --------
    >>> shortened("set 5 + set 3 / set 5 + set 2 / color 7")
    'set 5 + set 3 / set 5 + set 2…'
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip(' /+')}…"


def option_name(key: str) -> str:
    """Return a swept key without its beginning.

    Examples
    --------
    >>> option_name("ruleset.target_score")
    'target_score'
    """
    return Cell(settings={key: ""}).settings_text().strip()


@dataclass(frozen=True)
class Axis:
    """The axis, and what is told apart besides.

    Attributes
    ----------
    key : str
        The swept key with the most values.
    ticks : dict of str to float
        Its values as people read them, and where they stand: numbers at their place,
        words one after the other.
    places : list of float
        Where each variant stands.
    beside : list of str
        The values of the other keys, by variant; ``""`` with a single key.
    """

    key: str
    ticks: dict[str, float]
    places: list[float]
    beside: list[str]


def axis_of(variants: Variants) -> Axis:
    """Choose the axis of a run's charts."""
    texts = {
        key: list(dict.fromkeys(value_text(each[key]) for each in variants.settings))
        for key in variants.settings[0]
    }
    key = max(texts, key=lambda name: len(texts[name]))
    found: dict[str, Any] = {value_text(each[key]): each[key] for each in variants.settings}
    numbers = all(type(value) in (int, float) for value in found.values())
    ticks = {
        text: float(value) if numbers else float(place)
        for place, (text, value) in enumerate(found.items())
    }
    return Axis(
        key=key,
        ticks=ticks,
        places=[ticks[value_text(each[key])] for each in variants.settings],
        beside=[_others(each, key) for each in variants.settings],
    )


def _others(settings: Mapping[str, Any], key: str) -> str:
    rest = {name: value for name, value in settings.items() if name != key}
    return Cell(settings=rest).settings_text()
