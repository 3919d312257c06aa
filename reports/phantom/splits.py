"""By what the charts of ready hands tell hands apart: the strategy, or the place in turn."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from rummy_sim.reports.fairness import place_name

__all__ = ["BY_PLACE", "BY_STRATEGY", "Split"]

Columns = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Split:
    """What hands are told apart by.

    Attributes
    ----------
    column : str
        It has a curve for each of its values.
    rows : str
        The frame ``hands`` with that column: a table's name, or a query in brackets.
    columns : dict
        The columns that it needs, by frame.
    title, subtitle : str
        What is added to those of a chart.
    """

    column: str
    rows: str
    columns: Columns
    title: str = ""
    subtitle: str = ""

    def needs(self, *hands: str, **others: tuple[str, ...]) -> Columns:
        """Return all columns that a chart needs: its own of ``hands`` and of other frames."""
        own = {"hands": ("cell", "deal", *hands), **others}
        frames = dict.fromkeys([*self.columns, *own])
        return {
            frame: tuple(dict.fromkeys((*own.get(frame, ()), *self.columns.get(frame, ()))))
            for frame in frames
        }

    def named(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return a table of sums with the values in words."""
        if self.column != "place":
            return table
        return table.assign(place=[place_name(int(place)) for place in table["place"]])

    def order(self, table: pd.DataFrame) -> list[str] | None:
        """Return the curves' order; ``None`` for that of their height."""
        if self.column != "place":
            return None
        return [place_name(place) for place in sorted(set(table["place"].astype(int)))]


BY_STRATEGY = Split("strategy", "hands", {"hands": ("strategy",)})
"""A curve a strategy."""

BY_PLACE = Split(
    "place",
    """(
    select h.*, (h.seat - r.first_seat + p.players) % p.players as place
    from hands h
    join rounds r using (cell, game, round)
    join (select cell, max(seat) + 1 as players from hands group by cell) p on p.cell = h.cell
    )""",
    {
        "rounds": ("cell", "game", "round", "first_seat"),
        "hands": ("cell", "game", "round", "seat"),
    },
    ", by place in the turn order",
    "; by place in the turn order of the short game, all strategies together",
)
"""A curve a place in the turn order of the short game."""
