"""Sentences on a run of Phase 10."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.findings import (
    Finding,
    Thresholds,
    for_variants,
    intervals,
    per_cent,
    shown,
)
from rummy_sim.reports.phase10.hands import phase_names

__all__ = ["lost_turns", "penalties", "stalls"]


def stalls(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Name the phase that takes the most hands, against the mean of all."""

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        needed = intervals(rows, "hands", "laid", "phase")
        if len(needed) < 2:
            return []
        overall = intervals(rows, "hands", "laid")[panel].mean
        phase = max(needed, key=lambda number: needed[number].mean)
        name = phase_names(about, [phase])[phase]
        name = name if name.startswith("phase") else f"phase {name}"
        sentence = (
            f"The longest stop is {name}: {shown(needed[phase], 'hands')} for each time it is "
            f"laid; the mean of all phases is {overall:.2f}."
        )
        stop = needed[phase]
        return [Finding.of(sentence, "hands-per-phase", stop, limits["stall"], overall)]

    return for_variants(table, about, say)


def penalties(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what a hand costs, and how much of it is Wilds and Skips."""

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        rows = rows.assign(special=rows["wilds"] + rows["skips"])
        special = intervals(rows, "special", "penalty", bounds=(0, 1)).get(panel)
        if special is None:
            return []
        cost = shown(intervals(rows, "penalty", "hands")[panel], "points")
        sentence = (
            f"A hand costs {cost} on average; {per_cent(special)} of them are Wilds and Skips "
            "left in the hand."
        )
        return [Finding.of(sentence, "penalty-by-cause", special, limits["special_penalty"])]

    return for_variants(table, about, say)


def lost_turns(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how many turns Skips cost, and what a hand with a lost turn loses."""

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> list[Finding]:
        rows = rows.assign(hit=rows["hands"].where(rows["skipped"] > 0, 0))
        hit = intervals(rows, "hit", "hands", bounds=(0, 1))[panel]
        out = intervals(rows, "out", "hands", "skipped", bounds=(0, 1))
        sentence = f"Skips cost at least one turn in {per_cent(hit)} of the hands"
        if 0 in out and 1 in out:
            sentence += (
                f"; a player who loses one goes out in {per_cent(out[1])} of them, one who "
                f"loses none in {per_cent(out[0])}"
            )
            if out[1].low > out[0].high:  # not that it pays to be skipped
                sentence += ": long hands leave time for both"
        return [Finding.of(f"{sentence}.", "skips", hit, limits["skipped_turns"])]

    return for_variants(table, about, say)
