"""Whether a game is decided early: how often leaders win, and how often the lead passes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, per_cent, shown
from rummy_sim.reports.pieces import Frames, looked_up, sums
from rummy_sim.reports.shares import even_share
from rummy_sim.stats.ratios import block_group, ratio_intervals

__all__ = ["Standing", "lead_chart", "race"]

Standing = Callable[[Frames], pd.DataFrame]
"""From frames to rows ``cell, deal, game, round, seat, standing``: how far each player was
after each short game, more being better; a row for every seat in each."""


def race(standing: pd.DataFrame, won: npt.NDArray[np.float64]) -> pd.DataFrame:
    """Follow the lead through each game of a cell.

    Parameters
    ----------
    standing : DataFrame
        As :data:`Standing`, of games with equally many seats.
    won : array
        The win share of each row's player in the end.

    Returns
    -------
    DataFrame
        A row a game: ``deal``; ``leads`` and ``trails``: 1 if a single player led, or was
        last, after half of the short games; ``leader_won``, ``last_won``: what that player
        then won; ``nears`` and ``near_won``: the same of who led before the last short
        game; ``changes``: how often the lead passed from one player to another.
    """
    order = standing.assign(won=won).sort_values(["game", "round", "seat"], kind="stable")
    seats = int(order["seat"].max()) + 1
    values = order["standing"].to_numpy(float).reshape(-1, seats)
    wins = order["won"].to_numpy(float).reshape(-1, seats)
    games = order["game"].to_numpy()[::seats]
    starts = np.flatnonzero(np.r_[True, games[1:] != games[:-1]])
    counts = np.diff(np.r_[starts, len(games)])

    top, low = values.max(axis=1), values.min(axis=1)
    leader = np.where((values == top[:, None]).sum(axis=1) == 1, values.argmax(axis=1), -1)
    last = np.where((values == low[:, None]).sum(axis=1) == 1, values.argmin(axis=1), -1)

    def fate(player: npt.NDArray[np.int64], after: npt.NDArray[np.int64]) -> tuple[object, object]:
        """Whether one player stood there after so many short games, and what that one won."""
        at = starts + np.maximum(after, 1) - 1
        there = (after >= 1) & (player[at] >= 0)
        return there.astype(int), np.where(there, wins[at, player[at]], 0.0)

    # The lead passes on when a player leads alone who was not the one to do so last.
    game_of = np.repeat(np.arange(len(starts)), counts)
    alone = leader >= 0
    who, where = leader[alone], game_of[alone]
    passed = (who[1:] != who[:-1]) & (where[1:] == where[:-1])
    leads, leader_won = fate(leader, counts // 2)
    trails, last_won = fate(last, counts // 2)
    nears, near_won = fate(leader, counts - 1)
    return pd.DataFrame(
        {
            "deal": order["deal"].to_numpy()[::seats][starts],
            "leads": leads,
            "leader_won": leader_won,
            "trails": trails,
            "last_won": last_won,
            "nears": nears,
            "near_won": near_won,
            "changes": np.bincount(where[1:][passed], minlength=len(starts)),
        }
    )


def lead_chart(standing: Standing, columns: dict[str, tuple[str, ...]], thing: str) -> Chart:
    """Return the chart of what a lead is worth.

    Parameters
    ----------
    standing : callable
        How far players are; see :data:`Standing`.
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

    def tally(frames: Frames) -> pd.DataFrame:
        rows = standing(frames)
        keys = {"cell": "cell", "game": "game", "seat": "seat"}
        won = looked_up(rows, frames["games"], keys, "win_share").to_numpy(float)
        parts = [
            race(rows[rows["cell"] == cell], won[(rows["cell"] == cell).to_numpy()]).assign(
                cell=cell
            )
            for cell in rows["cell"].unique()
        ]
        if not parts:
            parts = [pd.DataFrame(columns=["cell", "deal", *_SUMS], dtype=float)]
        games = pd.concat(parts)
        games = games.assign(block=block_group(games["deal"]))
        return sums(games, ["cell", "block"], games=1, **{name: games[name] for name in _SUMS})

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
                    f"Who leads alone after half of the {thing}s wins {per_cent(leader)} of the "
                    f"games; the lead passes on {times} in a game.",
                    "lead",
                    leader,
                    limits["leader_wins"],
                )
            if last:
                yield Finding.of(
                    f"Who is last alone after half of the {thing}s still wins {per_cent(last)} of "
                    "the games.",
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
        tally=tally,
        draw=draw,
        help="The nearer the leaders' dots are to 100 %, the earlier games are decided.",
        figures=figures,
        findings=findings,
    )


_SUMS = ("leads", "leader_won", "trails", "last_won", "nears", "near_won", "changes")
