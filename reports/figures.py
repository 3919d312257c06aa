"""The figures behind a chart, as a table for people, for CSV and for a text alternative."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from rummy_sim.reports.about import Panels
from rummy_sim.reports.beside import digits_for, interval_text
from rummy_sim.reports.curves import Curves

__all__ = ["Figures", "of_curves", "of_means"]

_NAMED = 6  # so many curves are told one by one
_LONG, _CUT = 90, 45  # longer names are cut off there, in words; tables have them whole


@dataclass(frozen=True)
class Figures:
    """What a chart shows, a row a figure.

    Attributes
    ----------
    rows : DataFrame
        The label columns, then ``mean``, ``low``, ``high`` as they are shown (shares in
        per cent); nan where there is no interval.
    labels : tuple of str
        The label columns, named for people.
    what : str
        What ``mean`` is: ``win share``.
    unit : str
        ``%``, or what is counted.
    along : str
        The label that is the axis of a curve, ``""`` if there is none.
    words : str
        The text alternative where figures of several units have no highest and lowest.
    """

    rows: pd.DataFrame
    labels: tuple[str, ...]
    what: str
    unit: str = "%"
    along: str = ""
    words: str = ""

    @property
    def digits(self) -> int:
        """Decimals that the figures deserve."""
        return digits_for(self.rows[["low", "high"]])

    def text(self, row: pd.Series) -> str:
        """Return a figure with its interval and unit.

        Examples
        --------
        >>> rows = pd.DataFrame({"seat": ["a"], "mean": [25.0], "low": [24.0], "high": [26.0]})
        >>> Figures(rows, ("seat",), "win share").text(rows.iloc[0])
        '25.0 % (24.0 to 26.0)'
        """
        told = interval_text(row["mean"], math.nan, math.nan, self.digits)
        whole = interval_text(row["mean"], row["low"], row["high"], self.digits)
        return f"{told} {self.unit}{whole[len(told) :]}"

    def alternative(self) -> str:
        """Say in words what the chart shows: for those who cannot see it.

        Examples
        --------
        >>> rows = pd.DataFrame({"seat": ["a", "b"], "mean": [25.0, 75.0]})
        >>> Figures(rows.assign(low=math.nan, high=math.nan), ("seat",), "wins").alternative()
        'Wins, 2 figures: highest for b, 75.0 %; lowest for a, 25.0 %.'
        """
        if self.words:
            return self.words
        rows = self.rows[self.rows["mean"].notna()]
        head = f"{self.what[:1].upper()}{self.what[1:]}"
        if rows.empty:
            return f"{head}: no figures."
        names = [label for label in self.labels if label != self.along]
        if self.along and names:
            ends = rows.groupby(names, sort=False, observed=True).tail(1)
            if len(ends) <= _NAMED:
                told = "; ".join(
                    f"{self._name(row, names)}, {self.text(row)} at {self.along} {row[self.along]}"
                    for _, row in ends.iterrows()
                )
                return f"{head}, at the end of each curve: {told}."
            rows = ends
        most, least = (
            rows.iloc[int(place)] for place in (rows["mean"].argmax(), rows["mean"].argmin())
        )
        if len(rows) == 1:
            return f"{head}: {self._name(most)}, {self.text(most)}."
        return (
            f"{head}, {len(rows)} figures: highest for {self._name(most)}, {self.text(most)}; "
            f"lowest for {self._name(least)}, {self.text(least)}."
        )

    def _name(self, row: pd.Series, labels: list[str] | None = None) -> str:
        texts = [
            f"{label} {row[label]}" if label == self.along else str(row[label])
            for label in (labels or self.labels)
        ]
        # Lists of phases fill lines.
        texts = [text if len(text) <= _LONG else f"{text[:_CUT].rstrip(' /+,')}…" for text in texts]
        return ", ".join(texts) or "all"

    def csv(self) -> str:
        """Return the rows as CSV, six digits a figure."""
        table = self.rows[[*self.labels, "mean", "low", "high"]].rename(
            columns={"mean": f"{self.what} ({self.unit})"}
        )
        return table.to_csv(index=False, float_format="%.6g", lineterminator="\n")


def of_means(
    table: pd.DataFrame,
    panels: Panels,
    labels: Mapping[str, str],
    what: str,
    unit: str = "%",
    scale: float | None = None,
    along: str = "",
) -> Figures:
    """Return a table of means by panel as figures.

    Parameters
    ----------
    table : DataFrame
        Columns ``panel``, those of ``labels``, ``mean``, ``low``, ``high``.
    panels : Panels
        Names; with a single panel the column ``cell`` is left out.
    labels : mapping
        Columns of ``table``, and what people call them.
    what, unit : str
        What the mean is.
    scale : float, optional
        What means are multiplied by; 100 for per cent if not given, else 1.
    along : str
        Which of the labels, as people call it, is an axis.
    """
    factor = scale if scale is not None else 100.0 if unit == "%" else 1.0
    rows = table[list(labels)].rename(columns=dict(labels)).reset_index(drop=True)
    names: tuple[str, ...] = tuple(labels.values())
    if len(panels.names) > 1:
        told = [panels.names[int(panel)] for panel in table["panel"]]
        rows.insert(0, "cell", told)
        names = ("cell", *names)
    ends = (table[["mean", "low", "high"]].astype(float) * factor).reset_index(drop=True)
    return Figures(pd.concat([rows, ends], axis=1), names, what, unit, along)


def of_curves(
    curves: Curves,
    panels: Panels,
    name: str,
    along: str,
    what: str,
    unit: str = "%",
    ticks: Mapping[int, str] | None = None,
) -> Figures:
    """Return curves as figures, a row a place of each curve.

    Parameters
    ----------
    curves : Curves
        Shares from 0 to 1 if ``unit`` is per cent.
    panels : Panels
        Names.
    name, along, what, unit : str
        What the curves, the places on their axis and the values are called.
    ticks : mapping, optional
        What a place is called, if not by its number.
    """
    parts = {"mean": curves.mean, "low": curves.low, "high": curves.high}
    long = pd.concat(
        {
            part: frame.rename_axis(index=["panel", name])
            .melt(var_name=along, value_name=part, ignore_index=False)
            .set_index(along, append=True)[part]
            for part, frame in parts.items()
        },
        axis=1,
    ).reset_index()
    long = long.sort_values(["panel", name, along], kind="stable")
    long = long[long["mean"].notna()]
    if ticks:
        long[along] = long[along].map(ticks)
    return of_means(long, panels, {name: name, along: along}, what, unit, along=along)
