"""``manifest.json``: what a run is, what it was played with, and whether it is complete."""

from __future__ import annotations

import json
import math
import os
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rummy_sim.core.errors import RunError

__all__ = ["FORMAT", "VERSION", "looks_of", "read_manifest", "replace_file", "to_json", "versions"]

FORMAT = "rummy-sim run"
VERSION = 1
"""The number of the run folder's format; a reader refuses the ones it does not know."""

_KEYS = {
    "complete": bool,
    "name": str,
    "game": str,
    "seed": int,
    "versions": dict,
    "storage": str,
    "games": int,
    "chunk_deals": int,
    "strategies": list,
    "words": dict,
    "cells": list,
}
"""What readers of a manifest rely on; the parts of a cell stand or fall with it."""


def looks_of(manifest: Mapping[str, Any]) -> tuple[tuple[int, ...], ...] | None:
    """Return for each cell the looks at its precision, if the run has any and is complete."""
    cells = manifest["cells"]
    if not manifest["complete"] or not all("looks" in cell for cell in cells):
        return None
    return tuple(tuple(cell["looks"]) for cell in cells)


def versions() -> dict[str, str]:
    """Return the versions that results may depend on."""
    found = {"python": platform.python_version()}
    for package in ("rummy-sim", "numpy", "numba"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that at any moment there is the old one or the whole new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except BaseException:  # a full disk, or Ctrl-C
        temporary.unlink(missing_ok=True)
        raise


def to_json(value: Any, indent: int | None = 1) -> str:
    """Return a JSON document; what is not a number (nan) becomes null.

    Examples
    --------
    >>> to_json({"low": float("nan")}, indent=None)
    '{"low": null}'
    """
    return json.dumps(_without_nan(value), indent=indent, allow_nan=False)


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run folder.

    Raises
    ------
    RunError
        If the folder is missing, no run, damaged, or of a later format.
    """
    path = folder / "manifest.json"
    if not folder.is_dir():
        usual = Path("runs") / folder
        known = f" (did you mean '{usual}'?)" if (usual / "manifest.json").is_file() else ""
        raise RunError(f"there is no run {folder}{known}")
    if not path.is_file():
        raise RunError(f"{folder} is not the folder of a run: it holds no manifest.json")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise RunError(
            f"{path} is damaged: {error}; delete the folder and play the run again"
        ) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise RunError(f"{folder} is not the folder of a rummy-sim run: {path} is something else's")
    if manifest.get("format_version") != VERSION:
        raise RunError(
            f"{folder} has the run format {manifest.get('format_version')}; this version of "
            f"rummy-sim reads {VERSION}"
        )
    wrong = [key for key, kind in _KEYS.items() if not isinstance(manifest.get(key), kind)]
    if wrong:
        raise RunError(
            f"{path} is damaged: {', '.join(wrong)} missing or not what it should be; delete "
            "the folder and play the run again"
        )
    return manifest
