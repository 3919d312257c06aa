"""The strategy contract: what a strategy is, and how a file becomes one.

A strategy is a Python file: a docstring that says how it plays, ``PARAMS`` with
its parameters, and one function for each decision it makes its own. Decisions
that it leaves out are made by the game's ``baseline``. Every decision is called
as ``decision(me, table, kit, params)`` and answers a whole number.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import StrategyError, nearest

__all__ = ["MAX_PARAMS", "Contract", "Decision", "Param", "Strategy", "clashes", "find", "load", "shipped"]

GROUP = "rummy_sim.strategies"
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
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"must be a {'whole ' if self.whole else ''}number"
        if self.whole and value != int(value):
            return "must be a whole number"
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return f"must be from {self.low:g} to {self.high:g}"
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
    functions: Mapping[str, Callable[..., int]] = field(repr=False)
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
                found.append(f"parameter {name!r} of strategy {self.name!r} {problem}, not {value!r}")
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
        return Strategy(
            name=name or self.name,
            game=self.game,
            path=self.path,
            about=self.about,
            params=self.params,
            functions=self.functions,
            values={**self.values, **values},
        )


def shipped(game: str) -> dict[str, EntryPoint]:
    """Return the installed strategies of a game by name: ours and other packages'."""
    prefix = f"{game}."
    return {
        point.name.removeprefix(prefix): point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
        if point.name.startswith(prefix)
    }


def find(contract: Contract, use: str, base: Path | None = None) -> Strategy:
    """Find a strategy by its name or by the path of its file.

    Parameters
    ----------
    contract : Contract
        The game's decisions.
    use : str
        A name (``rush``) or a path that ends in ``.py``.
    base : Path, optional
        The folder that a relative path starts from; default the current one.

    Raises
    ------
    StrategyError
        If there is no such strategy or its file is not one.
    """
    if use.endswith(".py"):
        return load(contract, (base or Path.cwd()) / Path(use).expanduser())
    points = shipped(contract.game)
    if use not in points:
        raise StrategyError(
            f"there is no {contract.game} strategy {use!r}{nearest(use, points)}; there are: "
            f"{', '.join(points)}; a file is named by a path that ends in .py"
        )
    try:
        module = points[use].load()
    except Exception as error:
        raise StrategyError(
            f"the installed strategy {use!r} ({points[use].value}) cannot be imported: {error}"
        ) from error
    return _read(contract, module, use)


def load(contract: Contract, path: Path) -> Strategy:
    """Read a strategy from a file.

    Raises
    ------
    StrategyError
        If the file is missing, does not run, or breaks the contract.
    """
    path = path.resolve()
    if not path.is_file():
        raise StrategyError(f"there is no strategy file {path}")
    # The name must be stable and importable while numba reads its cache.
    name = f"rummy_sim_strategy_{path.stem}_{zlib.crc32(str(path).encode()):08x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise StrategyError(f"{path} cannot be read as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise StrategyError(f"{path}{_line_of(error, path)}: {type(error).__name__}: {error}") from error
    return _read(contract, module, path.stem)


def _line_of(error: BaseException, path: Path) -> str:
    """Return ``", line 12"`` for the innermost line of the file that the error passed."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f", line {line}" if line else ""


def _read(contract: Contract, module: ModuleType, name: str) -> Strategy:
    """Take the strategy out of a module, or say why it is none."""
    path = Path(module.__file__ or name)
    problems = []
    game = getattr(module, "GAME", contract.game)
    if game != contract.game:
        problems.append(f"{path}: GAME is {game!r}, but the game is {contract.game!r}")
    params: dict[str, Param] = getattr(module, "PARAMS", {})
    if not isinstance(params, dict) or not all(isinstance(p, Param) for p in params.values()):
        problems.append(f"{path}: PARAMS must be a dict of names to rummy_sim.core.contract.Param")
        params = {}
    if len(params) > MAX_PARAMS:
        problems.append(f"{path}: {len(params)} parameters; at most {MAX_PARAMS} are possible")
    for key, param in params.items():
        if (problem := param.problem(param.default)) is not None:
            problems.append(f"{path}: the default of parameter {key!r} {problem}")
    functions = {
        name: function
        for name in contract.names
        if isinstance(function := getattr(module, name, None), FunctionType)
        and function.__module__ == module.__name__
    }
    for key, function in functions.items():
        arity = len(inspect.signature(function).parameters)
        if arity != 4:
            problems.append(
                f"{path}, line {function.__code__.co_firstlineno}: {key} takes {arity} arguments; "
                f"a decision is called as {key}(me, table, kit, params)"
            )
    public = [
        key
        for key, value in vars(module).items()
        if isinstance(value, FunctionType)
        and value.__module__ == module.__name__
        and key not in contract.names
        and not key.startswith("_")
    ]
    if not functions:
        hint = "".join(f"; {key!r} is none{nearest(key, contract.names)}" for key in public)
        problems.append(
            f"{path} defines no decision of {contract.game}: {', '.join(contract.names)}{hint}"
        )
    if problems:
        raise StrategyError(problems)
    return Strategy(
        name=name,
        game=contract.game,
        path=path,
        about=inspect.cleandoc(module.__doc__ or "(no description)"),
        params=params,
        functions=functions,
    )


def clashes(strategies: Sequence[Strategy]) -> list[str]:
    """Say where two different strategies go under one name."""
    seen: dict[str, Strategy] = {}
    found = []
    for strategy in strategies:
        other = seen.setdefault(strategy.name, strategy)
        if (other.path, dict(other.values)) != (strategy.path, dict(strategy.values)):
            found.append(f"two different strategies are called {strategy.name!r}; rename one with 'as'")
    return found
