"""Sentences on how short games and games of Phantom Rummy end, and on ready hands."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, per_cent

__all__ = ["game_ends", "never_ready", "round_ends"]


def _say(
    table: pd.DataFrame,
    about: About,
    top: str,
    bottom: str,
    sentence: str,
    chart: str,
    threshold: float = float("inf"),
    never: str = "",
) -> list[Finding]:
    """Say a share in a sentence that has a place for it; where it is 0, ``never`` if given."""

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        share = intervals(rows, top, bottom, bounds=(0, 1)).get(panel)
        if share is None or (share.mean == 0 and not never):
            return []
        if share.mean == 0:
            most = f"{share.high * 100:.2g}\u00a0%"
            return [Finding.of(never.format(most), chart, share, threshold)]
        return [Finding.of(sentence.format(per_cent(share)), chart, share, threshold)]

    return for_variants(table, about, say)


def round_ends(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how many short games end with an empty pile, and how many with another's discard."""
    outs = table.assign(outs=table["take"] + table["discard"])
    return [
        *_say(
            table,
            about,
            "exhausted",
            "ended",
            "{} of the short games end because the draw pile runs short.",
            "ends",
            limits["pile_short"],
        ),
        *_say(
            outs, about, "discard", "outs", "{} of the goings-out use another's discard.", "ends"
        ),
    ]


def game_ends(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what ends full games."""
    options = about.options
    item_wins = options.get("advanced") and options.get("item_win", "off") != "off"
    return [
        *_say(
            table,
            about,
            "target",
            "ended",
            "{} of the games end by the target score, before the last short game is over.",
            "game-ends",
        ),
        *_say(
            table,
            about,
            "item_win",
            "ended",
            "{} of the games end by an item win.",
            "game-ends",
            limits["item_wins"],
            "No game ended by an item win: at most {} do." if item_wins else "",
        ),
    ]


def never_ready(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how many hands are never declared ready."""
    return _say(
        table,
        about,
        "never",
        "hands",
        "{} of the hands are never declared ready: the short game ends first.",
        "ready-never",
        limits["never_ready"],
    )
