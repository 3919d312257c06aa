"""Compiling strategies: each decision becomes a first-class function of one signature."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numpy as np
from numba import types

from rummy_sim.core.complaints import complaint, described, function_at
from rummy_sim.core.contract import Contract, Strategy, find
from rummy_sim.core.errors import StrategyError, UserError
from rummy_sim.core.jit import PLAIN, compiled

__all__ = ["ARGUMENTS", "DecisionError", "compile_strategy", "decision_table"]

Function = Callable[..., Any]

ARGUMENTS = ("me", "table", "kit", "params")
"""What every decision is called with."""


class DecisionError(Exception):
    """In plain mode, a decision raised the exception that is the cause of this one."""


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
        If a function cannot be compiled, or does not answer a whole number: file,
        line, function and reason.
    """
    own = _compile_functions(contract, tuple(strategy.functions.items()))
    if len(own) == len(contract.names):
        return own
    fallback = find(contract, "baseline")
    if set(contract.names) - set(fallback.functions):
        raise StrategyError(f"the baseline of {contract.game} does not make every decision")
    return {**_compile_functions(contract, tuple(fallback.functions.items())), **own}


@cache
def _compile_functions(
    contract: Contract, functions: tuple[tuple[str, FunctionType], ...]
) -> dict[str, Function]:
    """Compile some decisions, which may come from several modules."""
    if PLAIN:
        return {name: _checked(function) for name, function in functions}
    namespaces: dict[str, dict[str, Any]] = {}
    result = {}
    for name, function in functions:
        module = function.__module__
        if module not in namespaces:
            namespaces[module] = _namespace(function)
        result[name] = _compile(contract, name, _rebound(function, namespaces[module]))
    return result


def _options(module: str) -> dict[str, Any]:
    """Return how the functions of a module are compiled.

    An index outside an array is the commonest slip of a strategy; it must be
    told, not read somebody else's memory. The shipped strategies are tested.
    """
    return {"boundscheck": not module.startswith("rummy_sim.")}


def _namespace(function: FunctionType) -> dict[str, Any]:
    """Return a decision's globals, with the plain functions of its file compiled.

    So a helper in a strategy file needs no decorator.
    """
    module = function.__module__
    namespace = dict(function.__globals__)
    for name, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value.__module__ == module:
            twin = _rebound(value, namespace)
            namespace[name] = compiled(twin, cache=False, forceinline=True, **_options(module))
    return namespace


def _rebound(function: FunctionType, namespace: dict[str, Any]) -> FunctionType:
    """Return the function with another set of globals."""
    twin = FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


def _compile(contract: Contract, name: str, function: FunctionType) -> Function:
    """Compile one decision with the contract's signature."""
    wanted = contract.signature
    path = Path(function.__code__.co_filename)
    with _in_words(contract, path, name):
        # Without the return type first: asked for an integer, numba would cut
        # the fraction off a float and not say so.
        free: Any = compiled(function, **_options(function.__module__))
        free.compile(wanted.args)
        answer = free.overloads[wanted.args].signature.return_type
        if not isinstance(answer, types.Integer | types.IntegerLiteral | types.Boolean):
            raise StrategyError(
                f"{path}, line {function.__code__.co_firstlineno}: the decision {name!r} answers "
                f"{described(answer)}; every way through it must end in 'return' with a whole "
                "number"
            )
        if answer != wanted.return_type:
            return compiled(function, wanted, **_options(function.__module__))
        free.disable_compile()
        return cast(Function, free)


def _checked(function: FunctionType) -> Function:
    """Return a decision that must answer a whole number, and marks what it raises."""

    @wraps(function)
    def decision(me: Any, table: Any, kit: Any, params: Any) -> int:
        try:
            answer = function(me, table, kit, params)
            if not isinstance(answer, int | np.integer | np.bool_):
                raise TypeError(f"answered {answer!r}; an answer is a whole number")
            if abs(int(answer)) >= 1 << 63:
                raise OverflowError(f"answered {answer!r}, which is far out of range")
        except Exception as error:
            raise DecisionError from error
        return int(answer)

    return decision


@contextmanager
def _in_words(contract: Contract, path: Path, decision: str) -> Iterator[None]:
    """Turn the compiler's complaint into one that a strategy's author can act upon."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        records: Mapping[str, types.Record] = {
            name: kind
            for name, kind in zip(ARGUMENTS, contract.signature.args, strict=True)
            if isinstance(kind, types.Record)
        }
        line, reason = complaint(error, path, records)
        place, where = "", ""
        if line is not None:
            place = f", line {line}"
            function = function_at(line, path)
            where = f" (in {function!r})" if function not in ("", decision) else ""
        raise StrategyError(
            f"{path}{place}: the decision {decision!r}{where} cannot be compiled: {reason}. "
            "A decision may use numbers, the fields of me, table and kit, the helpers of "
            "rummy_sim, and other functions of its file"
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
