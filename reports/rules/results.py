"""The figures of all variants with what they change, as charts and sentences use them."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import NothingToShowError
from rummy_sim.reports.fairness import place_name
from rummy_sim.reports.rules.changes import Variants, changes, estimates, levels, variants_of
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.reports.rules.skill import SKILL, skill_blocks, skill_estimates

__all__ = ["Results", "key_name", "results"]


@dataclass(frozen=True)
class Results:
    """Figures and changes.

    Attributes
    ----------
    variants : Variants
        Of the run.
    measures : dict of Measure
        Those that the run allows, by name.
    levels : DataFrame
        See :func:`rummy_sim.reports.rules.changes.levels`.
    changes : DataFrame
        See :func:`rummy_sim.reports.rules.changes.changes`.
    """

    variants: Variants
    measures: dict[str, Measure]
    levels: pd.DataFrame
    changes: pd.DataFrame


def results(table: pd.DataFrame, about: About, measures: Sequence[Measure]) -> Results:
    """Work out figures and changes from sums.

    Raises
    ------
    NothingToShowError
        If the run has no sweep, or nothing that the measures need.
    """
    names = tuple(measure.name for measure in measures)
    if _kept and _kept[0][0]() is table and _kept[0][1:3] == (names, about):
        return _kept[0][3]
    found = _worked_out(table, about, measures)
    _kept[:] = [(weakref.ref(table), names, about, found)]
    return found


# A chart asks three times for the same: to draw it, for its figures, for its sentences.
_kept: list[tuple[weakref.ref[pd.DataFrame], tuple[str, ...], About, Results]] = []


def _worked_out(table: pd.DataFrame, about: About, measures: Sequence[Measure]) -> Results:
    variants = variants_of(about)
    shares = [measure.name for measure in measures if measure.share]
    found, moved = [], []
    ratios = table[table["what"] != SKILL.name]
    if ratios["bottom"].sum() > 0:
        means, wide = estimates(ratios)
        found.append(levels(means, variants, shares))
        moved.append(changes(means, variants, wide))
    skill = skill_estimates(table, about)
    if skill is not None:
        found.append(levels(skill, variants, shares))
        moved.append(changes(skill, variants, skill_blocks(table)))
    if not found:
        raise NothingToShowError("the run kept nothing that could be compared")
    told = pd.concat(found, ignore_index=True)
    there = set(told["what"])
    return Results(
        variants=variants,
        measures={each.name: each for each in measures if each.name in there},
        levels=told,
        changes=pd.concat(moved, ignore_index=True),
    )


def key_name(measure: Measure, key: str) -> str:
    """Return what one of several figures of a measure is called.

    Examples
    --------
    >>> from rummy_sim.reports.rules.measures import shared_measures
    >>> win, place, *_ = shared_measures()
    >>> key_name(win, "rush"), key_name(place, "1")
    ('rush', '2nd to play')
    """
    return place_name(int(key)) if measure.by == "place" else key
