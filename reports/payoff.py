"""Who wins how much against whom: the payoff matrix as a heat map."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from rummy_sim.reports.about import About
from rummy_sim.reports.best import best_mix, leagues_in
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import NAME_SIZE, NAME_WIDTH, names_room, no_intervals
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.league import panels_of
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import BLUE, FAINT, INK, VERMILLION, fitted, styled, text_width
from rummy_sim.reports.win_share import WINS
from rummy_sim.runs.leagues import League
from rummy_sim.stats.tallies import COLUMNS

__all__ = ["PAYOFF", "draw", "figures"]

_SCALE = LinearSegmentedColormap.from_list("even", [VERMILLION, "#ffffff", BLUE])
_REACH = 0.2
"""So far from even the colour is full; one hopeless strategy must not pale the others."""

_ABOVE = 1.3  # width of a name that stands upright above its column
_ROOMY = 14  # so many strategies have large cells


def _found(table: pd.DataFrame, about: About) -> list[League]:
    found = [one for one in leagues_in(table, about) if one.says_who_wins_against_whom]
    if not found:
        raise NothingToShowError("fewer than two line-ups of different strategies")
    return found


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return payoffs by combination of swept values, strategy and opponent."""
    found = _found(table, about)
    panels = panels_of(found)
    shown = found[: len(panels.names)]
    rows = pd.concat(one.payoffs.assign(panel=i) for i, one in enumerate(shown))
    labels = {"strategy": "strategy", "opponent": "against"}
    return of_means(rows, panels, labels, "win share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw payoff matrices, a panel a combination of swept values."""
    found = _found(table, about)
    panels = panels_of(found)
    shown = found[: len(panels.names)]
    most = max(len(one.strategies) for one in shown)
    width, height = (0.52, 0.4) if most <= _ROOMY else (0.4, 0.34)
    names = {name for one in shown for name in one.strategies}
    room = names_room(names)
    above = min(max(text_width(name, NAME_SIZE) for name in names), _ABOVE) + 0.15
    reach = max(_reach(one) for one in shown)
    with styled():
        page = sheet(
            panels.names,
            title="Who wins how much against whom",
            subtitle=f"Win share (%) of a seat of the row's strategy against {_field(shown)}, "
            "± half its 95 % interval. Bold: one is better beyond doubt (paired by deal, "
            "Holm-corrected, 5 %)",
            legend=_legend(1 / shown[0].players, reach),
            footer=about.footer(no_intervals(shown[0].payoffs), panels.note),
            size=(width * most + room + 0.1, height * most + above + 0.1),
            room=0.2,
        )
        for axes, one in zip(page.panels, shown, strict=True):
            _matrix(axes, one, most, reach)
    return page.figure


def _matrix(axes: Axes, league: League, most: int, reach: float) -> None:
    names, even = league.strategies, 1 / league.players
    place = {name: i for i, name in enumerate(names)}
    big, small = (8.0, 6.0) if most <= _ROOMY else (6.5, 5.0)
    clear = {
        frozenset(pair) for pair in zip(league.wins["winner"], league.wins["loser"], strict=True)
    }
    for i in range(len(names)):
        axes.add_patch(Rectangle((i - 0.5, i - 0.5), 1, 1, facecolor=FAINT, linewidth=0))
    for row in league.payoffs.to_dict("records"):
        x, y = place[row["opponent"]], place[row["strategy"]]
        look = _colour(row["mean"], even, reach)
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, linewidth=0.4, **look))
        ink = "white" if _is_dark(look["facecolor"]) else INK
        half = max(row["high"] - row["mean"], row["mean"] - row["low"])
        sure = not math.isnan(half)
        weight = "bold" if frozenset((row["strategy"], row["opponent"])) in clear else "normal"
        text: dict[str, Any] = {"ha": "center", "color": ink}
        axes.text(
            x,
            y - 0.13 * sure,
            f"{100 * row['mean']:.1f}",
            size=big,
            weight=weight,
            va="center",
            **text,
        )
        if sure:
            axes.text(x, y + 0.24, f"±{100 * half:.1f}", size=small, va="center", **text)
    axes.set_xlim(-0.5, most - 0.5)
    axes.set_ylim(most - 0.5, -0.5)
    axes.set_yticks(range(len(names)), [fitted(x, NAME_WIDTH, NAME_SIZE) for x in names])
    axes.set_xticks(range(len(names)), [fitted(x, _ABOVE, NAME_SIZE) for x in names], rotation=90)
    axes.tick_params(length=0, labelsize=NAME_SIZE, labeltop=True, labelbottom=False)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def _colour(share: float, even: float, reach: float) -> dict[str, Any]:
    away = min(max((share - even) / reach, -1.0), 1.0) if reach > 0 else 0.0
    return {"facecolor": _SCALE(0.5 + away / 2), "edgecolor": "white"}


def _is_dark(colour: tuple[float, ...]) -> bool:
    """Whether white can be read better on it than black, by relative luminance (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722))) < 0.2


def _reach(league: League) -> float:
    most = float((league.payoffs["mean"] - 1 / league.players).abs().max())
    return min(_REACH, math.ceil(most * 20) / 20)


def _legend(even: float, reach: float) -> list[tuple[Any, str]]:
    steps = {-1.0: "or less", -0.5: "", 0.0: "(even)", 0.5: "", 1.0: "or more"}
    return [
        (
            Patch(
                linewidth=0.5, **(_colour(even + step * reach, even, reach) | {"edgecolor": INK})
            ),
            f"{100 * (even + step * reach):.3g} {text}".strip(),
        )
        for step, text in steps.items()
        if even + step * reach >= 0
    ]


def _field(leagues: list[League]) -> str:
    """Say what a column stands for."""
    players = leagues[0].players
    if any((one.seats > 0).sum(axis=1).max() > 2 for one in leagues):
        return "the column's, at all tables with both"
    return "the column's" if players == 2 else f"{players - 1} of the column's"


PAYOFF = Chart(
    name="payoff",
    question="Which strategy wins how much against which other one?",
    columns={"games": COLUMNS},
    sums=WINS,
    draw=draw,
    help="Read along a row: blue is where its strategy wins more than an even share.",
    figures=figures,
    findings=best_mix,
)
