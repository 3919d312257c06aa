"""All charts of a run, drawn and written."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.core.errors import UserError, nearest
from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.collecting import collect, columns_of
from rummy_sim.reports.league import LEAGUE
from rummy_sim.reports.order_share import ORDER_SHARE
from rummy_sim.reports.payoff import PAYOFF
from rummy_sim.reports.rules import rule_charts
from rummy_sim.reports.seat_share import SEAT_SHARE
from rummy_sim.reports.sections import of_game
from rummy_sim.reports.skill_share import SKILL_SHARE
from rummy_sim.reports.style import save
from rummy_sim.reports.win_share import WIN_SHARE
from rummy_sim.runs.adding import Progress
from rummy_sim.runs.games import GAMES

if TYPE_CHECKING:
    from rummy_sim.runs.run import Run

__all__ = ["SHARED", "Drawn", "charts", "draw", "drawn", "figures"]

log = logging.getLogger("rummy_sim")

SHARED: tuple[Chart, ...] = (WIN_SHARE, LEAGUE, PAYOFF, SEAT_SHARE, ORDER_SHARE, SKILL_SHARE)
"""The charts of every game."""


def charts(game: str, swept: bool = False) -> dict[str, Chart]:
    """Return all charts of a game, by name, in the order of a report; more for sweeps.

    Raises
    ------
    UserError
        If there is no such game.
    """
    if game not in list(GAMES):
        raise UserError(
            f"there is no game {game!r}{nearest(game, list(GAMES))}; there are: {', '.join(GAMES)}"
        )
    own = of_game(game)
    rules = () if not swept else own.RULES if own else rule_charts("round")
    return {chart.name: chart for chart in (*SHARED, *(own.CHARTS if own else ()), *rules)}


@dataclass(frozen=True)
class Drawn:
    """A chart of a run.

    Attributes
    ----------
    chart : Chart
        Which one.
    table : DataFrame
        The sums that it is drawn from.
    about : About
        What it says about the run.
    figure : Figure
        The drawing.
    """

    chart: Chart
    table: pd.DataFrame
    about: About
    figure: Figure


def drawn(
    run: Run,
    note: Callable[[str], None] | None = None,
    only: Collection[str] | None = None,
    progress: Progress | None = None,
) -> Iterator[Drawn]:
    """Draw the charts of a run one after the other.

    The frames are read once for all charts, piece by piece.

    Parameters
    ----------
    run : Run
        The results.
    note : callable, optional
        Told, in one line, why a chart is left out.
    only : collection of str, optional
        The names of the charts wanted.
    progress : callable, optional
        Told how many parts of the run are read, and then how many charts are drawn.

    Raises
    ------
    UserError
        If ``only`` names a chart that the game does not have.
    """
    tell = note or log.info
    have = columns_of(run)
    known = charts(run.manifest["game"], bool(run.manifest.get("sweep")))
    for name in only or ():
        if name not in known:
            raise UserError(
                f"there is no chart {name!r}{nearest(name, known)}; there are: {', '.join(known)}"
            )
    fitting = []
    for chart in known.values():
        if only is not None and chart.name not in only:
            continue
        lacks = chart.lacks(have)
        if lacks:
            tell(f"no chart {chart.name}: the run did not keep {lacks}")
        else:
            fitting.append(chart)
    tables, played = collect(fitting, run, progress)
    about = About.of(run.manifest).with_sizes(played)
    for done, chart in enumerate(fitting, start=1):
        if progress:
            progress("charts drawn", done - 1, len(fitting))
        try:
            figure = chart.draw(tables[chart.name], about)
        except NothingToShowError as reason:
            tell(f"no chart {chart.name}: {reason}")
            continue
        yield Drawn(chart, tables[chart.name], about, figure)
        if progress:
            progress("charts drawn", done, len(fitting))


def figures(run: Run, note: Callable[[str], None] | None = None) -> Iterator[tuple[Chart, Figure]]:
    """Draw the charts of a run one after the other; see :func:`drawn`."""
    return ((each.chart, each.figure) for each in drawn(run, note))


def draw(
    run: Run, folder: str | Path | None = None, note: Callable[[str], None] | None = None
) -> list[Path]:
    """Draw all charts that a run's game has and its stored frames allow.

    Parameters
    ----------
    run : Run
        The results.
    folder : str or Path, optional
        Where to; ``charts/`` in the run's folder if not given. Files of the same names
        are replaced.
    note : callable, optional
        Told, in one line, why a chart is left out; otherwise the log is.

    Returns
    -------
    list of Path
        The files written: a PNG and an SVG a chart.
    """
    target = Path(folder) if folder is not None else run.path / "charts"
    target.mkdir(parents=True, exist_ok=True)
    return [
        path for chart, figure in figures(run, note) for path in save(figure, target / chart.name)
    ]
