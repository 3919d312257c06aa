"""What a strategy is: the decisions of a game, their contract, and parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from numbers import Real
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import StrategyError, nearest

__all__ = ["MAX_PARAMS", "Contract", "Decision", "Param", "Strategy"]

MAX_PARAMS = 16
"""How many parameters a strategy may have."""


@dataclass(frozen=True)
class Decision:
    """One question that a game asks its strategies.

    Parameters
    ----------
    name : str
        What the function in the strategy file is called.
    asks : str
        The question, in words.
    answers : str
        What may be answered, in words.
    """

    name: str
    asks: str
    answers: str


@dataclass(frozen=True)
class Contract:
    """All decisions of one game, and the numba signature that they share."""

    game: str
    decisions: tuple[Decision, ...]
    signature: Any

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the decisions, in the order that the engine numbers them."""
        return tuple(decision.name for decision in self.decisions)


@dataclass(frozen=True)
class Param:
    """A parameter of a strategy: its default and the range it may take.

    Examples
    --------
    >>> Param(2, low=1, high=4, whole=True, about="sets to open").problem(7)
    'must be from 1 to 4'
    """

    default: float
    low: float
    high: float
    whole: bool = False
    about: str = ""

    def problem(self, value: object) -> str | None:
        """Say what is wrong with a value, or ``None``."""
        if isinstance(value, bool) or not isinstance(value, Real):
            return f"must be a {'whole ' if self.whole else ''}number"
        if not self.low <= float(value) <= self.high:  # nor is NaN
            return f"must be from {self.low:g} to {self.high:g}"
        if self.whole and value != math.floor(float(value)):
            return "must be a whole number"
        return None


@dataclass(frozen=True)
class Strategy:
    """A strategy as it was read from its file, not yet compiled.

    Attributes
    ----------
    name : str
        What it is called in tables; ``as:`` in a configuration renames it.
    game : str
        The game it plays.
    path : Path
        The file it was read from.
    about : str
        The file's docstring: its rule of play and where the idea comes from.
    params : dict of str to Param
        Its parameters, in the order that its functions find them in ``params``.
    functions : dict of str to function
        Its own decisions.
    values : dict of str to float
        The values chosen for parameters; the others have their defaults.
    """

    name: str
    game: str
    path: Path
    about: str
    params: Mapping[str, Param]
    functions: Mapping[str, FunctionType] = field(repr=False)
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring, on one line."""
        return " ".join(self.about.strip().split("\n\n")[0].split())

    def vector(self) -> npt.NDArray[np.float64]:
        """Return the parameters as the array of length ``MAX_PARAMS`` that decisions read."""
        vector = np.zeros(MAX_PARAMS)
        for i, (name, param) in enumerate(self.params.items()):
            vector[i] = self.values.get(name, param.default)
        return vector

    def problems(self, values: Mapping[str, object]) -> list[str]:
        """Say what is wrong with some parameter values; an empty list is good news."""
        found = []
        for name, value in values.items():
            if name not in self.params:
                known = ", ".join(self.params) or "none"
                found.append(
                    f"strategy {self.name!r} has no parameter {name!r}"
                    f"{nearest(name, self.params)}; it has: {known}"
                )
            elif (problem := self.params[name].problem(value)) is not None:
                found.append(
                    f"parameter {name!r} of strategy {self.name!r} {problem}, not {value!r}"
                )
        return found

    def with_values(self, values: Mapping[str, float], name: str | None = None) -> Strategy:
        """Return the strategy with some parameters set, perhaps renamed.

        Raises
        ------
        StrategyError
            If a parameter is unknown or out of its range.
        """
        if problems := self.problems(values):
            raise StrategyError(problems)
        return replace(self, name=name or self.name, values={**self.values, **values})
