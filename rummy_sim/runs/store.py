"""The folder of a run: its parts and its manifest, whole at any moment.

A part is written under a temporary name and then renamed. Of a chunk's parts
``games`` comes last: where it stands, the chunk is complete.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
import yaml

from rummy_sim.core.errors import RunError
from rummy_sim.core.game import FRAMES
from rummy_sim.runs.courses import Course
from rummy_sim.runs.frames import columns_of, read_part
from rummy_sim.runs.manifest import (
    FORMAT,
    VERSION,
    read_manifest,
    replace_file,
    to_json,
    versions,
)
from rummy_sim.runs.plan import Chunk, Plan
from rummy_sim.runs.sums import BlockSums, block_sums, summary_rows

__all__ = ["RunFolder", "delete_run", "is_vacant", "part_name"]

_HEADER = (
    "# The resolved configuration of this run: every option with its value.\n"
    "# rummy-sim experiment and rummy-sim replay read it like any other.\n"
)


def part_name(cell: int, first: int) -> str:
    """Return the name of the parts of a chunk; names sort as the rows do.

    Examples
    --------
    >>> part_name(3, 12000)
    'cell00003-deal0000012000.parquet'
    """
    return f"cell{cell:05d}-deal{first:010d}.parquet"


@dataclass(frozen=True)
class RunFolder:
    """Where a plan's results go."""

    path: Path

    def create(self, plan: Plan, chunk_deals: int) -> None:
        """Make the folder with configuration, copies of strategy files, and a first manifest.

        It is built beside its place and then renamed: it is there wholly or not at all.

        Raises
        ------
        RunError
            If it cannot be written, or another process was faster.
        """
        # The number of the process: another one may be making the same run.
        building = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        shutil.rmtree(building, ignore_errors=True)
        try:
            RunFolder(building)._fill(plan, chunk_deals)
        except OSError as error:
            shutil.rmtree(building, ignore_errors=True)
            raise RunError(
                f"cannot write the run {self.path}: {error.strerror}; choose another folder "
                "with --out"
            ) from error
        try:
            if self.path.is_dir() and is_vacant(self.path):
                (self.path / ".lock").unlink(missing_ok=True)
                self.path.rmdir()
            building.rename(self.path)
        except OSError as error:
            shutil.rmtree(building, ignore_errors=True)
            raise RunError(f"{self.path} was made by another process meanwhile") from error

    def _fill(self, plan: Plan, chunk_deals: int) -> None:
        copies = self._copy_strategies(plan)
        text = yaml.safe_dump(plan.experiment.mapping(copies), sort_keys=False, allow_unicode=True)
        experiment = plan.experiment
        # An empty comment line keeps the header from being read as the question.
        asked = wrap(experiment.question, 88) if experiment.question else []
        header = "".join(f"# {line}\n" for line in asked) + "#\n" + _HEADER
        replace_file(self.path / "experiment.yaml", (header + text).encode())
        self.write_manifest(
            {
                "format": FORMAT,
                "format_version": VERSION,
                "complete": False,
                "name": experiment.name,
                "question": experiment.question,
                "game": experiment.game.name,
                "seed": experiment.seed,
                "seed_drawn": experiment.seed_drawn,
                "versions": versions(),
                "design": experiment.design,
                "seatings": experiment.seatings,
                "storage": experiment.storage,
                "games": plan.games,
                "precision": experiment.precision,
                "sweep": {key: list(values) for key, values in experiment.grid.keys.items()},
                "reference": dict(experiment.grid.reference),
                "chunk_deals": chunk_deals,
                "strategies": [
                    {
                        "name": entrant.strategy.name,
                        "use": entrant.use,
                        "path": str(entrant.strategy.path),
                        "copy": copies.get(entrant.strategy.name),
                        "sha256": entrant.sha256,
                        "params": entrant.params,
                    }
                    for entrant in experiment.entrants
                ],
                "words": plan.words,
                "cells": [cell.describe() for cell in plan.cells],
                "summary": None,
            }
        )

    def _copy_strategies(self, plan: Plan) -> dict[str, str]:
        """Keep strategy files with the run; return the copies' paths by strategy name."""
        copies: dict[str, str] = {}
        names: dict[Path, str] = {}
        for entrant in plan.experiment.entrants:
            source = entrant.strategy.path
            if not entrant.is_file:
                continue
            if source not in names:
                name = source.name
                while name in names.values():
                    name = f"{Path(name).stem}_.py"
                names[source] = name
                replace_file(self.path / "strategies" / name, source.read_bytes())
            copies[entrant.strategy.name] = f"strategies/{names[source]}"
        return copies

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest as it stands in the folder."""
        return read_manifest(self.path)

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Replace the manifest."""
        replace_file(self.path / "manifest.json", (to_json(manifest) + "\n").encode())

    def complete(self, courses: Sequence[Course]) -> None:
        """Write down that all is played, how far each cell went, and the summary."""
        manifest = self.manifest
        cells = [
            cell | course.describe()
            for cell, course in zip(manifest["cells"], courses, strict=True)
        ]
        self.write_manifest(
            manifest
            | {
                "complete": True,
                "games": sum(cell["games"] for cell in cells),
                "cells": cells,
                "summary": summary_rows(course.sums for course in courses),
            }
        )

    def part(self, frame: str, cell: int, first: int) -> Path:
        """Return the path of a part."""
        return self.path / frame / part_name(cell, first)

    def parts(self, plan: Plan) -> Iterator[Path]:
        """Return the paths of all parts of a complete run."""
        for chunk in plan.chunks(self.manifest["chunk_deals"]):
            for frame in plan.frames:
                yield self.part(frame, chunk.cell, chunk.first)

    def write_parts(self, chunk: Chunk, parts: Mapping[str, bytes]) -> None:
        """Write the parts of a chunk, ``games`` last."""
        for frame in reversed(FRAMES):
            if frame in parts:
                replace_file(self.part(frame, chunk.cell, chunk.first), parts[frame])

    def sums_of(self, plan: Plan, chunk: Chunk) -> BlockSums | None:
        """Return the sums of a chunk from its part, or ``None`` if it must be played."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        cell = plan.cells[chunk.cell]
        try:
            for frame in plan.frames[1:]:
                pq.read_metadata(self.part(frame, chunk.cell, chunk.first))
            columns = columns_of(
                read_part(
                    self.part("games", chunk.cell, chunk.first),
                    ["cell", "deal", "win_share", "score"],
                )
            )
        except (OSError, pa.ArrowInvalid):
            return None
        deals = np.repeat(chunk.range, cell.table.seatings.size)
        if not np.array_equal(columns["deal"], deals) or (columns["cell"] != chunk.cell).any():
            return None
        return block_sums(cell, columns["win_share"], columns["score"])

    def clean(self) -> None:
        """Remove what a killed run left half written."""
        for folder in (self.path, self.path / "strategies", *(self.path / f for f in FRAMES)):
            for path in folder.glob(".*.tmp"):
                path.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second process from writing the same run.

        The system lets go of the lock when the process ends, however it ends.
        """
        try:
            import fcntl
        except ImportError:  # Windows: do without
            yield
            return
        with (self.path / ".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise RunError(f"{self.path} is being written by another process") from error
            yield


def is_vacant(path: Path) -> bool:
    """Tell whether a run can be made here: nothing is there, or an empty folder."""
    return not path.exists() or (
        path.is_dir() and all(entry.name == ".lock" for entry in path.iterdir())
    )


def delete_run(path: Path) -> None:
    """Delete the folder of a run, and nothing else.

    Raises
    ------
    RunError
        If it is not the folder of a run.
    """
    read_manifest(path)
    shutil.rmtree(path)
