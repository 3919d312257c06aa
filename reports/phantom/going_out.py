"""What the charts of goings-out share: which they are, and who went out."""

from __future__ import annotations

import pandas as pd

from rummy_sim.reports.pieces import Frames, looked_up
from rummy_sim.stats.ratios import block_group

__all__ = ["SCORED", "checked", "scored"]

SCORED = ("take", "discard")
"""The ends of a short game that score points."""


def scored(frames: Frames, with_strategy: bool = False) -> pd.DataFrame:
    """Return the rows of ``rounds`` in which somebody went out and scored.

    Parameters
    ----------
    frames : mapping
        With ``rounds``, and ``games`` if the strategy is wanted.
    with_strategy : bool
        Add the column ``strategy``: whose hand went out.

    Returns
    -------
    DataFrame
        With the column ``block`` added.
    """
    rounds = frames["rounds"]
    out = rounds[rounds["end"].isin(SCORED)]
    out = out.assign(block=block_group(out["deal"]))
    if with_strategy:
        keys = {"cell": "cell", "game": "game", "winner": "seat"}
        out = out.assign(strategy=looked_up(out, frames["games"], keys, "strategy"))
    return out


def checked(out: pd.DataFrame) -> pd.DataFrame:
    """Return those of the goings-out after which there was a bonus check."""
    return out[out["bonus_matching"] >= 0]
