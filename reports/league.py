"""Who is best of many: the league, with what the data cannot separate."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Cell, Panels
from rummy_sim.reports.best import best_of_league, leagues_in
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.sheet import MOST_PANELS
from rummy_sim.reports.win_share import WINS
from rummy_sim.runs.leagues import League
from rummy_sim.stats.tallies import COLUMNS

__all__ = ["LEAGUE", "draw", "figures", "panels_of"]


def panels_of(leagues: list[League]) -> Panels:
    """Return a panel a league, for those that there is room for."""
    shown = leagues[:MOST_PANELS]
    names = [Cell(settings=league.settings).settings_text() for league in shown]
    note = f"The first {len(shown)} of {len(leagues)} combinations are shown."
    return Panels(names, {}, note if len(shown) < len(leagues) else "")


def _ranked(table: pd.DataFrame, about: About) -> list[League]:
    found = [one for one in leagues_in(table, about) if one.seats.shape[1] > 2]
    ranked = [one for one in found if not one.no_league]
    if not ranked:
        raise NothingToShowError(found[0].no_league if found else "fewer than three strategies met")
    return ranked


def _rows(ranked: list[League], panels: Panels) -> pd.DataFrame:
    shown = ranked[: len(panels.names)]
    return pd.concat(one.table.assign(panel=i) for i, one in enumerate(shown))


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return league scores by combination of swept values and strategy."""
    ranked = _ranked(table, about)
    panels = panels_of(ranked)
    labels = {"strategy": "strategy", "group": "group"}
    return of_means(_rows(ranked, panels), panels, labels, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw league scores with their groups, a panel a combination of swept values."""
    ranked = _ranked(table, about)
    panels = panels_of(ranked)
    rows = _rows(ranked, panels)
    return dot_panels(
        rows,
        panels,
        about,
        name="strategy",
        title="League",
        subtitle="Share of the games won, mean over opponents. Strategies that share a letter "
        "cannot be told apart (paired by deal, Holm-corrected, 5 %)",
        label="win share (%)",
        scale=100,
        mean_label="win share",
        reference={i: 1 / one.players for i, one in enumerate(ranked[: len(panels.names)])},
        reference_label="an even share",
        letters="group",
    )


LEAGUE = Chart(
    name="league",
    question="Which strategy is best of many, and which cannot be told apart?",
    columns={"games": COLUMNS},
    sums=WINS,
    draw=draw,
    help="The higher a strategy stands the more it wins; who shares a letter may be as good.",
    figures=figures,
    findings=best_of_league,
)
