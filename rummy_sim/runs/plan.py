"""The plan of a run: cells, their seatings, and the chunks of deals that are played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from rummy_sim.core.game import FRAMES, Game, Table, frames_down_to
from rummy_sim.runs.designs import SEATINGS, Lineup
from rummy_sim.runs.resolving import Experiment, load_experiment

__all__ = ["Cell", "Chunk", "Plan"]


@dataclass(frozen=True)
class Cell:
    """One combination of the experiment's grid.

    Attributes
    ----------
    number : int
        From 0.
    lineup : tuple of str
        The strategies, one a seat.
    table : Table
        What the game needs to play it.
    swept : mapping
        The values that this cell has of swept keys.
    deals : int
        Blocks to play: deals 0 … deals − 1, each under all seatings.
    """

    number: int
    lineup: Lineup
    table: Table
    deals: int
    swept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Full games to play."""
        return self.deals * len(self.table.seatings)

    def describe(self) -> dict[str, Any]:
        """Return what the manifest tells of the cell."""
        return {
            "cell": self.number,
            "lineup": list(self.lineup),
            "players": self.table.players,
            "ruleset": self.table.ruleset.model_dump(),
            "swept": dict(self.swept),
            "seatings": self.table.seatings.tolist(),
            "deals": self.deals,
            "games": self.games,
        }


@dataclass(frozen=True, order=True)
class Chunk:
    """Some deals of a cell, played in one go by one worker."""

    cell: int
    first: int
    deals: int

    @property
    def range(self) -> range:
        """The numbers of its deals."""
        return range(self.first, self.first + self.deals)


@dataclass(frozen=True)
class Plan:
    """All that is to be played; it says nothing about workers, and results depend on it alone."""

    experiment: Experiment

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes as a configuration: strategies are modules, which cannot."""
        files = {
            entrant.strategy.name: str(entrant.strategy.path)
            for entrant in self.experiment.entrants
            if entrant.is_file
        }
        return _plan_from, (json.dumps(self.experiment.mapping(files)),)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.experiment.game

    @property
    def frames(self) -> tuple[str, ...]:
        """The frames that are kept."""
        return frames_down_to(self.experiment.storage)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, by number."""
        experiment = self.experiment
        strategies = experiment.strategies
        cells = []
        for number, lineup in enumerate(experiment.lineups):
            seatings = SEATINGS[experiment.seatings](lineup)
            table = Table(
                players=experiment.players,
                ruleset=experiment.ruleset,
                strategies=tuple(strategies[name] for name in lineup),
                seatings=seatings,
            )
            # Whole blocks: a deal that some seatings did not see could not be compared.
            deals = -(-experiment.games // len(seatings))
            cells.append(Cell(number, lineup, table, deals))
        return tuple(cells)

    @property
    def games(self) -> int:
        """Full games in all cells together."""
        return sum(cell.games for cell in self.cells)

    @property
    def words(self) -> dict[str, dict[str, list[str]]]:
        """The columns that hold words, frame by frame, and their words by number."""
        names = list(self.experiment.strategies)
        return {
            frame: {column: list(words) for column, words in self.game.words[frame].items()}
            | ({"strategy": names} if frame != "rounds" else {})
            for frame in FRAMES
        }

    def entries(self, cell: int) -> list[int]:
        """Return the number of each entry of a cell's line-up in ``words[…]["strategy"]``."""
        names = list(self.experiment.strategies)
        return [names.index(name) for name in self.cells[cell].lineup]

    def chunks(self, deals: int) -> Iterator[Chunk]:
        """Cut the cells into chunks of at most so many deals."""
        for cell in self.cells:
            for first in range(0, cell.deals, deals):
                yield Chunk(cell.number, first, min(deals, cell.deals - first))


@cache
def _plan_from(config: str) -> Plan:
    """Return the plan of a resolved configuration, the same one each time."""
    return Plan(load_experiment(json.loads(config)))
