"""Do stop rules keep their promise? Coverage and error rates on real games.

Run as ``python -m tests.studies.stopping precision`` or ``… sprt``; prints a table of
docs/statistics.md. Runs are stretches of one long row of deals, each beginning where
the one before stopped, so they are as independent as fresh seeds. The truth is the
mean of the whole row.
"""

import argparse

import numpy as np

from rummy_sim.stats.anytime import anytime_interval
from rummy_sim.stats.blocks import interval_of_blocks
from rummy_sim.stats.precision import play_until_precise
from rummy_sim.stats.sprt import sprt
from tests.studies.pool import pool, stretches

LINEUPS = (
    ("phantom", ("slips-10", "baseline")),
    ("phantom", ("slips-10",) + ("baseline",) * 3),
    ("phase10", ("slips-10", "baseline")),
    ("phase10", ("slips-10",) + ("baseline",) * 3),
)

GAP = 0.04
"""d1 − d0 of the sequential tests."""


def precision_runs(shares, precision, runs, least=100, tuned_to=None):
    """Coverage of the interval at the stop, mean blocks, mean half-width, and runs."""
    truth = shares.mean()
    used, covered, halves = [], [], []
    for rest in stretches(shares, runs, used):
        window = rest[:60_000]
        stop = play_until_precise(window, precision, least=least, tuned_to=tuned_to)
        if not stop.precise:
            break  # the row of deals is used up
        seen = window[: stop.blocks]
        interval = (
            interval_of_blocks(seen) if tuned_to is None else anytime_interval(seen, tuned_to)
        )
        used.append(stop.blocks)
        covered.append(interval.low <= truth <= interval.high)
        halves.append(interval.half)
    return np.mean(covered), np.mean(used), np.mean(halves), len(used)


def sprt_runs(values, d0, d1, runs):
    """What sequential tests between d0 and d1 decide and estimate, a dict of rates."""
    truth = values.mean()
    used, results = [], []
    for rest in stretches(values, runs, used):
        result = sprt(rest[:20_000], d0, d1)
        if result.decision is None:
            break  # the row of deals is used up
        used.append(result.blocks)
        results.append(result)
    plain = np.array([result.plain.mean for result in results])
    adjusted = np.array([result.adjusted.mean for result in results])
    return {
        "runs": len(results),
        "H0": np.mean([result.decision == "H0" for result in results]),
        "H1": np.mean([result.decision == "H1" for result in results]),
        "blocks": np.mean(used),
        "plain above": np.mean(plain > truth),
        "adjusted above": np.mean(adjusted > truth),
        "plain bias": plain.mean() - truth,
        "adjusted bias": adjusted.mean() - truth,
        "plain cover": np.mean([r.plain.low <= truth <= r.plain.high for r in results]),
        "adjusted cover": np.mean([r.adjusted.low <= truth <= r.adjusted.high for r in results]),
    }


def print_precision(rows, runs):
    print("| game | line-up | rule | runs | blocks | half-width | coverage |")
    print("|---|---|---|---|---|---|---|")
    for game, lineup, difference in rows:
        # With p seats, share = (1 + (p − 1) · difference) / p: the games are the same.
        seats = len(lineup)
        shares = (1 + (seats - 1) * difference) / seats
        for precision, tuned_to in ((0.02, None), (0.01, None), (0.02, 1000)):
            covered, blocks, half, done = precision_runs(shares, precision, runs, tuned_to=tuned_to)
            rule = f"±{precision}" + (", at any time" if tuned_to else "")
            print(
                f"| {game} | {', '.join(lineup)} | {rule} | {done:,} | {blocks:,.0f} | {half:.4f} "
                f"| {covered:.1%} |",
                flush=True,
            )


def print_sprt(rows, runs):
    print(
        "| game | line-up | truth | tests | H0 accepted | H1 accepted | blocks | plain too high "
        "| adjusted too high | plain bias | adjusted bias | plain covers | adjusted covers |"
    )
    print("|" + "---|" * 13)
    for game, lineup, values in rows:
        for name, place in (("d0 − gap", -1), ("d0", 0), ("middle", 0.5), ("d1", 1)):
            d0 = values.mean() - place * GAP
            r = sprt_runs(values, d0, d0 + GAP, runs)
            print(
                f"| {game} | {', '.join(lineup)} | {name} | {r['runs']:,} | {r['H0']:.1%} "
                f"| {r['H1']:.1%} | {r['blocks']:,.0f} | {r['plain above']:.1%} "
                f"| {r['adjusted above']:.1%} | {r['plain bias']:+.4f} "
                f"| {r['adjusted bias']:+.4f} | {r['plain cover']:.1%} "
                f"| {r['adjusted cover']:.1%} |",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=["precision", "sprt"])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--blocks", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=77_000_000)
    options = parser.parse_args()
    rows = []
    for number, (game, lineup) in enumerate(LINEUPS):
        seed = options.seed * (number + 1)
        values = pool(game, lineup, options.blocks, seed, against="baseline")
        rows.append((game, lineup, values.mean(axis=1)))
    {"precision": print_precision, "sprt": print_sprt}[options.part](rows, options.runs)


if __name__ == "__main__":
    main()
