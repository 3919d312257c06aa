"""The oracle's players, played by real strategies.

For each decision the records ``me`` and ``table`` are built anew from the
oracle's lists and names, so the engine's own bookkeeping plays no part.
"""

import json
from functools import cache

import numpy as np

from rummy_sim.core.compiling import compile_strategy
from rummy_sim.phase10.cards import COLOURS, card_name, card_number
from rummy_sim.phase10.contract import CONTRACT
from rummy_sim.phase10.groups import refit
from rummy_sim.phase10.hand import NATURALS, add, aim, clear, refresh
from rummy_sim.phase10.laying import LAY_BY_CHOICE, LAY_NOTHING
from rummy_sim.phase10.phases import KINDS, group_of, phase_record
from rummy_sim.phase10.rules import resolve, rules_record
from rummy_sim.phase10.state import ME_DTYPE, TABLE_DTYPE
from rummy_sim.phase10.tables import kit

from ..oracle.phase10.hand import choice


def meaning(stands):
    """What a group's card stands for, as the engine numbers it."""
    return COLOURS.index(stands) if stands in COLOURS else int(stands) - 1


def seen_of(history, players):
    """What the public events of a hand add up to: known cards, hits, turns lost."""
    known = [[] for _ in range(players)]
    hits, skipped = [0] * players, [0] * players
    for event in history:
        seat = event.get("seat")
        gone = []
        match event["event"]:
            case "draw" if event["from"] == "discard":
                known[seat].append(event["card"])
            case "lay":
                gone = [card for group in event["groups"] for card in group["cards"]]
            case "hit":
                hits[seat] += 1
                gone = [event["card"]]
            case "discard":
                gone = [event["card"]]
            case "skipped":
                skipped[seat] += 1
        for card in gone:
            if card in known[seat]:
                known[seat].remove(card)
    return known, hits, skipped


def mask(cards, least=1):
    return sum(1 << card_number(card) for card in set(cards) if cards.count(card) >= least)


@cache
def options_record(options, players):
    return rules_record(resolve(json.loads(options), players)[0], players)


def table_record(view):
    """What everybody sees, as the engine would have it."""
    table = np.zeros(1, TABLE_DTYPE)[0]
    table["rules"] = options_record(json.dumps(view.ruleset), view.players)
    table["hand"] = view.round
    table["playoff"] = view.playoff
    table["dealt"] = sum(1 << seat for seat in view.seats)
    table["first"] = view.first
    table["seat"] = view.seat
    table["turn"] = view.turns
    table["pile"] = view.pile
    table["reshuffles"] = view.reshuffles
    table["nameable"] = sum(1 << seat for seat in range(view.players) if view.nameable[seat])
    table["discards"] = len(view.discards)
    table["discard"][: len(view.discards)] = [card_number(card) for card in view.discards]
    known, hits, skipped = seen_of(view.history, view.players)
    for seat in range(view.players):
        table["score"][seat] = view.scores[seat]
        table["phase"][seat] = view.standing[seat] - 1
        table["laid"][seat] = view.laid[seat]
        table["laid_turn"][seat] = view.laid_turn[seat]
        table["cards"][seat] = view.cards[seat]
        table["turns"][seat] = view.own_turns[seat]
        table["lost"][seat] = view.pending[seat]
        table["idle"][seat] = view.lost[seat]
        table["hits"][seat] = hits[seat]
        table["skipped"][seat] = skipped[seat]
        table["known"][seat] = mask(known[seat])
        table["known_twice"][seat] = mask(known[seat], 2)
    table["groups"] = len(view.groups)
    for number, group in enumerate(view.groups):
        table["kind"][number] = KINDS.index(group.kind.split()[0])
        table["owner"][number] = group.seat
        table["low"][number] = meaning(group.stands[0])
        table["high"][number] = meaning(group.stands[-1])
        for card in group.cards:
            table["on_table"][card_number(card)] += 1
    refit(table)
    return table


def me_record(view):
    """What the player alone sees, as the engine would have it."""
    me = np.zeros(1, ME_DTYPE)[0]
    clear(me)
    aim(me, phase_record(view.phase), NATURALS.index(view.ruleset["natural"]))
    for card in view.hand:
        add(me, card_number(card))
    refresh(me, kit()[0])
    me["dice"] = view.dice.counter
    me["seat"] = view.seat
    me["phase"] = view.phases[view.seat] - 1
    me["laid"] = view.laid[view.seat]
    if me["laid"]:
        me["need"] = 0
    if view.decision == "discard":
        me["discardable"] = mask(view.options)
    return me


class Adapter:
    """A player of the oracle whose decisions a shipped strategy makes."""

    def __init__(self, strategy, functions=None):
        self.params = strategy.vector()
        self.functions = functions or compile_strategy(CONTRACT, strategy)

    def ask(self, decision, view):
        view.decision = decision
        me, table = me_record(view), table_record(view)
        answer = int(self.functions[decision](me, table, kit()[0], self.params))
        view.dice.counter = int(me["dice"])
        return answer, me

    def draw(self, view):
        return ("pile", "discard")[self.ask("draw", view)[0]]

    def lay(self, view):
        answer, me = self.ask("lay", view)
        if answer == LAY_NOTHING:
            return None
        if answer == LAY_BY_CHOICE:
            return choice(view.hand, view.phase, view.ruleset["natural"])
        way, at = [], 0
        for i, group in enumerate(view.phase):
            kind, length = group_of(group)
            stand = int(me["way_stand"][i])
            laid = []
            for place in range(length):
                stands = COLOURS[stand] if kind == 2 else str(stand + 1 + place * (kind == 1))
                laid.append((card_name(me["way_card"][at]), stands))
                at += 1
            way.append(laid)
        return way

    def hit(self, view):
        answer, _ = self.ask("hit", view)
        if answer == -1:
            return None
        card, end, group = answer & 63, answer >> 6 & 1, answer >> 7
        run = view.groups[group].kind.startswith("run")
        return card_name(card), group, ("low", "high")[end] if run else None

    def discard(self, view):
        return card_name(self.ask("discard", view)[0])

    def name(self, view):
        return self.ask("name", view)[0]
