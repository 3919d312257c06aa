"""What every strategy must keep to, as a class of tests for pytest.

A strategy's author writes a test file of three lines, see
:class:`StrategyContract`; the shipped strategies are held to the same tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaExperimentalFeatureWarning

from rummy_sim.core.contract import Strategy, find
from rummy_sim.core.game import FRAMES, Event, Game, Played, Table
from rummy_sim.runs.games import get_game
from rummy_sim.runs.selfplay import self_play

__all__ = ["StrategyContract"]

_SEED = 20_270_131


class StrategyContract:
    """Tests that hold for every strategy; subclass it in a test file.

    Attributes
    ----------
    game : str
        The game that the strategy plays.
    use : str
        Its name (``rush``), or the path of its file, which must end in ``.py``.
    params : mapping of str to float
        Values of parameters; the others have their defaults.
    games : int
        Games played in each situation (a preset and a player count).
    plain_games : int
        Games of each preset that are played again as plain Python, which is slow.

    Examples
    --------
    A file ``test_mine.py`` that is run by ``pytest test_mine.py``:

    >>> class TestMine(StrategyContract):
    ...     game = "phantom"
    ...     use = "rush"

    The tests may also be called by hand:

    >>> TestMine().strategy.name
    'rush'
    """

    game: str = "phantom"
    use: str = "baseline"
    params: Mapping[str, float] = {}
    games: int = 24
    plain_games: int = 1

    @property
    def strategy(self) -> Strategy:
        """The strategy that is tested, with its parameters."""
        found = find(get_game(self.game).contract, self.use)
        # pytest puts aside the filter that core.jit sets.
        warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)
        return found.with_values(self.params)

    def test_legal_in_every_situation(self) -> None:
        """Against others and against copies of itself, all its answers are allowed."""
        game = get_game(self.game)
        for preset, players in _situations(game):
            for others in (("baseline", "random"), ()):
                table = _table(game, self.strategy, preset, players, others)
                # An answer that is not allowed raises StrategyError and says which.
                played = game.play(table, _SEED, 0, self._deals(players))
                assert len(played.games) >= self.games
                assert played.asked > 0

    def test_deterministic_given_its_dice(self) -> None:
        """The same games come out alike, whether played at once or in parts."""
        game = get_game(self.game)
        for preset, players in _situations(game):
            table = _table(game, self.strategy, preset, players, ("baseline", "random"))
            deals = self._deals(players)
            middle = deals.start + 1 + len(deals) // 3
            once = [game.play(table, _SEED, 0, deals)]
            again = [game.play(table, _SEED, 0, deals)]
            # The later part first: nothing may be carried over from deal to deal.
            late = game.play(table, _SEED, 0, range(middle, deals.stop))
            early = game.play(table, _SEED, 0, range(deals.start, middle))
            for frame in FRAMES:
                rows = _bytes(once, frame)
                where = f"{preset}, {players} players, frame {frame}"
                assert _bytes(again, frame) == rows, f"{where}: not the same when played again"
                assert _bytes([early, late], frame) == rows, f"{where}: not the same in parts"

    def test_ties_with_itself(self) -> None:
        """Copies of it win as much as each other: exactly, or with dice in the mean."""
        game = get_game(self.game)
        for players in game.players:
            ruleset, _ = game.resolve(next(iter(game.presets)), players)
            deals = len(self._deals(players))
            found = self_play(game, self.strategy, ruleset, players, deals=deals, seed=_SEED)
            assert found.ties, f"{players} players: {found.reason}"

    def test_the_same_as_plain_python(self) -> None:
        """Compiled and as plain Python, it plays the same games, event by event."""
        wanted = {
            "game": self.game,
            "use": self.use,
            "params": dict(self.params),
            "games": self.plain_games,
        }
        done = subprocess.run(
            [sys.executable, "-m", "rummy_sim.testing", json.dumps(wanted)],
            env={
                **os.environ,
                "RUMMY_SIM_PLAIN": "1",
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"as plain Python it fails:\n{done.stderr}"
        plain = [json.loads(line) for line in done.stdout.splitlines()]
        compiled = list(_told(self.game, self.strategy, self.plain_games))
        assert len(plain) == len(compiled)
        for ours, theirs in zip(compiled, plain, strict=True):
            assert json.loads(json.dumps(ours)) == theirs

    def _deals(self, players: int) -> range:
        """Return deals for the wanted number of games under all rotations."""
        return range(max(2, -(-self.games // players)))


def _situations(game: Game) -> Iterator[tuple[str, int]]:
    """Return every preset with every number of players."""
    return product(game.presets, game.players)


def _table(
    game: Game, strategy: Strategy, preset: str, players: int, others: tuple[str, ...]
) -> Table:
    """Return a table of the strategy and others in turn (without any: copies) in all rotations."""
    found = [find(game.contract, name) for name in others] or [strategy]
    line_up = (strategy, *(found[i % len(found)] for i in range(players - 1)))
    ruleset, _ = game.resolve(preset, players)
    seats = np.arange(players)
    seatings: npt.NDArray[np.int64] = (seats[:, None] + seats) % players
    return Table(players, ruleset, line_up, seatings)


def _bytes(parts: list[Played], frame: str) -> bytes:
    """Return the rows of a frame as they lie in memory."""
    return b"".join(getattr(part, frame).tobytes() for part in parts)


def _told(name: str, strategy: Strategy, games: int) -> Iterator[Event]:
    """Tell some games of each preset, with other player counts from one to the next."""
    game = get_game(name)
    for i, preset in enumerate(game.presets):
        players = game.players[i % len(game.players)]
        others = ("random", "baseline")
        table = _table(game, strategy, preset, players, others)
        for number in range(games):
            yield from game.transcript(table, _SEED, 0, number)


def _main(wanted: dict[str, Any]) -> None:
    """Write the transcripts for another process to compare, one event a line."""
    strategy = find(get_game(wanted["game"]).contract, wanted["use"])
    strategy = strategy.with_values(wanted["params"])
    for event in _told(wanted["game"], strategy, wanted["games"]):
        print(json.dumps(event))


if __name__ == "__main__":
    _main(json.loads(sys.argv[1]))
