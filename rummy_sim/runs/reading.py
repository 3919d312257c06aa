"""From a file's name to a mapping: finding experiments and reading their YAML."""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from rummy_sim.core.errors import ConfigError, nearest

__all__ = ["find_experiment", "parse_mapping", "question_of", "read_mapping", "shipped_experiments"]


def shipped_experiments() -> dict[str, Path]:
    """Return the ready-made experiments by name."""
    package = import_module("rummy_sim.experiments")
    folder = Path(str(package.__file__)).parent
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def find_experiment(config: str | Path) -> Path:
    """Return the file that a user means: a path, or the name of a shipped experiment.

    Raises
    ------
    ConfigError
        If there is none; names the nearest shipped experiment.
    """
    path = Path(config).expanduser()
    if path.is_file():
        return path
    if path.is_dir():
        hint = "; give its experiment.yaml" if (path / "experiment.yaml").is_file() else ""
        raise ConfigError(f"{path} is a folder, not an experiment's file{hint}")
    shipped = shipped_experiments()
    if str(config) in shipped:
        return shipped[str(config)]
    raise ConfigError(
        f"there is no file {path} and no shipped experiment of that name"
        f"{nearest(path.stem, shipped)}; shipped are: {', '.join(shipped) or 'none'}"
    )


def question_of(text: str) -> str:
    r"""Return the first paragraph of the comment that a file begins with, on one line.

    Examples
    --------
    >>> question_of("# Is it\n# fair?\n#\n# Four seats.\ngame: phantom")
    'Is it fair?'
    """
    lines = []
    for line in text.splitlines():
        words = line.removeprefix("#").strip()
        if not line.startswith("#") or not words:
            break
        lines.append(words)
    return " ".join(lines)


def read_mapping(path: Path) -> tuple[dict[Any, Any], list[str]]:
    """Read a YAML file that holds one mapping.

    Returns
    -------
    mapping : dict
        Its keys and values.
    problems : list of str
        Keys that stand twice.

    Raises
    ------
    ConfigError
        If it cannot be read, is no YAML, is empty or no mapping: with the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text: byte {error.start} cannot be read") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error
    return parse_mapping(text, str(path))


def parse_mapping(text: str, source: str) -> tuple[dict[Any, Any], list[str]]:
    """Read a mapping from YAML text; see :func:`read_mapping`.

    Examples
    --------
    >>> parse_mapping("seed: 1\\nseed: 2", "x.yaml")
    ({'seed': 2}, ["line 2: the key 'seed' stands twice, first in line 1"])
    """  # noqa: D301
    try:
        loader = _Loader(text)
        value = loader.get_single_data()
    except yaml.YAMLError as error:
        raise ConfigError(f"{source} is not YAML{_where(error)}") from error
    except RecursionError as error:
        raise ConfigError(f"{source} cannot be read: it is nested too deeply") from error
    except ValueError as error:  # a date that does not exist, and the like
        raise ConfigError(f"{source} holds a value that cannot be read: {error}") from error
    if value is None:
        raise ConfigError(f"{source} is empty")
    if not isinstance(value, dict):
        raise ConfigError(
            f"{source} must be a mapping of keys to values (key: value), "
            f"not a {'list' if isinstance(value, list) else 'single value'}"
        )
    return value, loader.problems


def _where(error: yaml.YAMLError) -> str:
    """Return the line and what is wrong there, in one clause."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        return f"{line}: {error.problem or error.context or 'it cannot be parsed'}"
    if isinstance(error, yaml.reader.ReaderError):
        return f": character {error.position + 1} is not allowed in it"
    return ""


class _Loader(yaml.SafeLoader):
    """PyYAML's safe loader; it notes keys that stand twice, where PyYAML keeps the last."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.problems: list[str] = []
        # Builds each value at once, so that one that holds itself is found.
        self.deep_construct = True

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Build a mapping, noting duplicate keys."""
        lines: dict[str, int] = {}
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value == "<<":
                continue
            line = key.start_mark.line + 1
            if key.value in lines:
                self.problems.append(
                    f"line {line}: the key {key.value!r} stands twice, "
                    f"first in line {lines[key.value]}"
                )
            lines.setdefault(key.value, line)
        return super().construct_mapping(node, deep)
