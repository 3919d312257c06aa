"""Playing single games again, from a run or from a configuration alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.core.game import Event
from rummy_sim.runs.manifest import looks_of, read_manifest
from rummy_sim.runs.plan import Plan
from rummy_sim.runs.resolving import load_experiment

__all__ = ["game_numbers", "plan_of", "plan_of_run", "transcripts"]


def plan_of(source: str | Path | Mapping[str, Any], seed: int | None = None) -> Plan:
    """Return the plan of a run's folder, a configuration file, or a shipped experiment.

    Parameters
    ----------
    source : str, Path or mapping
        What to replay.
    seed : int, optional
        In place of the configuration's; a run has its own.

    Raises
    ------
    UserError
        If it cannot be read, or a strategy's file has changed since the run.
    """
    if not isinstance(source, Mapping) and Path(source).is_dir():
        if seed is not None:
            raise ConfigError("--seed: a run has its own; give it with a configuration")
        return plan_of_run(Path(source))
    return Plan(load_experiment(source, seed=seed))


def plan_of_run(folder: Path) -> Plan:
    """Return the plan that a run was played by.

    Raises
    ------
    RunError
        If it is no run, or the file of one of its strategies has changed.
    """
    manifest = read_manifest(folder)
    experiment = load_experiment(folder / "experiment.yaml")
    then = {record["name"]: record["sha256"] for record in manifest["strategies"]}
    for entrant in experiment.entrants:
        if entrant.sha256 != then.get(entrant.strategy.name):
            raise RunError(
                f"the file of strategy {entrant.strategy.name!r}, {entrant.strategy.path}, has "
                f"changed since {folder} was played: its games cannot be played again"
            )
    return Plan(experiment, looks_of(manifest))


def game_numbers(text: str, games: int) -> range:
    """Read ``17`` or ``0:500``: one game, or those from the first up to before the second.

    Parameters
    ----------
    text : str
        What the user wrote.
    games : int
        How many games the cell has.

    Raises
    ------
    ConfigError
        If it is neither, or names games that there are not.

    Examples
    --------
    >>> game_numbers("17", 100), game_numbers("90:", 100)
    (range(17, 18), range(90, 100))
    """
    match = re.fullmatch(r"(\d*)(:?)(\d*)", text.strip())
    if match is None or not (match[1] or match[2]):
        raise ConfigError(f"--game: must be a number (17) or from:to (0:500), not {text!r}")
    first = int(match[1] or 0)
    stop = (int(match[3]) if match[3] else games) if match[2] else first + 1
    if not first < stop <= games:
        raise ConfigError(f"--game: the cell has games 0 to {games - 1} (0:{games}), not {text}")
    return range(first, stop)


def transcripts(plan: Plan, cell: int, games: str) -> Iterator[Iterator[Event]]:
    """Return the transcripts of some games of a cell, each as an iterator of events.

    Raises
    ------
    ConfigError
        If there is no such cell or game.
    """
    if not 0 <= cell < len(plan.cells):
        raise ConfigError(f"--cell: there are the cells 0 to {len(plan.cells) - 1}, not {cell}")
    chosen = plan.cells[cell]
    numbers = game_numbers(games, chosen.games)
    seed = plan.experiment.seed
    return (plan.game.transcript(chosen.table, seed, cell, number) for number in numbers)
