"""The analysis scripts: one chart a file, each drawn from a run's frames, and the report.

Charts that every game has are here, a game's own in a folder of its name. A
further game lists its charts as ``CHARTS`` and the sections of its report as
``SECTIONS`` in ``reports/<game>/__init__.py``. What is worth a sentence on the first
screen stands in ``thresholds.yaml``.

Examples
--------
>>> import rummy_sim                                    # doctest: +SKIP
>>> from rummy_sim.reports import charts, draw, write   # doctest: +SKIP
>>> run = rummy_sim.load("runs/quickstart")             # doctest: +SKIP
>>> write(run)                                          # the report   # doctest: +SKIP
>>> draw(run)                                           # all charts   # doctest: +SKIP
>>> charts("phantom")["win-share"](run)                 # one figure   # doctest: +SKIP
"""

from __future__ import annotations

from rummy_sim.reports.about import About
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.drawing import charts, draw, figures
from rummy_sim.reports.writing import write

__all__ = ["About", "Chart", "NothingToShowError", "charts", "draw", "figures", "write"]
