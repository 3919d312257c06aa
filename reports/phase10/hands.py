"""What the charts of Phase 10 share: the hands that count, and the phases' names."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.pieces import Frames, looked_up

__all__ = ["KEYS", "counting_hands", "phase_names"]

KEYS = {"cell": "cell", "game": "game", "round": "round"}
"""What a row of ``hands`` finds its row of ``rounds`` by."""


def counting_hands(frames: Frames) -> pd.DataFrame:
    """Return the rows of ``hands`` but those of play-offs, which change neither phases nor scores.

    ``frames`` holds ``rounds`` with the column ``playoff``, too.
    """
    hands, rounds = frames["hands"], frames["rounds"]
    playoffs = rounds[rounds["playoff"]]
    if playoffs.empty:
        return hands
    playoff = looked_up(hands, rounds, KEYS, "playoff").to_numpy(bool)
    return hands[~playoff]


def phase_names(about: About, phases: Iterable[int]) -> dict[int, str]:
    """Return a name for each phase: its number, and its groups if all cells have the same.

    Examples
    --------
    >>> phase_names(About(options={"phases": [["set 3", "set 3"], ["run 7"]]}), [1, 2])
    {1: '1: set 3 + set 3', 2: '2: run 7'}
    >>> phase_names(About(), [4])
    {4: 'phase 4'}
    """
    known = about.options.get("phases") or []
    return {
        phase: f"{phase}: {' + '.join(known[phase - 1])}"
        if phase <= len(known)
        else f"phase {phase}"
        for phase in phases
    }
