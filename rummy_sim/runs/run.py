"""A finished run, read again: frames as DataFrames, the manifest, the summary."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rummy_sim.core.errors import RunError, UserError, nearest
from rummy_sim.core.game import FRAMES, frames_down_to
from rummy_sim.runs.manifest import read_manifest
from rummy_sim.runs.plan import chunks_of
from rummy_sim.runs.reading import read_mapping
from rummy_sim.runs.store import part_name

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.runs.experiment import Progress
    from rummy_sim.runs.leagues import League

__all__ = ["Run", "load", "run"]

T = TypeVar("T")


class Run:
    """The results of an experiment.

    Parameters
    ----------
    path : str or Path
        The run's folder.

    Attributes
    ----------
    path : Path
        The run's folder.
    manifest : dict
        ``manifest.json``: versions, seed, design, what each cell is.

    Raises
    ------
    RunError
        If there is no run, or it is unfinished or damaged.

    Examples
    --------
    >>> run = rummy_sim.load("runs/quickstart")                        # doctest: +SKIP
    >>> run.games.groupby("strategy", observed=True).win_share.mean()  # doctest: +SKIP
    """

    def __init__(self, path: str | Path) -> None:
        if not isinstance(path, (str, Path)):
            raise UserError(f"a run is the path of its folder, not {path!r}")
        self.path = Path(path)
        self.manifest = read_manifest(self.path)
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if not self.manifest.get("complete"):
            raise RunError(
                f"the run {self.path} is unfinished: go on with it by "
                "'rummy-sim experiment … --resume'"
            )

    def __repr__(self) -> str:
        return f"<Run {self.name!r}: {self.manifest['games']} games, seed {self.seed}>"

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.manifest["name"])

    @property
    def seed(self) -> int:
        """The seed that it was played with."""
        return int(self.manifest["seed"])

    @property
    def cells(self) -> list[dict[str, Any]]:
        """What each cell is: ``cell, lineup, players, ruleset, swept, seatings, deals, games``."""
        cells: list[dict[str, Any]] = self.manifest["cells"]
        return cells

    @cached_property
    def config(self) -> dict[str, Any]:
        """The resolved configuration, ``experiment.yaml``."""
        return read_mapping(self.path / "experiment.yaml")[0]

    @property
    def games(self) -> pd.DataFrame:
        """A row for each full game and seat (FRAMES.md); read from disk at each call."""
        return self.frame("games")

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each short game or hand."""
        return self.frame("rounds")

    @property
    def hands(self) -> pd.DataFrame:
        """A row for each short game or hand, and seat."""
        return self.frame("hands")

    def frame(
        self,
        name: str,
        columns: Sequence[str] | None = None,
        cells: Collection[int] | None = None,
    ) -> pd.DataFrame:
        """Read a frame, or a part of it.

        Parameters
        ----------
        name : str
            ``games``, ``rounds`` or ``hands``.
        columns : sequence of str, optional
            Only these columns; much faster for large runs.
        cells : collection of int, optional
            Only these cells.

        Raises
        ------
        RunError
            If the run did not keep that frame, there is no such cell or column, or a
            part is missing or damaged.
        """
        from rummy_sim.runs.frames import read_frame

        parts, words = self.parts(name, cells), self.manifest["words"][name]
        if not parts:
            raise RunError("cells: name at least one")
        frame = self.reading(read_frame, parts, words, columns)
        for column in columns or ():
            if column not in frame:
                there = [str(own) for own in self.reading(read_frame, parts[:1], words)]
                raise RunError(
                    f"the frame {name!r} has no column {column!r}{nearest(column, there)}; it "
                    f"has: {', '.join(there)}"
                )
        return frame

    def sql(self, query: str) -> pd.DataFrame:
        """Answer a query about the frames, as ``rummy-sim sql`` does.

        Parameters
        ----------
        query : str
            DuckDB's SQL over the tables ``games``, ``rounds`` and ``hands``, as far as the
            run kept them, and ``cells``.

        Raises
        ------
        UserError
            If DuckDB cannot answer it: says why.

        Examples
        --------
        >>> run.sql("select strategy, avg(win_share) from games group by all")  # doctest: +SKIP
        """
        from rummy_sim.runs.querying import frame

        return frame(self, query)

    def reading(self, read: Callable[..., T], *arguments: Any) -> T:
        """Call a function that reads parts, and tell in words where one is damaged.

        Raises
        ------
        RunError
            If a part is missing or damaged.
        """
        import pyarrow as pa

        try:
            return read(*arguments)
        except FileNotFoundError as error:
            # Arrow tells the file in its sentence only.
            named = re.search("'(.+?)'", str(error))
            lost = error.filename or (named[1] if named else "a part")
            raise RunError(
                f"the run {self.path} is damaged: {lost} is missing; play it again with --resume"
            ) from error
        except (OSError, pa.ArrowInvalid) as error:
            raise RunError(f"the run {self.path} is damaged: {error}") from error

    def keeps(self, frame: str) -> bool:
        """Whether the run kept a frame."""
        return frame in frames_down_to(self.manifest["storage"])

    def parts(self, frame: str, cells: Collection[int] | None = None) -> list[Path]:
        """Return the Parquet files of a frame, in the order of their rows."""
        if frame not in FRAMES:
            raise RunError(f"there is no frame {frame!r}{nearest(frame, FRAMES)}")
        if not self.keeps(frame):
            raise RunError(
                f"the run {self.path} did not keep the frame {frame!r}: its storage is "
                f"{self.manifest['storage']!r}; play it again with storage: {frame}"
            )
        for wanted in cells or ():
            if not any(cell["cell"] == wanted for cell in self.cells):
                last = len(self.cells) - 1
                raise RunError(f"there is no cell {wanted}: there are the cells 0 to {last}")
        return [
            self.path / frame / part_name(cell["cell"], first)
            for cell in self.cells
            if cells is None or cell["cell"] in cells
            for first in self.first_deals(cell)
        ]

    def first_deals(self, cell: Mapping[str, Any]) -> list[int]:
        """Return the first deal of each part of one of :attr:`cells`."""
        stops = cell.get("looks") or [cell["deals"]]
        chunks = chunks_of(cell["cell"], stops, self.manifest["chunk_deals"])
        return [chunk.first for chunk in chunks]

    def summary(self, by: str = "strategy") -> pd.DataFrame:
        """Return win shares and scores with 95% intervals, cell by cell.

        Parameters
        ----------
        by : str
            ``strategy`` or ``seat``.

        Returns
        -------
        DataFrame
            Columns ``cell``, ``strategy`` or ``seat``, ``games``, ``blocks``,
            ``win_share``, ``win_share_low``, ``win_share_high``, ``score``,
            ``score_low``, ``score_high``: means a player and game, with Student's
            intervals over block means (:mod:`rummy_sim.stats.blocks`).
        """
        import pandas as pd

        if by not in ("strategy", "seat"):
            raise RunError(f"a summary is by 'strategy' or by 'seat', not by {by!r}")
        frame = pd.DataFrame(self.manifest["summary"][f"by_{by}"])
        ends = [str(name) for name in frame if str(name).startswith(("win_share", "score"))]
        return frame.astype(dict.fromkeys(ends, float))

    def sweep(self) -> pd.DataFrame:
        """Return what a sweep changes, each variant against the reference on the same deals.

        Returns
        -------
        DataFrame
            A row for each cell and figure:

            - ``cell``, a column for each swept key with its value, ``reference`` (the
              cell of the same line-up that it is held against, see
              ``manifest["reference"]``);
            - ``statistic``: ``win_share``, ``score``, ``rounds`` (short games or hands a
              game) or ``turns`` (turns a game, where the run kept ``rounds``); ``by``:
              ``strategy``, ``seat`` or ``game``; ``of``: which one;
            - ``value`` with its 95% interval ``low``, ``high``, and ``blocks``;
            - ``difference`` from the reference with its paired 95% interval
              ``difference_low``, ``difference_high``; ``p`` by itself and ``holm``
              corrected for all differences of one ``statistic`` and ``by``;
              ``narrowed``: how many times wider the interval would be if the cells had
              different deals; ``differing``: in how many deals the figure differs at
              all (of more than 4,096, groups of deals are counted). With few of them
              the interval is too narrow. All nan in the reference cell itself.

        Raises
        ------
        RunError
            If nothing was swept, or a part is missing or damaged.

        Notes
        -----
        Block means, differences and tests: :func:`rummy_sim.stats.cells.between_cells`.
        The frames are read part by part; memory does not grow with the games.

        Examples
        --------
        >>> run = rummy_sim.load("runs/phantom-target-sweep")         # doctest: +SKIP
        >>> run.sweep().query("statistic == 'rounds'")                # doctest: +SKIP
        """
        from rummy_sim.runs.contrasts import sweep_table

        return sweep_table(self)

    def controlled_summary(
        self, deals: int | None = None, progress: Progress | None = None
    ) -> pd.DataFrame:
        """Return win shares with the luck of the cards taken off.

        See :func:`rummy_sim.runs.luck.controlled_summary`.
        """
        from rummy_sim.runs.luck import controlled_summary

        return controlled_summary(self, deals, progress)

    def league(self, settings: Mapping[str, Any] | None = None) -> League:
        """Return who is better than whom; see :func:`rummy_sim.runs.leagues.league`."""
        from rummy_sim.runs.leagues import league

        return league(self, settings)


def load(path: str | Path) -> Run:
    """Read a run from its folder.

    Raises
    ------
    RunError
        If there is no run, or it is unfinished or damaged.
    """
    return Run(path)


def run(
    config: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    workers: int | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Play an experiment and return its results.

    Parameters
    ----------
    config : str, Path or mapping
        A YAML file, the name of a shipped experiment, or the keys themselves.
    out : str or Path, optional
        The folder that the run's folder goes into; without it, a temporary one
        that lives as long as the result.
    workers : int, optional
        How many chunks are played at a time; default as many as there are
        processors. Results do not depend on it.
    games, seed : int, optional
        Take the place of the keys of that name; ``games`` also that of
        ``precision``.
    resume, overwrite : bool
        Go on with an unfinished run; delete an existing one and play it again. A
        complete run of the same configuration is read, not played again.
    progress : callable, optional
        Called with the full games done and the full games in all, which under
        ``precision`` is an estimate.

    Raises
    ------
    UserError
        If the configuration, a strategy or the folder cannot be used.

    Examples
    --------
    >>> results = rummy_sim.run("quickstart", games=1000)        # doctest: +SKIP
    >>> results.summary()                                        # doctest: +SKIP
    """
    from rummy_sim.runs.experiment import run_experiment
    from rummy_sim.runs.resolving import load_experiment

    if resume and overwrite:
        raise UserError("resume and overwrite exclude each other: give one of them")
    experiment = load_experiment(config, games=games, seed=seed)
    temporary = tempfile.TemporaryDirectory(prefix="rummy-sim-") if out is None else None
    outcome = run_experiment(
        experiment,
        Path(temporary.name if temporary else out or "."),
        workers=workers,
        resume=resume,
        overwrite=overwrite,
        progress=progress,
    )
    result = Run(outcome.path)
    result._temporary = temporary  # kept, so that the folder lives as long as the run
    return result
