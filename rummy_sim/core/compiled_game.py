"""A game whose kernel keeps all state in one world record: how it is run and told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.compiling import decision_table
from rummy_sim.core.game import FRAMES, Event, Game, Played, Table
from rummy_sim.core.job import LOG_WIDTH
from rummy_sim.core.rows import GAMES_DTYPE
from rummy_sim.core.running import logged_events, params_of, set_job, told_faults
from rummy_sim.core.telling import tell

__all__ = ["CompiledGame"]

_NO_LOG = np.zeros((0, LOG_WIDTH), np.int32)


class CompiledGame(Game, ABC):
    """The part of :class:`rummy_sim.core.game.Game` that is alike in all games.

    Attributes
    ----------
    engine : str
        The module with the kernel ``play``, of :func:`rummy_sim.core.world.kernel_signature`.
        Imported when a game is played: it is compiled as it is imported, and listing
        rules or strategies needs none.
    kit : callable
        Returns the lookup tables that the kernel gets.
    seats, deck_size : int
        Players at most, and cards in the deck.
    world, rounds, hands : dtype
        The records of the state and of the frames' rows.
    """

    engine: str
    kit: Callable[[], npt.NDArray[np.void]]
    seats: int
    deck_size: int
    world: np.dtype[np.void]
    rounds: np.dtype[np.void]
    hands: np.dtype[np.void]

    @abstractmethod
    def most_rounds(self, ruleset: BaseModel) -> int:
        """Return how many short games or hands a full game can have."""

    @abstractmethod
    def rules_record(self, ruleset: BaseModel, players: int) -> np.record:
        """Return a ruleset as the kernel reads it, ``world["table"]["rules"]``.

        Raises
        ------
        TypeError
            If it is not a ruleset of this game.
        """

    @abstractmethod
    def events_of(
        self,
        log: npt.NDArray[np.int32],
        decks: npt.NDArray[np.uint8],
        head: Event,
        games: npt.NDArray[np.void],
    ) -> Iterator[Event]:
        """Return a game's transcript.

        Parameters
        ----------
        log : array of shape (events, LOG_WIDTH)
            What the kernel logged.
        decks : array of shape (short games or hands, deck_size)
            The shuffled cards.
        head : dict
            The first event, ``game``.
        games : array by seat
            The rows of the frame ``games``.
        """

    @abstractmethod
    def told(self, event: Event, names: Sequence[str]) -> str | None:
        """Return an event as a line of text, or ``None`` for one that needs none."""

    def play(
        self,
        table: Table,
        seed: int,
        cell: int,
        deals: range,
        frames: Sequence[str] = FRAMES,
    ) -> Played:
        """Play some deals under all seatings; see :class:`rummy_sim.core.game.Game`."""
        world = self._new_world(table)
        set_job(world["job"][0], table, seed, cell, deals)
        games = len(deals) * len(table.seatings)
        most = games * self.most_rounds(table.ruleset)
        rows = (
            np.zeros(games * table.players, GAMES_DTYPE),
            np.zeros(most if "rounds" in frames else 0, self.rounds),
            np.zeros(most * table.players if "hands" in frames else 0, self.hands),
        )
        self._run(table, world, rows, _NO_LOG)
        job = world["job"][0]
        count = int(job["rounds"])
        return Played(
            games=rows[0],
            rounds=rows[1][:count] if "rounds" in frames else None,
            hands=rows[2][: count * table.players] if "hands" in frames else None,
            asked=int(job["asked"]),
            rounds_played=count,
        )

    def transcript(self, table: Table, seed: int, cell: int, game: int) -> Iterator[Event]:
        """Tell one game again, event by event; see :class:`rummy_sim.core.game.Game`."""
        deal, seating = divmod(game, len(table.seatings))
        games = np.zeros(table.players, GAMES_DTYPE)
        rows = (games, np.zeros(0, self.rounds), np.zeros(0, self.hands))
        decks = np.zeros((0, self.deck_size), np.uint8)

        def play(log: npt.NDArray[np.int32]) -> None:
            nonlocal decks
            world = self._new_world(table)
            set_job(world["job"][0], table, seed, cell, range(deal, deal + 1))
            world["job"]["first_seating"] = seating
            world["job"]["end_seating"] = seating + 1
            decks = self._run(table, world, rows, log)

        log = logged_events(play)
        head: Event = {
            "event": "game",
            "game": self.name,
            "players": table.players,
            "ruleset": table.ruleset.model_dump(),
            "strategies": [table.strategies[entry].name for entry in table.seatings[seating]],
            "seed": seed,
            "cell": cell,
            "deal": deal,
            "number": game,
        }
        return self.events_of(log, decks, head, games)

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """Return a transcript as lines of text."""
        return tell(events, self.told)

    def _new_world(self, table: Table) -> npt.NDArray[np.void]:
        """Return a new world record with the options and parameters of a table."""
        world = np.zeros(1, self.world)
        world["table"]["rules"][0] = self.rules_record(table.ruleset, table.players)
        world["params"][0] = params_of(table.strategies, self.seats)
        return world

    def _run(
        self,
        table: Table,
        world: npt.NDArray[np.void],
        rows: tuple[npt.NDArray[np.void], npt.NDArray[np.void], npt.NDArray[np.void]],
        log: npt.NDArray[np.int32],
    ) -> npt.NDArray[np.uint8]:
        """Run the kernel; return the decks of the last deal."""
        engine = import_module(self.engine)
        functions = decision_table(self.contract, table.strategies, self.seats)
        decks = np.zeros((self.most_rounds(table.ruleset), self.deck_size), np.uint8)
        with told_faults(self.contract, table, world[0], self.round_name):
            engine.play(functions, world, self.kit(), table.seatings, decks, *rows, log)
        return decks
