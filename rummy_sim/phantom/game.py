"""Phantom Rummy as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.compiled_game import CompiledGame
from rummy_sim.core.game import Event
from rummy_sim.phantom import rules, transcript
from rummy_sim.phantom.cards import DECK
from rummy_sim.phantom.contract import CONTRACT
from rummy_sim.phantom.frames import GAME_ENDS, HANDS_DTYPE, ROUND_ENDS, ROUNDS_DTYPE
from rummy_sim.phantom.state import SEATS, WORLD_DTYPE
from rummy_sim.phantom.tables import kit

__all__ = ["Phantom"]


class Phantom(CompiledGame):
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

    engine = "rummy_sim.phantom.engine"
    kit = staticmethod(kit)
    seats = SEATS
    deck_size = len(DECK)
    world = WORLD_DTYPE
    rounds = ROUNDS_DTYPE
    hands = HANDS_DTYPE

    def resolve(self, spec: str | Mapping[str, Any], players: int) -> tuple[BaseModel, list[str]]:
        """See :func:`rummy_sim.phantom.rules.resolve`."""
        return rules.resolve(spec, players)

    def differences(self, preset: str) -> Mapping[str, Any]:
        """See :func:`rummy_sim.phantom.rules.differences`."""
        return rules.differences(preset)

    def most_rounds(self, ruleset: BaseModel) -> int:
        """Return how many short games a full game can have."""
        return _ruleset(ruleset).short_games

    def rules_record(self, ruleset: BaseModel, players: int) -> np.record:
        """See :func:`rummy_sim.phantom.rules.rules_record`."""
        return rules.rules_record(_ruleset(ruleset), players)

    def events_of(
        self,
        log: npt.NDArray[np.int32],
        decks: npt.NDArray[np.uint8],
        head: Event,
        games: npt.NDArray[np.void],
    ) -> Iterator[Event]:
        """See :func:`rummy_sim.phantom.transcript.events_of`."""
        return transcript.events_of(log, decks, head, games)

    def told(self, event: Event, names: Sequence[str]) -> str | None:
        """See :func:`rummy_sim.phantom.transcript.told`."""
        return transcript.told(event, names)


def _ruleset(ruleset: BaseModel) -> rules.Ruleset:
    if not isinstance(ruleset, rules.Ruleset):
        raise TypeError(f"not a ruleset of Phantom Rummy: {ruleset!r}")
    return ruleset
