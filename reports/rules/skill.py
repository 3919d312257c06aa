"""The share of skill by cell (:mod:`rummy_sim.reports.skill_share`), to be compared by deal."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from rummy_sim.reports.about import About
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.reports.skill_share import QUERY, SKILL_SHARE, components
from rummy_sim.stats.estimates import Estimates

__all__ = ["SKILL", "skill_blocks", "skill_estimates"]

_MARK = "skill "


# Rows like any measure's, with ``squares`` besides.
_QUERY = f"""
    select
        cell, block, '{_MARK}' || what || ' ' || key as key, won as top, held as bottom, squares
    from ({QUERY})
"""

SKILL = Measure(
    "skill",
    "variance of wins by strategy",
    "points",
    SKILL_SHARE.columns,
    _QUERY,
    "rules_skill",
    "raises the share of skill in who wins by {}",
    "lowers the share of skill in who wins by {}",
    "how much of who wins is skill",
    share=True,
)
"""The share of the variance of wins that goes with the strategy."""


def skill_blocks(table: pd.DataFrame) -> pd.DataFrame:
    """Return who won in each block, which tells in how many deals anything differs.

    Returns
    -------
    DataFrame
        As the second of :func:`rummy_sim.reports.rules.changes.estimates`; ``top`` is a sum
        of wins that differs wherever any strategy won otherwise.
    """
    own = table[table["what"] == SKILL.name]
    own = own[own["key"].str.startswith(f"{_MARK}strategy ")]
    names = sorted(own["key"].unique())
    weight = own["key"].map({name: math.sqrt(place + 2) for place, name in enumerate(names)})
    rows = own.assign(top=own["top"] * weight, key="")
    return rows.pivot_table(
        index=["cell", "what", "key"], columns="block", values=["top", "bottom"], aggfunc="sum"
    )


def skill_estimates(table: pd.DataFrame, about: About) -> Estimates | None:
    """Return the share of skill of each cell that can tell it, ``None`` if none can.

    Parameters
    ----------
    table : DataFrame
        Columns ``cell``, ``what``, ``key``, ``block``, ``top``, ``bottom``, ``squares``.
    about : About
        The run.

    Notes
    -----
    Jackknife over groups of blocks: what a group adds to the error is its pseudo-value's
    distance from their mean, over their number (R. G. Miller, "The jackknife – a review",
    Biometrika 61, 1974). Pseudo-values of two cells are paired, since groups are the same
    deals.
    """
    own = table[table["what"] == SKILL.name]
    if own.empty:
        return None
    parts = own["key"].str.removeprefix(_MARK).str.split(" ", n=1, expand=True)
    own = own.assign(what=parts[0], key=parts[1]).rename(columns={"top": "won", "bottom": "held"})
    found: dict[tuple[int, str, str], tuple[float, pd.Series]] = {}
    for name, rows in own.groupby("cell"):
        cell = int(str(name))
        mixed = len(set(about.cells[cell].lineup)) > 1
        if not mixed or rows.loc[rows["what"] == "cards", "held"].sum() == 0:
            continue
        shares = components(rows)[:, 0]
        n = len(shares) - 1
        if n < 2 or not np.isfinite(shares).all():
            continue
        pseudo = n * shares[0] - (n - 1) * shares[1:]
        blocks = np.sort(rows["block"].unique())
        off = pd.Series((pseudo - pseudo.mean()) / n, blocks)
        found[cell, SKILL.name, ""] = float(pseudo.mean()), off
    if not found:
        return None
    influence = pd.concat([off for _, off in found.values()], axis=1)
    return Estimates(
        labels=pd.MultiIndex.from_tuples(list(found), names=["cell", "what", "key"]),
        means=np.array([mean for mean, _ in found.values()]),
        influence=influence.fillna(0.0).to_numpy(float),
        blocks=influence.notna().sum().to_numpy(np.int64),
    )
