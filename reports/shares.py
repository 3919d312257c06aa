"""What several charts say about shares."""

from __future__ import annotations

from rummy_sim.reports.about import About, Panels

__all__ = ["even_share"]


def even_share(panels: Panels, about: About) -> dict[int, float]:
    """Return each seat's share if all won alike, by panel."""
    return {panel: 1 / about.players[cell] for cell, panel in panels.of.items()}
