"""How often 95 % intervals hold the truth, on real games with fresh seeds.

Run as ``python -m tests.studies.coverage [--runs 2000] [--blocks 200]``; prints the
table of docs/statistics.md. Every run has a seed of its own. The truth is known by
symmetry where all seats play the same strategy; else it is the mean of all runs
together, whose own error is √runs times smaller than that of one run.
"""

import argparse

import numpy as np
import pandas as pd

from rummy_sim.stats.cells import cell_means, differences
from tests.studies.playing import play, table_of

CASES = (
    # game, line-up, statistics
    ("phantom", ("baseline",) * 2, ("by seat",)),
    ("phantom", ("baseline",) * 4, ("by seat",)),
    ("phantom", ("random",) * 2, ("by seat",)),
    ("phantom", ("slips-10",) * 4, ("by seat",)),
    ("phantom", ("slips-10", "baseline"), ("win share", "difference", "score")),
    ("phantom", ("slips-10",) + ("baseline",) * 3, ("win share", "difference", "score")),
    ("phantom", ("slips-30", "slips-10", "baseline"), ("win share", "difference", "score")),
    ("phase10", ("baseline",) * 2, ("by seat",)),
    ("phase10", ("baseline",) * 4, ("by seat",)),
    ("phase10", ("slips-10", "baseline"), ("win share", "difference", "score")),
    ("phase10", ("slips-10",) + ("baseline",) * 3, ("win share", "difference", "score")),
    ("phase10", ("slips-30", "slips-10", "baseline"), ("win share", "difference", "score")),
)


def tables(games, statistics):
    """Every interval that one run gives, a row each."""
    share = cell_means(games)
    parts = {
        "by seat": lambda: cell_means(games, by="seat"),
        "win share": lambda: share,
        "difference": lambda: differences(share),
        "score": lambda: cell_means(games, "score"),
    }
    made = {name: parts[name]().table().droplevel("cell") for name in statistics}
    return pd.concat({name: table.set_axis(labels(table)) for name, table in made.items()})


def labels(table):
    """One word a row, whatever the levels of the index."""
    return [
        " − ".join(map(str, key)) if isinstance(key, tuple) else str(key) for key in table.index
    ]


def naive_half(games):
    """The half-width of a win share by strategy or seat, if games were independent."""
    return {
        by: 1.96 * games.groupby(by)["win_share"].std() / np.sqrt(games.groupby(by).size())
        for by in ("seat", "strategy")
    }


def study(game, lineup, statistics, runs, blocks, first_seed=0):
    """Coverage of each interval of one case.

    Returns a frame with ``truth``, ``coverage``, ``naive`` (coverage if games were
    taken as independent; only for win shares) and ``half`` (mean half-width).
    """
    table = table_of(game, lineup)
    made, naive = [], []
    for run in range(runs):
        games = play(game, lineup, first_seed + run, blocks, table=table)
        made.append(tables(games, statistics))
        halves = naive_half(games)
        naive.append(
            [
                halves["seat" if kind == "by seat" else "strategy"].get(
                    int(name) if kind == "by seat" else name, np.nan
                )
                if kind in ("by seat", "win share")
                else np.nan
                for kind, name in made[-1].index
            ]
        )
    mean, low, high = (np.array([m[column] for m in made]) for column in ("mean", "low", "high"))
    same = len(set(lineup)) == 1
    truth = np.full(mean.shape[1], 1 / len(lineup)) if same else mean.mean(axis=0)
    return pd.DataFrame(
        {
            "truth": truth,
            "coverage": ((low <= truth) & (truth <= high)).mean(axis=0),
            "naive": np.where(
                np.isnan(naive[0]), np.nan, (np.abs(mean - truth) <= np.array(naive)).mean(axis=0)
            ),
            "half": ((high - low) / 2).mean(axis=0),
        },
        index=made[0].index,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1_000_000)
    options = parser.parse_args()
    print("| game | line-up | 95 % interval of | half-width | coverage | games as independent |")
    print("|---|---|---|---|---|---|")
    for number, (game, lineup, statistics) in enumerate(CASES):
        seed = options.seed * (number + 1)
        rows = study(game, lineup, statistics, options.runs, options.blocks, seed)
        for kind, row in rows.groupby(level=0, sort=False):
            naive = row["naive"].mean()
            print(
                f"| {game} | {', '.join(lineup)} | {kind} | {row['half'].mean():.3g} "
                f"| {row['coverage'].mean():.1%} ({row['coverage'].min():.1%} to "
                f"{row['coverage'].max():.1%}) | {'' if np.isnan(naive) else f'{naive:.1%}'} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
