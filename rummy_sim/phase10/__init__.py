"""Phase 10: the game, and hand arithmetic for people.

Examples
--------
>>> from rummy_sim import phase10
>>> phase10.need("R1 B1 W R4 B5", 2)
2
>>> phase10.need("R1 B1 G1 R4 B5 G6", ["set 3", "run 4"])
1
"""

from __future__ import annotations

from rummy_sim.core.game import Game
from rummy_sim.phase10.game import Phase10
from rummy_sim.phase10.hand import need

__all__ = ["GAME", "need"]

GAME: Game = Phase10()
"""What ``rummy_sim.runs`` plays."""
