"""Reading a strategy out of its module, and saying all that keeps it from being one."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType

from rummy_sim.core.errors import StrategyError, nearest
from rummy_sim.core.strategy import MAX_PARAMS, Contract, Param, Strategy

__all__ = ["read_strategy"]


def read_strategy(contract: Contract, module: ModuleType, name: str) -> Strategy:
    """Take the strategy out of a module that has been imported.

    Parameters
    ----------
    contract : Contract
        The game's decisions.
    module : module
        The strategy's file, executed.
    name : str
        What the strategy is called.

    Raises
    ------
    StrategyError
        If it breaks the contract: everything that is wrong with it at once.
    """
    path = Path(str(module.__file__))
    problems = []
    game = getattr(module, "GAME", contract.game)
    if game != contract.game:
        problems.append(f"GAME is {game!r}, but the game is {contract.game!r}")
    params: dict[str, Param] = getattr(module, "PARAMS", {})
    if isinstance(params, dict) and all(
        isinstance(key, str) and isinstance(param, Param) for key, param in params.items()
    ):
        problems += _params_problems(params)
    else:
        problems.append("PARAMS must be a dict of names to rummy_sim.core.contract.Param")
    functions = {}
    for key in contract.names:
        value = getattr(module, key, None)
        function = getattr(value, "py_func", value)  # of a function that numba compiles
        if isinstance(function, FunctionType):
            functions[key] = function
            problems += _decision_problems(key, function)
        elif value is not None:
            problems.append(f"{key!r} is the name of a decision, so it must be a function")
    problems += _misnamed(contract, module, functions)
    problems += _other_dice(module)
    if problems:
        raise StrategyError(
            [
                f"{path}{problem}" if problem.startswith(", line") else f"{path}: {problem}"
                for problem in problems
            ]
        )
    return Strategy(
        name=name,
        game=contract.game,
        path=path,
        about=inspect.cleandoc(module.__doc__ or "(no description)"),
        params=params,
        functions=functions,
    )


def _params_problems(params: Mapping[str, Param]) -> Iterator[str]:
    """Say what is wrong with a file's PARAMS."""
    if len(params) > MAX_PARAMS:
        yield f"PARAMS has {len(params)} entries; at most {MAX_PARAMS} are possible"
    for key, param in params.items():
        if (problem := param.problem(param.default)) is not None:
            yield f"the default of parameter {key!r} {problem}, not {param.default!r}"


def _decision_problems(key: str, function: FunctionType) -> Iterator[str]:
    """Say why a function cannot be called as a decision."""
    place = f", line {function.__code__.co_firstlineno}: {key}"
    signature = inspect.signature(function).parameters.values()
    if any(parameter.kind != parameter.POSITIONAL_OR_KEYWORD for parameter in signature):
        yield f"{place} must take four plain arguments: {key}(me, table, kit, params)"
    elif len(signature) != 4:
        yield (
            f"{place} takes {len(signature)} arguments; a decision is called as "
            f"{key}(me, table, kit, params)"
        )
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        yield f"{place} must answer with 'return'; it has 'yield' or 'async'"


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    """Return the functions that a file defines."""
    return {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _other_dice(module: ModuleType) -> Iterator[str]:
    """Find chance that cannot be replayed: Python's and numpy's random numbers."""
    imported = {
        key
        for key, value in vars(module).items()
        if value is random or isinstance(getattr(value, "__self__", None), random.Random)
    }
    for function in _functions(module).values():
        names = set(function.__code__.co_names)
        numpys = {"random"} if names & {"np", "numpy"} else set()
        for name in sorted(names & (imported | numpys)):
            yield (
                f", line {function.__code__.co_firstlineno}: {function.__name__} uses {name!r}, "
                "which no run could repeat; throw the player's own die, "
                "rummy_sim.core.rng.dice_below(me, n)"
            )


def _misnamed(
    contract: Contract, module: ModuleType, functions: Mapping[str, FunctionType]
) -> Iterator[str]:
    """Find functions that look like a decision with a slip in its name."""
    helpers = [
        key for key in _functions(module) if not key.startswith("_") and key not in contract.names
    ]
    if not functions:
        hint = "".join(f"; {name!r} is none{nearest(name, contract.names)}" for name in helpers)
        yield f"defines no decision of {contract.game}: {', '.join(contract.names)}{hint}"
        return
    missing = [name for name in contract.names if name not in functions]
    for name in helpers:
        if close := get_close_matches(name, missing, n=1, cutoff=0.8):
            yield (
                f"{name!r} is no decision of {contract.game} (did you mean {close[0]!r}?); a "
                "helper needs a name that is less like one"
            )
