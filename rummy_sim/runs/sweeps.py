"""The key ``sweep``: a grid of rules and parameters, each combination on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from pydantic import BaseModel

from rummy_sim.core.contract import Strategy
from rummy_sim.core.errors import ConfigError, nearest
from rummy_sim.core.game import Game
from rummy_sim.core.validation import yaml_text

__all__ = ["PRESET", "Grid", "Rules", "Variant", "read_sweep"]

PRESET = "ruleset.preset"
"""The swept key that takes whole rulesets by name."""

_RULESET, _STRATEGIES = "ruleset.", "strategies."
_ALLOWED = "ruleset.OPTION and strategies.NAME.PARAMETER can be swept"


@dataclass(frozen=True)
class Variant:
    """One combination of the swept values.

    Attributes
    ----------
    swept : mapping of str to value
        Each swept key with its value, or the value's name.
    ruleset : BaseModel
        The rules that are played.
    params : mapping of str to mapping
        For each strategy, the parameters that are swept, with their values.
    """

    swept: Mapping[str, Any]
    ruleset: BaseModel
    params: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Grid:
    """All combinations of a sweep; without one, the single combination of no key.

    Attributes
    ----------
    keys : mapping of str to tuple
        The swept keys, in the order of the file, with their values; names of those that
        have one.
    written : mapping of str to tuple
        The same with ``{as: NAME, value: VALUE}`` for those that have a name.
    variants : tuple of Variant
        Every combination; the first key changes most slowly.
    reference : mapping of str to value
        The combination that the others are held against: of each key the value
        that the experiment has without the sweep if it is among the swept ones,
        else the first.
    """

    keys: Mapping[str, tuple[Any, ...]]
    written: Mapping[str, tuple[Any, ...]]
    variants: tuple[Variant, ...]
    reference: Mapping[str, Any]


class Rules:
    """The rulesets of an experiment: the one that is written, and its variants.

    Parameters
    ----------
    game : Game
        The game.
    spec : str or mapping
        The key ``ruleset``.
    players : int
        Seats at the table.

    Attributes
    ----------
    base : BaseModel or None
        The ruleset as written; ``None`` when it is wrong.
    problems, warnings : list of str
        What is wrong with it, and what is idle in it.
    """

    def __init__(self, game: Game, spec: str | Mapping[str, Any], players: int) -> None:
        self.game, self.players = game, players
        self.spec: dict[str, Any] = {"preset": spec} if isinstance(spec, str) else dict(spec)
        # A ruleset with every option is a resolved one; it overrides nothing.
        self.is_whole = self.spec.keys() >= game.ruleset_model.model_fields.keys()
        self.base, self.problems, self.warnings = self.variant({})

    def variant(self, changes: Mapping[str, Any]) -> tuple[BaseModel | None, list[str], list[str]]:
        """Return the ruleset with some options changed, its problems and its warnings."""
        try:
            ruleset, warnings = self.game.resolve({**self.spec, **changes}, self.players)
        except ConfigError as error:
            return None, list(error.problems), []
        return ruleset, [], [] if self.is_whole else warnings

    @property
    def options(self) -> list[str]:
        """What can be changed."""
        return ["preset", *self.game.ruleset_model.model_fields]

    def value(self, option: str, ruleset: BaseModel, written: Any) -> Any:
        """Return the value of an option as the resolved ruleset has it."""
        return written if option == "preset" else ruleset.model_dump()[option]

    def base_value(self, option: str) -> Any:
        """Return the value of an option in the ruleset as written."""
        if option == "preset":
            return self.spec.get("preset", next(iter(self.game.presets)))
        return None if self.base is None else self.base.model_dump()[option]

    def written(self, preset_is_swept: bool) -> dict[str, Any]:
        """Return the key ``ruleset`` with every option, or those that a preset leaves open.

        Raises
        ------
        ValueError
            If the ruleset is wrong.
        """
        if self.base is None:
            raise ValueError("a wrong ruleset cannot be written")
        options: dict[str, Any] = self.base.model_dump()
        if not preset_is_swept:
            return options
        own = {key: options[key] for key in self.spec if key in options}
        return {"preset": self.base_value("preset"), **own}


def read_sweep(
    sweep: Mapping[str, Sequence[Any]],
    rules: Rules,
    strategies: Mapping[str, Strategy],
    taking_part: Iterable[str],
) -> tuple[Grid | None, list[str], list[str]]:
    """Check a sweep and return its combinations.

    Parameters
    ----------
    sweep : mapping of str to sequence
        Swept keys with their values, as written; empty for none.
    rules : Rules
        The ruleset that options are changed of.
    strategies : mapping of str to Strategy
        All that the experiment defines, by name.
    taking_part : iterable of str
        Those of them that sit in a line-up.

    Returns
    -------
    grid : Grid or None
        ``None`` when there are problems.
    problems : list of str
        One sentence for each wrong key or value.
    warnings : list of str
        Options that are idle in every combination.
    """
    reader = _Reader(rules, strategies, list(taking_part))
    keys = {key: reader.values(key, written) for key, written in sweep.items()}
    if reader.problems or rules.base is None:
        return None, reader.problems, []
    return reader.grid(keys)


def _is_named(item: Any) -> bool:
    """Tell whether a value is written with a name: ``{as: NAME, value: VALUE}``."""
    return isinstance(item, Mapping) and item.keys() == {"as", "value"}


def _named(name: Any, value: Any) -> Any:
    """Return how a value is written; it is its own name if it has no other."""
    return value if type(name) is type(value) and name == value else {"as": name, "value": value}


class _Reader:
    """Checks swept keys one by one, collecting problems."""

    def __init__(
        self, rules: Rules, strategies: Mapping[str, Strategy], taking_part: list[str]
    ) -> None:
        self.rules, self.strategies, self.taking_part = rules, strategies, taking_part
        self.problems: list[str] = []
        self._resolved: dict[str, list[Any]] = {}
        self._played: dict[str, list[Any]] = {}

    def values(self, key: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return the values of a key, or their names, noting what is wrong.

        They are the resolved ones, but a word stays the word that was written: of
        an option's value it may be the short name.
        """
        before = len(self.problems)
        names = [item["as"] if _is_named(item) else None for item in items]
        written = [item["value"] if _is_named(item) else item for item in items]
        for name in names:
            if name is not None and not (isinstance(name, str) and name and name.isprintable()):
                self.problems.append(f"sweep.{key}: a value's name is a word, not {name!r}")
        if key.startswith(_RULESET):
            resolved = list(self._option(key, written))
        elif key.startswith(_STRATEGIES):
            resolved = list(self._param(key, written))
        else:
            self.problems.append(
                f"sweep.{key}: cannot be swept{nearest(key, self._possible())}; {_ALLOWED}"
            )
            return ()
        if len(self.problems) > before:
            return ()
        values = [
            word if isinstance(word, str) else value
            for word, value in zip(written, resolved, strict=True)
        ]
        for i, value in enumerate(resolved):
            # 1 and true are equal for Python, and different in a file
            if any(type(value) is type(twin) and value == twin for twin in resolved[:i]):
                self.problems.append(f"sweep.{key}: the value {yaml_text(values[i])} stands twice")
        self._resolved[key], self._played[key] = resolved, values
        told = tuple(
            value if name is None else name for name, value in zip(names, values, strict=True)
        )
        for i, value in enumerate(told):
            if isinstance(value, str) and value in told[:i]:
                self.problems.append(f"sweep.{key}: two values are called {value!r}")
        return told

    def grid(self, keys: Mapping[str, tuple[Any, ...]]) -> tuple[Grid | None, list[str], list[str]]:
        """Return all combinations of sound keys."""
        variants, idle = [], []
        for places in product(*(range(len(values)) for values in keys.values())):
            swept = {key: keys[key][i] for key, i in zip(keys, places, strict=True)}
            played = {key: self._played[key][i] for key, i in zip(keys, places, strict=True)}
            options = {
                key.removeprefix(_RULESET): value
                for key, value in played.items()
                if key.startswith(_RULESET)
            }
            ruleset, problems, warnings = self.rules.variant(options)
            if ruleset is None:
                together = ", ".join(f"{key} {yaml_text(value)}" for key, value in swept.items())
                self.problems += [f"sweep: with {together}: {problem}" for problem in problems]
                continue
            idle.append(warnings)
            variants.append(Variant(swept, ruleset, self._params(played)))
        if self.problems:
            return None, list(dict.fromkeys(self.problems)), []
        reference = {key: values[self._base_place(key)] for key, values in keys.items()}
        always = [text for text in idle[0] if all(text in others for others in idle)]
        written = {key: tuple(map(_named, names, self._played[key])) for key, names in keys.items()}
        return Grid(dict(keys), written, tuple(variants), reference), [], always

    def _possible(self) -> list[str]:
        """Return all keys that could be swept."""
        return [f"{_RULESET}{option}" for option in self.rules.options] + [
            f"{_STRATEGIES}{name}.{param}"
            for name in self.taking_part
            if name in self.strategies
            for param in self.strategies[name].params
        ]

    def _option(self, key: str, written: Sequence[Any]) -> Iterator[Any]:
        option = key.removeprefix(_RULESET)
        if option not in self.rules.options:
            self.problems.append(
                f"sweep.{key}: there is no such option{nearest(option, self.rules.options)}; "
                f"there are: {', '.join(self.rules.options)}"
            )
            return
        for value in written:
            ruleset, problems, _ = self.rules.variant({option: value})
            news = [problem for problem in problems if problem not in self.rules.problems]
            self.problems += [f"sweep.{problem}" for problem in news]
            if ruleset is not None:
                yield self.rules.value(option, ruleset, value)

    def _param(self, key: str, written: Sequence[Any]) -> Iterator[Any]:
        # A name may hold a dot, a parameter cannot.
        name, dot, param = key.removeprefix(_STRATEGIES).rpartition(".")
        if not dot:
            self.problems.append(f"sweep.{key}: must be strategies.NAME.PARAMETER")
            return
        if name not in self.strategies or name not in self.taking_part:
            why = "is in no line-up" if name in self.strategies else "there is no such strategy"
            self.problems.append(
                f"sweep.{key}: {why}: {name!r}{nearest(name, self.taking_part)}; "
                f"in line-ups are: {', '.join(self.taking_part) or 'none'}"
            )
            return
        strategy = self.strategies[name]
        for value in written:
            if problems := strategy.problems({param: value}):
                self.problems += [f"sweep.{key}: {problem}" for problem in problems]
                if param not in strategy.params:
                    return
            else:
                yield int(value) if strategy.params[param].whole else float(value)

    def _params(self, played: Mapping[str, Any]) -> dict[str, dict[str, float]]:
        """Return the swept parameters by strategy."""
        params: dict[str, dict[str, float]] = {}
        for key, value in played.items():
            if key.startswith(_STRATEGIES):
                name, _, param = key.removeprefix(_STRATEGIES).rpartition(".")
                params.setdefault(name, {})[param] = value
        return params

    def _base_place(self, key: str) -> int:
        """Return which value the experiment has without the sweep; 0 if none of them."""
        base, resolved = self._base_value(key), self._resolved[key]
        return resolved.index(base) if base in resolved else 0

    def _base_value(self, key: str) -> Any:
        """Return the value that a key has without the sweep."""
        if key.startswith(_RULESET):
            return self.rules.base_value(key.removeprefix(_RULESET))
        name, _, param = key.removeprefix(_STRATEGIES).rpartition(".")
        strategy = self.strategies[name]
        return strategy.values.get(param, strategy.params[param].default)
