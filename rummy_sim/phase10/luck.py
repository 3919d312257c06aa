"""The luck of a game of Phase 10: dealt hands and cards drawn from the pile.

A control variate for comparisons, see docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.jit import kernel
from rummy_sim.core.luck import LuckReader, openness
from rummy_sim.phase10 import cards as names
from rummy_sim.phase10.hand import NATURALS, add, aim, clear, need_with, refresh
from rummy_sim.phase10.phases import phase_record
from rummy_sim.phase10.state import ME_DTYPE
from rummy_sim.phase10.tables import kit

__all__ = ["KINDS", "Phase10Luck", "reader"]

KINDS = (
    "deal",
    "wilds dealt",
    "draws, need 1",
    "draws, need 2",
    "draws, need 3 or more",
    "draws that hit",
)
"""Need of the dealt hand for the phase worked on; Wilds in it; what draws from the pile do to
need, by what the hand needs; whether, with the phase laid, they fit on the table."""

_SPREAD = 1.0  # how far phases drift apart in a hand, about


@kernel()
def _needs(mes, kits, phase, natural, cards, needs):  # type: ignore[no-untyped-def]
    """Write the need of a hand with one more of each card; return that without."""
    me, kit = mes[0], kits[0]
    clear(me)
    aim(me, phase[0], natural)
    for card in cards:
        add(me, card)
    refresh(me, kit)
    for card in range(len(needs)):
        needs[card] = need_with(me, kit, card)
    return np.int64(me.need)


class Phase10Luck(LuckReader):
    """Reads the transcript of a game; play-off hands count for nothing."""

    def __init__(self, players: int) -> None:
        super().__init__(KINDS, players)
        self.me, self.kit = np.zeros(1, ME_DTYPE), kit()
        self.goals: list[npt.NDArray[np.void]] = []
        self.natural = 0
        self.seated: list[int] = []
        self.phases: list[int] = []
        self.laid: set[int] = set()
        self.groups: list[dict[str, Any]] = []
        self.pile: list[int] = []
        self.hands: list[list[str]] = []

    def read(self, event: dict[str, Any]) -> None:
        """Take the next event."""
        kind, seat = event["event"], event.get("seat", -1)
        if kind == "game":
            self.goals = [np.array([phase_record(phase)]) for phase in event["ruleset"]["phases"]]
            self.natural = NATURALS.index(event["ruleset"]["natural"])
        elif kind == "round":
            self._begin(event)
        elif kind == "deal":
            self._deal(event["hands"])
        elif kind == "reshuffle":
            self.pile = [names.card_number(card) for card in event["deck"]]
        elif kind == "draw":
            if event["from"] == "pile":
                self._draw(seat)
            self.hands[seat].append(event["card"])
        elif kind == "lay":
            self.laid.add(seat)
            for group in event["groups"]:
                self._lose(seat, group["cards"])
                self.groups.append(_open_to(group["kind"], group["as"]))
        elif kind == "hit":
            self._lose(seat, [event["card"]])
            self._hit(self.groups[event["group"]], event.get("end", ""))
        elif kind == "discard":
            self._lose(seat, [event["card"]])

    def _begin(self, event: dict[str, Any]) -> None:
        self.seated = [] if event["playoff"] else list(event["players"])
        self.pile = [names.card_number(card) for card in event["deck"]]
        self.phases, self.laid, self.groups = event["phases"], set(), []
        if len(self.seated) < 2:
            self.seated = []
        for seat in self.seated:
            best = max(self.phases[other] for other in self.seated if other != seat)
            left = len(self.goals) + 1 - max(best, self.phases[seat])
            self.weights[seat] = openness(self.phases[seat] - best, left, _SPREAD)

    def _deal(self, hands: Sequence[Sequence[str]]) -> None:
        """Any of the dealt hands could as well have come to any seat."""
        self.hands = [list(hand) for hand in hands]
        del self.pile[: sum(map(len, hands)) + 1]
        for seat in self.seated:
            could = {other: self._needs(self.hands[other], seat)[0] for other in self.seated}
            self.add("deal", seat, float(np.mean(list(could.values()))) - could[seat])
        held = {seat: self.hands[seat].count("W") for seat in self.seated}
        for seat, wilds in held.items():
            self.add("wilds dealt", seat, wilds - float(np.mean(list(held.values()))))

    def _draw(self, seat: int) -> None:
        """Each card of the pile is as likely to be its top one."""
        pile = np.array(self.pile)
        card = self.pile.pop(0)
        if seat not in self.seated:
            return
        if seat in self.laid:
            fits = np.array([self._fits(other) for other in range(names.N_CARDS)], np.float64)
            self.add("draws that hit", seat, float(fits[card] - fits[pile].mean()))
            return
        need, needs = self._needs(self.hands[seat], seat)
        if need > 0:
            stage = str(need) if need < 3 else "3 or more"
            self.add(f"draws, need {stage}", seat, float(needs[pile].mean() - needs[card]))

    def _fits(self, card: int) -> bool:
        """Say whether a card can be hit on some group of the table."""
        if card >= names.WILD:
            return card == names.WILD and bool(self.groups)
        colour, number = names.card_name(card)[0], int(names.card_name(card)[1:])
        return any(number in group["numbers"] or colour == group["colour"] for group in self.groups)

    def _hit(self, group: dict[str, Any], end: str) -> None:
        if group["run"]:
            below, above = group["numbers"]
            group["numbers"] = (below - 1, above) if end == "low" else (below, above + 1)

    def _lose(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)

    def _needs(self, hand: Sequence[str], seat: int) -> tuple[int, npt.NDArray[np.int64]]:
        goal = self.goals[min(self.phases[seat], len(self.goals)) - 1]
        needs = np.zeros(names.N_CARDS, np.int64)
        cards = np.array([names.card_number(card) for card in hand], np.int64)
        return int(_needs(self.me, self.kit, goal, self.natural, cards, needs)), needs


def _open_to(kind: str, stands_for: Sequence[str]) -> dict[str, Any]:
    """Return what can be hit on a group just laid: numbers, or a colour."""
    name = kind.split()[0]
    if name == "color":
        return {"run": False, "numbers": (), "colour": stands_for[0]}
    numbers = [int(number) for number in stands_for]
    if name == "run":
        return {"run": True, "numbers": (min(numbers) - 1, max(numbers) + 1), "colour": None}
    return {"run": False, "numbers": (numbers[0],), "colour": None}


def reader(players: int) -> LuckReader:
    """Return a reader for one game."""
    return Phase10Luck(players)
