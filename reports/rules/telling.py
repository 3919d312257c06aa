"""Sentences on what the options of a sweep change."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from rummy_sim.reports.findings import Finding, Thresholds, shown
from rummy_sim.reports.rules.axis import option_name, shortened, value_text
from rummy_sim.reports.rules.changes import FEWEST_DIFFERING, Variants
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.reports.rules.results import Results, key_name
from rummy_sim.stats.blocks import Interval

__all__ = ["told"]

_CHARTS = {"win": "rules-winners", "place": "rules-order", "score": "rules-scores"}


def told(found: Results, limits: Thresholds) -> list[Finding]:
    """Say, for each measure, the largest change of each option, or that there is none."""
    said = _idle(found)
    for name, measure in found.measures.items():
        rows = found.changes[found.changes["what"] == name]
        threshold = limits[measure.threshold]
        if rows.empty or _still(rows).all():
            continue
        largest = _largest(rows, found.variants)
        if largest:
            said += [_change(row, measure, found.variants, threshold) for row in largest]
        else:
            said.append(_nothing(rows, measure, found.variants, threshold))
    return said


def _still(rows: pd.DataFrame) -> pd.Series:
    """Whether nothing at all differs."""
    return (rows["mean"] == 0) & (rows["low"] == rows["high"])


def _idle(found: Results) -> list[Finding]:
    """Say which variants came out just as the reference in everything that was looked at."""
    said = []
    for variant, rows in found.changes.groupby("variant"):
        if _still(rows).all() and not rows["differing"].gt(0).any():
            sentence = (
                f"{_instead(found.variants, int(str(variant)))} changes nothing in these games: "
                "all figures are the same."
            )
            said.append(Finding(sentence, "rules-moves", 0.0, 0.0, 0.0))
    return said


def _largest(rows: pd.DataFrame, variants: Variants) -> list[pd.Series]:
    """Return the largest sure change of each option by itself, or else of several together."""
    sure = rows[rows["holm"] < 0.05]
    size = sure["mean"].abs().to_numpy(float)
    keys = [variants.differs_in(int(variant)) for variant in sure["variant"]]
    picked = []
    for key in variants.settings[0]:
        alone = np.array([k == [key] for k in keys], bool)
        if alone.any():
            picked.append(sure.iloc[int(np.where(alone, size, -1.0).argmax())])
    if not picked and len(sure):
        picked = [sure.iloc[int(size.argmax())]]
    return picked


def _instead(variants: Variants, variant: int) -> str:
    """Return ``target_score 15 instead of 12``."""
    there, here = variants.settings[variants.reference], variants.settings[variant]
    return " with ".join(
        f"{option_name(key)} {shortened(value_text(here[key]))} "
        f"instead of {shortened(value_text(there[key]))}"
        for key in variants.differs_in(variant)
    )


def _others(variants: Variants) -> str:
    """Name all variants together."""
    keys = list(variants.settings[0])
    return f"Other values of {option_name(keys[0])}" if len(keys) == 1 else "The swept options"


def _unit(measure: Measure, mean: float) -> str:
    one = abs(mean * measure.scale) == 1
    return measure.unit.removesuffix("s") if one else measure.unit


def _change(row: pd.Series, measure: Measure, variants: Variants, threshold: float) -> Finding:
    mean, low, high = (float(row[end]) for end in ("mean", "low", "high"))
    near, far = sorted((abs(low), abs(high)))
    if math.isnan(low):
        near = far = math.nan
    amount = Interval(abs(mean), near, far, int(row["blocks"]))
    text = shown(amount, _unit(measure, mean), measure.scale)
    who = _who(measure, str(row["key"]))
    does = (measure.more if mean > 0 else measure.less).format(text, who=who)
    return Finding(
        f"{_instead(variants, int(row['variant']))} {does}.",
        _CHARTS.get(measure.name, "rules-moves"),
        mean,
        low,
        high,
        threshold,
    )


def _who(measure: Measure, key: str) -> str:
    if measure.by != "place":
        return key
    return "the player who begins" if key == "0" else f"the player who is {key_name(measure, key)}"


def _nothing(rows: pd.DataFrame, measure: Measure, variants: Variants, threshold: float) -> Finding:
    """Say that nothing is to be seen, and how much may still be there."""
    moving = rows[~_still(rows)]
    few = moving["differing"] < FEWEST_DIFFERING
    tellable = moving[~few] if not few.all() else moving
    reach = float(tellable[["together_low", "together_high"]].abs().to_numpy(float).max())
    one = len(variants.names) == 2
    which = _instead(variants, 1 - variants.reference) if one else _others(variants)
    within = which if one else which[:1].lower() + which[1:]
    does = "changes" if one else "change"
    if few.all() or math.isnan(reach):
        # A handful of deals that differ tell neither that there is a change nor how small it is.
        sentence = (
            f"These games do not tell whether {within} {does} "
            f"{measure.subject}: too few deals came out otherwise."
        )
        return Finding(sentence, _CHARTS.get(measure.name, "rules-moves"), 0.0, math.nan, math.nan)
    if few.any():
        within = f"{within}, where enough deals came out otherwise,"
        which = f"{which}, where enough deals came out otherwise,"
    most = f"±{reach * measure.scale:.2g} {measure.unit}"
    if reach <= threshold:
        verb = "hardly changes" if one else "hardly change"
        sentence = f"{which} {verb} {measure.subject}: by at most {most}."
    else:
        sentence = (
            f"These games do not tell whether {within} {does} "
            f"{measure.subject}: up to {most} are possible."
        )
    chart = _CHARTS.get(measure.name, "rules-moves")
    return Finding(sentence, chart, 0.0, math.nan, math.nan, threshold, reach)
