"""How often paired intervals of rule variants hold the truth, on real games with fresh seeds.

Run as ``python -m tests.studies.sweeps [--runs 1000] [--blocks 100]``; prints the table of
docs/statistics.md. Every run has a seed of its own and plays the preset's rules and one
changed option on the same deals. The truth is the mean of all runs together, whose own
error is √runs times smaller than that of one run.
"""

import argparse
from dataclasses import replace

import numpy as np
import pandas as pd

from rummy_sim.runs.games import get_game
from rummy_sim.stats.cells import between_cells, cell_means
from tests.studies.playing import play, table_of

CASES = (
    # game, line-up, the changed option
    ("phantom", ("slips-10", "baseline"), {"short_games": 4}),
    ("phantom", ("slips-10",) + ("baseline",) * 3, {"target_score": 9}),
    ("phantom", ("slips-10",) + ("baseline",) * 3, {"short_games": 10}),
    ("phase10", ("slips-10", "baseline"), {"advance": "always"}),
    ("phase10", ("slips-10", "baseline"), {"phases": "even"}),
)
STATISTICS = {
    "win share": ("win_share", "strategy"),
    "by seat": ("win_share", "seat"),
    "score": ("score", "strategy"),
    "length": ("rounds", ()),
}


def differences(games):
    """Each difference of the variant from the preset's rules with its paired interval."""
    found = {}
    for name, (value, by) in STATISTICS.items():
        means = cell_means(games, value, by)
        paired = between_cells(means, 0)
        table = paired.table()
        one, two = np.split(means.errors, 2)
        with np.errstate(divide="ignore", invalid="ignore"):  # no deal may differ
            table["gain"] = np.hypot(one, two) / paired.errors
        found[name] = table.reset_index(drop=True)
    return pd.concat(found)


def study(game, lineup, change, runs, blocks, first_seed):
    table = table_of(game, lineup)
    ruleset, _ = get_game(game).resolve(change, len(lineup))
    tables = table, replace(table, ruleset=ruleset)
    results = []
    for run in range(runs):
        games = [play(game, lineup, first_seed + run, blocks, i, t) for i, t in enumerate(tables)]
        results.append(differences(pd.concat(games, ignore_index=True)))
    together = pd.concat(results, keys=range(runs), names=["run", "statistic", "row"])
    truth = together.groupby(["statistic", "row"])["mean"].transform("mean")
    together["covered"] = together["low"].le(truth) & truth.le(together["high"])
    together["half"] = (together["high"] - together["low"]) / 2
    return together


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--seed", type=int, default=77_000_000)
    options = parser.parse_args()
    print("| game | line-up | option | difference of | half-width | coverage | gain |")
    print("|---|---|---|---|---|---|---|")
    for number, (game, lineup, change) in enumerate(CASES):
        seed = options.seed * (number + 1)
        found = study(game, lineup, change, options.runs, options.blocks, seed)
        ((option, value),) = change.items()
        for name in STATISTICS:
            own = found.xs(name, level="statistic")
            covered = 100 * own.groupby("row")["covered"].mean()
            print(
                f"| {game} | {', '.join(lineup)} | {option}: {value} | {name} "
                f"| {own['half'].mean():.3g} | {covered.mean():.1f} % ({covered.min():.1f} % to "
                f"{covered.max():.1f} %) | {own['gain'].median():.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
