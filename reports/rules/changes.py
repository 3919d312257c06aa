"""What each variant of the rules changes against the reference, paired by deal.

A line-up is held against itself under the reference's rules, on the same deals; the
differences of all line-ups are averaged, each counting once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.chart import NothingToShowError
from rummy_sim.stats.estimates import Estimates, holm
from rummy_sim.stats.ratios import ratio_estimates

__all__ = ["FEWEST_DIFFERING", "Variants", "changes", "estimates", "levels", "variants_of"]

FEWEST_DIFFERING = 30
"""A difference that rests on fewer groups of deals is not told apart from none."""

_LABEL = ["cell", "what", "key"]
_TINY = 1e-9  # what rounding leaves of a difference that is 0


@dataclass(frozen=True)
class Variants:
    """The combinations of a sweep.

    Attributes
    ----------
    settings : list of mapping
        The swept keys of each, with their values.
    names : list of str
        What they are called.
    reference : int
        Which of them the others are held against.
    cells : list of dict
        For each, its cell by line-up.
    """

    settings: list[Mapping[str, Any]]
    names: list[str]
    reference: int
    cells: list[dict[tuple[str, ...], int]]

    def differs_in(self, variant: int) -> list[str]:
        """Return the keys in which a variant is not the reference."""
        there = self.settings[self.reference]
        return [
            key
            for key, value in self.settings[variant].items()
            if Cell(settings={key: value}).settings_text()
            != Cell(settings={key: there[key]}).settings_text()
        ]


def variants_of(about: About) -> Variants:
    """Return the variants of a run.

    Raises
    ------
    NothingToShowError
        If it has none.
    """
    names: dict[str, dict[tuple[str, ...], int]] = {}
    settings: dict[str, Mapping[str, Any]] = {}
    for number, cell in sorted(about.cells.items()):
        name = cell.settings_text()
        settings.setdefault(name, cell.settings)
        names.setdefault(name, {})[cell.lineup] = number
    told = list(names)
    wanted = Cell(settings=about.reference).settings_text()
    if len(told) < 2 or wanted not in told:
        raise NothingToShowError("the run has no sweep")
    return Variants([settings[n] for n in told], told, told.index(wanted), list(names.values()))


def estimates(table: pd.DataFrame) -> tuple[Estimates, pd.DataFrame]:
    """Return the ratios by cell, measure and key, and the same blocks as a wide table.

    Parameters
    ----------
    table : DataFrame
        Columns ``cell``, ``what``, ``key``, ``block``, ``top`` and ``bottom``.
    """
    means = ratio_estimates(table, "top", "bottom", _LABEL)
    wide = table.pivot_table(
        index=_LABEL, columns="block", values=["top", "bottom"], aggfunc="sum", observed=True
    )
    return means, wide


def levels(means: Estimates, variants: Variants, shares: Sequence[str]) -> pd.DataFrame:
    """Return the figures of each variant, the mean over its line-ups.

    Returns
    -------
    DataFrame
        Columns ``variant``, ``what``, ``key``, ``mean``, ``low``, ``high``.
    """
    have = set(means.labels)
    sums: dict[Hashable, Mapping[Hashable, float]] = {}
    for number, cells in enumerate(variants.cells):
        for what, key in dict.fromkeys(label[1:] for label in means.labels):
            own = [(cell, what, key) for cell in cells.values() if (cell, what, key) in have]
            if own:
                sums[number, what, key] = dict.fromkeys(own, 1 / len(own))
    found = means.combine(sums, ["variant", "what", "key"])
    rows, bounded = found.table(), found.table(bounds=(0, 1))
    is_share = rows.index.get_level_values("what").isin(list(shares))
    rows[is_share] = bounded[is_share]
    rows.loc[is_share, ["low", "high"]] = rows.loc[is_share, ["low", "high"]].clip(0, 1)
    return rows.reset_index()


def changes(means: Estimates, variants: Variants, wide: pd.DataFrame) -> pd.DataFrame:
    """Return what each variant changes, but the reference, which changes nothing.

    Parameters
    ----------
    means : Estimates
        By cell, measure and key.
    variants : Variants
        Of the run.
    wide : DataFrame
        From :func:`estimates`: tells how many groups of deals differ.

    Returns
    -------
    DataFrame
        Columns ``variant``, ``what``, ``key``, ``mean``, ``low``, ``high``, ``p``, ``holm``
        (among all variants and keys of a measure), ``differing``,
        ``together_low`` and ``together_high``: intervals that hold for all figures of a
        measure together (Bonferroni; as wide as those with the most figures need).
    """
    have = set(means.labels)
    sums: dict[Hashable, Mapping[Hashable, float]] = {}
    family: Counter[str] = Counter()
    there = variants.cells[variants.reference]
    for number, cells in enumerate(variants.cells):
        if number == variants.reference:
            continue
        for what, key in dict.fromkeys(label[1:] for label in means.labels):
            both = [
                ((cell, what, key), (there[lineup], what, key))
                for lineup, cell in cells.items()
                if {(cell, what, key), (there.get(lineup, -1), what, key)} <= have
            ]
            if both:
                weights: dict[Hashable, float] = {one: 1 / len(both) for one, _ in both}
                weights |= {other: -1 / len(both) for _, other in both}
                sums[number, what, key] = weights
                family[what] += 1
    if not sums:
        raise NothingToShowError("no line-up is played under the reference's rules and others")
    found = means.combine(sums, ["variant", "what", "key"])
    rows = found.table()
    together = found.table(level=1 - 0.05 / max(family.values()))
    exact = (rows[["mean", "low", "high"]].abs() < _TINY).all(axis=1)
    rows.loc[exact, ["mean", "low", "high"]] = 0.0
    rows["together_low"], rows["together_high"] = together["low"], together["high"]
    rows["p"] = found.p()
    rows["differing"] = _differing(wide, list(sums.values()))
    few = rows["differing"] < np.minimum(FEWEST_DIFFERING, rows["blocks"])
    rows.loc[few, "p"] = 1.0
    rows["holm"] = rows.groupby("what", sort=False)["p"].transform(lambda p: holm(p.to_numpy()))
    return rows.reset_index()


def _differing(wide: pd.DataFrame, sums: Sequence[Mapping[Hashable, float]]) -> list[int]:
    """Count the groups of deals in which any line-up came out otherwise."""
    place: dict[Hashable, int] = {label: i for i, label in enumerate(wide.index)}
    blocks = {part: wide[part].to_numpy(float) for part in ("top", "bottom")}
    counts = []
    for weights in sums:
        ones = [place[label] for label, weight in weights.items() if weight > 0]
        others = [place[label] for label, weight in weights.items() if weight < 0]
        off = np.zeros(wide["top"].shape[1], bool)
        for part in blocks.values():
            away = np.nan_to_num(part[ones]) - np.nan_to_num(part[others])
            off |= (np.abs(away) > _TINY).any(axis=0)
        counts.append(int(off.sum()))
    return counts
