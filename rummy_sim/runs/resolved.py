"""An experiment with nothing left open, and how it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from rummy_sim.core.contract import Strategy
from rummy_sim.core.game import Game
from rummy_sim.runs.designs import Lineup
from rummy_sim.runs.entrants import Entrant
from rummy_sim.runs.sweeps import Grid

__all__ = ["Experiment"]


@dataclass(frozen=True)
class Experiment:
    """An experiment with nothing left open; see INTERFACE.md for the keys.

    Attributes
    ----------
    entrants : tuple of Entrant
        All strategies that take part, by first appearance; their order is that of
        the frames' ``strategy`` categories.
    ruleset : BaseModel
        The rules without what is swept.
    lineups : tuple of Lineup
        Each is a cell in every variant of the grid.
    games : int
        Full games a cell; with ``precision``, at most.
    precision : float or None
        The half-width of win shares at which a cell stops.
    min_games : int
        With ``precision``, the full games before the first look.
    grid : Grid
        The variants of rules and parameters.
    written_ruleset : mapping
        The rules as the resolved configuration names them.
    seed_drawn : bool
        The configuration named no seed.
    question : str
        What it asks: the comment that the configuration begins with.
    """

    name: str
    game: Game
    players: int
    ruleset: BaseModel
    seed: int
    seed_drawn: bool
    entrants: tuple[Entrant, ...]
    lineups: tuple[Lineup, ...]
    design: str | None
    seatings: str
    games: int
    precision: float | None
    min_games: int
    grid: Grid
    written_ruleset: Mapping[str, Any]
    storage: str
    report: bool
    question: str = ""

    @property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies by name."""
        return {entrant.strategy.name: entrant.strategy for entrant in self.entrants}

    def mapping(self, paths: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the resolved configuration; reading it gives the same experiment.

        Parameters
        ----------
        paths : mapping, optional
            What to write for the paths of strategy files, by strategy name.
        """
        paths = paths or {}
        strategies = [
            {
                "use": paths.get(entrant.strategy.name, entrant.use),
                "as": entrant.strategy.name,
                "params": entrant.params,
            }
            for entrant in self.entrants
        ]
        field = (
            {"design": self.design}
            if self.design
            else {"lineups": [list(lineup) for lineup in self.lineups]}
        )
        length = (
            {"games": self.games}
            if self.precision is None
            else {
                "precision": self.precision,
                "min_games": self.min_games,
                "max_games": self.games,
            }
        )
        sweep = {key: list(values) for key, values in self.grid.written.items()}
        return {
            "name": self.name,
            "game": self.game.name,
            "players": self.players,
            "ruleset": dict(self.written_ruleset),
            "seed": self.seed,
            "strategies": strategies,
            **field,
            "seatings": self.seatings,
            **length,
            **({"sweep": sweep} if sweep else {}),
            "storage": self.storage,
            "report": self.report,
        }
