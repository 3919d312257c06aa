"""The oracle's players, played by real strategies.

For each decision the records ``me`` and ``table`` are built anew from the
oracle's lists and names, so the engine's own bookkeeping plays no part.
"""

import numpy as np

from rummy_sim.core.compiling import compile_strategy
from rummy_sim.phantom.cards import N_CODES, card_name, card_number, kind_number, set_kinds
from rummy_sim.phantom.contract import CONTRACT
from rummy_sim.phantom.hand import add, clear, refresh
from rummy_sim.phantom.rules import resolve, rules_record
from rummy_sim.phantom.state import ME_DTYPE, TABLE_DTYPE
from rummy_sim.phantom.tables import kit


def big_set_number(cards):
    """The number of a big set, given as cards or kinds."""
    kinds = sorted(kind_number(card.rstrip("*")) for card in cards)
    return kinds[0] * 2 + (kinds[0] != kinds[1])


def table_record(view):
    """What everybody sees, as the engine would have it."""
    seen = view.table
    table = np.zeros(1, TABLE_DTYPE)[0]
    ruleset, _ = resolve(dict(seen.rules), seen.players)
    table["rules"] = rules_record(ruleset, seen.players)
    table["short_game"] = seen.round
    table["first"] = seen.first
    table["seat"] = seen.turn
    table["turn"] = seen.all_turns
    table["pile"] = seen.pile_size
    table["offer"] = -1 if seen.offer is None else card_number(seen.offer)
    table["discarder"] = -1 if seen.discarder is None else seen.discarder
    table["market_count"] = len(seen.market)
    table["market"][: len(seen.market)] = [card_number(card) for card in seen.market]
    table["ready_turn"][: seen.players] = seen.ready_turn
    for seat in range(seen.players):
        table["score"][seat] = seen.scores[seat]
        table["turns"][seat] = seen.turns[seat]
        table["ready"][seat] = seen.ready[seat]
        table["gained"][seat] = seen.gained[seat]
        table["opened"][seat] = len(seen.opened[seat])
        for place, cards in enumerate(seen.opened[seat]):
            table["set"][seat, place] = big_set_number(cards)
            table["item_sets"][seat] += cards[0].startswith("I")
            for card in cards:
                number = card_number(card)
                table["opened_count"][seat, number >> 1] += 1
                table["opened_red"][seat, number >> 1] += number & 1
                table["opened_reds"][seat] += number & 1
        for name, cards in (("discard", seen.discards[seat]), ("taken", seen.taken[seat])):
            table[name][seat, : len(cards)] = [card_number(card) for card in cards]
        table["discards"][seat] = len(seen.discards[seat])
        table["takes"][seat] = len(seen.taken[seat])
        for card in seen.discards[seat]:
            table["discard_count"][seat, card_number(card) >> 1] += 1
    return table


def me_record(view):
    """What the player alone sees, as the engine would have it."""
    me = np.zeros(1, ME_DTYPE)[0]
    clear(me)
    for card in view.hand:
        add(me, card_number(card))
    refresh(me, kit()[0])
    me["dice"] = view.dice.counter
    me["seat"] = view.seat
    me["opened"] = len(view.table.opened[view.seat])
    me["ready"] = view.table.ready[view.seat]
    me["waits"] = sum(1 << kind_number(kind) for kind in view.waits)
    if view.decision in ("open", "gain"):
        sets = [big_set_number(kinds) for kinds in view.options if kinds is not None]
        me["options"] = len(sets)
        me["option"][: len(sets)] = sets
    return me


class Adapter:
    """A player of the oracle whose decisions a shipped strategy makes."""

    def __init__(self, strategy, functions=None):
        self.params = strategy.vector()
        self.functions = functions or compile_strategy(CONTRACT, strategy)

    def ask(self, view):
        me, table = me_record(view), table_record(view)
        answer = int(self.functions[view.decision](me, table, kit()[0], self.params))
        view.dice.counter = int(me["dice"])
        return answer

    def cards_of(self, view, answer):
        """The cards of the hand that an answer to open or gain lays."""
        if answer < 0:
            return None
        kinds, wished, left = list(set_kinds(answer & 63)), answer >> 6, list(view.hand)
        offer = None if view.decision == "open" else card_number(view.table.offer) >> 1
        if offer is not None:  # of a group the offered card comes last
            place = 2 if kinds[0] == kinds[1] else kinds.index(offer)
            kinds[place] = None
        cards = []
        for place, kind in enumerate(kinds):
            if kind is None:
                continue
            black, red = card_name(kind * 2), card_name(kind * 2 + 1)
            card = red if wished >> place & 1 or black not in left else black
            left.remove(card)
            cards.append(card)
        return cards

    def take(self, view):
        return self.ask(view)

    def go_out(self, view):
        return bool(self.ask(view))

    def ready(self, view):
        return bool(self.ask(view))

    def discard(self, view):
        return card_name(self.ask(view))

    def open(self, view):
        return self.cards_of(view, self.ask(view))

    gain = open


assert N_CODES == 28  # the masks above are indexed by kind number
