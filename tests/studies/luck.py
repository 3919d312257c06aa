"""What control variates from the luck of the cards gain on the win share, both games.

Run as ``python -m tests.studies.luck``; prints the table of docs/statistics.md. All luck is
read from transcripts. Each piece is what a shuffled card brought less its exact
expectation over the cards that could have come, given all that happened before: such
pieces have mean 0 one by one (martingale differences), whatever the strategies do, and
however many there are. Dealt hands are held against the other seats' hands of the same
deal, which could as well have come to this seat.

The weighted controls count each round's luck by how open the game is before it: known
before the cards fall, so that the mean stays 0.
"""

import argparse
import math

import numpy as np

from rummy_sim.core.jit import kernel
from rummy_sim.phantom import cards as phantom_cards
from rummy_sim.phantom import hand as phantom_hand
from rummy_sim.phantom.state import ME_DTYPE as PHANTOM_ME
from rummy_sim.phantom.tables import kit as phantom_kit
from rummy_sim.phase10 import cards as phase10_cards
from rummy_sim.phase10 import hand as phase10_hand
from rummy_sim.phase10.phases import PHASES, phase_record
from rummy_sim.phase10.state import ME_DTYPE as PHASE10_ME
from rummy_sim.phase10.tables import kit as phase10_kit
from rummy_sim.runs.games import get_game
from rummy_sim.stats.variates import controlled_mean
from tests.studies.playing import table_of

PHANTOM_KINDS = np.array(phantom_cards.KINDS, np.int64)
LINEUPS = (
    ("phantom", ("slips-10", "baseline")),
    ("phantom", ("collector", "builder")),
    ("phantom", ("slips-10",) + ("baseline",) * 3),
    ("phase10", ("slips-10", "baseline")),
    ("phase10", ("denier", "rush")),
    ("phase10", ("slips-10",) + ("baseline",) * 3),
)
STAGES = ("to go out", "need 1, none opened", "need 2", "need 3 or more")
KINDS = {
    "phantom": (
        "deal",
        "draws",
        "bonus",
        "market",
        *(f"{pick} pick, {stage}" for pick in ("first", "later") for stage in STAGES),
    ),
    "phase10": (
        "deal",
        "wilds dealt",
        "skips dealt",
        "first card up",
        *(f"draws, need {stage}" for stage in ("1", "2", "3 or more")),
        "wilds drawn",
        "skips drawn",
        "draws that hit",
    ),
}


@kernel()
def _phantom_needs(mes, kits, cards, kinds, needs):  # type: ignore[no-untyped-def]
    """Write the need of a hand with one more card of each kind; return that without."""
    me, kit = mes[0], kits[0]
    phantom_hand.clear(me)
    for card in cards:
        phantom_hand.add(me, card)
    phantom_hand.refresh(me, kit)
    for kind in kinds:
        needs[kind] = phantom_hand.need_with(me, kit, kind)
    return np.int64(me.need)


@kernel()
def _phase10_needs(mes, kits, phase, cards, needs):  # type: ignore[no-untyped-def]
    """Write the need of a hand with one more of each card; return that without."""
    me, kit = mes[0], kits[0]
    phase10_hand.clear(me)
    phase10_hand.aim(me, phase[0], 0)
    for card in cards:
        phase10_hand.add(me, card)
    phase10_hand.refresh(me, kit)
    for card in range(len(needs)):
        needs[card] = phase10_hand.need_with(me, kit, card)
    return np.int64(me.need)


class Luck:
    """The luck of each seat, added up over a game by kind, plain and weighted."""

    def __init__(self, game, players):
        self.place = {kind: i for i, kind in enumerate(KINDS[game])}
        self.sums = np.zeros((players, 2, len(self.place)))
        self.weights = np.ones((players, 2))

    def add(self, kind, seat, much):
        self.sums[seat, :, self.place[kind]] += self.weights[seat] * much

    def of(self, seat):
        """The luck of a seat less that of the others, of shape (2, kinds)."""
        others = [s for s in range(len(self.sums)) if s != seat]
        return self.sums[seat] - self.sums[others].mean(axis=0)


class PhantomLuck(Luck):
    """Reads the transcript of a game of Phantom Rummy."""

    def __init__(self, players):
        super().__init__("phantom", players)
        self.players, self.scores = players, [0] * players
        self.me, self.kit = np.zeros(1, PHANTOM_ME), phantom_kit()

    def needs(self, hand):
        needs = np.zeros(phantom_cards.N_CODES, np.int64)
        cards = np.array([phantom_cards.card_number(c) for c in hand], np.int64)
        return _phantom_needs(self.me, self.kit, cards, PHANTOM_KINDS, needs), needs

    def read(self, event):
        kind, seat = event["event"], event.get("seat")
        if kind == "game":
            self.short_games = event["ruleset"]["short_games"]
        elif kind == "round":
            self.pile = [phantom_cards.card_number(c) // 2 for c in event["deck"]]
            self.next = event["first"]
            left = self.short_games - event["round"] + 1
            for s, score in enumerate(self.scores):
                ahead = score - max(x for i, x in enumerate(self.scores) if i != s)
                self.weights[s, 1] = math.exp(-0.5 * ahead**2 / (16 * left)) / math.sqrt(left)
        elif kind == "deal":
            self.hands = [list(hand) for hand in event["hands"]]
            self.opened = [0] * self.players
            del self.pile[: 7 * self.players]
            dealt = [self.needs(hand)[0] for hand in self.hands]
            for s, need in enumerate(dealt):
                self.add("deal", s, np.mean(dealt) - need)
        elif kind == "market":
            self.market(event["cards"])
        elif kind == "take":
            self.hands[seat].append(event["card"])
        elif kind == "open":
            self.lose(seat, event["cards"])
            self.opened[seat] += 1
            self.next = (seat + 1) % self.players
        elif kind == "draw":
            for card in event["cards"]:
                _, needs = self.needs(self.hands[seat])
                chance = needs[self.pile].mean()
                self.add("draws", seat, chance - needs[self.pile.pop(0)])
                self.hands[seat].append(card)
        elif kind == "discard":
            self.lose(seat, [event["card"]])
            self.next = (seat + 1) % self.players
        elif kind == "gain":
            cards = list(event["cards"])
            cards.remove(event["card"])
            self.lose(seat, cards)
            self.opened[seat] += 1
        elif kind == "score":
            self.bonus(seat, event)
        elif kind == "round_end":
            self.scores = event["scores"]

    def lose(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)

    def market(self, cards):
        size, many = len(cards), len(self.pile)
        up = [phantom_cards.card_number(c) // 2 for c in cards]
        for s, hand in enumerate(self.hands):
            need, needs = self.needs(hand)
            helps = needs < need
            good = int(helps[self.pile].sum())
            self.add("market", s, helps[up].sum() - size * good / many)
            pick = "first" if s == self.next else "later"
            stage = min(need, 3) if need > 1 or not self.opened[s] else 0
            none = math.comb(many - good, size) / math.comb(many, size)
            self.add(f"{pick} pick, {STAGES[stage]}", s, helps[up].any() - (1 - none))
        del self.pile[:size]

    def bonus(self, seat, event):
        """Cards of the winner's kinds, in a pile in any order: one a card, until one misses."""
        own = [c for cards in (*event["opened"], *event["hand"]) for c in cards]
        count = np.bincount(
            [phantom_cards.card_number(c) // 2 for c in own], minlength=phantom_cards.N_CODES
        )
        worth = count[self.pile]
        # The i-th matching card counts if it and all before it come before any other.
        matching, many = int((worth > 0).sum()), len(self.pile)
        chance, expected = 1.0, 0.0
        mean = worth[worth > 0].mean() if matching else 0.0
        for i in range(matching):
            chance *= (matching - i) / (many - i)
            expected += chance * mean
        self.add("bonus", seat, event["bonus"] - expected)


class Phase10Luck(Luck):
    """Reads the transcript of a game of Phase 10."""

    def __init__(self, players):
        super().__init__("phase10", players)
        self.players = players
        self.me, self.kit = np.zeros(1, PHASE10_ME), phase10_kit()
        self.records = [np.array([phase_record(phase)]) for phase in PHASES]

    def needs(self, hand, phase):
        needs = np.zeros(phase10_cards.N_CARDS, np.int64)
        cards = np.array([phase10_cards.card_number(c) for c in hand], np.int64)
        return _phase10_needs(self.me, self.kit, self.records[phase - 1], cards, needs), needs

    def read(self, event):
        kind, seat = event["event"], event.get("seat")
        if kind == "round":
            self.seated = [] if event["playoff"] else event["players"]
            self.pile = [phase10_cards.card_number(c) for c in event["deck"]]
            self.phases, self.laid, self.fits = event["phases"], set(), []
            self.first = event["first"]
            for s in self.seated:
                ahead = self.phases[s] - max(self.phases[i] for i in self.seated if i != s)
                self.weights[s, 1] = math.exp(-0.5 * (ahead / 1.5) ** 2)
        elif kind == "deal":
            self.hands = [list(hand) for hand in event["hands"]]
            del self.pile[: 10 * len([hand for hand in self.hands if hand]) + 1]
            self.deal(event["up"])
        elif kind == "reshuffle":
            self.pile = [phase10_cards.card_number(c) for c in event["deck"]]
        elif kind == "draw":
            if event["from"] == "pile":
                self.draw(seat)
            self.hands[seat].append(event["card"])
        elif kind == "lay":
            self.laid.add(seat)
            self.lose(seat, [card for group in event["groups"] for card in group["cards"]])
            self.fits += [fits_on(group["kind"], group["as"]) for group in event["groups"]]
        elif kind == "hit":
            self.lose(seat, [event["card"]])
            self.hit(event)
        elif kind == "discard":
            self.lose(seat, [event["card"]])

    def lose(self, seat, cards):
        for card in cards:
            self.hands[seat].remove(card)

    def hit(self, event):
        group = self.fits[event["group"]]
        if "run" in group:
            low, high = group["run"]
            group["run"] = (low - 1, high) if event["end"] == "low" else (low, high + 1)

    def deal(self, up):
        if self.first in self.seated:
            self.pile.insert(0, phase10_cards.card_number(up))
            need, needs = self.needs(self.hands[self.first], self.phases[self.first])
            helps = needs < need
            self.add(
                "first card up", self.first, helps[self.pile[0]] - helps[np.array(self.pile)].mean()
            )
            self.pile.pop(0)
        for s in self.seated:
            could = [self.needs(self.hands[i], self.phases[s])[0] for i in self.seated]
            self.add("deal", s, np.mean(could) - could[self.seated.index(s)])
        for kind, card in (("wilds dealt", "W"), ("skips dealt", "S")):
            held = [self.hands[s].count(card) for s in self.seated]
            for s, count in zip(self.seated, held, strict=True):
                self.add(kind, s, count - np.mean(held))

    def draw(self, seat):
        card, pile = self.pile[0], np.array(self.pile)
        if seat in self.seated:
            if seat not in self.laid:
                need, needs = self.needs(self.hands[seat], self.phases[seat])
                if need:
                    stage = "3 or more" if need > 2 else str(need)
                    self.add(f"draws, need {stage}", seat, needs[pile].mean() - needs[card])
            else:
                hits = np.array([self.can_hit(c) for c in range(phase10_cards.N_CARDS)])
                self.add("draws that hit", seat, hits[card] - hits[pile].mean())
            for kind, name in (("wilds drawn", "W"), ("skips drawn", "S")):
                number = phase10_cards.card_number(name)
                self.add(kind, seat, (card == number) - (pile == number).mean())
        self.pile.pop(0)

    def can_hit(self, card):
        """Whether a card fits on any group of the table."""
        if card >= phase10_cards.WILD:
            return card == phase10_cards.WILD
        number, colour = int(phase10_cards.card_name(card)[1:]), phase10_cards.card_name(card)[0]
        return any(
            number == group.get("set")
            or colour == group.get("color")
            or ("run" in group and number in (group["run"][0] - 1, group["run"][1] + 1))
            for group in self.fits
        )


def fits_on(kind, stands_for):
    """What can be hit on a group just laid."""
    name = kind.split()[0]
    if name == "color":
        return {"color": stands_for[0]}
    numbers = [int(x) for x in stands_for]
    return {"run": (min(numbers), max(numbers))} if name == "run" else {"set": numbers[0]}


READERS = {"phantom": PhantomLuck, "phase10": Phase10Luck}


def blocks_of(game, lineup, seed, blocks, first=0):
    """Win share and luck of the first strategy, by block: shapes (blocks,), (blocks, 2, kinds)."""
    table, players = table_of(game, lineup), len(lineup)
    shares, lucks = np.zeros(blocks), np.zeros((blocks, 2, len(KINDS[game])))
    for block in range(blocks):
        for k, seating in enumerate(table.seatings.tolist()):
            seat = seating.index(0)
            luck = READERS[game](players)
            for event in get_game(game).transcript(table, seed, 0, (first + block) * players + k):
                luck.read(event)
            shares[block] += event["win_share"][seat] / players
            lucks[block] += luck.of(seat) / players
    return shares, lucks


def gain_of(shares, controls):
    """The factor and its 95 % interval, by the linear approximation of its logarithm."""
    found = controlled_mean(shares, controls)
    y, z = (x - x.mean() for x in (shares, found.values))
    spread = np.std(y**2 / y.var() - z**2 / z.var(), ddof=1) / math.sqrt(len(y))
    gain = y.var() / z.var()
    return gain, gain * math.exp(-1.96 * spread), gain * math.exp(1.96 * spread)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    print("| game | line-up | controls | z of their mean | factor on win share |")
    print("|---|---|---|---|---|")
    for game, lineup in LINEUPS:
        blocks = options.blocks * 2 // len(lineup)
        shares, lucks = blocks_of(game, lineup, options.seed, blocks)
        rows = [(kind, lucks[:, :, i]) for i, kind in enumerate(KINDS[game])]
        for kind, controls in (*rows, ("all", lucks.reshape(blocks, -1))):
            means = controls.mean(axis=0) / (controls.std(axis=0, ddof=1) / math.sqrt(blocks))
            z = ", ".join(f"{x:+.1f}" for x in means) if kind != "all" else ""
            gain, low, high = gain_of(shares, controls)
            print(
                f"| {game} | {', '.join(lineup)} | {kind} | {z} "
                f"| {gain:.3f} ({low:.3f} to {high:.3f}) |",
                flush=True,
            )


if __name__ == "__main__":
    main()
