"""From a configuration to an experiment: everything looked up, checked and filled in."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from rummy_sim.core.contract import Strategy
from rummy_sim.core.errors import ConfigError
from rummy_sim.core.game import Game
from rummy_sim.runs.config import not_yet, read_keys
from rummy_sim.runs.designs import DESIGNS, Lineup, needed
from rummy_sim.runs.entrants import Entrant, Entrants
from rummy_sim.runs.games import get_game
from rummy_sim.runs.reading import find_experiment, read_mapping

__all__ = ["Experiment", "load_experiment"]

MAX_CELLS = 30_000
"""Cell numbers are 16-bit integers."""

log = logging.getLogger("rummy_sim")


@dataclass(frozen=True)
class Experiment:
    """An experiment with nothing left open; see INTERFACE.md for the keys.

    Attributes
    ----------
    entrants : tuple of Entrant
        All strategies that take part, by first appearance; their order is that of
        the frames' ``strategy`` categories.
    lineups : tuple of Lineup
        One a cell.
    seed_drawn : bool
        The configuration named no seed.
    """

    name: str
    game: Game
    players: int
    ruleset: BaseModel
    seed: int
    seed_drawn: bool
    entrants: tuple[Entrant, ...]
    lineups: tuple[Lineup, ...]
    design: str | None
    seatings: str
    games: int
    storage: str
    report: bool

    @property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies by name."""
        return {entrant.strategy.name: entrant.strategy for entrant in self.entrants}

    def mapping(self, paths: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the resolved configuration; reading it gives the same experiment.

        Parameters
        ----------
        paths : mapping, optional
            What to write for the paths of strategy files, by strategy name.
        """
        paths = paths or {}
        strategies = [
            {
                "use": paths.get(entrant.strategy.name, entrant.use),
                "as": entrant.strategy.name,
                "params": entrant.params,
            }
            for entrant in self.entrants
        ]
        field = (
            {"design": self.design}
            if self.design
            else {"lineups": [list(lineup) for lineup in self.lineups]}
        )
        return {
            "name": self.name,
            "game": self.game.name,
            "players": self.players,
            "ruleset": self.ruleset.model_dump(),
            "seed": self.seed,
            "strategies": strategies,
            **field,
            "seatings": self.seatings,
            "games": self.games,
            "storage": self.storage,
            "report": self.report,
        }


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
        Take the place of the keys of that name.

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
        raw, base, stem, prefix = dict(config), Path.cwd(), "experiment", ""
        problems: list[str] = []
    else:
        path = find_experiment(config)
        raw, problems = read_mapping(path)
        base, stem, prefix = path.parent, path.stem, f"{path}: "
    overrides = {"games": games, "seed": seed}
    raw |= {key: value for key, value in overrides.items() if value is not None}
    resolver = _Resolver(raw, base, stem, problems)
    experiment = resolver.experiment()
    if resolver.problems or experiment is None:
        raise ConfigError([prefix + problem for problem in resolver.problems])
    for warning in resolver.warnings:
        log.warning("%s%s", prefix, warning)
    return experiment


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
        if not file.precision:
            self._need("games")
        self._need("players")
        self._one_source_of_lineups()
        game = self._game()
        if game is None:
            return None
        players = self._players(game)
        ruleset = self._ruleset(game, players or max(game.players))
        entrants = Entrants(game.contract, self.base)
        lineups = self._lineups(entrants, players)
        self.problems += entrants.problems
        if self.problems or ruleset is None or players is None or file.games is None:
            return None
        taking_part = list(dict.fromkeys(name for lineup in lineups for name in lineup))
        for name in entrants.by_name:
            if name not in taking_part:
                self.warnings.append(f"strategies: {name!r} is in no line-up")
        return Experiment(
            name=self.name,
            game=game,
            players=players,
            ruleset=ruleset,
            seed=secrets.randbits(32) if file.seed is None else file.seed,
            seed_drawn=file.seed is None,
            entrants=tuple(entrants.by_name[name] for name in taking_part),
            lineups=tuple(lineups),
            design=file.design,
            seatings=file.seatings,
            games=file.games,
            storage=file.storage,
            report=file.report,
        )

    def _missing(self, key: str) -> bool:
        """Tell whether a key was left out (and not just written wrongly)."""
        return getattr(self.file, key) is None and key not in self.wrong

    def _need(self, key: str) -> None:
        if self._missing(key):
            self.problems.append(f"{key}: this key is needed")

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

    def _ruleset(self, game: Game, players: int) -> BaseModel | None:
        try:
            ruleset, warnings = game.resolve(self.file.ruleset, players)
        except ConfigError as error:
            self.problems += error.problems
            return None
        # A ruleset with every option is a resolved one; it overrides nothing.
        if isinstance(self.file.ruleset, str) or not (
            self.file.ruleset.keys() >= game.ruleset_model.model_fields.keys()
        ):
            self.warnings += warnings
        return ruleset

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
        if len(lineups) > MAX_CELLS:
            self.problems.append(
                f"{'strategies' if file.design else 'lineups'}: {len(lineups)} line-ups are too "
                f"many for one experiment (at most {MAX_CELLS})"
            )
        return lineups
