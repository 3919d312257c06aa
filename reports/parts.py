"""Means that are made of parts: points of a going-out, penalties of a hand, by strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pandas as pd

from rummy_sim.reports.about import Panels
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["means_of", "means_of_parts"]

_BY = ["panel", "strategy"]


def means_of(
    table: pd.DataFrame, panels: Panels, columns: Mapping[str, str], of: str, called: str
) -> pd.DataFrame:
    """Return the means of several columns, a row each, by panel and strategy.

    Parameters
    ----------
    table : DataFrame
        Sums by cell, strategy and block.
    panels : Panels
        What is drawn together.
    columns : mapping
        The columns, and what each is called.
    of : str
        The column that counts what the means are of.
    called : str
        The name of the column that tells the means apart.
    """
    rows = panels.pooled(table)
    means = {text: ratio_intervals(rows, column, of, _BY) for column, text in columns.items()}
    return pd.concat(means, names=[called]).reset_index()


def means_of_parts(
    table: pd.DataFrame, panels: Panels, whole: str, parts: Iterable[str], of: str
) -> pd.DataFrame:
    """Return a mean with its interval by panel and strategy, and a column for each of its parts.

    Parameters
    ----------
    table, panels, of
        As for :func:`means_of`.
    whole : str
        The column that the parts add up to.
    parts : iterable of str
        Their columns.
    """
    rows = panels.pooled(table)
    means = ratio_intervals(rows, whole, of, _BY)
    for part in parts:
        means[part] = ratio_intervals(rows, part, of, _BY)["mean"]
    return means
