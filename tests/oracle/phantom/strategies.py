"""The strategies `random` and `baseline`, to the letter of the rules' section 7."""

from .cards import KIND, black_first
from .hand import need


def cards_of(view, wanted):
    """The answer that opens the set, or gains it, black copies first; None for None."""
    if wanted is None:
        return None
    wanted = list(wanted)
    if view.decision == "gain":
        wanted.remove(KIND[view.table.offer])
    return black_first(view.hand, wanted)


def without(hand, cards):
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


class Random:
    """Plays without a thought, but goes out whenever it may."""

    def take(self, view):
        return view.dice.below(len(view.table.market))

    def go_out(self, view):
        return True

    def lay(self, view):
        # The options are "no" and then the sets, in canonical order.
        return cards_of(view, view.options[view.dice.below(len(view.options))])

    def discard(self, view):
        return view.hand[view.dice.below(len(view.hand))]

    def ready(self, view):
        return len(view.table.opened[view.seat]) > 0

    open = gain = lay


class Baseline:
    """Makes the cards missing for a goal shape least, after one opened set."""

    def take(self, view):
        market = view.table.market
        return min(range(len(market)), key=lambda i: need([*view.hand, market[i]]))

    def go_out(self, view):
        return True

    def lay(self, view):
        if view.table.opened[view.seat]:
            return None
        answers = [cards_of(view, wanted) for wanted in view.options if wanted]
        return min(answers, key=lambda cards: need(without(view.hand, cards)))

    def discard(self, view):
        # The hand is in canonical order, so that min() finds the first of the best.
        return min(view.hand, key=lambda card: need(without(view.hand, [card])))

    def ready(self, view):
        return len(view.table.opened[view.seat]) > 0

    open = gain = lay


STRATEGIES = {"random": Random, "baseline": Baseline}
