"""Sentences on who wins: places in the turn order, seats, strategies."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.findings import (
    Family,
    Finding,
    Thresholds,
    family,
    per_cent,
    prefixed,
    shown,
)

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


def _families(
    table: pd.DataFrame, about: About, by: str, limits: Thresholds
) -> Iterator[tuple[str, Family]]:
    """Yield the shares of each variant of the rules, held against the even one."""
    variants = about.variants(table["cell"])
    pooled = variants.pooled(table)
    for panel, rows in pooled.groupby("panel"):
        place = int(str(panel))
        players = {about.players[cell] for cell, of in variants.of.items() if of == place}
        if len(players) == 1:
            even = 1 / players.pop()
            yield (
                variants.names[place],
                family(rows, "won", "held", by, even, limits["fewest_blocks"]),
            )


def _edge(
    held: Family, row: pd.Series, who: str, chart: str, threshold: float, at_first: str
) -> Finding:
    """Say how far one of several lies from an even share."""
    size = row["mean"] - held.even
    word = "an edge" if size > 0 else "a handicap"
    low, high = sorted((abs(row["low"] - held.even), abs(row["high"] - held.even)))
    return Finding(
        f"{who} wins {per_cent(row)} of the games, where {_even(held)} would be even: "
        f"{word}{at_first} of {shown(abs(size), low, high, 'points', 100)}.",
        chart,
        size,
        row["low"] - held.even,
        row["high"] - held.even,
        threshold,
    )


def _even(held: Family) -> str:
    return f"{held.even * 100:.3g}\u00a0%"


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
    found = []
    for name, held in _families(table, about, "place", limits):
        clear = held.clear()
        if clear.empty:
            finding = _nothing(
                held,
                "No place in the turn order has an edge that these games show",
                "These games do not tell whether it matters who plays first",
                "order-share",
                limits["seat_edge"],
            )
        else:
            place = 0 if 0 in clear.index else int(str(clear.index[0]))
            who = "Who plays first" if place == 0 else f"The player who is {place_name(place)}"
            first = " for the first player" if place == 0 else ""
            row = held.rows.loc[place]
            finding = _edge(held, row, who, "order-share", limits["seat_edge"], first)
        found.append(prefixed(name, finding))
    return found


def seat_edge(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say whether seats are even.

    Nothing is said where strategies never changed seats: a seat is a strategy there.
    """
    mixed = any(len(set(cell.lineup)) > 1 for cell in about.cells.values())
    if about.seatings == "fixed" and mixed:
        return []
    found = []
    for name, held in _families(table, about, "seat", limits):
        clear = held.clear()
        if clear.empty:
            finding = _nothing(
                held,
                "The seats are even as far as these games show",
                "These games do not tell whether the seats are even",
                "seat-share",
                limits["seat_edge"],
            )
        else:
            who = f"Seat {clear.index[0]}"
            finding = _edge(held, clear.iloc[0], who, "seat-share", limits["seat_edge"], "")
        found.append(prefixed(name, finding))
    return found


def best_strategy(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say which strategy wins most, whether it is alone at the top, and which wins least."""
    found = []
    for name, held in _families(table, about, "strategy", limits):
        found += [prefixed(name, each) for each in _strategies(held, limits["strategy_edge"])]
    return found


def _strategies(held: Family, threshold: float) -> list[Finding]:
    rows = held.rows.sort_values("mean", ascending=False, kind="stable")
    if len(rows) < 2:
        return []
    clear = held.clear()
    top, bottom = rows.iloc[0], rows.iloc[-1]
    best, worst = str(rows.index[0]), str(rows.index[-1])
    if best not in clear.index and worst not in clear.index:
        return [
            _nothing(
                held,
                "No strategy wins more or less than its share",
                "These games do not tell the strategies apart",
                "win-share",
                threshold,
            )
        ]

    def say(row: pd.Series, sentence: str) -> Finding:
        low, high = row["low"] - held.even, row["high"] - held.even
        return Finding(sentence, "win-share", row["mean"] - held.even, low, high, threshold)

    found = []
    if best in clear.index:
        # Intervals that do not touch tell apart whatever the correlation of the two.
        level = [
            str(other)
            for other, row in rows.iloc[1:].iterrows()
            if row["surely_high"] >= top["surely_low"]
        ]
        shared = f"; {_listed(level)} may be as good" if level else ", more than any other"
        text = f"{best} wins {per_cent(top)} of the games for each seat it holds"
        found.append(say(top, f"{text}, where {_even(held)} would be even{shared}."))
    if worst in clear.index:
        text = f"{worst} wins {per_cent(bottom)} for each seat it holds"
        found.append(say(bottom, f"{text}, where {_even(held)} would be even."))
    return found


def _listed(names: list[str]) -> str:
    if len(names) > 3:
        return f"{len(names)} others"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
