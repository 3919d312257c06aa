"""From a configuration to an experiment: everything looked up, checked and filled in."""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from rummy_sim.core.errors import ConfigError
from rummy_sim.core.game import Game
from rummy_sim.core.validation import plain
from rummy_sim.runs.config import not_yet, read_keys
from rummy_sim.runs.designs import DESIGNS, Lineup, needed
from rummy_sim.runs.entrants import Entrants
from rummy_sim.runs.games import get_game
from rummy_sim.runs.reading import find_experiment, question_of, read_mapping
from rummy_sim.runs.resolved import Experiment
from rummy_sim.runs.sweeps import PRESET, Grid, Rules, read_sweep

__all__ = ["MAX_PRECISION_GAMES", "MIN_PRECISION_GAMES", "Experiment", "load_experiment"]

MAX_CELLS = 30_000
"""Cell numbers are 16-bit integers."""

MIN_PRECISION_GAMES = 1000
MAX_PRECISION_GAMES = 1_000_000
"""What ``min_games`` and ``max_games`` are when nobody sets them."""

log = logging.getLogger("rummy_sim")


def load_experiment(
    config: str | Path | Mapping[str, Any],
    *,
    games: int | None = None,
    seed: int | None = None,
) -> Experiment:
    """Read, check and resolve an experiment.

    Parameters
    ----------
    config : str, Path or mapping
        A file, the name of a shipped experiment, or the keys themselves (paths of
        strategy files then start from the current folder).
    games, seed : int, optional
        Take the place of the keys of that name; ``games`` also that of
        ``precision``.

    Returns
    -------
    Experiment
        Warnings, say of options without effect, go to the log ``rummy_sim``.

    Raises
    ------
    ConfigError
        Everything that is wrong, at once, each sentence with its key.
    """
    if isinstance(config, Mapping):
        raw, base, stem, prefix = plain(config), Path.cwd(), "experiment", ""
        problems: list[str] = []
        question = ""
    elif not isinstance(config, (str, PathLike)):
        raise ConfigError(
            "an experiment is the path of a YAML file, a shipped experiment's name or a mapping "
            f"of keys, not {config!r}"
        )
    else:
        path = find_experiment(config)
        raw, problems = read_mapping(path)
        question = question_of(path.read_text(encoding="utf-8-sig"))
        base, stem, prefix = path.parent, path.stem, f"{path}: "
    if games is not None:
        for key in ("precision", "min_games", "max_games"):
            raw.pop(key, None)
    overrides = {"games": plain(games), "seed": plain(seed)}
    raw |= {key: value for key, value in overrides.items() if value is not None}
    resolver = _Resolver(raw, base, stem, problems)
    experiment = resolver.experiment()
    if resolver.problems or experiment is None:
        raise ConfigError([prefix + problem for problem in resolver.problems])
    for warning in resolver.warnings:
        log.warning("%s%s", prefix, warning)
    return replace(experiment, question=question)


class _Resolver:
    """Checks a configuration, collecting problems instead of stopping at the first."""

    def __init__(
        self, raw: Mapping[Any, Any], base: Path, stem: str, problems: Sequence[str]
    ) -> None:
        self.base = base
        self.file, found, self.wrong = read_keys(raw)
        self.problems = [*problems, *found, *not_yet(key for key in raw if isinstance(key, str))]
        self.warnings: list[str] = []
        self.name = self.file.name or stem
        if self.file.name is None and "name" not in self.wrong:
            self.problems += read_keys({"name": stem})[1]

    def experiment(self) -> Experiment | None:
        """Return the experiment, or ``None`` when there are problems."""
        file = self.file
        self._one_length()
        self._need("players")
        self._one_source_of_lineups()
        game = self._game()
        if game is None:
            return None
        players = self._players(game)
        rules = Rules(game, file.ruleset, players or max(game.players))
        self.problems += rules.problems
        entrants = Entrants(game.contract, self.base)
        lineups = self._lineups(entrants, players)
        self.problems += entrants.problems
        taking_part = list(dict.fromkeys(name for lineup in lineups for name in lineup))
        grid = self._grid(rules, entrants, taking_part, len(lineups))
        if self.problems or rules.base is None or players is None or grid is None:
            return None
        for name in entrants.by_name:
            if name not in taking_part:
                self.warnings.append(f"strategies: {name!r} is in no line-up")
        most = file.games or file.max_games or MAX_PRECISION_GAMES
        return Experiment(
            name=self.name,
            game=game,
            players=players,
            ruleset=rules.base,
            seed=secrets.randbits(32) if file.seed is None else file.seed,
            seed_drawn=file.seed is None,
            entrants=tuple(entrants.by_name[name] for name in taking_part),
            lineups=tuple(lineups),
            design=file.design,
            seatings=file.seatings,
            games=most,
            precision=file.precision,
            min_games=min(file.min_games or MIN_PRECISION_GAMES, most),
            grid=grid,
            written_ruleset=rules.written(preset_is_swept=PRESET in grid.keys),
            storage=file.storage,
            report=file.report,
        )

    def _missing(self, key: str) -> bool:
        """Tell whether a key was left out (and not just written wrongly)."""
        return getattr(self.file, key) is None and key not in self.wrong

    def _need(self, key: str) -> None:
        if self._missing(key):
            self.problems.append(f"{key}: this key is needed")

    def _one_length(self) -> None:
        """Ask for exactly one of a number of games, and a precision with its bounds."""
        file = self.file
        games, precision = not self._missing("games"), not self._missing("precision")
        if games and precision:
            self.problems.append(
                "precision: stops each cell when it is precise enough; leave out 'games' (the "
                "most that a cell may play is 'max_games') or 'precision'"
            )
        elif not games and not precision:
            self.problems.append("games: this key is needed, or 'precision'")
        for key in ("min_games", "max_games"):
            if not precision and not self._missing(key):
                self.problems.append(f"{key}: belongs to 'precision', which is not given")
        most = file.max_games or MAX_PRECISION_GAMES
        if file.min_games and file.min_games > most and "max_games" not in self.wrong:
            self.problems.append(
                f"min_games: must be at most max_games ({most}), not {file.min_games}"
            )

    def _one_source_of_lineups(self) -> None:
        """Ask for exactly one of line-ups, and strategies with a design."""
        lineups, strategies, design = (
            not self._missing(key) for key in ("lineups", "strategies", "design")
        )
        if lineups and design:
            self.problems.append(
                "design: makes line-ups out of 'strategies'; leave out 'lineups' or 'design'"
            )
        elif not lineups and not strategies:
            self.problems.append("lineups: this key is needed, or 'strategies' and a 'design'")
        elif not lineups and not design:
            self.problems.append(
                f"design: this key is needed to make line-ups of 'strategies': {', '.join(DESIGNS)}"
            )

    def _game(self) -> Game | None:
        self._need("game")
        if self.file.game is None:
            return None
        try:
            return get_game(self.file.game)
        except ConfigError as error:
            self.problems += error.problems
            return None

    def _players(self, game: Game) -> int | None:
        players = self.file.players
        if players is None or players in game.players:
            return players
        counts = ", ".join(map(str, game.players))
        self.problems.append(
            f"players: {game.title} is played by {counts} players, not by {players}"
        )
        return None

    def _grid(
        self, rules: Rules, entrants: Entrants, taking_part: list[str], lineups: int
    ) -> Grid | None:
        """Return all variants; the warnings of the rules come with them."""
        strategies = {name: entrant.strategy for name, entrant in entrants.by_name.items()}
        # Where line-ups are wrong, who takes part is not known; what is wrong with a strategy
        # is told where it is named.
        lost = [f"strategies.{name}." for name in taking_part if name not in strategies]
        unknown = tuple(lost) if lineups else ("strategies.",)
        sweep = {
            key: values
            for key, values in (self.file.sweep or {}).items()
            if not key.startswith(unknown)
        }
        cells = max(lineups, 1) * math.prod(map(len, sweep.values()))
        if cells > MAX_CELLS:
            key = "sweep" if sweep else "strategies" if self.file.design else "lineups"
            self.problems.append(
                f"{key}: {cells} cells are too many for one experiment (at most {MAX_CELLS})"
            )
            return None
        grid, problems, warnings = read_sweep(sweep, rules, strategies, taking_part)
        self.problems += problems
        self.warnings += warnings
        return grid

    def _lineups(self, entrants: Entrants, players: int | None) -> list[Lineup]:
        """Return the line-ups as names, each a cell."""
        file = self.file
        names = [
            entrants.define(use, f"strategies[{i}]") for i, use in enumerate(file.strategies or ())
        ]
        if "strategies" in self.wrong:
            return []  # the names that line-ups use may stand there
        if file.design and file.strategies and players and not file.lineups:
            if len(names) < (least := needed(file.design, players)):
                self.problems.append(
                    f"strategies: the design {file.design} with {players} players needs at "
                    f"least {least}, not {len(names)}"
                )
            lineups = DESIGNS[file.design](names, players)
        else:
            lineups = []
            for i, row in enumerate(file.lineups or ()):
                if players and len(row) != players:
                    self.problems.append(
                        f"lineups[{i}]: must name {players} strategies, one for each of the "
                        f"'players', not {len(row)}"
                    )
                lineup = tuple(
                    entrants.enter(use, f"lineups[{i}][{j}]") for j, use in enumerate(row)
                )
                if lineup in lineups:
                    self.problems.append(
                        f"lineups[{i}]: is the same as lineups[{lineups.index(lineup)}]"
                    )
                lineups.append(lineup)
        return lineups
