"""Compiling with numba: one place for its options, its cache and the plain mode.

Compiled code is cached on disk in a folder whose name is a fingerprint of the
sources it was compiled from. numba itself only looks at the file that holds the
outermost function, and would go on using stale code when a helper in another
file changes.

With the environment variable ``RUMMY_SIM_PLAIN=1`` nothing is compiled: every
kernel and every strategy runs as plain Python, slowly, with the same results,
and a debugger can stop in it.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

import numba
from numba.core import config
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_path

from rummy_sim.core.sources import fingerprint, sources_of

__all__ = ["PLAIN", "cache_folder", "compiled", "helper", "kernel", "outlined"]

PLAIN: bool = os.environ.get("RUMMY_SIM_PLAIN", "") not in ("", "0")

# Decisions are first-class functions, which numba calls experimental at every
# start; users can do nothing about it and need not read it.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])


def cache_folder(module: str) -> Path:
    """Return the folder for code compiled from a module's functions.

    It lies in the user's cache folder, or in ``NUMBA_CACHE_DIR`` if that is set.
    """
    base = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("rummy-sim"))
    # Cached code looks its module up by name, so the same file under another name
    # (a shipped strategy, used by its path) must not find it.
    return base / f"{module.rpartition('.')[2]}-{fingerprint(sources_of(module), module)}"


_CACHING = RLock()
"""Held while numba's one setting for all is changed; workers compile strategies, too."""


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Let functions decorated meanwhile keep their compiled code in ``folder``."""
    with _CACHING:
        before = vars(config)["CACHE_DIR"]
        vars(config)["CACHE_DIR"] = str(folder)
        try:
            yield
        finally:
            vars(config)["CACHE_DIR"] = before


def compiled(function: F, signature: Any = None, **options: Any) -> F:
    """Compile a function with numba, cached on disk; in plain mode return it as it is.

    Parameters
    ----------
    function : callable
        The plain function.
    signature : numba signature, optional
        With one it is compiled at once, without at its first call.
    **options
        Further options of :func:`numba.njit`.
    """
    if PLAIN:
        return function
    settings: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "python"} | options
    if not settings["cache"]:
        return cast(F, numba.njit(**settings)(function))
    with _caching_in(cache_folder(function.__module__)):
        decorate = (
            numba.njit(**settings) if signature is None else numba.njit(signature, **settings)
        )
        result: F = decorate(function)
    return result


def _is_cached(function: Callable[..., Any]) -> bool:
    """Tell whether a function's compiled code lies on disk already."""
    return any(cache_folder(function.__module__).rglob(f"*.{function.__name__}-*.nbi"))


@cache
def _announce() -> None:
    """Say, once, why nothing seems to happen."""
    logging.getLogger("rummy_sim").info("compiling the simulator, once, about 20 s")


def kernel(signature: Any = None, **options: Any) -> Callable[[F], F]:
    """Decorate a function of a game's engine: compiled, cached, no GIL held.

    Examples
    --------
    >>> @kernel()
    ... def twice(x):
    ...     return 2 * x
    >>> twice(4)
    8
    """

    def decorate(function: F) -> F:
        settings = {"error_model": "numpy"} | options
        if signature is not None and not (PLAIN or _is_cached(function)):
            _announce()
        return compiled(function, signature, **settings)

    return decorate


def helper(function: F) -> F:
    """Decorate a small function that kernels and strategies call; it is inlined by LLVM."""
    return compiled(function, error_model="numpy", cache=False, forceinline=True)


def outlined(function: F) -> F:
    """Decorate a larger function that is compiled once, and not into each caller."""
    return compiled(function, error_model="numpy", cache=False)
