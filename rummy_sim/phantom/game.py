"""Phantom Rummy as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.compiling import decision_table
from rummy_sim.core.game import FRAMES, Event, Played, Table
from rummy_sim.core.job import LOG_WIDTH
from rummy_sim.core.running import logged_events, params_of, set_job, told_faults
from rummy_sim.phantom import rules, transcript
from rummy_sim.phantom.contract import CONTRACT
from rummy_sim.phantom.frames import (
    GAME_ENDS,
    GAMES_DTYPE,
    HANDS_DTYPE,
    ROUND_ENDS,
    ROUNDS_DTYPE,
)
from rummy_sim.phantom.state import SEATS, WORLD_DTYPE
from rummy_sim.phantom.tables import kit

__all__ = ["Phantom"]

_NO_LOG = np.zeros((0, LOG_WIDTH), np.int32)


class Phantom:
    """Implements :class:`rummy_sim.core.game.Game`."""

    name = "phantom"
    title = "Phantom Rummy"
    round_name = "short game"
    players: tuple[int, ...] = rules.PLAYERS
    contract = CONTRACT
    presets: Mapping[str, Mapping[str, Any]] = rules.PRESETS
    ruleset_model: type[BaseModel] = rules.Ruleset
    words: Mapping[str, Mapping[str, tuple[str, ...]]] = {
        "games": {"end": GAME_ENDS},
        "rounds": {"end": ROUND_ENDS},
        "hands": {},
    }

    def resolve(self, spec: str | Mapping[str, Any], players: int) -> tuple[BaseModel, list[str]]:
        """See :func:`rummy_sim.phantom.rules.resolve`."""
        return rules.resolve(spec, players)

    def differences(self, preset: str) -> Mapping[str, Any]:
        """See :func:`rummy_sim.phantom.rules.differences`."""
        return rules.differences(preset)

    def play(
        self,
        table: Table,
        seed: int,
        cell: int,
        deals: range,
        frames: Sequence[str] = FRAMES,
    ) -> Played:
        """Play some deals under all seatings; see :class:`rummy_sim.core.game.Game`."""
        world = self._world(table)
        set_job(world["job"][0], table, seed, cell, deals)
        games = len(deals) * len(table.seatings)
        most = games * self._ruleset(table).short_games
        room = {
            "games": np.zeros(games * table.players, GAMES_DTYPE),
            "rounds": np.zeros(most if "rounds" in frames else 0, ROUNDS_DTYPE),
            "hands": np.zeros(most * table.players if "hands" in frames else 0, HANDS_DTYPE),
        }
        self._run(table, world, room, _NO_LOG)
        job = world["job"][0]
        rounds = int(job["rounds"])
        return Played(
            games=room["games"],
            rounds=room["rounds"][:rounds] if "rounds" in frames else None,
            hands=room["hands"][: rounds * table.players] if "hands" in frames else None,
            asked=int(job["asked"]),
            rounds_played=rounds,
        )

    def transcript(self, table: Table, seed: int, cell: int, game: int) -> Iterator[Event]:
        """Tell one game again, event by event; see :class:`rummy_sim.core.game.Game`."""
        deal, seating = divmod(game, len(table.seatings))
        room = {
            "games": np.zeros(table.players, GAMES_DTYPE),
            "rounds": np.zeros(0, ROUNDS_DTYPE),
            "hands": np.zeros(0, HANDS_DTYPE),
        }
        decks = np.zeros((0, 100), np.uint8)

        def play(log: npt.NDArray[np.int32]) -> None:
            nonlocal decks
            world = self._world(table)
            set_job(world["job"][0], table, seed, cell, range(deal, deal + 1))
            world["job"]["first_seating"] = seating
            world["job"]["end_seating"] = seating + 1
            decks = self._run(table, world, room, log)

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
        return transcript.events_of(
            log, decks, head, room["games"]["score"].tolist(), room["games"]["win_share"].tolist()
        )

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """See :func:`rummy_sim.phantom.transcript.tell`."""
        return transcript.tell(events)

    @staticmethod
    def _ruleset(table: Table) -> rules.Ruleset:
        if not isinstance(table.ruleset, rules.Ruleset):
            raise TypeError(f"not a ruleset of Phantom Rummy: {table.ruleset!r}")
        return table.ruleset

    def _world(self, table: Table) -> npt.NDArray[np.void]:
        """Return a new world record with the options and parameters of a table."""
        world = np.zeros(1, WORLD_DTYPE)
        world["table"]["rules"][0] = rules.rules_record(self._ruleset(table), table.players)
        world["params"][0] = params_of(table.strategies, SEATS)
        return world

    def _run(
        self,
        table: Table,
        world: npt.NDArray[np.void],
        room: Mapping[str, npt.NDArray[np.void]],
        log: npt.NDArray[np.int32],
    ) -> npt.NDArray[np.uint8]:
        """Run the kernel; return the decks of the last deal."""
        # Imported here: the engine is compiled as it is imported, and listing the
        # rules or the strategies needs none.
        from rummy_sim.phantom import engine

        functions = decision_table(CONTRACT, table.strategies, SEATS)
        decks = np.zeros((self._ruleset(table).short_games, 100), np.uint8)
        state = world["table"][0]

        def situation() -> str:
            return f"turn {int(state['turn'])} (seat {int(state['seat'])} to play)"

        with told_faults(CONTRACT, table, world["job"][0], situation, self.round_name):
            engine.play(
                functions,
                world,
                kit(),
                table.seatings,
                decks,
                room["games"],
                room["rounds"],
                room["hands"],
                log,
            )
        return decks
