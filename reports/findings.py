"""What a run shows, in sentences: nothing is claimed that an interval does not support.

A finding has a size (0 is "nothing there"), an interval of that size and a
threshold from ``thresholds.yaml``. What its sentence may claim follows from these
three; see :attr:`Finding.state`. Where several things are looked at together, a
claim about one of them must stand Holm's test among all, and "at most" is said with
intervals that hold for all of them together (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.beside import digits_for, interval_text
from rummy_sim.stats.blocks import Interval
from rummy_sim.stats.estimates import holm
from rummy_sim.stats.ratios import ratio_intervals

__all__ = [
    "NOTE",
    "STATES",
    "Family",
    "Finding",
    "Thresholds",
    "family",
    "for_variants",
    "grouped",
    "intervals",
    "listed",
    "per_cent",
    "prefixed",
    "ranked",
    "shown",
    "thresholds",
]

Thresholds = Mapping[str, float]
"""The entries of ``thresholds.yaml``."""

STATES = {
    "clear": "What stands out",
    "fact": "How the game goes",
    "small": "There, but below the threshold",
    "none": "No effect that matters",
    "open": "Not settled by these games",
}
"""The states of findings, in the order of a page."""

NOTE = (
    "In brackets: 95\u00a0% intervals from block means; a block is one deal under all its "
    "seatings. A claim about one of several seats or strategies stands Holm's test among all. "
    "What “stands out” reaches the threshold for it even at the near end of its interval."
)
"""How findings are to be read."""


@cache
def thresholds() -> Thresholds:
    """Read ``thresholds.yaml``, which stands beside this module."""
    from rummy_sim.runs.reading import read_mapping

    folder = Path(str(import_module("rummy_sim.reports").__file__)).parent
    return {str(k): float(v) for k, v in read_mapping(folder / "thresholds.yaml")[0].items()}


@dataclass(frozen=True)
class Finding:
    """A sentence, and what it rests on.

    Attributes
    ----------
    sentence : str
        Plain words with the figures and their intervals.
    chart : str
        The name of the chart that shows it.
    size, low, high : float
        How far from "nothing" it is, with its 95 % interval.
    threshold : float
        From which size on it matters; infinite for what is only told, nan where too few
        deals were played to say.
    reach : float
        The greatest distance from "nothing" that is still possible for any of the things
        looked at together; by default that of the interval.
    rules : str
        The variant of the rules it is about, if there are several.
    describes : bool
        Whether it says how the game goes, and nothing else where the threshold is not
        reached; otherwise it is about an effect, which may be small.
    """

    sentence: str
    chart: str
    size: float
    low: float
    high: float
    threshold: float = math.inf
    reach: float = math.nan
    rules: str = ""
    describes: bool = False

    @classmethod
    def of(
        cls,
        sentence: str,
        chart: str,
        value: Interval,
        threshold: float = math.inf,
        nothing: float = 0.0,
        *,
        effect: bool = False,
    ) -> Finding:
        """Return a finding of the size by which a value differs from ``nothing``.

        It describes the game, unless the difference is said to be an effect.
        """
        low, high = value.low - nothing, value.high - nothing
        size = value.mean - nothing
        return cls(sentence, chart, size, low, high, threshold, describes=not effect)

    @property
    def told(self) -> str:
        """The sentence with the rules that it is about, as it stands by itself."""
        return f"{self.rules}: {self.sentence}" if self.rules else self.sentence

    @property
    def sure(self) -> float:
        """The size that is certain: the nearest distance to 0 within the interval."""
        if math.isnan(self.low) or self.low <= 0 <= self.high:
            return 0.0
        return min(abs(self.low), abs(self.high))

    @property
    def state(self) -> str:
        """What may be said.

        Returns
        -------
        str
            ``clear``: certain and at least the threshold; ``small``: certain, but not
            certainly that large; ``none``: perhaps nothing, and at most the threshold;
            ``open``: neither; ``fact``: told without a threshold, or describes only.

        Examples
        --------
        >>> Finding("", "", 0.03, 0.02, 0.04, 0.01).state
        'clear'
        >>> Finding("", "", 0.03, -0.01, 0.07, 0.01).state
        'open'
        """
        if math.isnan(self.threshold):
            return "open"
        if math.isinf(self.threshold):
            return "open" if math.isnan(self.low) else "fact"
        if self.sure > 0:
            if self.sure >= self.threshold:
                return "clear"
            return "fact" if self.describes else "small"
        reach = max(abs(self.low), abs(self.high)) if math.isnan(self.reach) else self.reach
        return "none" if reach <= self.threshold else "open"


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """Sort findings: by state, then by certain size in thresholds, then by size.

    Examples
    --------
    >>> little, much = (Finding(str(x), "", x, x / 2, 2 * x, 1.0) for x in (3.0, 9.0))
    >>> [finding.sentence for finding in ranked([little, much])]
    ['9.0', '3.0']
    """
    order = list(STATES)

    def key(finding: Finding) -> tuple[bool, int, float]:
        loud = finding.sure / finding.threshold if math.isfinite(finding.threshold) else 0.0
        # What a sweep changes is what it was made for: it comes before what each variant is.
        return not _of_change(finding), order.index(finding.state), -loud

    return sorted(findings, key=key)


def _of_change(finding: Finding) -> bool:
    return finding.chart.startswith("rules-")


def grouped(findings: Iterable[Finding]) -> list[tuple[str, list[tuple[str, list[Finding]]]]]:
    """Return ranked findings under their headings, those of a sweep's changes by themselves.

    Returns
    -------
    list
        Headings, each with the titles of states and their findings. Without a sweep there
        is one heading, which is empty. A heading that names the rules is for sentences
        that are all about these.
    """
    order = ranked(findings)
    changes = [finding for finding in order if _of_change(finding)]
    others = [finding for finding in order if not _of_change(finding)]
    rules = {finding.rules for finding in others}
    if rules == {""}:
        heading = ""
    elif len(rules) == 1:
        heading = f"The game with {rules.pop()}"
        others = [replace(finding, rules="") for finding in others]
    else:
        heading = "The game by each of the rules"
    parts = (("What the rules change", changes), (heading, others))
    return [(title, _by_state(some)) for title, some in parts if some]


def _by_state(findings: list[Finding]) -> list[tuple[str, list[Finding]]]:
    found = [
        (title, [finding for finding in findings if finding.state == state])
        for state, title in STATES.items()
    ]
    return [(title, some) for title, some in found if some]


def shown(value: Interval, unit: str = "", scale: float = 1.0) -> str:
    """Return a mean with its interval and unit, as many digits as it deserves.

    Examples
    --------
    >>> shown(Interval(5.91, 5.78, 6.04, 200), "turns")
    '5.9 turns (5.8 to 6.0)'
    """
    mean, low, high = value.mean * scale, value.low * scale, value.high * scale
    digits = digits_for(pd.DataFrame({"low": [low], "high": [high]}))
    number = interval_text(mean, math.nan, math.nan, digits)
    rest = interval_text(mean, low, high, digits)[len(number) :]
    return f"{number}{' ' + unit if unit else ''}{rest}".replace(" %", "\u00a0%")


def per_cent(share: Interval) -> str:
    """Return a share in per cent, with its interval."""
    return shown(share, "%", 100)


def intervals(
    sums: pd.DataFrame,
    top: str,
    bottom: str,
    by: str = "panel",
    bounds: tuple[float, float] | None = None,
) -> dict[Any, Interval]:
    """Return the ratio of two sums for each group, as for :func:`ratio_intervals`."""
    return _as_intervals(ratio_intervals(sums, top, bottom, [by], bounds=bounds))


def _as_intervals(rows: pd.DataFrame) -> dict[Any, Interval]:
    values = rows[["mean", "low", "high", "blocks"]].to_numpy(float)
    return {
        name: Interval(mean, low, high, int(blocks))
        for name, (mean, low, high, blocks) in zip(rows.index, values, strict=True)
    }


def for_variants(
    table: pd.DataFrame,
    about: About,
    say: Callable[[pd.DataFrame, Panels, int], Iterable[Finding]],
) -> list[Finding]:
    """Say something about each variant of the rules, and which one it is about.

    Of a sweep only the reference is told of: what the others change is said against it,
    paired by deal (:mod:`rummy_sim.reports.rules`), and not by their own figures.

    Parameters
    ----------
    table : DataFrame
        Sums by cell.
    about : About
        The run.
    say : callable
        From a variant's rows, the variants and the variant's number to findings.
    """
    told = table[table["cell"].isin(about.told_of())]
    variants = about.variants(told["cell"])
    found: list[Finding] = []
    for number, rows in variants.pooled(told).groupby("panel"):
        panel = int(str(number))
        name = variants.names[panel] or about.reference_text()
        found += [prefixed(name, each) for each in say(rows, variants, panel)]
    return found


def prefixed(name: str, finding: Finding) -> Finding:
    """Say which variant of the rules a finding is about, if there are several."""
    return replace(finding, rules=name) if name else finding


def listed(words: list[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["rush", "tempo", "guard"])
    'rush, tempo and guard'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True)
class Family:
    """Shares that are held against one value together.

    Attributes
    ----------
    shares, together : dict of Interval
        With 95 % intervals for each by itself, and for all together (Bonferroni).
    holm : dict of float
        p-values of "it is the even one", corrected for their number.
    even : float
        The value.
    reach : float
        How far any of them may be from it, with 95 % confidence for all together; nan
        with too few blocks.
    """

    shares: dict[Any, Interval]
    together: dict[Any, Interval]
    holm: dict[Any, float]
    even: float
    reach: float

    def ranked(self) -> list[Any]:
        """Return the names, the greatest share first."""
        return sorted(self.shares, key=lambda name: -self.shares[name].mean)

    def clear(self) -> list[Any]:
        """Return the names of those that differ beyond doubt, the farthest first."""
        names = [name for name, p in self.holm.items() if p < 0.05]
        return sorted(names, key=lambda name: -abs(self.shares[name].mean - self.even))


def family(
    sums: pd.DataFrame, top: str, bottom: str, by: str, even: float, fewest: float
) -> Family:
    """Hold the ratios of several groups against one value.

    Parameters
    ----------
    sums : DataFrame
        Columns ``by``, ``block`` and the two sums; ratios lie between 0 and 1.
    top, bottom, by : str
        As for :func:`rummy_sim.stats.ratios.ratio_intervals`.
    even : float
        The value that all would have if there were nothing to find.
    fewest : float
        With fewer blocks nothing is told apart.
    """
    rows = ratio_intervals(sums, top, bottom, [by], bounds=(0, 1))
    level = 1 - 0.05 / max(1, len(rows))
    together = _as_intervals(ratio_intervals(sums, top, bottom, [by], bounds=(0, 1), level=level))
    enough = rows["blocks"].to_numpy() >= fewest
    seats = sums.groupby(by)[bottom].sum()
    alike = bool((seats == seats.iloc[0]).all())
    corrected = np.where(enough, holm(_p_values(rows, even, alike)), 1.0)
    ends = [abs(end - even) for each in together.values() for end in (each.low, each.high)]
    return Family(
        shares=_as_intervals(rows),
        together=together,
        holm=dict(zip(rows.index, corrected.tolist(), strict=True)),
        even=even,
        reach=max(ends) if ends and enough.all() else math.nan,
    )


def _p_values(rows: pd.DataFrame, even: float, alike: bool) -> npt.NDArray[np.float64]:
    """Return two-sided p-values of Student's test, from the intervals.

    A share that came out low by chance scatters little, too, which would make it look
    surer than it is. Groups that are ``alike``, with as many seats each, scatter alike if
    all are even: there the error of a share is at least that of all together.

    Where all blocks lie on a bound there is no scatter: if a block missed the bound with
    probability ``even`` (or ``1 - even``), all n would lie on it with the n-th power.
    """
    from scipy.stats import t

    n = rows["blocks"].to_numpy(float)
    mean = rows["mean"].to_numpy(float)
    low, high = rows["low"].to_numpy(float), rows["high"].to_numpy(float)
    half = np.maximum(high - mean, mean - low)
    error = half / t.ppf(0.975, np.maximum(n - 1, 1))
    if alike:
        error = np.maximum(error, np.sqrt(np.mean(error**2)))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * t.sf(np.abs(mean - even) / error, np.maximum(n - 1, 1))
    bound = (mean <= 0) | (mean >= 1)
    p = np.where(bound, 2 * (1 - np.abs(mean - even)) ** n, p)
    return np.where(np.isnan(p), 1.0, np.minimum(p, 1.0))
