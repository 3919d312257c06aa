"""What the charts of Phase 10 share: the hands that count, and the phases' names."""

from __future__ import annotations

from collections.abc import Iterable

from rummy_sim.reports.about import About

__all__ = ["COUNTING", "DEALT", "DEALT_COLUMNS", "phase_names"]

COUNTING = """
    from hands anti join (from rounds where playoff) using (cell, game, round)
"""
"""The rows of ``hands`` but those of play-offs, which change neither phases nor scores."""

DEALT_COLUMNS = ("laid_turn", "cards_left")
"""The columns of ``hands`` that tell who was dealt in."""

DEALT = f"""
    select * from ({COUNTING}) where laid_turn > 0 or cards_left > 0
"""
"""The same without the rows of players who were not dealt in.

With ``game_end: all`` those are who has completed the last phase. Nobody who was dealt in
is without a card and without the phase laid.
"""


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
