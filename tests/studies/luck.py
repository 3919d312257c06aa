"""What control variates from the luck of the cards gain on the win share, both games.

Run as ``python -m tests.studies.luck``; prints the table of docs/statistics.md: what each
kind of luck gains by itself, then what those kept and all together do. Kinds in brackets
are those that were tried and not kept.
"""

import argparse
import math

import numpy as np

from rummy_sim.phantom import cards as phantom_cards
from rummy_sim.phantom import luck as phantom_luck
from rummy_sim.phase10 import cards as phase10_cards
from rummy_sim.phase10 import luck as phase10_luck
from rummy_sim.runs.games import get_game
from rummy_sim.runs.luck import block_luck
from rummy_sim.stats.variates import controlled_mean
from tests.studies.playing import table_of

LINEUPS = (
    ("phantom", ("slips-10", "baseline")),
    ("phantom", ("collector", "builder")),
    ("phantom", ("slips-10",) + ("baseline",) * 3),
    ("phase10", ("slips-10", "baseline")),
    ("phase10", ("denier", "rush")),
    ("phase10", ("slips-10",) + ("baseline",) * 3),
)


class WiderPhantom(phantom_luck.PhantomLuck):
    """With bonus checks, cards drawn after opening, and all cards of a market that help."""

    TRIED = ("bonus checks", "cards drawn", "cards that help")

    def __init__(self, players):
        super().__init__(players)
        kinds = (*phantom_luck.KINDS, *self.TRIED)
        self.place = {kind: i for i, kind in enumerate(kinds)}
        self.sums = np.zeros((players, len(kinds)))

    def read(self, event):
        if event["event"] == "market":
            up = [phantom_cards.card_number(card) // 2 for card in event["cards"]]
            for seat, hand in enumerate(self.hands):
                need, needs = self._needs(hand)
                helps = needs < need
                expected = len(up) * helps[self.pile].mean()
                self.add("cards that help", seat, helps[up].sum() - expected)
        elif event["event"] == "draw":
            seat, pile, hand = event["seat"], list(self.pile), list(self.hands[event["seat"]])
            for card in event["cards"]:
                _, needs = self._needs(hand)
                self.add("cards drawn", seat, needs[pile].mean() - needs[pile.pop(0)])
                hand.append(card)
        elif event["event"] == "score":
            self.bonus(event)
        super().read(event)

    def bonus(self, event):
        """A point for each own card of the kind turned over, until one turned over misses."""
        own = [card for cards in (*event["opened"], *event["hand"]) for card in cards]
        count = np.bincount(
            [phantom_cards.card_number(card) // 2 for card in own], minlength=phantom_cards.N_CODES
        )
        worth = count[self.pile]
        matching, many = int((worth > 0).sum()), len(self.pile)
        chance, expected = 1.0, 0.0
        for i in range(matching):
            chance *= (matching - i) / (many - i)  # the first i + 1 turned over all match
            expected += chance * worth[worth > 0].mean()
        self.add("bonus checks", event["seat"], event["bonus"] - expected)


class WiderPhase10(phase10_luck.Phase10Luck):
    """With Skips, Wilds drawn, and the first card turned up."""

    TRIED = ("skips dealt", "first card up", "wilds drawn", "skips drawn")

    def __init__(self, players):
        super().__init__(players)
        kinds = (*phase10_luck.KINDS, *self.TRIED)
        self.place = {kind: i for i, kind in enumerate(kinds)}
        self.sums = np.zeros((players, len(kinds)))

    def read(self, event):
        if event["event"] == "draw" and event["from"] == "pile" and event["seat"] in self.seated:
            pile = np.array(self.pile)
            for kind, name in (("wilds drawn", "W"), ("skips drawn", "S")):
                own = phase10_cards.card_number(name)
                self.add(kind, event["seat"], (pile[0] == own) - (pile == own).mean())
        super().read(event)
        if event["event"] == "round":
            self.first = event["first"]
        elif event["event"] == "deal" and self.seated:
            held = {seat: self.hands[seat].count("S") for seat in self.seated}
            for seat, skips in held.items():
                self.add("skips dealt", seat, skips - np.mean(list(held.values())))
            up = phase10_cards.card_number(event["up"])
            need, needs = self._needs(self.hands[self.first], self.first)
            helps = needs < need
            expected = helps[np.array([up, *self.pile])].mean()
            self.add("first card up", self.first, helps[up] - expected)


class Measure:
    """A measure of luck with what was tried and not kept."""

    def __init__(self, kept, reader):
        self.reader, self.kept = reader, kept
        self.KINDS = (*kept, *reader.TRIED)


MEASURES = {
    "phantom": Measure(phantom_luck.KINDS, WiderPhantom),
    "phase10": Measure(phase10_luck.KINDS, WiderPhase10),
}


def gain_of(shares, controls):
    """The factor and its 95 % interval, by the linear approximation of its logarithm."""
    found = controlled_mean(shares, controls)
    y, z = (x - x.mean() for x in (shares, found.values))
    spread = np.std(y**2 / y.var() - z**2 / z.var(), ddof=1) / math.sqrt(len(y))
    gain = y.var() / z.var()
    return gain, gain * math.exp(-1.96 * spread), gain * math.exp(1.96 * spread)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=4000, help="at two players")
    parser.add_argument("--seed", type=int, default=78)
    options = parser.parse_args()
    print("| game | line-up | luck | mean in standard errors | factor on win share |")
    print("|---|---|---|---|---|")
    for name, lineup in LINEUPS:
        measure, blocks = MEASURES[name], options.blocks * 2 // len(lineup)
        table = table_of(name, lineup)
        found = block_luck(get_game(name), table, options.seed, 0, range(blocks), measure)
        shares, luck = found[lineup[0]]
        rows = [
            (kind if kind in measure.kept else f"({kind})", luck[:, i])
            for i, kind in enumerate(measure.KINDS)
        ]
        rows += [("**those kept**", luck[:, : len(measure.kept)]), ("all", luck)]
        for kind, controls in rows:
            z = ""
            if controls.ndim == 1:
                z = f"{controls.mean() / controls.std(ddof=1) * math.sqrt(blocks):+.1f}"
            gain, low, high = gain_of(shares, controls)
            print(
                f"| {name} | {', '.join(lineup)} | {kind} | {z} "
                f"| {gain:.2f} ({low:.2f} to {high:.2f}) |",
                flush=True,
            )


if __name__ == "__main__":
    main()
