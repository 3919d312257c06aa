"""Rock, paper and scissors as a run: the ring and the equilibrium are known."""

import numpy as np
import pandas as pd

from tests.stats.synthetic import games

BEATS = (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock"))


def ring_games(blocks, seed=0, power=0.8, players=2):
    """The frame ``games`` of every pair; in a ring each beats the next by ``power``."""
    frames = []
    for cell, (winner, loser) in enumerate(BEATS):
        strengths = {winner: power, loser: 0.0}
        lineups = [(winner, *[loser] * (players - 1)), (loser, *[winner] * (players - 1))]
        for i, lineup in enumerate(lineups[: 1 if players == 2 else 2]):
            rng = np.random.default_rng([seed, cell, i])
            frame = games([lineup], strengths, blocks, rng, luck=1.0)
            frames.append(frame.assign(cell=2 * cell + i))
    return pd.concat(frames, ignore_index=True)
