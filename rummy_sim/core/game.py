"""What a card game must offer so that the rest of the house can run it.

A game is a folder (``rummy_sim/phantom``) whose ``__init__`` offers one
:class:`Game`. Configuration, runs, commands and reports ask the game; none of
them asks *which* game it is. A third game is a new folder and one line in
``rummy_sim.runs.games``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.contract import Contract, Strategy

__all__ = ["FRAMES", "Event", "Game", "Played", "Table", "frames_down_to"]

FRAMES = ("games", "rounds", "hands")
"""The frames, from the coarsest to the finest."""

Event = dict[str, Any]
"""One line of a transcript: the key ``event`` and those of FRAMES.md."""


@dataclass(frozen=True)
class Table:
    """Who plays what: the part of a cell that stays the same for all its chunks.

    Attributes
    ----------
    players : int
        Seats at the table.
    ruleset : BaseModel
        The resolved ruleset.
    strategies : tuple of Strategy
        The line-up, one entry a player.
    seatings : array of shape (seatings, players)
        Which entry sits in each seat.
    """

    players: int
    ruleset: BaseModel
    strategies: tuple[Strategy, ...]
    seatings: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Played:
    """What came of a chunk: the rows of the frames, as numpy records.

    ``strategy`` in ``games`` and ``hands`` is the entry of the line-up; columns in
    ``Game.words`` hold numbers into the lists given there. A frame that was not
    asked for is ``None``.
    """

    games: npt.NDArray[np.void]
    rounds: npt.NDArray[np.void] | None
    hands: npt.NDArray[np.void] | None
    asked: int
    """Decisions that strategies were asked."""
    rounds_played: int
    """Short games or hands."""


class Game(Protocol):
    """One card game, ready to be configured, played and told.

    Attributes
    ----------
    name : str
        As configurations call it: ``phantom``.
    title : str
        As people call it: ``Phantom Rummy``.
    round_name : str
        What a row of ``rounds`` is: ``short game`` or ``hand``.
    players : tuple of int
        The player counts that it can be played with.
    contract : Contract
        Its decisions.
    presets : mapping
        The rulesets by name, as ``rummy-sim rules`` shows them.
    ruleset_model : type of BaseModel
        The options of a ruleset with their types and descriptions.
    words : mapping of frame to mapping of column to words
        Columns that are numbers in ``Played`` and words in a frame.
    """

    name: str
    title: str
    round_name: str
    players: tuple[int, ...]
    contract: Contract
    presets: Mapping[str, Mapping[str, Any]]
    ruleset_model: type[BaseModel]
    words: Mapping[str, Mapping[str, tuple[str, ...]]]

    def resolve(self, spec: str | Mapping[str, Any], players: int) -> tuple[BaseModel, list[str]]:
        """Return the ruleset that a configuration asks for, and warnings.

        Raises
        ------
        ConfigError
            All that is wrong with it at once.
        """
        ...

    def differences(self, preset: str) -> Mapping[str, Any]:
        """Return the options of a preset that differ from the default one."""
        ...

    def play(
        self,
        table: Table,
        seed: int,
        cell: int,
        deals: range,
        frames: Sequence[str] = FRAMES,
    ) -> Played:
        """Play some deals under all seatings of the table.

        Parameters
        ----------
        table : Table
            Who plays what.
        seed : int
            The run's seed.
        cell : int
            The number to write into the rows.
        deals : range
            Which shuffle sequences (step 1).
        frames : sequence of str
            The frames wanted; ``games`` always comes.

        Raises
        ------
        StrategyError
            If a decision gave an impossible answer or raised an exception: names
            strategy, decision, game, round and turn.
        """
        ...

    def transcript(self, table: Table, seed: int, cell: int, game: int) -> Iterator[Event]:
        """Play one game again and tell it, event by event (FRAMES.md).

        Parameters
        ----------
        game : int
            Its number within the cell: ``deal * len(table.seatings) + seating``.
        """
        ...

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """Return a transcript as lines of readable text."""
        ...


def frames_down_to(finest: str) -> tuple[str, ...]:
    """Return the frames that ``storage: finest`` keeps.

    Examples
    --------
    >>> frames_down_to("rounds")
    ('games', 'rounds')
    """
    return FRAMES[: FRAMES.index(finest) + 1]
