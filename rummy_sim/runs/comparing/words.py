"""The verdict of a comparison in plain words."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rummy_sim.stats.wording import p_text

if TYPE_CHECKING:
    from rummy_sim.runs.comparing.comparison import Comparison
    from rummy_sim.stats.pairing import PairingGain

__all__ = ["copies", "judge", "p_value", "plus_minus", "verdict", "worth"]

LEVEL = 0.05
"""A p-value below it is a finding."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def verdict(comparison: Comparison) -> list[str]:
    """Return the verdict, a sentence an item."""
    found = comparison.differences()
    headlines = found[found["headline"]].to_dict("records")
    if comparison.blocks < 2:
        return ["One deal says nothing about chance: play more games."]
    if comparison.sprt is not None:
        return _sequential(comparison) + _worth(comparison, headlines[0])
    if len(headlines) > 1:
        return [line for row in headlines for line in _short(comparison, row)]
    row = headlines[0]
    if judge(comparison, row) == "tie":
        return [_tie(comparison, row)]
    lines = _by_table(comparison, row, found)
    if comparison.experiment.players > 2:
        lines.append(f"Over both tables: {_difference(row)}, {p_value(row['holm'])}.")
    return lines + _worth(comparison, row)


def judge(comparison: Comparison, row: Mapping[Any, Any]) -> str | None:
    """Return what a row of the differences says of a: better, worse, open, or a tie.

    ``tie`` means that every deal gave both the same; a strategy with dice is never
    better than itself. ``None`` after a sequential test, which has a decision instead.
    """
    if comparison.sprt is not None:
        return None
    if row["headline"] and comparison.blocks > 1:
        if _all_alike(comparison, row["a"], row["b"]):
            return "tie"
    if not row["holm"] < LEVEL or comparison.are_one(row["a"], row["b"]):
        return "open"
    return "better" if row["difference"] > 0 else "worse"


def _all_alike(comparison: Comparison, a: str, b: str) -> bool:
    return not comparison.outcomes.block_differences(a, b).any()


def _by_table(comparison: Comparison, headline: Mapping[Any, Any], found: Any) -> list[str]:
    """Tell how each of a pair fares alone against the other: its share against the even one."""
    players = comparison.experiment.players
    shares = {
        (share["table"], share["strategy"]): share
        for share in comparison.table().to_dict("records")
    }
    pair = (headline["a"], headline["b"])
    lines = []
    for table in comparison.outcomes.pairs()[pair]:
        name = comparison.meetings[table].lineup[0]
        rival = pair[1] if name == pair[0] else pair[0]
        share = shares[table, name]
        row = headline
        if players > 2:
            row = found[(found["table"] == table) & ~found["headline"]].iloc[0]
        said = judge(comparison, row)
        if said in ("better", "worse") and name != pair[0]:
            said = "worse" if said == "better" else "better"
        if said == "open":
            said = "no difference that the data show"
        if comparison.are_one(*pair):
            said = "chance, as both are one strategy and only their dice differ"
        lines.append(
            f"{name} wins {_percent(share)} of {NUMBERS[players]}-player games against "
            f"{copies(rival, players - 1)}; {100 / players:.3g} % would be even: {said}, "
            f"{p_value(row['holm'])}."
        )
    return lines


def _short(comparison: Comparison, row: Mapping[Any, Any]) -> list[str]:
    """Tell a pair among several."""
    said = judge(comparison, row)
    if said == "tie":
        return [_tie(comparison, row)]
    end = f"{_difference(row)}, {p_value(row['holm'])}"
    if comparison.are_one(row["a"], row["b"]):
        end += ": chance, as both are one strategy and only their dice differ"
    elif said == "open":
        end += ": no difference that the data show"
    return [f"{end}.", *_worth(comparison, row)]


def _difference(row: Mapping[Any, Any]) -> str:
    """Return who is ahead of whom and by how many points."""
    a, b, value = row["a"], row["b"], row["difference"]
    low, high = row["low"], row["high"]
    if value < 0:
        a, b, value, low, high = b, a, -value, -high, -low
    return f"{a} is ahead of {b} by {plus_minus(value, low, high)} points"


def _tie(comparison: Comparison, row: Mapping[Any, Any]) -> str:
    a, b, deals = row["a"], row["b"], comparison.blocks
    if comparison.are_one(a, b):
        return (
            f"{a} and {b} are one strategy and tie exactly on each of {deals:,} deals, as they "
            "must: the interval of their difference has no width."
        )
    others = 1 - 0.025 ** (1 / deals)
    return (
        f"{a} and {b} win as much as each other on each of {deals:,} deals: no difference that "
        f"the data show, and at most {100 * others:.2g} % of deals can have one."
    )


def _sequential(comparison: Comparison) -> list[str]:
    """Tell what a sequential test accepted, why it stopped, and both estimates."""
    test = comparison.sprt
    if test is None:
        return []
    a, b = next(iter(comparison.outcomes.pairs()))
    what = f"{a}'s win share less {b}'s"
    h0, h1 = f"{100 * test.d0:g}", f"{100 * test.d1:g}"
    if test.decision is None:
        lines = [
            f"Neither H0 ({what} is {h0} points) nor H1 ({h1} points) is accepted: {test.reason}, "
            "and no more games are allowed."
        ]
    else:
        here, there = (h1, h0) if test.decision == "H1" else (h0, h1)
        lines = [
            f"Accepted: {test.decision}, {what} is {here} points rather than {there}.",
            f"It stopped after {test.blocks:,} deals, because the log-likelihood ratio "
            f"{test.llr:.2f} passed {test.upper if test.decision == 'H1' else test.lower:.2f}.",
        ]
    plain, adjusted = test.plain, test.adjusted
    return [
        *lines,
        f"The difference is {plus_minus(plain.mean, plain.low, plain.high)} points as it stands, "
        f"and {100 * adjusted.mean:z.1f} ({100 * adjusted.low:z.1f} to {100 * adjusted.high:z.1f}) "
        "adjusted for stopping.",
        *([_tie(comparison, {"a": a, "b": b})] if _all_alike(comparison, a, b) else []),
    ]


def _worth(comparison: Comparison, row: Mapping[Any, Any]) -> list[str]:
    pair = (row["a"], row["b"])
    gain, tables = comparison.gains[pair], comparison.outcomes.pairs()[pair]
    if not math.isfinite(gain.factor):
        return []
    if len(comparison.meetings) == 1:
        return [worth(gain)]
    return [worth(gain, f" of table{'s'[: len(tables) - 1]} {' and '.join(map(str, tables))}")]


def worth(gain: PairingGain, which: str = "") -> str:
    """Return what the paired design is worth, as a sentence.

    Parameters
    ----------
    gain : PairingGain
        The factor and the number of games.
    which : str
        Which games these are, where there are others.

    Examples
    --------
    >>> from rummy_sim.stats.pairing import PairingGain
    >>> worth(PairingGain(1.526, 1.4, 1.6, 40_000))
    'These 40,000 games are worth 61,000 independent ones (factor 1.53, 95 % 1.40 to 1.60).'
    """
    independent = float(f"{gain.worth:.3g}")
    return (
        f"These {gain.games:,} games{which} are worth {independent:,.0f} independent ones "
        f"(factor {gain.factor:.2f}, 95 % {gain.low:.2f} to {gain.high:.2f})."
    )


def p_value(p: float) -> str:
    """Return a p-value as it is written.

    Examples
    --------
    >>> p_value(0.00001), p_value(0.0123), p_value(0.43)
    ('p < 0.001', 'p = 0.012', 'p = 0.43')
    """
    text = p_text(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def plus_minus(mean: float, low: float, high: float) -> str:
    """Return a share in points of a hundred with its interval.

    Examples
    --------
    >>> plus_minus(0.2791, 0.2761, 0.2821), plus_minus(1.0, 0.98, 1.0)
    ('27.9 ± 0.3', '100.0 (98.0 to 100.0)')
    """
    digits = 2 if high - low < 0.002 else 1
    if abs((high - mean) - (mean - low)) > 1e-9:
        return f"{100 * mean:z.{digits}f} ({100 * low:z.{digits}f} to {100 * high:z.{digits}f})"
    return f"{100 * mean:z.{digits}f} ± {100 * (high - mean):z.{digits}f}"


def _percent(share: Mapping[Any, Any]) -> str:
    """Return a win share in per cent."""
    ends = (share["win_share"], share["win_share_low"], share["win_share_high"])
    mean, rest = plus_minus(*ends).split(" ", 1)
    return f"{mean} % {rest}"


def copies(name: str, count: int) -> str:
    """Return how many opponents of a kind there are.

    Examples
    --------
    >>> copies("rush", 1), copies("rush", 3), copies("baseline", 2), copies("a:b=1", 3)
    ('rush', 'three rushes', 'two baselines', 'three copies of a:b=1')
    """
    if count == 1:
        return name
    if not re.fullmatch(r"[a-z]+[a-z]", name):
        return f"{NUMBERS[count]} copies of {name}"
    return f"{NUMBERS[count]} {name}{'es' if re.search('(s|x|z|ch|sh)$', name) else 's'}"
