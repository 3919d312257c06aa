"""How long full games are: in short games or hands, in turns, and in minutes."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About
from rummy_sim.reports.bars import Mark, bar_figures, bar_panels
from rummy_sim.reports.chart import Chart
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import Finding, Thresholds, prefixed, shown
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.ratios import block_group, ratio_intervals

__all__ = ["MOST", "game_length_chart"]

MOST = 40
"""Games of so many short games, or more, are counted together."""

_BARS = {f"of_{n}": str(n) if n < MOST else f"{n}+" for n in range(MOST + 1)}


def _tally(frames: Frames) -> pd.DataFrame:
    games = frames["games"]
    games = games[games["seat"] == 0]
    count = games["rounds"].astype(int)
    each = {f"of_{n}": (count.clip(upper=MOST) == n).astype(int) for n in range(MOST + 1)}
    by = ["cell", "block"]
    whole = sums(games.assign(block=block_group(games["deal"])), by, games=1, rounds=count, **each)
    rounds = frames["rounds"]
    turns = sums(
        rounds.assign(block=block_group(rounds["deal"])), by, turns=rounds["turns"].astype(int)
    )
    return whole.join(turns)


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
        variants = about.variants(table["cell"])
        rows = variants.pooled(table)
        seconds = rows["turns"] * limits["turn_seconds"] + rows["rounds"] * limits["deal_seconds"]
        rows = rows.assign(minutes=seconds / 60)
        told = {
            column: ratio_intervals(rows, column, "games", ["panel"])
            for column in ("rounds", "turns", "minutes")
        }
        found = []
        for panel, row in told["rounds"].iterrows():
            turns, minutes = (told[c].loc[panel, ["mean", "low", "high"]] for c in _FURTHER)
            sentence = (
                f"A game takes {shown(row['mean'], row['low'], row['high'], thing + 's')} and "
                f"{shown(*turns, 'turns')}: {shown(*minutes, 'minutes')} at "
                f"{limits['turn_seconds']:g} seconds a turn and {limits['deal_seconds']:g} for "
                f"each {thing}'s dealing and scoring."
            )
            finding = Finding(sentence, "game-length", row["mean"], row["low"], row["high"])
            found.append(prefixed(variants.names[int(str(panel))], finding))
        return found

    return Chart(
        name="game-length",
        question="How long is a game?",
        columns={
            "games": ("cell", "deal", "game", "seat", "rounds"),
            "rounds": ("cell", "deal", "turns"),
        },
        tally=_tally,
        draw=draw,
        help="The higher a bar, the more games took just so long.",
        figures=figures,
        findings=findings,
    )


_FURTHER = ("turns", "minutes")
