"""How fast the simulator is on this machine, and told in shuffles, on any."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rummy_sim.core.contract import find
from rummy_sim.core.errors import ConfigError
from rummy_sim.core.game import Played, Table
from rummy_sim.runs.designs import rotate
from rummy_sim.runs.games import get_game

__all__ = ["Bench", "bench", "peak_rss_mb"]

SEED = 1
USUAL_PLAYERS = 4
CHUNK_SECONDS = 0.1
"""Short, so that a chunk and the shuffles timed around it meet the same machine."""


@dataclass(frozen=True)
class Bench:
    """What was measured; rates are medians over chunks.

    Attributes
    ----------
    shuffle_ns : float
        One keyed shuffle of 100 cards.
    games_per_s, short_games_per_s, decisions_per_s : float
        Of all workers together; decisions are askings of a strategy.
    first_call_s : float
        From nothing to the first deal played: the game imported and its engine
        compiled, or loaded from the cache.
    short_game_ns : float
        Processor time of one worker for a short game or hand.
    shuffles_per_short_game : float
        The same in shuffles timed just before and after, in processor time as well:
        the speed of the program, whatever the machine and what else it is doing.
    shuffles_per_short_game_low, shuffles_per_short_game_high : float
        The quartiles of that ratio over the chunks.
    chunks : int
        How many chunks were timed.
    """

    game: str
    players: int
    ruleset: str
    strategies: tuple[str, ...]
    workers: int
    shuffle_ns: float
    games_per_s: float
    short_games_per_s: float
    decisions_per_s: float
    first_call_s: float
    short_game_ns: float
    shuffles_per_short_game: float
    shuffles_per_short_game_low: float
    shuffles_per_short_game_high: float
    chunks: int


@dataclass(frozen=True)
class _Chunk:
    """The rates of one chunk, its processor time, and what a shuffle took around it."""

    games: float
    short_games: float
    decisions: float
    short_game_ns: float
    shuffle_ns: float


def bench(
    game_name: str,
    players: int | None = None,
    ruleset: str | None = None,
    lineup: Sequence[str] | None = None,
    workers: int = 1,
    seconds: float = 5.0,
) -> Bench:
    """Measure the throughput of a line-up under all its cyclic seatings.

    Parameters
    ----------
    game_name : str
        The game.
    players : int, optional
        Seats; default as many as the line-up has, or four.
    ruleset : str, optional
        A preset; default the game's first.
    lineup : sequence of str, optional
        Strategies by name or file, one a seat; default ``baseline`` in all.
    workers : int
        Threads that play at the same time.
    seconds : float
        How long to measure.

    Raises
    ------
    UserError
        If the player count, the ruleset or a strategy does not exist.
    """
    before = time.perf_counter()
    game = get_game(game_name)
    loading = time.perf_counter() - before
    if lineup and len(lineup) != (players or len(lineup)):
        raise ConfigError(f"--lineup: must name {players} strategies, not {len(lineup)}")
    players = players or (len(lineup) if lineup else USUAL_PLAYERS)
    if players not in game.players:
        counts = ", ".join(map(str, game.players))
        key = "--lineup: names a strategy a seat, and" if lineup else "--players:"
        raise ConfigError(f"{key} {game.title} is played by {counts} players, not by {players}")
    names = tuple(lineup or ["baseline"] * players)
    ruleset = ruleset or next(iter(game.presets))
    rules, _ = game.resolve(ruleset, players)
    found = {name: find(game.contract, name) for name in dict.fromkeys(names)}
    table = Table(players, rules, tuple(found[name] for name in names), rotate(names))

    def play(first: int, deals: int) -> Played:
        return game.play(table, SEED, 0, range(first, first + deals), ("games",))

    def timed(first: int, deals: int) -> tuple[Played, float]:
        """Play, and tell the processor time of this thread, which waiting does not count."""
        before = time.thread_time()
        played = play(first, deals)
        return played, time.thread_time() - before

    before = time.perf_counter()
    play(0, 1)
    first_call = loading + time.perf_counter() - before
    # Only now, so that its compilation is in no figure.
    from rummy_sim.core.yardstick import shuffle_ns

    deals = _deals_for(CHUNK_SECONDS, lambda deals: play(0, deals))
    chunks: list[_Chunk] = []
    with ThreadPoolExecutor(workers) as pool:
        stop = time.perf_counter() + seconds
        shuffle, first = shuffle_ns(), 0
        while not chunks or time.perf_counter() < stop:
            before = time.perf_counter()
            starts = [first + worker * deals for worker in range(workers)]
            parts = list(pool.map(timed, starts, [deals] * workers))
            spent = time.perf_counter() - before
            short_games = sum(part.rounds_played for part, _ in parts)
            first += workers * deals
            shuffle_before, shuffle = shuffle, shuffle_ns()
            chunks.append(
                _Chunk(
                    games=workers * deals * len(table.seatings) / spent,
                    short_games=short_games / spent,
                    decisions=sum(part.asked for part, _ in parts) / spent,
                    short_game_ns=1e9 * sum(busy for _, busy in parts) / short_games,
                    shuffle_ns=(shuffle_before + shuffle) / 2,
                )
            )
    ratios = [chunk.short_game_ns / chunk.shuffle_ns for chunk in chunks]
    low, middle, high = _quartiles(ratios)
    return Bench(
        game=game.name,
        players=players,
        ruleset=ruleset,
        strategies=names,
        workers=workers,
        shuffle_ns=statistics.median(chunk.shuffle_ns for chunk in chunks),
        games_per_s=statistics.median(chunk.games for chunk in chunks),
        short_games_per_s=statistics.median(chunk.short_games for chunk in chunks),
        decisions_per_s=statistics.median(chunk.decisions for chunk in chunks),
        first_call_s=first_call,
        short_game_ns=statistics.median(chunk.short_game_ns for chunk in chunks),
        shuffles_per_short_game=middle,
        shuffles_per_short_game_low=low,
        shuffles_per_short_game_high=high,
        chunks=len(chunks),
    )


def _deals_for(seconds: float, play: Callable[[int], Played]) -> int:
    """Return how many deals take about so long."""
    deals = 1
    while True:
        before = time.perf_counter()
        play(deals)
        spent = time.perf_counter() - before
        if spent >= seconds / 4:
            return max(1, round(deals * seconds / spent))
        deals *= 2


def _quartiles(values: list[float]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile."""
    if len(values) < 2:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def peak_rss_mb() -> float | None:
    """Return the most memory that this process ever held, in MB; None where unknown."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3
