"""For the tests: games on stacked decks, played by scripts, and games of strategies by the seed."""

from .audit import audit
from .cards import DECK
from .game import Game, play
from .rules import resolve
from .strategies import Random

PLAIN = {"take": 0, "go_out": True, "open": None, "ready": False, "gain": None}


class Script:
    """Answers from lists, one after the other; afterwards the plainest answer.

    What was asked is kept in `asked`, as (decision, options, hand).
    """

    def __init__(self, **answers):
        self.answers = {decision: list(given) for decision, given in answers.items()}
        self.asked = []

    def answer(self, view):
        decision = view.decision
        self.asked.append((decision, list(view.options), list(view.hand)))
        if self.answers.get(decision):
            return self.answers[decision].pop(0)
        return view.options[0] if decision == "discard" else PLAIN[decision]

    take = go_out = open = discard = ready = gain = answer

    def options(self, decision):
        """The options of each asking of this decision."""
        return [options for asked, options, _ in self.asked if asked == decision]

    def hands(self, decision):
        """The hand at each asking of this decision."""
        return [hand for asked, _, hand in self.asked if asked == decision]


class Wild(Random):
    """Random that mixes the colours, declines to go out now and then, and is ready at once."""

    def go_out(self, view):
        return view.dice.below(4) > 0

    def ready(self, view):
        return view.dice.below(4) > 0

    def lay(self, view):
        wanted = view.options[view.dice.below(len(view.options))]
        if wanted is None:
            return None
        wanted = list(wanted)
        if view.decision == "gain":
            wanted.remove(view.table.offer[:2])
        left, answer = list(view.hand), []
        for k in wanted:
            copies = [card for card in left if card[:2] == k]
            answer.append(copies[view.dice.below(len(copies))])
            left.remove(answer[-1])
        return answer

    open = gain = lay


def cards(text):
    return text.split()


def one_short_game(preset="official", players=2, **overrides):
    return resolve(preset, players, **({"short_games": 1} | overrides))


def short_deck(hands, pile):
    """A deck function: these hands (seat 0 first), then these cards and no others."""
    deck = [card for one in hands for card in cards(one)] + cards(pile)
    return lambda short_game: deck


def stacked(hands, pile):
    """A deck function: these hands (seat 0 first), then these cards, then all others."""
    top = short_deck(hands, pile)(1)
    rest = list(DECK)
    for card in top:
        rest.remove(card)
    return lambda short_game: top + rest


def run(rules, hands, pile, scripts, scores=None, only=False):
    """A game on stacked decks whose seat 0 begins.

    With `only` there are no cards but the named ones. Where the deck is whole and the game begins
    without scores, the transcript is audited, too.
    """
    players = len(hands)
    names = [f"script-{seat}" for seat in range(players)]
    decks = short_deck(hands, pile) if only else stacked(hands, pile)
    game = Game(1, 0, 0, rules, players, scripts, names, decks=decks, first=0)
    if scores:
        game.table.scores = list(scores)
    game.play()
    if not scores and not only:
        audit(game.events, check_shuffle=False)
    return game


def seeded(rules, players, strategies, deals=12, seed=5):
    """Games by the seed, with these strategies in turn, seat after seat."""
    for deal in range(deals):
        seats = [strategies[(seat + deal) % len(strategies)]() for seat in range(players)]
        yield play(seed, deal, deal, rules, players, seats, [type(s).__name__ for s in seats])


def names(game):
    return [event["event"] for event in game.events]


def of(game, *wanted):
    return [event for event in game.events if event["event"] in wanted]


# Seat 1 opens A1 A1 A1 in its first turn and then waits for I1 alone; seat 0 holds an I1.
WAITING_HANDS = ["H7 A4 D7 I2 I3 I4 I1", "A1 A1 A1 H1 H2 H3 D1"]
WAITING_PILE = "H5 D2 A7  D3 I1  H6 A6 D6  H1* A3"


def waiting_scripts(**seat1):
    first = Script(discard=["H5", "A7", "I1"])
    second = Script(**({"open": [["A1", "A1", "A1"]], "discard": ["H6"], "ready": [True]} | seat1))
    return [first, second]
