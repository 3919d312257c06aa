"""A third game, only for tests: everybody guesses the fall of a coin.

It stands for any game: runs, commands and statistics must serve it without
having heard of it. A fair coin falls ``flips`` times; who guesses right scores.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rummy_sim.core.contract import Contract, Decision
from rummy_sim.core.errors import ConfigError, StrategyError
from rummy_sim.core.game import FRAMES, Played
from rummy_sim.core.validation import sentences

GAMES_DTYPE = np.dtype(
    [("cell", "i2"), ("deal", "i4"), ("game", "i4"), ("seat", "i1"), ("strategy", "i2"),
     ("score", "i2"), ("win_share", "f8"), ("rounds", "i2"), ("end", "i1")]
)  # fmt: skip
ROUNDS_DTYPE = np.dtype(
    [("cell", "i2"), ("deal", "i4"), ("game", "i4"), ("round", "i2"), ("first_seat", "i1"),
     ("turns", "i2"), ("end", "i1"), ("winner", "i1"), ("heads", "?")]
)  # fmt: skip
HANDS_DTYPE = np.dtype(
    [("cell", "i2"), ("deal", "i4"), ("game", "i4"), ("round", "i2"), ("seat", "i1"),
     ("strategy", "i2"), ("right", "i1")]
)  # fmt: skip


class Ruleset(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    flips: int = Field(3, ge=1, le=9, description="flips in a game")
    sleep: float = Field(0.0, ge=0, description="seconds that a deal takes at least")
    plain: bool = Field(True, description="an option for show")


class Coin:
    name = "coin"
    title = "Coin"
    round_name = "flip"
    players = (2, 3, 4)
    contract = Contract("coin", (Decision("guess", "Heads?", "1 or 0"),), None)
    presets = {"short": {"flips": 3}, "long": {"flips": 9}}  # noqa: RUF012
    ruleset_model = Ruleset
    words = {  # noqa: RUF012
        "games": {"end": ("done", "never")},
        "rounds": {"end": ("heads", "tails")},
        "hands": {},
    }

    def resolve(self, spec: Any, players: int):
        overrides = {"preset": spec} if isinstance(spec, str) else dict(spec)
        preset = overrides.pop("preset", "short")
        if preset not in self.presets:
            raise ConfigError(f"ruleset: there is no preset {preset!r}")
        try:
            ruleset = Ruleset.model_validate(self.presets[preset] | overrides)
        except ValidationError as error:
            raise ConfigError(sentences(error, Ruleset, "ruleset.")) from error
        idle = ["ruleset.plain has no effect"] if "plain" in overrides else []
        return ruleset, idle

    def differences(self, preset: str):
        return {k: v for k, v in self.presets[preset].items() if v != self.presets["short"][k]}

    def _flips(self, table, seed: int, deal: int):
        return np.random.default_rng([seed, deal]).integers(0, 2, table.ruleset.flips).tolist()

    def _guess(self, strategy, number: int) -> int:
        answer = strategy.functions["guess"](None, number, None, strategy.vector())
        if answer not in (0, 1):
            raise StrategyError(f"strategy {strategy.name!r} answered {answer}")
        return answer

    def play(self, table, seed, cell, deals, frames=FRAMES):
        rows: dict[str, list[tuple]] = {"games": [], "rounds": [], "hands": []}
        seats = range(table.players)
        for deal in deals:
            time.sleep(table.ruleset.sleep)
            flips = self._flips(table, seed, deal)
            for seating, entries in enumerate(table.seatings.tolist()):
                game = deal * len(table.seatings) + seating
                scores = [0] * table.players
                for number, heads in enumerate(flips, 1):
                    right = [
                        self._guess(table.strategies[entries[s]], number) == heads for s in seats
                    ]
                    scores = [score + hit for score, hit in zip(scores, right, strict=True)]
                    winner = right.index(True) if any(right) else -1
                    rows["rounds"].append(
                        (cell, deal, game, number, 0, 1, 1 - heads, winner, bool(heads))
                    )
                    rows["hands"] += [
                        (cell, deal, game, number, s, entries[s], right[s]) for s in seats
                    ]
                best = max(scores)
                rows["games"] += [
                    (cell, deal, game, s, entries[s], scores[s],
                     1 / scores.count(best) if scores[s] == best else 0.0, len(flips), 0)
                    for s in seats
                ]  # fmt: skip
        kept = {
            frame: np.array(rows[frame], dtype) if frame in frames or frame == "games" else None
            for frame, dtype in (
                ("games", GAMES_DTYPE), ("rounds", ROUNDS_DTYPE), ("hands", HANDS_DTYPE)
            )
        }  # fmt: skip
        return Played(**kept, asked=len(rows["hands"]), rounds_played=len(rows["rounds"]))

    def transcript(self, table, seed, cell, game):
        deal, seating = divmod(game, len(table.seatings))
        names = [table.strategies[entry].name for entry in table.seatings[seating]]
        yield {"event": "game", "game": "coin", "strategies": names, "seed": seed, "number": game}
        for heads in self._flips(table, seed, deal):
            yield {"event": "flip", "heads": bool(heads)}

    def tell(self, events):
        for event in events:
            yield f"{event['event']}: {event.get('number', event.get('heads'))}"


GAME = Coin()
