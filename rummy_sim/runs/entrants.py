"""The strategies that take part in an experiment: found, named, their parameters set."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from rummy_sim.core.contract import Contract, Strategy, clashes, find, shipped
from rummy_sim.core.errors import StrategyError, nearest
from rummy_sim.runs.config import StrategyUse

__all__ = ["Entrant", "Entrants", "params_of", "sha256_of"]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 fingerprint of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(frozen=True)
class Entrant:
    """A strategy that takes part, and where it came from.

    Attributes
    ----------
    use : str
        What the configuration called it: a name, or a path that ends in ``.py``.
    strategy : Strategy
        What was found, under the name that tables show.
    sha256 : str
        The fingerprint of its source file.
    """

    use: str
    strategy: Strategy
    sha256: str

    @property
    def is_file(self) -> bool:
        """Whether it is a user's file and not an installed strategy."""
        return self.use.endswith(".py")

    @property
    def params(self) -> dict[str, float]:
        """All its parameters with their values."""
        return params_of(self.strategy)


def params_of(strategy: Strategy) -> dict[str, float]:
    """Return all parameters of a strategy with their values, whole ones as whole numbers."""
    return {
        name: int(value) if param.whole else value
        for name, param in strategy.params.items()
        for value in [float(strategy.values.get(name, param.default))]
    }


class Entrants:
    """Collects the strategies of an experiment, by the names that tables show.

    Attributes
    ----------
    by_name : dict of str to Entrant
        Those that could be used.
    problems : list of str
        Why others could not.
    """

    def __init__(self, contract: Contract, base: Path) -> None:
        self.contract, self.base = contract, base
        self.by_name: dict[str, Entrant] = {}
        self.problems: list[str] = []
        self._found: dict[str, Strategy | None] = {}
        self._failed: set[str] = set()

    def define(self, use: StrategyUse, key: str) -> str:
        """Take up an item of ``strategies``; return its name."""
        name = use.name or _stem(use.use)
        if name in self.by_name or name in self._failed:
            self.problems.append(f"{key}: the name {name!r} stands twice; rename one with 'as'")
            return name
        return self._add(use, key)

    def enter(self, use: StrategyUse, key: str) -> str:
        """Take up a seat of a line-up, perhaps one that is defined already; return its name."""
        name = use.name or _stem(use.use)
        if name in self._failed:
            return name
        if use.use in self.by_name and not use.params and use.name in (None, use.use):
            return use.use
        return self._add(use, key)

    def _add(self, use: StrategyUse, key: str) -> str:
        name = use.name or _stem(use.use)
        origin = self.by_name.get(use.use)
        strategy = origin.strategy if origin else self._find(use.use, key)
        if strategy is None:
            self._failed.add(name)
            return name
        if problems := strategy.problems(use.params):
            self.problems += [f"{key}.params: {problem}" for problem in problems]
            self._failed.add(name)
            return name
        strategy = strategy.with_values(use.params, name)
        entrant = Entrant(origin.use if origin else use.use, strategy, sha256_of(strategy.path))
        known = self.by_name.setdefault(name, entrant)
        self.problems += [f"{key}: {problem}" for problem in clashes([known.strategy, strategy])]
        return name

    def _find(self, use: str, key: str) -> Strategy | None:
        """Find a strategy once; a second search would compile it a second time."""
        if use not in self._found:
            try:
                self._found[use] = find(self.contract, use, self.base)
            except StrategyError as error:
                self._found[use] = None
                hint = "" if use.endswith(".py") else self._named_here(use)
                self.problems += [f"{key}: {problem}{hint}" for problem in error.problems]
        return self._found[use]

    def _named_here(self, use: str) -> str:
        """Return a hint at the names that the experiment itself gives to strategies."""
        own = [name for name in self.by_name if name not in shipped(self.contract.game)]
        return f"; named under 'strategies': {', '.join(own)}{nearest(use, own)}" if own else ""


def _stem(use: str) -> str:
    """Return what a strategy is called when nobody renames it."""
    return Path(use).stem if use.endswith(".py") else use
