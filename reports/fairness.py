"""Sentences on who wins: places in the turn order, seats, strategies."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.best import leagues_told
from rummy_sim.reports.findings import (
    Family,
    Finding,
    Thresholds,
    family,
    for_variants,
    listed,
    per_cent,
    shown,
)
from rummy_sim.reports.shares import players_of
from rummy_sim.stats.blocks import Interval

__all__ = ["best_strategy", "order_edge", "place_name", "seat_edge"]

_PLACES = ("1st to play", "2nd to play", "3rd to play")


def place_name(place: int) -> str:
    """Return what a place in the turn order is called.

    Examples
    --------
    >>> place_name(0), place_name(3)
    ('1st to play', '4th to play')
    """
    return _PLACES[place] if place < len(_PLACES) else f"{place + 1}th to play"


def _held(
    rows: pd.DataFrame, about: About, variants: Panels, panel: int, by: str, limits: Thresholds
) -> Family:
    even = 1 / players_of(about, variants, panel)
    return family(rows, "won", "held", by, even, limits["fewest_blocks"])


def _even(held: Family) -> str:
    return f"{held.even * 100:.3g}\u00a0%"


def _edge(
    held: Family, name: Any, who: str, chart: str, threshold: float, at_first: str = ""
) -> Finding:
    """Say how far one of several lies from an even share."""
    share = held.shares[name]
    size = share.mean - held.even
    word = "an edge" if size > 0 else "a handicap"
    low, high = sorted((abs(share.low - held.even), abs(share.high - held.even)))
    points = shown(Interval(abs(size), low, high, share.blocks), "points", 100)
    sentence = (
        f"{who} wins {per_cent(share)} of the games, where {_even(held)} would be even: "
        f"{word}{at_first} of {points}."
    )
    return Finding.of(sentence, chart, share, threshold, held.even, effect=True)


def _nothing(held: Family, none: str, unsure: str, chart: str, threshold: float) -> Finding:
    """Say that nothing is to be seen, and how much may still be there."""
    most = f"±{held.reach * 100:.2g} points"
    if math.isnan(held.reach):
        sentence = f"{unsure}: too few deals were played."
    elif held.reach <= threshold:
        sentence = f"{none}: at most {most}."
    else:
        sentence = f"{unsure}: up to {most} are possible."
    return Finding(sentence, chart, 0.0, math.nan, math.nan, threshold, held.reach)


def order_edge(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what going first is worth, or which other place is worth most."""

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        held = _held(rows, about, variants, panel, "place", limits)
        clear = held.clear()
        if not clear:
            return [
                _nothing(
                    held,
                    "No place in the turn order has an edge that these games show",
                    "These games do not tell whether it matters who plays first",
                    "order-share",
                    limits["seat_edge"],
                )
            ]
        place = 0 if 0 in clear else clear[0]
        who = "Who plays first" if place == 0 else f"The player who is {place_name(place)}"
        first = " for the first player" if place == 0 else ""
        return [_edge(held, place, who, "order-share", limits["seat_edge"], first)]

    return for_variants(table, about, say)


def seat_edge(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say whether seats are even.

    Nothing is said where strategies never changed seats: a seat is a strategy there.
    """
    mixed = any(len(set(cell.lineup)) > 1 for cell in about.cells.values())
    if about.seatings == "fixed" and mixed:
        return []

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        held = _held(rows, about, variants, panel, "seat", limits)
        clear = held.clear()
        if clear:
            return [_edge(held, clear[0], f"Seat {clear[0]}", "seat-share", limits["seat_edge"])]
        return [
            _nothing(
                held,
                "The seats are even as far as these games show",
                "These games do not tell whether the seats are even",
                "seat-share",
                limits["seat_edge"],
            )
        ]

    return for_variants(table, about, say)


def best_strategy(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say which strategy wins most, whether it is alone at the top, and which wins least.

    Where several line-ups make a league, that tells it.
    """
    if leagues_told(table, about):
        return []
    fields = {frozenset(about.cells[number].lineup) for number in about.told_of()}

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        held = _held(rows, about, variants, panel, "strategy", limits)
        return _strategies(held, limits["strategy_edge"], len(fields) > 1)

    return for_variants(table, about, say)


def _strategies(held: Family, threshold: float, apart: bool) -> list[Finding]:
    """Say who wins most and least; ``apart`` if they met different opponents."""
    names, clear = held.ranked(), held.clear()
    if len(names) < 2:
        return []
    best, worst = names[0], names[-1]
    if best not in clear and worst not in clear:
        return [
            _nothing(
                held,
                "No strategy wins more or less than its share",
                "These games do not tell the strategies apart",
                "win-share",
                threshold,
            )
        ]
    found = []
    wins = f"of the games for each seat it holds, where {_even(held)} would be even"
    if best in clear:
        # Intervals that do not touch tell apart whatever the correlation of the two.
        bound = held.together[best].low
        level = [str(name) for name in names[1:] if held.together[name].high >= bound]
        others = f"; {_few(level)} may be as good" if level else ", more than any other"
        if apart:
            others = "; not all met the same opponents, so that this ranks nobody"
        found.append((best, f"{wins}{others}."))
    # Of two strategies one wins what the other does not: once told is enough.
    if worst in clear and (len(names) > 2 or not found):
        found.append((worst, f"{wins}."))
    return [
        Finding.of(
            f"{name} wins {per_cent(held.shares[name])} {rest}",
            "win-share",
            held.shares[name],
            threshold,
            held.even,
            effect=True,
        )
        for name, rest in found
    ]


def _few(names: list[str]) -> str:
    return listed(names) if len(names) <= 3 else f"{len(names)} others"
