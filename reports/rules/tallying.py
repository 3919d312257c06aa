"""The sums of several measures in one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummy_sim.reports.chart import Adder
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.runs.adding import Sums

__all__ = ["NEEDED", "tallies"]

NEEDED = {"games": ("cell", "deal", "seat")}
"""What charts of measures cannot do without; every run keeps it."""

_NONE = """
    select '' as what, cell, deal as block, '' as key, 0 as top, 0 as bottom
    from games where false
"""


def tallies(measures: Sequence[Measure]) -> Adder:
    """Return what adds up all measures that frames allow: by measure, cell, block and key."""

    def sums(have: Mapping[str, Sequence[str]]) -> Sums:
        parts = [
            f"select '{each.name}' as what, * from ({each.query})"
            for each in measures
            if each.fits(have)
        ]
        query = "\nunion all by name\n".join(parts) or _NONE
        return Sums(("what", "cell", "block", "key"), query)

    return sums
