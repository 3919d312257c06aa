"""Reading frames piece by piece, and adding up what each piece holds.

A chart is drawn from a small table of sums. The sums of a run are those of its
pieces added up, so that no frame need ever be in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

__all__ = ["Frames", "added", "looked_up", "sums"]

Frames = Mapping[str, pd.DataFrame]
"""Frames of a run, or pieces of them that belong together, by name."""


def sums(frame: pd.DataFrame, by: Sequence[str], **values: pd.Series | float) -> pd.DataFrame:
    """Add up values by groups.

    Parameters
    ----------
    frame : DataFrame
        Where the columns ``by`` stand.
    by : sequence of str
        Columns; words come out as plain text.
    **values
        What to add up, under which name; a number stands for itself in each row.

    Returns
    -------
    DataFrame
        Indexed by ``by``, a column a value.

    Examples
    --------
    >>> sums(pd.DataFrame({"seat": [0, 1, 0]}), ["seat"], hands=1)["hands"].tolist()
    [2, 1]
    """
    table = frame[list(by)].assign(**values).groupby(list(by), observed=True).sum().reset_index()
    for column in by:
        if isinstance(table[column].dtype, pd.CategoricalDtype):
            table[column] = table[column].astype(str)
    return table.set_index(list(by))


def added(tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Add up tables of sums by their index."""
    together = pd.concat(list(tables))
    return together.groupby(level=list(range(together.index.nlevels)), observed=True).sum()


def _codes(
    frame: pd.DataFrame, keys: Sequence[str], sizes: Sequence[int], lows: Sequence[int]
) -> npt.NDArray[np.int64]:
    code = np.zeros(len(frame), np.int64)
    for key, size, low in zip(keys, sizes, lows, strict=True):
        code = code * size + (frame[key].to_numpy(np.int64) - low)
    return code


def looked_up(
    frame: pd.DataFrame, source: pd.DataFrame, keys: Mapping[str, str], column: str
) -> pd.Series:
    """Return a column of another frame, for each row of this one.

    Parameters
    ----------
    frame : DataFrame
        The rows to find something for.
    source : DataFrame
        One row a combination of its key columns.
    keys : mapping
        Columns of ``frame`` and the columns of ``source`` that must equal them; whole numbers.
    column : str
        The column of ``source`` wanted.

    Raises
    ------
    KeyError
        If ``source`` has no row for one of ``frame``.

    Examples
    --------
    >>> seats = pd.DataFrame({"game": [7, 7], "seat": [0, 1], "strategy": ["rush", "guard"]})
    >>> won = pd.DataFrame({"game": [7], "winner": [1]})
    >>> looked_up(won, seats, {"game": "game", "winner": "seat"}, "strategy").tolist()
    ['guard']
    """
    if frame.empty:
        return source[column].iloc[:0].set_axis(frame.index)
    lows, spans = [], []
    for key in keys.values():
        low, high = (int(source[key].min()), int(source[key].max())) if len(source) else (0, 0)
        lows.append(low)
        spans.append(high - low + 1)
    inside = np.ones(len(frame), bool)
    for key, low, span in zip(keys, lows, spans, strict=True):
        inside &= frame[key].between(low, low + span - 1).to_numpy()
    codes = _codes(source, list(keys.values()), spans, lows)
    order = np.argsort(codes, kind="stable")
    wanted = _codes(frame, list(keys), spans, lows)
    place = np.minimum(np.searchsorted(codes, wanted, sorter=order), max(len(codes) - 1, 0))
    if not inside.all() or not len(codes) or (codes[order[place]] != wanted).any():
        raise KeyError(f"no row of the other frame for some {', '.join(keys)}")
    return source[column].iloc[order[place]].set_axis(frame.index)
