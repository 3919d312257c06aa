"""The luck of a game of Phantom Rummy: dealt hands, and cards turned up in time.

A control variate for comparisons, see docs/statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.jit import kernel
from rummy_sim.core.luck import LuckReader, openness
from rummy_sim.phantom import cards as names
from rummy_sim.phantom.hand import add, clear, need_with, refresh
from rummy_sim.phantom.state import ME_DTYPE
from rummy_sim.phantom.tables import kit

__all__ = ["KINDS", "PhantomLuck", "reader"]

STAGES = ("to go out", "need 2", "need 3 or more")
KINDS = ("deal", *(f"{pick} pick, {stage}" for pick in ("first", "later") for stage in STAGES))
"""Need of the dealt hand; whether a new market holds a card that makes need smaller, by what
the hand needs and by who picks first."""

_SPREAD = 4.0  # how far scores drift apart in a short game, about
_CARD_KINDS = np.array(names.KINDS, np.int64)


@kernel()
def _needs(mes, kits, cards, kinds, needs):  # type: ignore[no-untyped-def]
    """Write the need of a hand with one more card of each kind; return that without."""
    me, kit = mes[0], kits[0]
    clear(me)
    for card in cards:
        add(me, card)
    refresh(me, kit)
    for kind in kinds:
        needs[kind] = need_with(me, kit, kind)
    return np.int64(me.need)


class PhantomLuck(LuckReader):
    """Reads the transcript of a game."""

    def __init__(self, players: int) -> None:
        super().__init__(KINDS, players)
        self.scores = [0] * players
        self.me, self.kit = np.zeros(1, ME_DTYPE), kit()
        self.left = 0
        self.next = 0
        self.pile: list[int] = []
        self.hands: list[list[str]] = []
        self.opened = [0] * players

    def read(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        kind, seat = event["event"], event.get("seat", -1)
        if kind == "game":
            self.left = event["ruleset"]["short_games"] + 1
        elif kind == "round":
            self._begin(event)
        elif kind == "deal":
            self._deal(event["hands"])
        elif kind == "market":
            self._market(event["cards"])
        elif kind == "take":
            self.hands[seat].append(event["card"])
        elif kind == "open":
            self._lose(seat, event["cards"])
            self.opened[seat] += 1
            self.next = (seat + 1) % self.players
        elif kind == "draw":
            self.hands[seat] += event["cards"]
            del self.pile[: len(event["cards"])]
        elif kind == "discard":
            self._lose(seat, [event["card"]])
            self.next = (seat + 1) % self.players
        elif kind == "gain":
            cards = list(event["cards"])
            cards.remove(event["card"])
            self._lose(seat, cards)
            self.opened[seat] += 1
        elif kind == "round_end":
            self.scores = event["scores"]

    def _begin(self, event: dict[str, Any]) -> None:
        self.pile = [names.card_number(card) // 2 for card in event["deck"]]
        self.next = event["first"]
        self.opened = [0] * self.players
        self.left -= 1
        for seat, score in enumerate(self.scores):
            ahead = score - max(x for other, x in enumerate(self.scores) if other != seat)
            self.weights[seat] = openness(ahead, self.left, _SPREAD)

    def _deal(self, hands: Sequence[Sequence[str]]) -> None:
        """Any of the dealt hands could as well have come to any seat."""
        self.hands = [list(hand) for hand in hands]
        del self.pile[: sum(map(len, hands))]
        needs = [self._needs(hand)[0] for hand in self.hands]
        for seat, need in enumerate(needs):
            self.add("deal", seat, float(np.mean(needs)) - need)

    def _market(self, cards: Sequence[str]) -> None:
        """Cards turned up are a draw without return from the pile."""
        size, many = len(cards), len(self.pile)
        up = [names.card_number(card) // 2 for card in cards]
        for seat, hand in enumerate(self.hands):
            need, needs = self._needs(hand)
            if need == 0 or (need == 1 and not self.opened[seat]):
                continue
            helps = needs < need
            none = math.comb(many - int(helps[self.pile].sum()), size) / math.comb(many, size)
            pick = "first" if seat == self.next else "later"
            came = float(helps[up].any())
            self.add(f"{pick} pick, {STAGES[min(need, 3) - 1]}", seat, came - (1.0 - none))
        del self.pile[:size]

    def _lose(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)

    def _needs(self, hand: Sequence[str]) -> tuple[int, npt.NDArray[np.int64]]:
        needs = np.zeros(names.N_CODES, np.int64)
        cards = np.array([names.card_number(card) for card in hand], np.int64)
        return int(_needs(self.me, self.kit, cards, _CARD_KINDS, needs)), needs


def reader(players: int) -> LuckReader:
    """Return a reader for one game."""
    return PhantomLuck(players)
