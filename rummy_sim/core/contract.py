"""The strategy contract: what a strategy is, and how a file becomes one.

A strategy is a Python file: a docstring that says how it plays, ``PARAMS`` with
its parameters, and one function for each decision it makes its own. Decisions
that it leaves out are made by the game's ``baseline``. Every decision is called
as ``decision(me, table, kit, params)`` and answers a whole number.
"""

from __future__ import annotations

import importlib.util
import sys
import zlib
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from rummy_sim.core.errors import StrategyError, nearest
from rummy_sim.core.reading import read_strategy
from rummy_sim.core.strategy import MAX_PARAMS, Contract, Decision, Param, Strategy

__all__ = [
    "MAX_PARAMS",
    "Contract",
    "Decision",
    "Param",
    "Strategy",
    "clashes",
    "find",
    "load",
    "shipped",
]

GROUP = "rummy_sim.strategies"
"""The entry points under which packages offer strategies, as ``game.name``."""


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
    sources = _offers(contract.game, use)
    if len(sources) > 1:
        raise StrategyError(
            f"several installed packages have a {contract.game} strategy {use!r}: "
            f"{', '.join(sources)}; name the file that is meant by its path"
        )
    try:
        module = points[use].load()
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"the installed strategy {use!r} ({points[use].value}) cannot be imported: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not isinstance(module, ModuleType) or not module.__file__:
        raise StrategyError(
            f"the installed strategy {use!r}: its entry point {points[use].value!r} must name a "
            "module"
        )
    return read_strategy(contract, module, use)


def _offers(game: str, name: str) -> list[str]:
    """Return the different modules that installed packages offer under one name."""
    points = [point for point in entry_points(group=GROUP) if point.name == f"{game}.{name}"]
    return sorted({point.value for point in points})


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
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise StrategyError(
            f"{path}{_line_of(error, path)}: {type(error).__name__}: {reason}"
        ) from error
    return read_strategy(contract, module, path.stem)


def _line_of(error: BaseException, path: Path) -> str:
    """Return ``", line 12"`` for the innermost line of the file that the error passed."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f", line {line}" if line else ""


def clashes(strategies: Sequence[Strategy]) -> list[str]:
    """Say where two different strategies go under one name."""
    seen: dict[str, Strategy] = {}
    found = []
    for strategy in strategies:
        other = seen.setdefault(strategy.name, strategy)
        if other.path != strategy.path or any(other.vector() != strategy.vector()):
            found.append(
                f"two different strategies are called {strategy.name!r}; rename one with 'as'"
            )
    return found
