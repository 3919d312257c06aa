"""Phase 10 as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.compiling import decision_table
from rummy_sim.core.game import FRAMES, Event, Played, Table
from rummy_sim.core.job import LOG_WIDTH
from rummy_sim.core.odds import Odds
from rummy_sim.core.running import logged_events, params_of, set_job, told_faults
from rummy_sim.phase10 import rules, transcript
from rummy_sim.phase10.cards import DECK
from rummy_sim.phase10.contract import CONTRACT
from rummy_sim.phase10.frames import (
    GAME_ENDS,
    GAMES_DTYPE,
    HANDS_DTYPE,
    ROUND_ENDS,
    ROUNDS_DTYPE,
)
from rummy_sim.phase10.odds import phase_odds
from rummy_sim.phase10.state import SEATS, WORLD_DTYPE
from rummy_sim.phase10.tables import kit

__all__ = ["Phase10"]

_NO_LOG = np.zeros((0, LOG_WIDTH), np.int32)


def _most_hands(ruleset: rules.Ruleset) -> int:
    """Return how many hands a game can have, play-off hands included."""
    return ruleset.max_hands + rules.PLAYOFF_HANDS


class Phase10:
    """Implements :class:`rummy_sim.core.game.Game` and :class:`rummy_sim.core.odds.HasOdds`."""

    name = "phase10"
    title = "Phase 10"
    round_name = "hand"
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
        """See :func:`rummy_sim.phase10.rules.resolve`."""
        return rules.resolve(spec, players)

    def differences(self, preset: str) -> Mapping[str, Any]:
        """See :func:`rummy_sim.phase10.rules.differences`."""
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
        most = games * _most_hands(self._ruleset(table))
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
        decks = np.zeros((0, len(DECK)), np.uint8)

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
        return transcript.events_of(log, decks, head, room["games"]["win_share"].tolist())

    def odds(self, hands: int, seed: int) -> Odds:
        """See :func:`rummy_sim.phase10.odds.phase_odds`."""
        return phase_odds(hands, seed)

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """See :func:`rummy_sim.phase10.transcript.tell`."""
        return transcript.tell(events)

    @staticmethod
    def _ruleset(table: Table) -> rules.Ruleset:
        if not isinstance(table.ruleset, rules.Ruleset):
            raise TypeError(f"not a ruleset of Phase 10: {table.ruleset!r}")
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
        from rummy_sim.phase10 import engine

        functions = decision_table(CONTRACT, table.strategies, SEATS)
        decks = np.zeros((_most_hands(self._ruleset(table)), len(DECK)), np.uint8)
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
