"""Sentences on who is best of many: the league, rings, and the mix nobody could beat."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.findings import Finding, Thresholds, listed, per_cent, prefixed
from rummy_sim.runs.leagues import League, leagues_of
from rummy_sim.stats.blocks import Interval

__all__ = ["best_mix", "best_of_league", "leagues_in", "leagues_told"]

_WIDE = 0.5
"""An interval of a strategy's share of the mix that is wider settles nothing."""


def leagues_in(table: pd.DataFrame, about: About) -> list[League]:
    """Return the leagues in a table of wins by cell, strategy and block."""
    cells = {int(n): about.cells.get(int(n), Cell()).settings for n in table["cell"].unique()}
    return leagues_of(table.set_index(["cell", "strategy", "block"]), cells)


def leagues_told(table: pd.DataFrame, about: About) -> list[League]:
    """Return the leagues that sentences tell of: three strategies or more in several line-ups.

    A single line-up is told by its win shares. Where several met these do not say who is
    best: a strategy that fills three seats of four has an even share of its own games.
    """
    told = table[table["cell"].isin(about.told_of())]
    if told["cell"].nunique() < 2:
        return []
    return [
        one
        for one in leagues_in(told, about)
        if one.says_who_wins_against_whom and one.seats.shape[1] > 2 and not one.no_league
    ]


def _by_rules(league: League, about: About, finding: Finding) -> Finding:
    name = Cell(settings=league.settings).settings_text()
    return prefixed(name if about.reference else "", finding)


def best_of_league(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say which strategy is best, or which ones may be."""
    return [_by_rules(one, about, _best(one, limits)) for one in leagues_told(table, about)]


def _best(league: League, limits: Thresholds) -> Finding:
    top = league.table[league.table["rank"] == 1]
    names = [str(name) for name in top["strategy"]]
    shares = [
        Interval(row["mean"], row["low"], row["high"], int(row["blocks"]))
        for row in top.to_dict("records")
    ]
    even, many = 1 / league.players, f"the {len(league.table)} strategies"
    whom = "all others" if league.is_complete else listed(league.against)
    if len(names) > 1:
        may = listed(names) if len(names) <= 4 else f"{len(names)} of them"
        sentence = f"These games do not tell which of {many} is best: {may} may be."
        return Finding.of(sentence, "league", shares[0], float("nan"), even, effect=True)
    return Finding.of(
        f"{names[0]} is the best of {many}: against {whom}, taken one by one, it wins "
        f"{per_cent(shares[0])} of the games, where {even * 100:.3g}\u00a0% would be even.",
        "league",
        shares[0],
        limits["strategy_edge"],
        even,
        effect=True,
    )


def best_mix(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say whether there is a ring of strategies, and which mix nobody could beat."""
    del limits  # both are told as they are
    return [
        _by_rules(one, about, finding)
        for one in leagues_told(table, about)
        for finding in (_ring(one), *_mix(one))
    ]


def _ring(league: League) -> Finding:
    if league.cycles:
        ring = league.cycles[0]
        steps = [f"{a} beats {b}" for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
        more = len(league.cycles) - 1
        others = f", and there are {more} more such rings" if more else ""
        sentence = f"There is a ring: {listed(steps)}, each beyond doubt{others}."
    else:
        sentence = "No ring is seen in which one beats the next, and the last the first."
    return Finding(sentence, "payoff", 0.0, 0.0, 0.0)


def _mix(league: League) -> list[Finding]:
    if league.equilibrium is None:
        return []
    likely = league.equilibrium[league.equilibrium["high"] > 0]
    wide = (likely["high"] - likely["low"]).max() > _WIDE
    if wide or likely["low"].isna().any():
        names = [str(name) for name in likely["strategy"]]
        sentence = (
            f"These games do not tell which mix nobody could beat: {listed(names)} may be in it."
        )
        return [Finding(sentence, "payoff", 0.0, float("nan"), float("nan"))]
    shares = [
        Interval(row["share"], row["low"], row["high"], 0) for row in likely.to_dict("records")
    ]
    parts = [f"{x} {per_cent(y)}" for x, y in zip(likely["strategy"], shares, strict=True)]
    sentence = f"The mix that nobody could beat: {listed(parts)} of the time."
    return [Finding(sentence, "payoff", 0.0, 0.0, 0.0)]
