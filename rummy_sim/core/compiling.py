"""Compiling strategies: each decision becomes a first-class function of one signature."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.errors import NumbaError

from rummy_sim.core.contract import Contract, Strategy, find
from rummy_sim.core.errors import StrategyError
from rummy_sim.core.jit import PLAIN, compiled, helper

__all__ = ["compile_strategy", "decision_table"]

Function = Callable[..., Any]


def compile_strategy(contract: Contract, strategy: Strategy) -> dict[str, Function]:
    """Compile a strategy's decisions; those it leaves out are ``baseline``'s.

    Parameters
    ----------
    contract : Contract
        The game's decisions and their signature.
    strategy : Strategy
        The strategy; its parameters play no part (they are handed in at each call).

    Returns
    -------
    dict of str to function
        One compiled function a decision (plain Python functions in plain mode).

    Raises
    ------
    StrategyError
        If numba cannot compile a function: file, function, line and reason.
    """
    own = _compile_functions(contract, strategy.path, tuple(strategy.functions.items()))
    if len(own) == len(contract.names):
        return own
    fallback = find(contract, "baseline")
    if set(contract.names) - set(fallback.functions):
        raise StrategyError(f"the baseline of {contract.game} does not make every decision")
    return {
        **_compile_functions(contract, fallback.path, tuple(fallback.functions.items())),
        **own,
    }


@cache
def _compile_functions(
    contract: Contract, path: Path, functions: tuple[tuple[str, Function], ...]
) -> dict[str, Function]:
    """Compile some decisions of one module.

    Other plain functions of the module are compiled along as the decisions call
    them, so a helper in a strategy file needs no decorator.
    """
    if PLAIN or not functions:
        return dict(functions)
    namespace = dict(functions[0][1].__globals__)
    module = functions[0][1].__module__
    ours = module.startswith("rummy_sim.strategies.")
    for name, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value.__module__ == module:
            namespace[name] = helper(_rebound(value, namespace))
    result = {}
    for name, function in functions:
        with _in_words(strategy_file=path, function=name):
            result[name] = compiled(
                _rebound(function, namespace),
                contract.signature,
                # An index outside an array is the commonest slip of a strategy;
                # it must be told, not read somebody else's memory.
                boundscheck=not ours,
            )
    return result


def _rebound(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """Return the function with another set of globals."""
    twin = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


@contextmanager
def _in_words(strategy_file: Path, function: str) -> Iterator[None]:
    """Turn numba's complaint into one that a strategy's author can act upon."""
    try:
        yield
    except NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = next(
            (
                line
                for line in lines
                if not line.startswith(("Failed in", "During:", "-", "[", "<", "Rejected"))
            ),
            "no reason given",
        )
        where = next((line for line in lines if line.startswith("File ")), "")
        number = where.rsplit("line ", 1)[-1].rstrip(":") if "line " in where else ""
        place = f", line {number}" if number.isdigit() else ""
        raise StrategyError(
            f"{strategy_file}{place}: the decision {function!r} cannot be compiled: {reason} "
            "(decisions may use numbers, the fields of me, table and kit, the helpers of "
            "rummy_sim, and other functions of the same file)"
        ) from error


def decision_table(
    contract: Contract, strategies: tuple[Strategy, ...], seats: int
) -> tuple[tuple[Function, ...], ...]:
    """Return the functions as the engine wants them: by decision, then by entry.

    Parameters
    ----------
    contract : Contract
        The game's decisions.
    strategies : tuple of Strategy
        The entries of a line-up.
    seats : int
        The length to fill up to, so that one compiled engine serves every player
        count; the fill is never called.
    """
    sets = [compile_strategy(contract, strategy) for strategy in strategies]
    sets += [sets[0]] * (seats - len(sets))
    return tuple(tuple(functions[name] for functions in sets) for name in contract.names)
