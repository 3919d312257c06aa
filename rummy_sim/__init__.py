"""rummy-sim: Monte Carlo strategy analysis for card games.

Examples
--------
>>> import rummy_sim
>>> run = rummy_sim.run("quickstart")   # doctest: +SKIP
>>> run.summary()                       # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummy_sim.core.errors import ConfigError, RunError, StrategyError, UserError
    from rummy_sim.runs.comparing.compare import compare
    from rummy_sim.runs.comparing.comparison import Comparison
    from rummy_sim.runs.leagues import League, league
    from rummy_sim.runs.run import Run, load, run

__all__ = [
    "Comparison",
    "ConfigError",
    "League",
    "Run",
    "RunError",
    "StrategyError",
    "UserError",
    "compare",
    "league",
    "load",
    "run",
]

_FROM = {
    "Comparison": "rummy_sim.runs.comparing.comparison",
    "ConfigError": "rummy_sim.core.errors",
    "League": "rummy_sim.runs.leagues",
    "Run": "rummy_sim.runs.run",
    "RunError": "rummy_sim.core.errors",
    "StrategyError": "rummy_sim.core.errors",
    "UserError": "rummy_sim.core.errors",
    "compare": "rummy_sim.runs.comparing.compare",
    "league": "rummy_sim.runs.leagues",
    "load": "rummy_sim.runs.run",
    "run": "rummy_sim.runs.run",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for, and nothing before (PEP 562): importing stays quick."""
    if name == "__version__":
        from importlib.metadata import version

        return version("rummy-sim")
    if name in _FROM:
        return getattr(import_module(_FROM[name]), name)
    if not name.startswith("_") and find_spec(f"{__name__}.{name}") is not None:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
