"""Games with decks set by hand and players who do as they are told, for hand-made cases."""

import copy
import json
from unittest.mock import patch

from . import game, rules, shuffles
from .audit import audit
from .cards import COLOURS, DECK, without
from .strategies import Baseline

ASKED = ["draw", "lay", "hit", "discard", "name"]
TWO_SETS = "R1 B1 G1 R2 B2 G2"


def cards(text):
    return text.split()


def junk(shift=0):
    """Ten cards with no two of a number; another shift, other colours."""
    numbers = [1, 3, 5, 7, 9, 11, 2, 4, 6, 8]
    return " ".join(f"{COLOURS[(i + shift) % 4]}{number}" for i, number in enumerate(numbers))


class Script(Baseline):
    """Answers what it is told, one answer after the other; then draws from the pile, lays by the
    choice, does not hit, discards the first card it may, names the first seat it may.
    Keeps the views that it was shown."""

    def __init__(self, **answers):
        self.answers = {decision: list(answers.get(decision, [])) for decision in ASKED}
        self.views = {decision: [] for decision in ASKED}

    def answer(self, decision, view, otherwise):
        self.views[decision].append(copy.copy(view))
        told = self.answers[decision]
        return told.pop(0) if told else otherwise

    def draw(self, view):
        return self.answer("draw", view, "pile")

    def lay(self, view):
        return self.answer("lay", view, super().lay(view))

    def hit(self, view):
        return self.answer("hit", view, None)

    def discard(self, view):
        return self.answer("discard", view, view.options[0])

    def name(self, view):
        return self.answer("name", view, view.options[0])


def rigged_deck(hands, up, pile, first=0):
    """A deck that deals these ten cards to each seat, then `up`, then has `pile` on top."""
    dealt = [cards(text) for text in hands]
    assert all(len(ten) == 10 for ten in dealt)
    order = dealt[first:] + dealt[:first]
    top = [card for ten in zip(*order, strict=True) for card in ten] + [up, *cards(pile)]
    return top + list(without(DECK, top))


def play_rigged(decks, ruleset, players):
    """Play with a deck for each hand; seat 0 begins. Return the events, after an audit."""

    def deck(seed, deal, round_):
        return list(decks[round_ - 1])

    def dealer(seed, deal, seats):
        return seats - 1

    with patch.multiple(shuffles, shuffled_deck=deck, first_dealer=dealer):
        names = ["script"] * len(players)
        events = game.play(1, 0, 0, ruleset, len(players), players, names).events
    audit(json.loads(json.dumps(events)), keyed=False)
    return events


def short(max_turns, max_hands=1, preset="standard", **overrides):
    """A ruleset whose game ends soon."""
    return rules.resolve(preset, max_turns=max_turns, max_hands=max_hands, **overrides)


def told(events, name, **wanted):
    """The events of this name that have these values."""
    return [
        event
        for event in events
        if event["event"] == name and all(event[key] == value for key, value in wanted.items())
    ]
