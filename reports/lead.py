"""Whether a game is decided early: how often leaders win, and how often the lead passes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, per_cent, shown
from rummy_sim.reports.rules.measures import Measure, summed
from rummy_sim.reports.shares import even_share
from rummy_sim.reports.sql import block, won_where
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["lead_chart", "lead_measures", "race"]


def race(standing: str) -> str:
    """Return the query that follows the lead through each game.

    Parameters
    ----------
    standing : str
        A query for rows ``cell, deal, game, round, seat, standing``: how far each player was
        after each short game, more being better; a row for every seat in each.

    Returns
    -------
    str
        A query for a row a game, ``cell, deal, game``, and: ``leader``, ``last`` (who led
        alone, or was last alone, after half of the short games), ``near`` (who led alone
        before the last one), null if nobody did; ``changes``: how often the lead passed
        from one player to another. The lead passes on when a player leads alone who was
        not the one to do so last.
    """
    return f"""
    with standing as (select * replace (standing::bigint as standing) from ({standing})),
    -- Seats break ties, once for the higher and once for the lower one: who comes out
    -- both times stands alone.
    edges as (
        select
            cell, deal, game, round,
            max(8 * standing + seat) as high, max(8 * standing - seat) as low,
            min(8 * standing + seat) as deep, min(8 * standing - seat) as deepest
        from standing group by all
    ),
    alone as (
        select
            cell, deal, game, round,
            if(high - low = 2 * (high & 7), high & 7, null) as leader,
            if(deep - deepest = 2 * (deep & 7), deep & 7, null) as last
        from edges
    ),
    along as (
        select
            *,
            max(round) over (partition by cell, game) as rounds,
            leader <> lag(leader ignore nulls) over (partition by cell, game order by round)
                as passed
        from alone
    )
    select
        cell, deal, game,
        any_value(leader) filter (round = rounds // 2) as leader,
        any_value(last) filter (round = rounds // 2) as last,
        any_value(leader) filter (round = rounds - 1) as near,
        count(*) filter (passed) as changes
    from along group by all
    """


_FATES = (
    ("leader", "leads", "leader_won"),
    ("last", "trails", "last_won"),
    ("near", "nears", "near_won"),
)


def _fate(who: str, there: str, won: str) -> str:
    """Return how often somebody was there, and what these players won in the end."""
    own = f"seat = {who}"
    return f"count(*) filter ({own}) as {there}, {won_where(own)} as {won}"


def lead_measures(
    standing: str, columns: Mapping[str, tuple[str, ...]], thing: str
) -> tuple[Measure, ...]:
    """Return what a sweep may change of the race: how often those ahead, and those behind, win.

    Parameters
    ----------
    standing, columns, thing
        As for :func:`lead_chart`.
    """
    rows = f"""(
        select cell, race.deal, seat, win_share, leader, last
        from ({race(standing)}) race join games using (cell, game)
    )"""
    needed = {**columns, "games": ("cell", "game", "seat", "win_share")}

    def measure(name: str, who: str) -> Measure:
        own = f"seat = {name}"
        return Measure(
            name,
            f"wins of who {who} at half-time",
            "points",
            needed,
            summed(rows, won_where(own), f"count(*) filter ({own})"),
            f"rules_{name}",
            f"adds {{}} to how often the player who {who} after half of the {thing}s wins",
            f"takes {{}} off how often the player who {who} after half of the {thing}s wins",
            f"how often the player who {who} after half of the {thing}s wins",
            share=True,
        )

    return measure("leader", "leads"), measure("last", "is last")


def lead_chart(standing: str, columns: Mapping[str, tuple[str, ...]], thing: str) -> Chart:
    """Return the chart of what a lead is worth.

    Parameters
    ----------
    standing : str
        How far players are; see :func:`race`.
    columns : dict
        The columns that it needs, by frame.
    thing : str
        What a row of ``rounds`` is: ``short game``.
    """
    places = {
        f"leads before the last {thing}": ("near_won", "nears"),
        f"leads after half of the {thing}s": ("leader_won", "leads"),
        f"is last after half of the {thing}s": ("last_won", "trails"),
    }

    query = f"""
    select
        cell, race.{block()},
        count(*) filter (seat = 0) as games, (sum(changes) filter (seat = 0)) as changes,
        {", ".join(_fate(*names) for names in _FATES)}
    from ({race(standing)}) race join games using (cell, game)
    group by all
    """

    def shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
        rows = panels.pooled(table)
        if not rows[["leads", "trails", "nears"]].to_numpy().any():
            raise NothingToShowError(f"no game took two {thing}s")
        long = {
            text: ratio_intervals(rows, won, there, ["panel"], bounds=(0, 1))
            for text, (won, there) in places.items()
        }
        return pd.concat(long, names=["who"]).reset_index()

    def figures(table: pd.DataFrame, about: About) -> Figures:
        panels = about.panels(table["cell"])
        return of_means(shares(table, panels), panels, {"who": "who"}, "wins the game")

    def draw(table: pd.DataFrame, about: About) -> Figure:
        panels = about.panels(table["cell"])
        return dot_panels(
            shares(table, panels),
            panels,
            about,
            name="who",
            title="What a lead is worth",
            subtitle="Share of the games won by a player who, alone, …",
            label="wins the game (%)",
            scale=100,
            mean_label="wins the game",
            reference=even_share(panels, about),
            reference_label="an even share",
            notes=("Games in which several shared that place are left out.",),
        )

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        def say(rows: pd.DataFrame, variants: Panels, panel: int) -> Iterator[Finding]:
            leader = intervals(rows, "leader_won", "leads", bounds=(0, 1)).get(panel)
            last = intervals(rows, "last_won", "trails", bounds=(0, 1)).get(panel)
            if leader:
                times = shown(intervals(rows, "changes", "games")[panel], "times")
                yield Finding.of(
                    f"A sole leader after half of the {thing}s wins {per_cent(leader)} of the "
                    f"games; the lead passes on {times} in a game.",
                    "lead",
                    leader,
                    limits["leader_wins"],
                )
            if last:
                yield Finding.of(
                    f"A player alone in last place after half of the {thing}s still wins "
                    f"{per_cent(last)} of the games.",
                    "lead",
                    last,
                    limits["last_wins"],
                )

        return for_variants(table, about, say)

    return Chart(
        name="lead",
        question="Is a game decided early, and do players come back?",
        columns={
            **columns,
            "games": ("cell", "game", "seat", "win_share"),
        },
        sums=Sums(("cell", "block"), query),
        draw=draw,
        help="The nearer the leaders' dots are to 100 %, the earlier games are decided.",
        figures=figures,
        findings=findings,
    )
