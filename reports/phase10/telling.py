"""Sentences on a run of Phase 10."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.findings import Finding, Thresholds, per_cent, prefixed, shown
from rummy_sim.reports.phase10.hands import phase_names
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["lost_turns", "penalties", "stalls"]


def stalls(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Name the phase that takes the most hands, against the mean of all."""
    variants = about.variants(table["cell"])
    rows = variants.pooled(table)
    needed = ratio_intervals(rows, "hands", "laid", ["panel", "phase"])
    overall = ratio_intervals(rows, "hands", "laid", ["panel"])["mean"]
    found = []
    for panel, own in needed.groupby("panel"):
        one = own.droplevel("panel")
        if len(one) < 2:
            continue
        phase = int(str(one["mean"].idxmax()))
        row, mean = one.loc[phase], float(overall.loc[panel])
        name = phase_names(about, [phase])[phase]
        name = name if name.startswith("phase") else f"phase {name}"
        finding = Finding(
            f"The longest stop is {name}: {shown(row['mean'], row['low'], row['high'], 'hands')} "
            f"for each time it is laid; the mean of all phases is {mean:.2f}.",
            "hands-per-phase",
            row["mean"] - mean,
            row["low"] - mean,
            row["high"] - mean,
            limits["stall"],
        )
        found.append(prefixed(variants.names[int(str(panel))], finding))
    return found


def penalties(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what a hand costs, and how much of it is Wilds and Skips."""
    variants = about.variants(table["cell"])
    rows = variants.pooled(table).assign(special=lambda frame: frame["wilds"] + frame["skips"])
    whole = ratio_intervals(rows, "penalty", "hands", ["panel"])
    share = ratio_intervals(rows, "special", "penalty", ["panel"], bounds=(0, 1))
    found = []
    for panel, row in share.iterrows():
        hand = whole.loc[panel]
        finding = Finding(
            f"A hand costs {shown(hand['mean'], hand['low'], hand['high'], 'points')} in the "
            f"mean; {per_cent(row)} of them are Wilds and Skips left in the hand.",
            "penalty-by-cause",
            row["mean"],
            row["low"],
            row["high"],
            limits["special_penalty"],
        )
        found.append(prefixed(variants.names[int(str(panel))], finding))
    return found


def lost_turns(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how many turns Skips cost, and what a hand with a lost turn loses."""
    variants = about.variants(table["cell"])
    rows = variants.pooled(table)
    rows = rows.assign(hit=rows["hands"].where(rows["skipped"] > 0, 0))
    found = []
    for panel, row in ratio_intervals(rows, "hit", "hands", ["panel"], bounds=(0, 1)).iterrows():
        own = rows[rows["panel"] == panel]
        out = ratio_intervals(own, "out", "hands", ["skipped"], bounds=(0, 1))
        sentence = f"Skips cost at least one turn in {per_cent(row)} of the hands"
        if 0 in out.index and 1 in out.index:
            sentence += (
                f"; a player who loses one goes out in {per_cent(out.loc[1])} of them, one who "
                f"loses none in {per_cent(out.loc[0])}"
            )
        finding = Finding(
            f"{sentence}.", "skips", row["mean"], row["low"], row["high"], limits["skipped_turns"]
        )
        found.append(prefixed(variants.names[int(str(panel))], finding))
    return found
