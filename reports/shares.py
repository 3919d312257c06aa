"""What several charts say about players and their even shares."""

from __future__ import annotations

from rummy_sim.reports.about import About, Panels

__all__ = ["even_share", "players_of"]


def even_share(panels: Panels, about: About) -> dict[int, float]:
    """Return each seat's share if all won alike, by panel, where the number of seats is known."""
    return {
        panel: 1 / about.players[cell] for cell, panel in panels.of.items() if cell in about.players
    }


def players_of(about: About, panels: Panels, panel: object) -> int:
    """Return how many play in the cells of a panel, the most if they differ."""
    return max(about.players[cell] for cell, of in panels.of.items() if of == panel)
