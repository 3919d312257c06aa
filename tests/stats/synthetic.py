"""Made-up games whose truth is known."""

import numpy as np
import pandas as pd


def games(lineups, strengths, blocks, rng, luck=0.0):
    """The frame ``games`` of cells in all rotations, won by Luce's rule.

    The sole winner's chance is proportional to exp(strength + luck of its seat in
    that deal), so the games of a deal hang together, and cells too.
    """
    players = len(lineups[0])
    seat_luck = luck * rng.normal(size=(blocks, players))
    frames = []
    for cell, lineup in enumerate(lineups):
        power = np.array([strengths[name] for name in lineup])
        for seating in range(players):
            entry = (np.arange(players) - seating) % players  # who sits where
            noise = rng.gumbel(size=(blocks, players))
            winner = np.argmax(power[entry] + seat_luck + noise, axis=1)
            deal = np.repeat(np.arange(blocks), players)
            frames.append(
                pd.DataFrame(
                    {
                        "cell": cell,
                        "deal": deal,
                        "game": deal * players + seating,
                        "seat": np.tile(np.arange(players), blocks),
                        "strategy": np.tile(np.array(lineup)[entry], blocks),
                        "win_share": (
                            np.tile(np.arange(players), blocks) == np.repeat(winner, players)
                        )
                        * 1.0,
                    }
                )
            )
    return pd.concat(frames, ignore_index=True)
