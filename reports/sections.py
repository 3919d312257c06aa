"""The sections of a report: which charts stand together, and what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rummy_sim.runs.games import GAMES

__all__ = ["FAIRNESS", "LUCK", "RULES", "STRATEGIES", "Section", "arranged", "of_game", "sections"]


@dataclass(frozen=True)
class Section:
    """A part of a report.

    Attributes
    ----------
    name : str
        What it is called in the page's links.
    title : str
        Its heading.
    charts : tuple of str
        Names of charts, in their order, or patterns of names: ``league*``.
    about : str
        What it asks, in a sentence or two.
    """

    name: str
    title: str
    charts: tuple[str, ...]
    about: str = ""


FAIRNESS = Section(
    "fairness",
    "Fairness of seats",
    ("order-share", "seat-share"),
    "Whether it matters who begins, and on which chair one sits.",
)
STRATEGIES = Section(
    "strategies",
    "Strategies",
    ("win-share", "league*", "payoff*", "rating*", "equilibrium*"),
    "Who wins, by how much, and who is told apart from whom.",
)
LUCK = Section(
    "luck",
    "Skill and luck",
    ("skill-share", "lead"),
    "How much of winning is the strategy, how much the cards, and whether a game is open to its "
    "end.",
)
RULES = Section(
    "rules",
    "What the rules change",
    ("rules-*",),
    "Each variant of the rules against the reference, on the same deals: intervals are those of "
    "the difference, deal by deal.",
)


def sections(game: str) -> tuple[Section, ...]:
    """Return the sections of a game's report."""
    own = of_game(game)
    return (RULES, *(own.SECTIONS if own else (FAIRNESS, STRATEGIES, LUCK)))


def of_game(game: str) -> Any:
    """Return the package with a game's own ``CHARTS`` and ``SECTIONS``, ``None`` without one."""
    name = f"rummy_sim.reports.{game}"
    return import_module(name) if game in GAMES and find_spec(name) else None


def arranged(parts: Sequence[Section], names: Iterable[str]) -> list[tuple[Section, list[str]]]:
    """Give each chart its section.

    Returns
    -------
    list of (Section, list of str)
        Sections that have a chart; charts that no section names come last.

    Examples
    --------
    >>> parts = [Section("a", "A", ("x*",))]
    >>> [(part.name, found) for part, found in arranged(parts, ["y", "x2", "x1"])]
    [('a', ['x2', 'x1']), ('further', ['y'])]
    """
    left = list(dict.fromkeys(names))
    found: list[tuple[Section, list[str]]] = []
    for part in parts:
        own = [name for wish in part.charts for name in left if fnmatchcase(name, wish)]
        left = [name for name in left if name not in own]
        if own:
            found.append((part, list(dict.fromkeys(own))))
    if left:
        found.append((Section("further", "Further charts", tuple(left)), left))
    return found
