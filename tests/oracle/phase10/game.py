"""A whole game of Phase 10 as the list of its events, in the transcript's words."""

from collections import namedtuple

from . import shuffles
from .cards import penalty
from .one_hand import Hand

Played = namedtuple("Played", "events askings")


class Game:
    """Hands, one after the other, until the ruleset's end."""

    def __init__(self, seed, deal, number, ruleset, players, strategies, names, cell):
        self.seed, self.deal, self.number, self.cell = seed, deal, number, cell
        self.ruleset, self.players = ruleset, players
        self.strategies, self.names = strategies, names
        self.scores = [0] * players
        self.standing = [1] * players
        self.last = len(ruleset["phases"])
        self.events = []
        self.askings = dict.fromkeys(["draw", "lay", "hit", "discard", "name"], 0)

    def play(self):
        self.events.append(
            {
                "event": "game",
                "game": "phase10",
                "players": self.players,
                "ruleset": self.ruleset,
                "strategies": list(self.names),
                "seed": self.seed,
                "cell": self.cell,
                "deal": self.deal,
                "number": self.number,
            }
        )
        end, winners = self.play_hands()
        self.events.append(
            {
                "event": "result",
                "end": end,
                "scores": list(self.scores),
                "phases": list(self.standing),
                "win_share": [
                    1 / len(winners) if seat in winners else 0.0 for seat in range(self.players)
                ],
            }
        )

    def play_hands(self):
        """Play on; return the game's end and its winners."""
        everybody = list(range(self.players))
        first = (shuffles.first_dealer(self.seed, self.deal, self.players) + 1) % self.players
        round_ = 0
        while True:
            round_ += 1
            seats = everybody
            if self.ruleset["game_end"] == "all":
                seats = [seat for seat in everybody if self.standing[seat] <= self.last]
            first = next_seat(first - 1, seats, self.players)
            end, winner = self.play_hand(round_, first, seats, playoff=False)
            completed = [seat for seat in everybody if self.standing[seat] > self.last]
            game_end = self.ruleset["game_end"]
            if game_end == "hand" and completed:
                winners = self.lowest(completed)
                if len(winners) > 1 and self.ruleset["tie"] == "playoff":
                    winners = self.play_off(round_, first, winners)
                return "completed", winners
            if game_end == "moment" and end == "moment":
                return "completed", [winner]
            if game_end == "all" and len(completed) == self.players:
                return "completed", self.lowest(everybody)
            if game_end == "hands" and round_ == self.ruleset["hands"]:
                return "completed", self.lowest(everybody)
            if round_ == self.ruleset["max_hands"]:
                furthest = max(self.standing)
                return "limit", self.lowest([s for s in everybody if self.standing[s] == furthest])
            first = (first + 1) % self.players

    def lowest(self, seats):
        lowest = min(self.scores[seat] for seat in seats)
        return [seat for seat in seats if self.scores[seat] == lowest]

    def play_off(self, round_, first, seats):
        for _ in range(10):
            round_ += 1
            first = next_seat(first, seats, self.players)
            _, winner = self.play_hand(round_, first, seats, playoff=True)
            if winner >= 0:
                return [winner]
        return seats

    def play_hand(self, round_, first, seats, playoff):
        hand = Hand(self, round_, first, seats, playoff)
        end, winner = hand.play()
        penalties = [penalty(cards) for cards in hand.hands]
        if not playoff:
            # New lists: what earlier events and views hold must not change.
            self.scores = [s + p for s, p in zip(self.scores, penalties, strict=True)]
            self.standing = [self.next_phase(hand, seat) for seat in range(self.players)]
        self.events.append(
            {
                "event": "round_end",
                "end": end,
                "winner": winner,
                "penalties": penalties,
                "laid": list(hand.laid),
                "scores": list(self.scores),
                "phases": list(self.standing),
            }
        )
        return end, winner

    def next_phase(self, hand, seat):
        standing, worked_on = self.standing[seat], hand.phases[seat]
        if seat not in hand.seats:
            return standing
        if hand.laid[seat]:
            return max(standing, worked_on + 1)
        if self.ruleset["advance"] == "always":
            return max(standing, min(worked_on + 1, self.last))
        return standing


def next_seat(seat, seats, players):
    """The first of the seats to the left of the seat (itself the last to be looked at)."""
    to_the_left = [(seat + step) % players for step in range(1, players + 1)]
    return next(other for other in to_the_left if other in seats)


def play(seed, deal, number, ruleset, players, strategies, names, cell=0):
    """Play a full game; return its events and how often each decision was asked for.

    `ruleset` is a resolved one (`rules.resolve`), `strategies` has an object and `names` a name
    for each seat.
    """
    game = Game(seed, deal, number, ruleset, players, strategies, names, cell)
    game.play()
    return Played(game.events, game.askings)
