"""Is the measured variance-reduction factor the true one? On real games.

Run as ``python -m tests.studies.pairing``; prints the table of docs/statistics.md. The
factor is estimated from blocks, as every comparison does, and measured directly: from
many means of games that all have deals of their own, and of as many paired games.
"""

import argparse

import numpy as np

from rummy_sim.stats.pairing import pairing_gain
from tests.studies.pool import pool

LINEUPS = (
    ("phantom", ("slips-10", "baseline")),
    ("phantom", ("slips-100", "baseline")),
    ("phantom", ("slips-10",) + ("baseline",) * 3),
    ("phase10", ("slips-10", "baseline")),
    ("phase10", ("slips-100", "baseline")),
    ("phase10", ("slips-10",) + ("baseline",) * 3),
)


def direct_gain(values, blocks=25):
    """The factor from means of many groups of games, without any formula."""
    n, g = values.shape
    paired = values[: n - n % blocks].mean(axis=1).reshape(-1, blocks).mean(axis=1)
    # One game a deal: in deal d the seating d mod g, so each has its share.
    alone = values[np.arange(n), np.arange(n) % g]
    games = blocks * g
    apart = alone[: n - n % games].reshape(-1, games).mean(axis=1)
    return apart.var(ddof=1) / paired.var(ddof=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=55_000_000)
    options = parser.parse_args()
    print("| game | line-up | factor from 2,000 blocks | from all blocks | measured directly |")
    print("|---|---|---|---|---|")
    for number, (game, lineup) in enumerate(LINEUPS):
        values = pool(game, lineup, options.blocks, options.seed * (number + 1))
        few, many = pairing_gain(values[:2000]), pairing_gain(values)
        print(
            f"| {game} | {', '.join(lineup)} | {few.factor:.2f} ({few.low:.2f} to {few.high:.2f}) "
            f"| {many.factor:.3f} | {direct_gain(values):.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
