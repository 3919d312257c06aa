"""How long full games are: in short games or hands, in turns, and in minutes."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.bars import Mark, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, shown
from rummy_sim.reports.sql import block, counts
from rummy_sim.runs.adding import Sums

__all__ = ["MOST", "game_length_chart"]

MOST = 40
"""Games of so many short games, or more, are counted together."""

_BARS = {f"of_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)}


_QUERY = f"""
    with whole as (
        select
            cell, {block()}, count(*) as games, sum(rounds) as rounds,
            {counts("of", "rounds", MOST)}
        from games where seat = 0 group by all
    ),
    played as (select cell, {block()}, sum(turns) as turns from rounds group by all)
    select * from whole left join played using (cell, block)
"""


def game_length_chart(thing: str) -> Chart:
    """Return the chart of how long full games are.

    Parameters
    ----------
    thing : str
        What a row of ``rounds`` is: ``short game``.
    """
    up = "share of the games"

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"])
        return bar_figures(panels.pooled(table), panels, _BARS, "games", f"{thing}s", up)

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"])
        return bar_panels(
            panels.pooled(table),
            panels,
            about,
            bars=_BARS,
            of="games",
            marks=(Mark("rounds", "mean"),),
            title="How long games are",
            subtitle=f"Share of the full games that took so many {thing}s",
            across=f"{thing}s",
            up="% of games",
            label="games",
        )

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        turn, deal = limits["turn_seconds"], limits["deal_seconds"]

        def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
            seconds = rows["turns"] * turn + rows["rounds"] * deal
            rows = rows.assign(minutes=seconds / 60)
            count, turns, minutes = (
                intervals(rows, column, "games")[panel] for column in ("rounds", "turns", "minutes")
            )
            sentence = (
                f"A game takes {shown(count, thing + 's')} and {shown(turns, 'turns')}: "
                f"{shown(minutes, 'minutes')} at {turn:g} seconds a turn and {deal:g} for each "
                f"{thing}'s dealing and scoring."
            )
            return [Finding.of(sentence, "game-length", count)]

        return for_variants(table, about, say)

    return Chart(
        name="game-length",
        question="How long is a game?",
        columns={
            "games": ("cell", "deal", "game", "seat", "rounds"),
            "rounds": ("cell", "deal", "turns"),
        },
        sums=Sums(("cell", "block"), _QUERY),
        draw=draw,
        help="The higher a bar, the more games took just so long.",
        figures=figures,
        findings=findings,
    )
