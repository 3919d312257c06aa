"""Which source files a compiled function rests on, and a fingerprint of them."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numba

__all__ = ["fingerprint", "sources_of"]

_OURS = "rummy_sim"


@cache
def _imported_by(file: Path) -> tuple[str, ...]:
    """Return the names of the modules that a file may import, as its text says."""
    found = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            # ``from package import module`` rests on the module, not on the
            # package's __init__, which may import anything.
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if name in sys.modules]
            found += modules or [node.module]
    return tuple(found)


def _neighbours(name: str, file: Path) -> Iterator[tuple[str, Path]]:
    """Return the modules that a module imports, of this package, its own, or its folder."""
    roots = {_OURS, name.partition(".")[0]}
    for other in _imported_by(file):
        path = getattr(sys.modules.get(other), "__file__", None)
        if path and (other.partition(".")[0] in roots or Path(path).parent == file.parent):
            yield other, Path(path)


def sources_of(module: str) -> tuple[Path, ...]:
    """Return the source files that a module's functions are compiled from.

    Parameters
    ----------
    module : str
        The name of a module whose imports have been carried out.

    Returns
    -------
    tuple of Path
        Its own file and, directly or not, those it imports: of this package, of
        the module's own package, and beside its file.

    Examples
    --------
    >>> import rummy_sim.core.bits
    >>> [file.name for file in sources_of("rummy_sim.core.bits")]
    ['bits.py', 'jit.py', 'sources.py']
    """
    path = getattr(sys.modules.get(module), "__file__", None)
    waiting = [(module, Path(path))] if path else []
    seen: dict[Path, None] = {}
    while waiting:
        name, file = waiting.pop()
        if file not in seen:
            seen[file] = None
            waiting.extend(_neighbours(name, file))
    return tuple(seen)


@cache
def fingerprint(files: tuple[Path, ...], module: str = "") -> str:
    """Return a short hash of some files' contents, a module's name and numba's version.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256(f"{numba.__version__} {module}".encode())
    for file in sorted(files):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
