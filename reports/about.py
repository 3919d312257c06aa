"""What a run is, as its charts say it: names of the panels and the small print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

import pandas as pd

from rummy_sim.core.game import Game
from rummy_sim.reports.sheet import MOST_PANELS
from rummy_sim.runs.games import get_game

__all__ = ["About", "Cell", "Panels"]


@dataclass(frozen=True)
class Cell:
    """One combination of an experiment's grid.

    Attributes
    ----------
    lineup : tuple of str
        The strategies that play.
    settings : mapping
        The swept keys with their values.
    """

    lineup: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def lineup_text(self) -> str:
        """Return the line-up, equal strategies counted.

        Examples
        --------
        >>> Cell(("rush", "baseline", "baseline")).lineup_text()
        'rush, 2 baseline'
        """
        parts = [(name, len(list(same))) for name, same in groupby(self.lineup)]
        return ", ".join(name if count == 1 else f"{count} {name}" for name, count in parts)

    def settings_text(self) -> str:
        """Return the swept values.

        Examples
        --------
        >>> Cell(settings={"ruleset.target_score": 12, "ruleset.advanced": True}).settings_text()
        'target_score 12, advanced on'
        """
        return ", ".join(
            f"{key.removeprefix('ruleset.').removeprefix('strategies.')} {_plain(value)}"
            for key, value in self.settings.items()
        )


def _same_options(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the options of the ruleset that all cells share, with their values."""
    rulesets = [cell["ruleset"] for cell in cells]
    return {
        key: value for key, value in rulesets[0].items() if all(r[key] == value for r in rulesets)
    }


def _ruleset_text(game: Game, same: Mapping[str, Any], players: int) -> str:
    """Name the preset that the cells' rulesets come nearest to, and what is otherwise.

    Options that differ between cells are told by the panels' names.
    """
    best: tuple[str, dict[str, Any]] | None = None
    for preset in game.presets:
        options = game.resolve(preset, players)[0].model_dump()
        other = {key: value for key, value in same.items() if options[key] != value}
        if best is None or len(other) < len(best[1]):
            best = preset, other
    if best is None:
        return ""
    preset, other = best
    return "; ".join([preset, *(f"{key} {_plain(value)}" for key, value in other.items())])


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (list, tuple)):
        if any(isinstance(part, (list, tuple)) for part in value):
            return " / ".join(_plain(part).replace(", ", " + ") for part in value)
        return ", ".join(_plain(part) for part in value)
    return str(value)


@dataclass(frozen=True)
class Panels:
    """Which panel each cell belongs to.

    Attributes
    ----------
    names : list of str
        By panel.
    of : dict
        The panel of each cell that is shown.
    note : str
        What was put together or left out, for the small print.
    """

    names: list[str]
    of: dict[int, int]
    note: str = ""

    def pooled(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return a table by cell as one by panel: a ``panel`` column, other cells gone."""
        panel = table["cell"].map(self.of)
        shown = table[panel.notna()].drop(columns="cell")
        return shown.assign(panel=panel.dropna().astype(int))


@dataclass(frozen=True)
class About:
    """What the charts say about the run beside the figures.

    Attributes
    ----------
    game : str
        ``Phantom Rummy``.
    ruleset : str
        Its name, with overrides.
    seed : int, optional
        The run's seed.
    options : mapping
        The options of the ruleset that are the same in all cells.
    cells : mapping
        By number.
    seatings : str
        How seatings were made: ``rotate``, ``all`` or ``fixed``.
    reference : mapping
        The swept values that the variants are held against.
    games, blocks, players : mapping
        Full games, deals and seats, by cell.
    """

    game: str = ""
    ruleset: str = ""
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    cells: Mapping[int, Cell] = field(default_factory=dict)
    seatings: str = ""
    reference: Mapping[str, Any] = field(default_factory=dict)
    games: Mapping[int, int] = field(default_factory=dict)
    blocks: Mapping[int, int] = field(default_factory=dict)
    players: Mapping[int, int] = field(default_factory=dict)

    def told_of(self) -> list[int]:
        """Return the cells that sentences tell of: those of a sweep's reference, else all."""
        wanted = self.reference_text()
        found = [number for number, cell in self.cells.items() if cell.settings_text() == wanted]
        return found if wanted and found else list(self.cells)

    def reference_text(self) -> str:
        """Return the reference values of a sweep as text; empty without a sweep.

        Examples
        --------
        >>> About(reference={"ruleset.target_score": 12}).reference_text()
        'target_score 12'
        """
        return Cell(settings=self.reference).settings_text() if self.reference else ""

    def panels(self, cells: Iterable[int], most: int = MOST_PANELS) -> Panels:
        """Give each cell a panel, or put cells together when they are too many.

        More than ``most`` cells are put together where they differ in nothing but the
        line-up; if that is not enough the first ``most`` are shown.
        """
        numbers = sorted(int(cell) for cell in set(cells))
        known = {number: self.cells.get(number, Cell()) for number in numbers}
        lineups = {cell.lineup for cell in known.values()}
        if len(numbers) <= most:
            names = []
            for number, cell in known.items():
                parts = [cell.lineup_text() if len(lineups) > 1 else "", cell.settings_text()]
                text = " · ".join(part for part in parts if part)
                text = f"{text} (cell {number})" if text in names else text or f"cell {number}"
                names.append("" if len(numbers) == 1 else text)
            return Panels(names, {number: i for i, number in enumerate(numbers)})
        variants = list(dict.fromkeys(cell.settings_text() for cell in known.values()))
        if len(lineups) > 1 and len(variants) < len(numbers):
            place = {text: i for i, text in enumerate(variants)}
            shown = variants[:most]
            note = f"{len(numbers)} cells; those that differ only in the line-up are put together."
            if len(variants) > most:
                note += f" The first {most} of {len(variants)} combinations are shown."
            return Panels(
                shown if len(shown) > 1 else [""],
                {
                    number: place[cell.settings_text()]
                    for number, cell in known.items()
                    if place[cell.settings_text()] < most
                },
                note,
            )
        first = self.panels(numbers[:most], most)
        return Panels(first.names, first.of, f"The first {most} of {len(numbers)} cells are shown.")

    def variants(self, cells: Iterable[int], most: int = 6) -> Panels:
        """Put cells together that play by the same rules, whatever their line-up.

        The first ``most`` variants have a panel each; a single one has no name.
        """
        numbers = sorted(int(cell) for cell in set(cells))
        texts = {n: self.cells.get(n, Cell()).settings_text() for n in numbers}
        names = list(dict.fromkeys(texts.values()))
        place = {text: i for i, text in enumerate(names[:most])}
        return Panels(
            names[:most] if len(names) > 1 else [""],
            {n: place[text] for n, text in texts.items() if text in place},
        )

    @classmethod
    def of(cls, manifest: Mapping[str, Any]) -> About:
        """Read what a run's manifest says."""
        game = get_game(manifest["game"])
        cells = manifest["cells"]
        options = _same_options(cells)
        return cls(
            game=game.title,
            ruleset=_ruleset_text(game, options, int(cells[0]["players"])),
            seed=int(manifest["seed"]),
            options=options,
            seatings=str(manifest.get("seatings", "")),
            reference=dict(manifest.get("reference") or {}),
            cells={
                int(cell["cell"]): Cell(tuple(cell["lineup"]), dict(cell["swept"]))
                for cell in cells
            },
        )

    def with_sizes(self, played: pd.DataFrame) -> About:
        """Add how much was played; see :func:`rummy_sim.reports.collecting.collect`."""
        return replace(
            self,
            games=_by_cell(played, "games"),
            blocks=_by_cell(played, "blocks"),
            players=_by_cell(played, "players"),
        )

    def footer(self, *notes: str) -> list[str]:
        """Return the small print: the run, then notes on the chart."""
        players = sorted(set(self.players.values()))
        parts = [
            self.game,
            f"ruleset {self.ruleset}" if self.ruleset else "",
            f"{_range(players)} players" if players else "",
            _amount(self.games, "game", self.blocks),
            f"seed {self.seed}" if self.seed is not None else "",
        ]
        return [" · ".join(part for part in parts if part), " ".join(n for n in notes if n)]


def _range(values: list[int]) -> str:
    if values[0] == values[-1]:
        return f"{values[0]:,}"
    return f"{values[0]:,}–{values[-1]:,}"


def _count(values: list[int], word: str) -> str:
    return f"{_range(values)} {word}{'' if values[-1] == 1 else 's'}"


def _amount(games: Mapping[int, int], word: str, blocks: Mapping[int, int]) -> str:
    """Say how much was played: ``8,000 games in each of 3 cells (2,000 blocks each)``."""
    if not games or not blocks:
        return ""
    played = _count(sorted(games.values()), word)
    deals = _count(sorted(blocks.values()), "block")
    if len(games) == 1:
        return f"{played} ({deals})"
    return f"{played} in each of {len(games)} cells ({deals} each)"


def _by_cell(played: pd.DataFrame, column: str) -> dict[int, int]:
    known = played[played[column] > 0]
    return {int(cell): int(n) for cell, n in zip(known.index, known[column], strict=True)}
