"""The strategies `random` and `baseline` of section 5, to the letter."""

from .cards import ORDER, PENALTY, without
from .hand import choice, need
from .table import places_of


class Random:
    """Lays whenever it can and leaves everything else to its dice."""

    def draw(self, view):
        return ["pile", "discard"][view.dice.below(2)]

    def lay(self, view):
        return choice(view.hand, view.phase, view.ruleset["natural"])

    def hit(self, view):
        return [None, *view.options][view.dice.below(len(view.options) + 1)]

    def discard(self, view):
        cards = [card for card in view.hand if card in view.options]
        return cards[view.dice.below(len(cards))]

    def name(self, view):
        return view.options[view.dice.below(len(view.options))]


class Baseline:
    """Lays and hits as soon as it can; before that keeps what brings the phase nearest."""

    def draw(self, view):
        top = view.discards[-1]
        if view.laid[view.seat]:
            return "discard" if places_of([top], view.groups) else "pile"
        nearer = self.need(view, (*view.hand, top)) < self.need(view, view.hand)
        return "discard" if nearer else "pile"

    def lay(self, view):
        return choice(view.hand, view.phase, view.ruleset["natural"])

    def hit(self, view):
        return view.options[0]

    def discard(self, view):
        if "S" in view.options:
            return "S"
        candidates = [card for card in view.options if card != "W"]
        if view.laid[view.seat]:
            return min(candidates, key=lambda card: (-PENALTY[card], ORDER[card]), default="W")
        most_wilds = view.ruleset["max_wilds_to_lay"]
        too_many = most_wilds is not None and view.hand.count("W") > most_wilds
        if too_many or not candidates:
            candidates = view.options

        def preference(card):
            left = self.need(view, without(view.hand, [card]))
            return left, -PENALTY[card], ORDER[card]

        return min(candidates, key=preference)

    def name(self, view):
        return min(view.options, key=lambda seat: view.cards[seat])

    def need(self, view, hand):
        return need(hand, view.phase, view.ruleset["natural"])


STRATEGIES = {"random": Random, "baseline": Baseline}
