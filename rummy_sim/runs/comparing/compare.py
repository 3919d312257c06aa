"""``rummy_sim.compare``: strategies against each other on the same deals."""

from __future__ import annotations

import dataclasses
import logging
import math
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rummy_sim.core.errors import ConfigError, RunError, UserError
from rummy_sim.core.validation import plain
from rummy_sim.runs.comparing.comparison import Comparison
from rummy_sim.runs.comparing.entries import read_ruleset, read_strategies
from rummy_sim.runs.comparing.playing import Player
from rummy_sim.runs.comparing.rules import ByGames, ByPrecision, BySprt, Rule
from rummy_sim.runs.comparing.tables import Meeting, meetings
from rummy_sim.runs.config import MAX_GAMES
from rummy_sim.runs.games import GAMES, get_game
from rummy_sim.runs.plan import Plan
from rummy_sim.runs.resolving import Experiment, load_experiment

__all__ = ["MOST_GAMES", "PRECISION", "compare"]

log = logging.getLogger("rummy_sim")

PRECISION = 0.005
"""The half-width that a comparison aims at when nothing else is asked for."""
MOST_GAMES = 1_000_000
"""Games at each table that a precision or a sequential test may take at most."""


def compare(
    *strategies: str | Mapping[str, Any],
    game: str = "phantom",
    players: int = 2,
    ruleset: str | Mapping[str, Any] | None = None,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Play strategies against each other on the same deals, and say which is better.

    Every two of them meet: with two seats at one table, with more at several (one
    against a field of the other, the reverse, and the mixes between). All tables play
    the same deals, each under all rotations of its seats.

    Parameters
    ----------
    *strategies : str or mapping
        Two or more: a name, the path of a file, ``name:param=value,…``, any of these
        with a label in front (``label=name``), or ``{use, as, params}`` as in
        ``experiment.yaml``.
    game : str
        The game's name.
    players : int
        Seats at a table.
    ruleset : str or mapping, optional
        A preset, ``preset,option=value,…``, or a mapping; default the game's first.
    games : int, optional
        Full games at each table, rounded up to whole blocks.
    precision : float, optional
        Play until the 95 % interval of every win share has at most this half-width
        (default 0.005), or ``max_games`` are played.
    sprt : (float, float), optional
        Play until the data speak for one of two differences d0 < d1 (a seat of the
        first strategy less a seat of the second, in win share); two strategies only.
    alpha, beta : float
        The chances wished for of accepting d1 when d0 is true, and d0 when d1 is.
    max_games : int, optional
        Full games at each table at most, for ``precision`` and ``sprt``; default
        1,000,000.
    seed : int, optional
        Without it one is drawn; see ``Comparison.seed``.
    workers : int, optional
        Threads; default one a processor. Results do not depend on it.
    out : str or Path, optional
        Play the games once more as an experiment into this folder and keep its
        frames.
    progress : callable, optional
        Called with the games played and the games that are expected in all.

    Returns
    -------
    Comparison

    Raises
    ------
    ConfigError
        All that is wrong with the arguments, at once.
    StrategyError
        If a strategy gave an impossible answer.

    Examples
    --------
    >>> result = rummy_sim.compare("rush", "baseline", players=4)    # doctest: +SKIP
    >>> print(result.sentence())                                     # doctest: +SKIP
    >>> result.table(), result.differences()                         # doctest: +SKIP
    """
    players, games, max_games, seed, workers = map(
        plain, (players, games, max_games, seed, workers)
    )
    strategies, ruleset = tuple(map(plain, strategies)), plain(ruleset)
    problems = _wrong_rules(games, precision, sprt, alpha, beta, max_games, len(strategies))
    if workers is not None and not (_is_whole(workers) and workers >= 1):
        problems.append(f"workers: must be a whole number of threads, not {workers!r}")
    most = games or max_games or MOST_GAMES
    names, experiment = _resolve(
        strategies, game, players, ruleset, most, seed, None if out is None else Path(out), problems
    )
    met = [
        dataclasses.replace(meeting, is_one=_are_one(experiment, meeting.a, meeting.b))
        for meeting in meetings(names, players)
    ]
    plan = Plan(experiment)
    blocks = plan.cells[0].deals
    rule: Rule
    if games is not None:
        rule = ByGames(blocks)
    elif sprt is not None:
        rule = BySprt(names[0], names[1], *sprt, alpha, beta, blocks)
    else:
        rule = ByPrecision(precision or PRECISION, blocks)
    comparison = _play(plan, met, rule, workers or os.cpu_count() or 1, progress)
    if out is not None:
        _keep(comparison.experiment, Path(out), workers)
    return comparison


def _are_one(experiment: Experiment, *labels: str) -> bool:
    """Tell whether labels stand for one strategy with the same parameters."""
    by_name = {entrant.strategy.name: entrant for entrant in experiment.entrants}
    one, other = (by_name[label] for label in labels)
    return (one.sha256, one.params) == (other.sha256, other.params)


def _play(
    plan: Plan,
    met: Sequence[Meeting],
    rule: Rule,
    workers: int,
    progress: Callable[[int, int], None] | None,
) -> Comparison:
    """Play until the rule says stop."""
    player = Player(plan, met, workers)
    games_a_block = len(plan.cells[0].table.seatings) * len(met)
    tell = progress or (lambda done, total: None)
    blocks = expected = rule.first
    tell(0, expected * games_a_block)
    while True:
        total = expected * games_a_block
        outcomes = player.play_to(blocks, lambda done, total=total: tell(done, total))  # type: ignore[misc]
        standing = rule.look(outcomes)
        if standing.next is None:
            break
        blocks, expected = standing.next, standing.expected
    if blocks < expected:
        tell(blocks * games_a_block, blocks * games_a_block)
    games = standing.blocks * len(plan.cells[0].table.seatings)
    experiment = dataclasses.replace(plan.experiment, games=games)
    return Comparison(experiment, outcomes.first(standing.blocks), standing)


def _keep(experiment: Experiment, out: Path, workers: int | None) -> None:
    """Keep the frames of a comparison as a run."""
    from rummy_sim.runs.experiment import run_experiment

    try:
        run_experiment(experiment, out.parent, workers=workers)
    except UserError as error:
        log.warning("the games were not kept: %s", error)


def _resolve(
    strategies: Sequence[str | Mapping[str, Any]],
    game: str,
    players: int,
    ruleset: str | Mapping[str, Any] | None,
    games: int,
    seed: int | None,
    out: Path | None,
    problems: list[str],
) -> tuple[list[str], Experiment]:
    """Return the labels and the experiment that is played; tell all mistakes at once."""
    from rummy_sim.runs.store import is_vacant

    items: list[dict[str, Any]] = []
    rules: str | dict[str, Any] = {}
    try:
        items = read_strategies(strategies)
    except ConfigError as error:
        problems += error.problems
    try:
        rules = read_ruleset(ruleset)
    except ConfigError as error:
        problems += error.problems
    config: dict[str, Any] = {
        "name": "compare" if out is None else out.name,
        "game": game,
        "players": players,
        "ruleset": rules,
        "seed": seed,
        "strategies": items,
        "games": games if _is_whole(games) and 1 <= games <= MAX_GAMES else 1,  # told before
        "seatings": "rotate",
        "storage": "games",
        "report": False,
    }
    names = [str(item["as"]) for item in items]
    met = meetings(names, players) if _has_seats(game, players) else []
    # Where no table can be made, each strategy by itself is checked all the same.
    config |= {"lineups": [list(m.lineup) for m in met]} if met else {"design": "mirror"}
    experiment = None
    try:
        if items:
            experiment = load_experiment(config)
    except ConfigError as error:
        problems += error.problems
    if problems or experiment is None:
        raise ConfigError(problems)
    if out is not None and not is_vacant(out):
        raise RunError(f"{out} is there already: give --out a new folder")
    if out is not None and not _can_be_made(out):
        raise RunError(f"{out} cannot be written: give --out another folder")
    return names, experiment


def _has_seats(game: str, players: int) -> bool:
    """Tell whether a game has such tables; those of a million players would fill the memory."""
    return _is_whole(players) and game in list(GAMES) and players in get_game(game).players


def _can_be_made(folder: Path) -> bool:
    """Tell whether a folder can be made: found out before the games and not after them."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _wrong_rules(
    games: int | None,
    precision: float | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    max_games: int | None,
    strategies: int,
) -> list[str]:
    """Say what is wrong with the rule to stop by, and with the number of strategies."""
    problems = []
    if strategies < 2:
        problems.append(f"strategies: two or more are compared, not {strategies}")
    asked = {"games": games, "precision": precision, "sprt": sprt}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) > 1:
        problems.append(f"{' and '.join(given)}: exclude each other; give one of them")
    for name, count in (("games", games), ("max_games", max_games)):
        if count is not None and not (_is_whole(count) and 1 <= count <= MAX_GAMES):
            problems.append(
                f"{name}: must be a whole number from 1 to {MAX_GAMES:,}, not {count!r}"
            )
    if games is not None and max_games is not None:
        problems.append("max_games: goes with a precision or an sprt; 'games' is a number itself")
    if precision is not None and not (_is_number(precision) and 0 < precision < 0.5):
        problems.append(
            f"precision: must be a half-width between 0 and 0.5 (0.005 for half a point), "
            f"not {precision!r}"
        )
    if sprt is not None:
        ends = list(sprt) if isinstance(sprt, Sequence) else [sprt]
        if not (len(ends) == 2 and all(map(_is_number, ends)) and -1 < ends[0] < ends[1] < 1):
            problems.append(
                "sprt: must be two differences of win shares between -1 and 1, the smaller first "
                f"(0 0.02 for none against two points), not {' '.join(map(str, ends))}"
            )
        if strategies > 2:
            problems.append(f"sprt: compares two strategies, not {strategies}")
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not (_is_number(rate) and 0 < rate < 0.5):
            problems.append(f"{name}: must be an error rate between 0 and 0.5, not {rate!r}")
    return problems


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
