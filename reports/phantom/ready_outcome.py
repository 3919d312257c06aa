"""What becomes of ready hands, by the turn on which they were declared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.curves import last_turn
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.sheet import MOST_PANELS, sheet
from rummy_sim.reports.stacks import Part
from rummy_sim.reports.style import FILLS, MUTED, styled
from rummy_sim.runs.adding import Sums

__all__ = ["OUTCOMES", "READY_OUTCOME", "draw", "figures"]

OUTCOMES: dict[str, Part] = {
    "take": ("went out by take", "blue"),
    "discard": ("went out by another's discard", "sky"),
    "item_win": ("item win", "yellow"),
    "exhausted": ("draw pile ran short", "grey"),
    "lost": ("another player won", "orange"),
    "fed": ("another player went out with this player's discard", "vermillion"),
}
"""What can become of a ready hand."""

_FEWEST = 10  # hands; with fewer the shares of a turn say nothing
_ROUND = {"cell": "cell", "game": "game", "round": "round"}


_QUERY = """
    select
        h.cell, strategy, ready_turn,
        case
            when winner < 0 then 'exhausted'
            when winner = seat then "end"
            when discarder = seat then 'fed'
            else 'lost'
        end as outcome,
        count(*) as hands
    from hands h join rounds r using (cell, game, round)
    where ready_turn >= 1 group by all
"""


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the share of ready hands by strategy, own turn of the declaration and outcome.

    They have no interval; :mod:`rummy_sim.reports.phantom.ready_wins` has one.
    """
    groups, names, _ = _panels(table, about)
    rows = []
    for name, group in zip(names, groups, strict=True):
        counts = group.pivot_table(
            index="ready_turn", columns="outcome", values="hands", aggfunc="sum", fill_value=0
        )
        total = counts.sum(axis=1)
        shares = counts.div(total, axis=0)[total >= _FEWEST] * 100
        long = shares.melt(var_name="outcome", value_name="mean", ignore_index=False)
        rows.append(long[long["mean"] > 0].reset_index().assign(strategy=name))
    labels = ("strategy", "own turn", "outcome")
    frame = pd.concat(rows).rename(columns={"ready_turn": "own turn"}).reset_index(drop=True)
    frame["outcome"] = [OUTCOMES[outcome][0] for outcome in frame["outcome"]]
    return Figures(
        frame.assign(low=np.nan, high=np.nan),
        labels,
        "share of the hands declared ready on that turn",
    )


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the outcomes of ready hands by ready turn, a panel a cell and strategy."""
    if table.empty:
        raise NothingToShowError("no hand was ever declared ready")
    last = last_turn(table["ready_turn"], table["hands"], 0.99)
    groups, names, note = _panels(table, about)
    shown = {key: part for key, part in OUTCOMES.items() if (table["outcome"] == key).any()}
    with styled():
        one = len(groups) == 1
        page = sheet(
            names,
            title="What becomes of ready hands",
            subtitle="Of the hands declared ready on an own turn, the share that ended so; "
            f"the last bar is turn {last} and later",
            legend=[(Patch(**FILLS[look]), text) for text, look in shown.values()],
            footer=about.footer(
                f"Grey line: share of the ready hands that were declared on that turn. Turns with "
                f"fewer than {_FEWEST} such hands are left empty.",
                note,
            ),
            size=(6.4, 3.2) if one else (3.3, 2.2),
            room=0.7,
            sharex=True,
            sharey=True,
        )
        for i, (axes, group) in enumerate(zip(page.panels, groups, strict=True)):
            turn = group["ready_turn"].clip(upper=last)
            counts = (
                group.assign(turn=turn)
                .pivot_table(
                    index="turn", columns="outcome", values="hands", aggfunc="sum", fill_value=0
                )
                .reindex(index=range(1, last + 1), columns=list(shown), fill_value=0)
            )
            total = counts.sum(axis=1)
            shares = counts.div(total.where(total >= _FEWEST), axis=0) * 100
            done = pd.Series(0.0, shares.index)
            for key, (_, look) in shown.items():
                axes.add_collection(_bars(done, done + shares[key], FILLS[look]))
                done = done + shares[key]
            declared = total / total.sum() * 100
            if total.max() < _FEWEST:
                axes.text(
                    0.5,
                    0.7,
                    f"{total.sum():,} ready hands: too few",
                    transform=axes.transAxes,
                    ha="center",
                    color=MUTED,
                )
            axes.plot(shares.index, declared, color="white", linewidth=3.2)
            axes.plot(shares.index, declared, color=MUTED, linewidth=1.4, marker=".")
            axes.set_xlim(0.4, last + 0.6)
            axes.set_ylim(0, 100)
            axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, min_n_ticks=1))
            axes.grid(visible=False)
            axes.tick_params(axis="x", labelbottom=page.bottom[i])
            if page.bottom[i]:
                axes.set_xlabel("own turn of the declaration")
            if page.left[i]:
                axes.set_ylabel("% of hands ready on that turn")
    return page.figure


def _bars(bottom: pd.Series, top: pd.Series, look: dict[str, Any]) -> PolyCollection:
    """Return upright bars as one artist, which is drawn much faster than one a bar."""
    boxes = [
        [(x - 0.43, low), (x + 0.43, low), (x + 0.43, high), (x - 0.43, high)]
        for x, low, high in zip(bottom.index, bottom, top, strict=True)
        if high > low
    ]
    return PolyCollection(boxes, **look)


def _panels(table: pd.DataFrame, about: About) -> tuple[list[pd.DataFrame], list[str], str]:
    """Return the rows of each panel, the panels' names and a note.

    A panel is a cell and a strategy; where that is too many, a strategy in all cells.
    """
    panels = about.panels(table["cell"])
    rows = panels.pooled(table)
    groups, names = [], []
    for key, group in rows.groupby(["panel", "strategy"]):
        panel, strategy = int(group["panel"].iloc[0]), str(key[1])
        groups.append(group)
        names.append(": ".join(part for part in (strategy, panels.names[panel]) if part))
    if len(groups) <= MOST_PANELS:
        return groups, names, panels.note
    hands = table.groupby("strategy")["hands"].sum().sort_values(ascending=False, kind="stable")
    shown = sorted(hands.index[:MOST_PANELS])
    note = "All cells together." if len(panels.of) > 1 else ""
    if len(hands) > MOST_PANELS:
        note += (
            f" The {MOST_PANELS} of {len(hands)} strategies with the most ready hands are shown."
        )
    return [table[table["strategy"] == name] for name in shown], shown, note


READY_OUTCOME = Chart(
    name="ready-outcome",
    question="Does an early declaration pay?",
    columns={
        "rounds": ("cell", "game", "round", "end", "winner", "discarder"),
        "hands": ("cell", "game", "round", "seat", "strategy", "ready_turn"),
    },
    sums=Sums(("cell", "strategy", "ready_turn", "outcome"), _QUERY),
    draw=draw,
    help="Read upwards: of the hands declared ready on a turn, the lowest part went out.",
    figures=figures,
)
