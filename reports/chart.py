"""A chart: what it is drawn from, how that is added up, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.core.errors import UserError
from rummy_sim.reports.about import About
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import Finding, Thresholds
from rummy_sim.runs.adding import Frames, Sums

if TYPE_CHECKING:
    from rummy_sim.runs.run import Run

__all__ = ["Adder", "Chart", "Finder", "NothingToShowError"]

Finder = Callable[[pd.DataFrame, About, Thresholds], list[Finding]]
"""From a table of sums, the run and the thresholds to sentences."""


Adder = Sums | Callable[[Mapping[str, Sequence[str]]], Sums]
"""What is added up, or what tells it for frames that have such columns."""


class NothingToShowError(UserError):
    """A run in which nothing happened that a chart could show: says what."""


@dataclass(frozen=True)
class Chart:
    """One chart of a run.

    Attributes
    ----------
    name : str
        Its file's name, without ending.
    question : str
        What it answers, for people.
    columns : mapping
        The frames it is drawn from, and their columns.
    sums : Sums or callable
        What adds up the frames, as large as they may be, to a small table: DuckDB's SQL over
        the tables ``games``, ``rounds`` and ``hands``, as ``rummy-sim sql`` has them.
    draw : callable
        From the sums and the facts about the run to a figure.
    help : str
        How to read it, in one sentence.
    figures : callable, optional
        From the same to the figures that are drawn, as a table.
    findings : callable, optional
        From the same, and the thresholds, to what the chart shows in sentences.
    prepare : callable, optional
        What SQL cannot do: from the query's answer to the sums.

    Examples
    --------
    In a notebook::

        from rummy_sim import load
        from rummy_sim.reports import About
        from rummy_sim.reports.win_share import WIN_SHARE

        run = load("runs/quickstart")
        WIN_SHARE(run)                                         # the figure
        WIN_SHARE({"games": run.games.query("cell == 0")}, About.of(run.manifest))
    """

    name: str
    question: str
    columns: Mapping[str, tuple[str, ...]]
    sums: Adder
    draw: Callable[[pd.DataFrame, About], Figure]
    help: str = ""
    figures: Callable[[pd.DataFrame, About], Figures] | None = None
    findings: Finder | None = None
    prepare: Callable[[pd.DataFrame], pd.DataFrame] | None = None

    def lacks(self, have: Mapping[str, list[str]]) -> str:
        """Return what the chart needs and frames with such columns do not have, or ``""``.

        Examples
        --------
        >>> Chart("x", "", {"hands": ("turns",)}, Sums(("turns",), ""), None).lacks({})
        "the frame 'hands'"
        """
        for frame, columns in self.columns.items():
            if frame not in have:
                return f"the frame {frame!r}"
            lacking = [column for column in columns if column not in have[frame]]
            if lacking:
                return f"{', '.join(lacking)} in the frame {frame!r}"
        return ""

    def table(self, source: Run | Frames) -> pd.DataFrame:
        """Return the table of sums that the chart is drawn from.

        Raises
        ------
        UserError
            If a frame or a column that it needs is not there.
        """
        return self._collected(source)[0]

    def __call__(self, source: Run | Frames, about: About | None = None) -> Figure:
        """Draw the chart.

        Parameters
        ----------
        source : Run or mapping of str to DataFrame
            A run, or its frames by name (or what was picked out of them).
        about : About, optional
            What the small print says of the run; a run knows it itself.

        Raises
        ------
        UserError
            If a frame or a column that it needs is not there, or holds what cannot be
            added up, or if there is nothing to show.
        """
        table, played = self._collected(source)
        known = about or (About() if isinstance(source, Mapping) else About.of(source.manifest))
        try:
            return self.draw(table, known.with_sizes(played))
        except (IndexError, ValueError) as error:
            if table.empty:  # and the chart has no word of its own for it
                raise NothingToShowError(
                    f"there are no rows that the chart {self.name} counts"
                ) from error
            raise

    def _collected(self, source: Run | Frames) -> tuple[pd.DataFrame, pd.DataFrame]:
        from rummy_sim.reports.collecting import collect, columns_of

        if isinstance(source, pd.DataFrame):
            frame = next(iter(self.columns))
            raise UserError(
                f"the chart {self.name} is drawn from a run or from frames by name: "
                f'{{"{frame}": frame}}, not from a frame alone'
            )
        lacks = self.lacks(columns_of(source))
        if lacks:
            raise UserError(f"the chart {self.name} needs {lacks}, which is not there")
        if isinstance(source, Mapping):
            for frame in self.columns:
                if source[frame].empty:
                    raise UserError(f"the chart {self.name} has nothing to show: {frame} is empty")
        tables, played = collect([self], source)
        return tables[self.name], played
