"""Playing a share of a run again and comparing it with what was stored, bit for bit."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import RunError
from rummy_sim.runs.frames import columns_of, read_part
from rummy_sim.runs.manifest import to_json
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.replaying import plan_of_run
from rummy_sim.runs.run import Run
from rummy_sim.runs.runner import play_tables
from rummy_sim.runs.store import RunFolder, part_name

__all__ = ["Verdict", "verify"]


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes
    ----------
    games, all_games : int
        Full games that were played again, and that the run has.
    differences : list of str
        Where stored and played rows differ; empty when all is well.
    """

    games: int
    all_games: int
    differences: list[str]


def verify(run: Run, share: float = 0.01, seed: int | None = None) -> Verdict:
    """Play random deals of a run again, and compare all frames kept.

    Parameters
    ----------
    run : Run
        The run to check.
    share : float
        The share of its deals, greater than 0 and at most 1; at least one deal is played.
    seed : int, optional
        Chooses the deals; default at random.

    Raises
    ------
    RunError
        If the run cannot be read or a strategy's file has changed.
    """
    if not 0 < share <= 1:
        raise RunError(f"--share: must be greater than 0 and at most 1, not {share:g}")
    plan = plan_of_run(run.path)
    _same_cells(plan, run)
    _open_all_parts(plan, run)
    found: list[str] = []
    games = 0
    for chunk, part in _some(plan, run, share, seed):
        games += chunk.deals * len(plan.cells[chunk.cell].table.seatings)
        found += _differences(plan, run, chunk, part)
    return Verdict(games, plan.games, found)


def _same_cells(plan: Plan, run: Run) -> None:
    """Ask whether the manifest has the cells that the configuration makes."""
    planned = json.loads(to_json([cell.describe() for cell in plan.cells]))
    told = [  # an earlier version told less, and only a finished run tells where it stopped
        {key: value for key, value in cell.items() if key in planned[0]} for cell in run.cells
    ]
    wanted = [
        {key: value for key, value in cell.items() if key in told[0]} if told else cell
        for cell in planned
    ]
    if told != wanted:
        raise RunError(
            f"the run {run.path} is damaged: the cells of manifest.json are not those of "
            "experiment.yaml"
        )


def _open_all_parts(plan: Plan, run: Run) -> None:
    """Read the footer of every part: one lost or cut short is found whatever the share."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path in RunFolder(run.path).parts(plan):
        try:
            pq.read_metadata(path)
        except FileNotFoundError as error:
            raise RunError(f"the run is damaged: {path} is missing") from error
        except (OSError, pa.ArrowInvalid) as error:
            raise RunError(f"the run is damaged: {path}: {error}") from error


def _some(plan: Plan, run: Run, share: float, seed: int | None) -> Iterator[tuple[Chunk, int]]:
    """Choose deals that lie in one stretch of each of some parts, with the part's first deal.

    A stretch, and not single deals: a whole part must be read for each of them.
    """
    dice = random.Random(secrets.randbits(64) if seed is None else seed)
    chunks = list(plan.chunks(run.manifest["chunk_deals"]))
    left = max(1, round(share * sum(chunk.deals for chunk in chunks)))
    for chunk in dice.sample(chunks, len(chunks)):
        if left == 0:
            return
        deals = min(left, chunk.deals)
        first = chunk.first + dice.randrange(chunk.deals - deals + 1)
        left -= deals
        yield Chunk(chunk.cell, first, deals), chunk.first


def _differences(plan: Plan, run: Run, chunk: Chunk, part: int) -> Iterator[str]:
    """Compare the stored and the played rows of some deals; ``part`` begins with that deal."""
    for frame, table in play_tables(plan, chunk).items():
        played = columns_of(table)
        stored = _stored(run.path / frame / part_name(chunk.cell, part), chunk)
        place = f"{frame}, cell {chunk.cell}, deals {chunk.first} to {chunk.range[-1]}"
        if list(stored) != list(played):
            yield f"{place}: columns {list(stored)} stored, {list(played)} played"
        elif len(stored["deal"]) != len(played["deal"]):
            yield f"{place}: {len(stored['deal'])} rows stored, {len(played['deal'])} played"
        else:
            for name, values in played.items():
                wrong = np.flatnonzero(stored[name] != values)
                if len(wrong):
                    row = wrong[0]
                    keys = ", ".join(
                        f"{key} {played[key][row]}"
                        for key in ("deal", "game", "round", "seat")
                        if key in played
                    )
                    yield (
                        f"{frame}, cell {chunk.cell}, {keys}: {name} is {stored[name][row]} "
                        f"stored, {values[row]} played; {len(wrong)} such rows"
                    )


def _stored(path: Path, chunk: Chunk) -> dict[str, npt.NDArray[Any]]:
    """Return the stored columns of some deals."""
    import pyarrow as pa

    try:
        columns = columns_of(read_part(path))
    except FileNotFoundError as error:
        raise RunError(f"the run is damaged: {path} is missing") from error
    except (OSError, pa.ArrowInvalid) as error:
        raise RunError(f"the run is damaged: {path}: {error}") from error
    deal = columns["deal"]
    wanted = (deal >= chunk.first) & (deal < chunk.range.stop)
    return {name: values[wanted] for name, values in columns.items()}
