"""An experiment from its configuration to a complete run folder: new, resumed, or left alone."""

from __future__ import annotations

import dataclasses
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rummy_sim.core.errors import ConfigError, RunError
from rummy_sim.core.validation import yaml_text
from rummy_sim.runs.courses import Course
from rummy_sim.runs.entrants import Entrant
from rummy_sim.runs.manifest import looks_of, versions
from rummy_sim.runs.plan import Plan
from rummy_sim.runs.reading import read_mapping
from rummy_sim.runs.resolved import Experiment
from rummy_sim.runs.runner import ChunkResult, chunk_size, play_chunks
from rummy_sim.runs.store import RunFolder, delete_run, is_vacant

__all__ = ["Outcome", "Progress", "differences", "run_experiment"]

Progress = Callable[[int, int], None]
"""Called with the full games done and the full games in all.

Under ``precision`` the second is an estimate that moves; it is never below the first.
"""

log = logging.getLogger("rummy_sim")


@dataclass(frozen=True)
class Outcome:
    """What :func:`run_experiment` did.

    Attributes
    ----------
    path : Path
        The run's folder.
    left_alone : bool
        It was complete before.
    games : int
        Full games played now.
    seconds : float
        How long they took.
    """

    path: Path
    left_alone: bool
    games: int
    seconds: float


def run_experiment(
    experiment: Experiment,
    out: Path,
    *,
    workers: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
    chunk_deals: int | None = None,
) -> Outcome:
    """Play an experiment into ``out / experiment.name``.

    Parameters
    ----------
    experiment : Experiment
        What to play.
    out : Path
        The folder that holds runs.
    workers : int, optional
        Chunks played at a time; default as many as there are processors.
    resume, overwrite : bool
        What to do with an unfinished run: go on with it, or start again. With
        ``overwrite`` a complete run is played again, too.
    executor : Executor, optional
        Who plays; default a pool of ``workers`` threads.
    progress : callable, optional
        Told how far it is.
    chunk_deals : int, optional
        Deals a chunk; default as measured. Results do not depend on it.

    Raises
    ------
    ConfigError
        If ``workers`` is no number of threads.
    RunError
        If the folder holds something else, another experiment's run (that of a
        strategy's file before it was edited, too), or an unfinished run that
        neither is to be resumed nor overwritten.
    StrategyError
        If a strategy cannot be compiled or gives an impossible answer.
    """
    if workers is not None and not (type(workers) is int and workers >= 1):
        raise ConfigError(f"workers: must be a whole number of threads, not {workers}")
    workers = workers or os.cpu_count() or 1
    folder = RunFolder(out / experiment.name)
    if overwrite and not is_vacant(folder.path):
        with _lock(folder):
            delete_run(folder.path)
    is_new = is_vacant(folder.path)
    if not is_new:
        experiment = _same_experiment(folder, experiment)
    plan = Plan(experiment)
    if is_new:
        folder.create(plan, chunk_deals or chunk_size(plan, workers))
    with folder.locked():
        if not is_new:
            if folder.manifest["complete"] and not _missing_parts(folder, experiment):
                # An edited file is another experiment; an installed strategy may be a newer one.
                _same_files(folder, [e for e in experiment.entrants if e.is_file])
                return Outcome(folder.path, left_alone=True, games=0, seconds=0.0)
            _may_resume(folder, experiment, resume)
        return _play(folder, plan, workers, executor, progress)


def _lock(folder: RunFolder) -> Any:
    return folder.locked() if folder.path.is_dir() else nullcontext()


def _play(
    folder: RunFolder,
    plan: Plan,
    workers: int,
    executor: Executor | None,
    progress: Progress | None,
) -> Outcome:
    """Play the chunks that are still missing, and finish the run.

    All cells are played to their next stop; then each decides whether to go on.
    """
    folder.clean()
    chunk_deals = folder.manifest["chunk_deals"]
    courses = [Course(cell, plan.experiment) for cell in plan.cells]
    games_of = [len(cell.table.seatings) for cell in plan.cells]
    done = played = 0

    def tell() -> None:
        if progress:
            expected = zip(courses, games_of, strict=True)
            progress(done, sum(course.expected * games for course, games in expected))

    def save(result: ChunkResult) -> None:
        nonlocal done, played
        folder.write_parts(result.chunk, result.parts)
        courses[result.chunk.cell].add(result.sums)
        done += result.games
        played += result.games
        tell()

    start = time.perf_counter()
    with nullcontext(executor) if executor else ThreadPoolExecutor(workers) as pool:
        while under_way := [course for course in courses if not course.finished]:
            missing = []
            for chunk in (chunk for course in under_way for chunk in course.chunks(chunk_deals)):
                part = folder.sums_of(plan, chunk)
                if part is None:
                    missing.append(chunk)
                else:
                    courses[chunk.cell].add(part)
                    done += chunk.deals * games_of[chunk.cell]
            tell()
            play_chunks(plan, missing, pool, 2 * workers, save)
            for course in under_way:
                course.arrive()
    folder.complete(courses)
    return Outcome(folder.path, False, played, time.perf_counter() - start)


def _missing_parts(folder: RunFolder, experiment: Experiment) -> list[Path]:
    """Return the parts of a complete run that are not there."""
    plan = Plan(experiment, looks_of(folder.manifest))
    return [path for path in folder.parts(plan) if not path.is_file()]


def _same_experiment(folder: RunFolder, experiment: Experiment) -> Experiment:
    """Return the experiment with the run's seed, if it is the one that was run."""
    manifest = folder.manifest
    if experiment.seed_drawn:
        experiment = dataclasses.replace(experiment, seed=int(manifest["seed"]))
        log.info("taking the seed of the run: %d", experiment.seed)
    if found := differences(folder, experiment):
        raise RunError(
            [
                f"{folder.path} was made from another configuration: {'; '.join(found)}",
                "give the experiment another 'name', or --overwrite the run",
            ]
        )
    return experiment


def _may_resume(folder: RunFolder, experiment: Experiment, resume: bool) -> None:
    """Ask for leave to go on with an unfinished run, by the same program."""
    manifest = folder.manifest
    if not resume:
        state = "lacks parts" if manifest["complete"] else "is unfinished"
        raise RunError(
            f"the run {folder.path} {state}: go on with --resume, or start again with --overwrite"
        )
    now, then = versions()["rummy-sim"], manifest["versions"]["rummy-sim"]
    if now != then:
        raise RunError(
            f"the run {folder.path} was begun by rummy-sim {then}, this is {now}, and games of "
            "both must not be mixed: start again with --overwrite"
        )
    _same_files(folder, experiment.entrants)


def _same_files(folder: RunFolder, entrants: Iterable[Entrant]) -> None:
    """Ask whether the files of strategies are still those that the run was begun with."""
    then = {record["name"]: record["sha256"] for record in folder.manifest["strategies"]}
    for entrant in entrants:
        name = entrant.strategy.name
        if entrant.sha256 != then[name]:
            raise RunError(
                f"the file of strategy {name!r}, {entrant.strategy.path}, has changed since the "
                f"run {folder.path} was begun: start again with --overwrite"
            )


def differences(folder: RunFolder, experiment: Experiment) -> list[str]:
    """Say in what an experiment differs from the one that a run was made from.

    Whether a report is drawn, and where a strategy's file lies, makes no difference.
    """
    there, _ = read_mapping(folder.path / "experiment.yaml")
    then, now = dict(_flat(_comparable(there))), dict(_flat(_comparable(experiment.mapping())))
    return [
        f"{key} is {_shown(then, key)} there, {_shown(now, key)} now"
        for key in dict.fromkeys((*then, *now))
        if then.get(key) != now.get(key)
    ]


def _comparable(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a resolved configuration without what makes no difference."""
    strategies = {
        item["as"]: {
            "use": "a file" if str(item["use"]).endswith(".py") else item["use"],
            "params": item["params"],
        }
        for item in config.get("strategies", ())
    }
    return {**config, "strategies": strategies, "report": None}


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, part in value.items():
        if isinstance(part, Mapping):
            yield from _flat(part, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", part


def _shown(values: Mapping[str, Any], key: str) -> str:
    return yaml_text(values[key]) if key in values else "not set"
