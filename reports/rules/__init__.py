"""Sweeps: what each variant of the rules changes, paired by deal."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_sim.reports.chart import Chart
from rummy_sim.reports.rules.lines import lines_chart
from rummy_sim.reports.rules.measures import Measure, length_measures, shared_measures
from rummy_sim.reports.rules.moves import moves_chart

__all__ = ["rule_charts"]


def rule_charts(thing: str, own: Sequence[Measure] = ()) -> tuple[Chart, ...]:
    """Return the charts of a sweep, in the order of a report.

    Parameters
    ----------
    thing : str
        What a row of ``rounds`` is: ``short game``.
    own : sequence of Measure
        What the game has beside who wins and how long it takes.
    """
    win, place, score, ties = shared_measures()
    single = (*length_measures(thing), ties, *own)
    return (
        moves_chart((win, place, *single, score)),
        lines_chart(
            "rules-figures",
            single,
            question="How do length and other figures go with the rules?",
            title="What goes with the rules",
        ),
        lines_chart(
            "rules-winners",
            (win,),
            question="Who wins under which rules?",
            title="Win share by strategy and rules",
        ),
        lines_chart(
            "rules-order",
            (place,),
            question="What is a place in the turn order worth under which rules?",
            title="Win share by turn order and rules",
        ),
        lines_chart(
            "rules-scores",
            (score,),
            question="What do strategies score under which rules?",
            title="Mean score by strategy and rules",
        ),
    )
