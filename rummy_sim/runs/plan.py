"""The plan of a run: cells, their seatings, and the chunks of deals that are played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from rummy_sim.core.game import FRAMES, Game, Table, frames_down_to
from rummy_sim.runs.designs import SEATINGS, Lineup
from rummy_sim.runs.entrants import params_of
from rummy_sim.runs.resolving import Experiment, load_experiment

__all__ = ["Cell", "Chunk", "Plan", "chunks_of"]


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
        Blocks to play: deals 0 … deals − 1, each under all seatings. Under
        ``precision`` the most that may be needed, until it is known.
    looks : tuple of int
        After how many blocks the precision was looked at, the last one ``deals``;
        empty where it was not, or is not known yet.
    """

    number: int
    lineup: Lineup
    table: Table
    deals: int
    swept: Mapping[str, Any] = field(default_factory=dict)
    looks: tuple[int, ...] = ()

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
            "params": {strategy.name: params_of(strategy) for strategy in self.table.strategies},
            "seatings": self.table.seatings.tolist(),
            "deals": self.deals,
            "games": self.games,
            **({"looks": list(self.looks)} if self.looks else {}),
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


def chunks_of(cell: int, stops: Sequence[int], deals: int, first: int = 0) -> Iterator[Chunk]:
    """Cut the deals of a cell into chunks that reach across no stop.

    Parameters
    ----------
    cell : int
        Its number.
    stops : sequence of int
        Where play paused or ended, rising.
    deals : int
        The most deals a chunk.
    first : int
        The first deal.

    Examples
    --------
    >>> [(chunk.first, chunk.deals) for chunk in chunks_of(0, [5, 9], 3)]
    [(0, 3), (3, 2), (5, 3), (8, 1)]
    """
    for start, stop in pairwise((first, *stops)):
        for begin in range(start, stop, deals):
            yield Chunk(cell, begin, min(deals, stop - begin))


@dataclass(frozen=True)
class Plan:
    """All that is to be played; it says nothing about workers, and results depend on it alone.

    Attributes
    ----------
    experiment : Experiment
        What was asked for.
    looks : tuple of tuple of int, optional
        For each cell of a finished run under ``precision``, its looks.
    """

    experiment: Experiment
    looks: tuple[tuple[int, ...], ...] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes as a configuration: strategies are modules, which cannot."""
        files = {
            entrant.strategy.name: str(entrant.strategy.path)
            for entrant in self.experiment.entrants
            if entrant.is_file
        }
        return _plan_from, (json.dumps(self.experiment.mapping(files)), self.looks)

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
        """The cells, by number: each line-up in turn, in each variant of the grid in turn."""
        experiment = self.experiment
        cells: list[Cell] = []
        for variant in experiment.grid.variants:
            strategies = {
                name: strategy.with_values(variant.params.get(name, {}), name)
                for name, strategy in experiment.strategies.items()
            }
            for lineup in experiment.lineups:
                seatings = SEATINGS[experiment.seatings](lineup)
                table = Table(
                    players=experiment.players,
                    ruleset=variant.ruleset,
                    strategies=tuple(strategies[name] for name in lineup),
                    seatings=seatings,
                )
                looks = self.looks[len(cells)] if self.looks else ()
                # Whole blocks: a deal that some seatings did not see could not be compared.
                deals = looks[-1] if looks else -(-experiment.games // len(seatings))
                cells.append(Cell(len(cells), lineup, table, deals, variant.swept, looks))
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
            yield from chunks_of(cell.number, cell.looks or (cell.deals,), deals)


@cache
def _plan_from(config: str, looks: tuple[tuple[int, ...], ...] | None) -> Plan:
    """Return the plan of a resolved configuration, the same one each time."""
    return Plan(load_experiment(json.loads(config)), looks)
