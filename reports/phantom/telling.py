"""Sentences on how short games and games of Phantom Rummy end, and on ready hands."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.findings import Finding, Thresholds, per_cent, prefixed
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["game_ends", "never_ready", "round_ends"]


def _shares(
    table: pd.DataFrame, about: About, top: str, bottom: str
) -> list[tuple[str, pd.Series]]:
    """Return a share for each variant of the rules, with the variant's name."""
    variants = about.variants(table["cell"])
    rows = ratio_intervals(variants.pooled(table), top, bottom, ["panel"], bounds=(0, 1))
    return [(variants.names[int(str(panel))], row) for panel, row in rows.iterrows()]


def _say(
    table: pd.DataFrame,
    about: About,
    top: str,
    bottom: str,
    sentence: str,
    chart: str,
    threshold: float = float("inf"),
) -> list[Finding]:
    """Say a share in a sentence that has a place for it; nothing where it is 0."""
    return [
        prefixed(
            name,
            Finding(
                sentence.format(per_cent(row)),
                chart,
                row["mean"],
                row["low"],
                row["high"],
                threshold,
            ),
        )
        for name, row in _shares(table, about, top, bottom)
        if row["mean"] > 0
    ]


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
