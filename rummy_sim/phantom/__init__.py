"""Phantom Rummy: the game, and hand arithmetic for people.

Examples
--------
>>> from rummy_sim import phantom
>>> phantom.need("H1 H2 A5 A5 A5 I1 I1")
1
>>> phantom.waits("H1 H2 A5 A5 A5 I1 I1")
['H3']
"""

from __future__ import annotations

from rummy_sim.core.game import Game
from rummy_sim.phantom.game import Phantom
from rummy_sim.phantom.hand import need, waits

__all__ = ["GAME", "need", "waits"]

GAME: Game = Phantom()
"""What ``rummy_sim.runs`` plays."""
