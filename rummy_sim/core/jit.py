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

import hashlib
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_path

__all__ = ["PLAIN", "cache_folder", "compiled", "fingerprint", "helper", "kernel"]

PLAIN: bool = os.environ.get("RUMMY_SIM_PLAIN", "") not in ("", "0")

# Decisions are first-class functions, which numba calls experimental at every
# start; users can do nothing about it and need not read it.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def fingerprint(*folders: Path) -> str:
    """Return a short hash of all Python sources below some folders.

    Parameters
    ----------
    *folders : Path
        Folders or single files; each ``*.py`` below them counts, by content.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in folders:
        files = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
        for file in files:
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(*folders: Path) -> Path:
    """Return the folder for code compiled from ``core`` and some further sources.

    It lies in the user's cache folder, or in ``NUMBA_CACHE_DIR`` if that is set.
    """
    base = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("rummy-sim"))
    return base / fingerprint(_PACKAGE / "core", *folders)


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Let functions decorated meanwhile keep their compiled code in ``folder``."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def compiled(
    function: F, signature: Any = None, *, sources: tuple[Path, ...] = (), **options: Any
) -> F:
    """Compile a function with numba, cached on disk; in plain mode return it as it is.

    Parameters
    ----------
    function : callable
        The plain function.
    signature : numba signature, optional
        With one it is compiled at once, without at its first call.
    sources : tuple of Path
        Files and folders beside ``core`` whose change makes the cache stale.
    **options
        Further options of :func:`numba.njit`.
    """
    if PLAIN:
        return function
    settings: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "python"} | options
    with _caching_in(cache_folder(*sources)):
        decorate = numba.njit(**settings) if signature is None else numba.njit(signature, **settings)
        result: F = decorate(function)
    return result


def _sources_of(function: Callable[..., Any]) -> tuple[Path, ...]:
    file = Path(function.__code__.co_filename).resolve()
    return (file.parent,)


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
        return compiled(function, signature, sources=_sources_of(function), **settings)

    return decorate


def helper(function: F) -> F:
    """Decorate a small function that kernels and strategies call; it is inlined by LLVM."""
    return compiled(function, sources=_sources_of(function), error_model="numpy", cache=False, forceinline=True)
