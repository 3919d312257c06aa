"""A checker that takes a transcript alone and holds each step against the rules.

It shares the cards' names and the keyed random numbers with the oracle, nothing else: what
`game` does to move on, this tells again from the side of somebody who reads along.
"""

from ..randomness import DECK as DECK_STREAM
from ..randomness import FIRST, RESHUFFLE, Xoshiro, key
from .cards import COLOURS, DECK, in_order, penalty
from .hand import need

KEYS = {
    "game": "game players ruleset strategies seed cell deal number",
    "round": "round first players playoff phases deck",
    "deal": "hands up",
    "skipped": "seat",
    "draw": "seat from card",
    "reshuffle": "deck",
    "lay": "seat phase groups",
    "hit": "seat group card as",
    "discard": "seat card",
    "round_end": "end winner penalties laid scores phases",
    "result": "end scores phases win_share",
}
OPTIONS = [
    *["phases", "game_end", "hands", "advance", "tie", "natural", "skip_target", "skip_limit"],
    *["hold_skips", "max_wilds_to_lay", "hit_same_turn", "go_out", "max_turns", "max_hands"],
]


def audit(events, keyed=True):
    """Check a whole game; raise AssertionError that names the number of the wrong event.

    With `keyed` false the first dealer and the shuffles may be any, but still of the right cards.
    """
    auditor = Auditor(events, keyed)
    try:
        auditor.game()
    except (AssertionError, LookupError, TypeError, ValueError) as wrong:
        raise AssertionError(f"event {auditor.at}: {wrong or type(wrong).__name__}") from wrong


def check(holds, message):
    if not holds:
        raise AssertionError(message)


class Auditor:
    def __init__(self, events, keyed):
        self.events, self.keyed = events, keyed
        self.at = -1

    def coming(self):
        """The name of the next event."""
        check(self.at + 1 < len(self.events), "the transcript breaks off")
        return self.events[self.at + 1]["event"]

    def read(self, name):
        """The next event, which must be this one with exactly its keys in their order."""
        found = self.coming()
        self.at += 1
        check(found == name, f"{found} where {name} was due")
        event = self.events[self.at]
        keys = ["event", *KEYS[name].split()]
        if name == "discard" and event["card"] == "S":
            keys.append("names")
        if name == "hit" and self.table[event["group"]]["kind"].startswith("run"):
            keys.append("end")
        check(list(event) == keys, f"keys {list(event)} instead of {keys}")
        return event

    # --- the game -----------------------------------------------------------------------------

    def game(self):
        self.head = head = self.read("game")
        self.rules, self.players = head["ruleset"], head["players"]
        check(head["game"] == "phase10", "not this game")
        check(2 <= self.players <= 6, "2-6 players")
        check(len(head["strategies"]) == self.players, "a strategy for each seat")
        check(list(self.rules) == OPTIONS, "every option, resolved")
        self.last = len(self.rules["phases"])
        self.scores = [0] * self.players
        self.next = [1] * self.players
        self.first = self.tied = None
        self.hands = self.playoffs = 0
        over = None
        while over is None:
            over = self.round()
        end, winners = over
        result = self.read("result")
        check(result["end"] == end, f"the game ended by {end}")
        check(result["scores"] == self.scores, f"scores are {self.scores}")
        check(result["phases"] == self.next, f"phases are {self.next}")
        shares = [1 / len(winners) if s in winners else 0 for s in range(self.players)]
        check(result["win_share"] == shares, f"win shares are {shares}")
        check(self.at == len(self.events) - 1, "events after the result")

    def after_round(self, end, winner):
        """The game's (end, winners), or None when it goes on."""
        everybody = range(self.players)
        if self.tied:
            self.playoffs += 1
            if end == "out":
                return "completed", [winner]
            return ("completed", self.tied) if self.playoffs == 10 else None
        self.hands += 1
        done = [s for s in everybody if self.next[s] == self.last + 1]
        rule = self.rules["game_end"]
        if rule == "hand" and done:
            best = self.lowest(done)
            if len(best) == 1 or self.rules["tie"] == "share":
                return "completed", best
            self.tied = best
            return None
        if rule == "moment" and end == "moment":
            return "completed", [winner]
        if rule == "all" and len(done) == self.players:
            return "completed", self.lowest(everybody)
        if rule == "hands" and self.hands == self.rules["hands"]:
            return "completed", self.lowest(everybody)
        if self.hands == self.rules["max_hands"]:
            far = [s for s in everybody if self.next[s] == max(self.next)]
            return "limit", self.lowest(far)
        return None

    def lowest(self, seats):
        return [s for s in seats if self.scores[s] == min(self.scores[t] for t in seats)]

    # --- a hand -------------------------------------------------------------------------------

    def expected_phase(self, seat):
        if self.tied:
            return self.last if seat in self.tied else self.next[seat]
        if self.rules["game_end"] == "hands":
            return min(self.next[seat], self.last)
        return self.next[seat]

    def expected_first(self, seats):
        if self.first is None:
            if not self.keyed:
                return None
            dealer = Xoshiro(key(self.head["seed"], FIRST, self.head["deal"])).below(self.players)
            return (dealer + 1) % self.players
        seat = self.first
        while True:
            seat = (seat + 1) % self.players
            if seat in seats:
                return seat

    def check_shuffle(self, cards, found, *path):
        check(sorted(found) == sorted(cards), "not a shuffle of the right cards")
        if self.keyed:
            wanted = list(cards)
            stream = (self.head["seed"], path[0], self.head["deal"], *path[1:])
            Xoshiro(key(*stream)).shuffle(wanted)
            check(found == wanted, "not the keyed shuffle")

    def round(self):
        """Read one hand; return the game's (end, winners) if it was the last."""
        event = self.read("round")
        check(event["round"] == self.hands + self.playoffs + 1, "rounds count on from 1")
        self.playoff = event["playoff"]
        check(self.playoff == (self.tied is not None), "a play-off hand or not")
        seats = list(range(self.players))
        if self.tied:
            seats = self.tied
        elif self.rules["game_end"] == "all":
            seats = [s for s in seats if self.next[s] <= self.last]
        check(event["players"] == seats, f"{seats} are dealt in")
        self.seats, self.number = seats, event["round"]
        first = self.expected_first(seats)
        check(first in (None, event["first"]), f"{first} begins")
        self.first = event["first"]
        self.working = [self.expected_phase(s) for s in range(self.players)]
        check(event["phases"] == self.working, f"the phases worked on are {self.working}")
        self.check_shuffle(DECK, event["deck"], DECK_STREAM, self.number)
        self.pile = list(event["deck"])
        self.deal()
        self.table = []
        self.laid = [False] * self.players
        self.to_lose = [False] * self.players  # a lost turn is pending
        self.has_lost = [False] * self.players  # lost one since the last own turn
        self.reshuffles = 0
        self.to_lose[self.first] = self.discards == ["S"]
        end, winner = self.turns()
        self.round_end(end, winner)
        return self.after_round(end, winner)

    def to_the_left(self, seat):
        """The seats dealt in, in turn order from the seat's left, the seat itself last."""
        around = [(seat + step) % self.players for step in range(1, self.players + 1)]
        return [s for s in around if s in self.seats]

    def deal(self):
        event = self.read("deal")
        order = self.to_the_left(self.first)
        order = order[-1:] + order[:-1]
        wanted = [[] for _ in range(self.players)]
        for place, seat in enumerate(order):
            wanted[seat] = self.pile[place : 10 * len(order) : len(order)]
        check(event["hands"] == wanted, "ten cards each, one at a time from the first player on")
        self.held = [list(hand) for hand in wanted]
        self.discards = [self.pile[10 * len(order)]]
        check([event["up"]] == self.discards, f"{self.discards[0]} is turned up")
        self.pile = self.pile[10 * len(order) + 1 :]

    def turns(self):
        """Read turns until the hand ends; return its end and winner."""
        seat, begun = self.first, 0
        while True:
            if self.to_lose[seat]:
                event = self.read("skipped")
                check(event["seat"] == seat, f"seat {seat} loses this turn")
                self.to_lose[seat], self.has_lost[seat] = False, True
            else:
                self.has_lost[seat] = False
                begun += 1
                end = self.turn(seat)
                if end is not None:
                    return end, seat
                if begun == self.rules["max_turns"]:
                    return "limit", -1
            seat = self.to_the_left(seat)[0]

    def turn(self, seat):
        self.draw(seat)
        laid_now = self.coming() == "lay"
        if laid_now:
            self.lay(seat)
            if self.rules["game_end"] == "moment" and self.working[seat] == self.last:
                return "moment"
        while self.coming() == "hit":
            check(self.rules["hit_same_turn"] or not laid_now, "no hits on the turn of laying")
            self.hit(seat)
        if self.held[seat]:
            self.discard(seat)
        return None if self.held[seat] else "out"

    def draw(self, seat):
        if self.coming() == "reshuffle":
            check(not self.pile, "the draw pile is not empty")
            event = self.read("reshuffle")
            self.reshuffles += 1
            path = (RESHUFFLE, self.number, self.reshuffles)
            self.check_shuffle(self.discards[:-1], event["deck"], *path)
            self.pile, self.discards = list(event["deck"]), self.discards[-1:]
            check(self.events[self.at + 1].get("from") == "pile", "a reshuffle without a draw")
        event = self.read("draw")
        check(event["seat"] == seat, f"it is seat {seat}'s turn")
        check(event["from"] in ("pile", "discard"), "from pile or discard")
        if event["from"] == "pile":
            card = self.pile.pop(0)
        else:
            card = self.discards.pop()
            check(card != "S", "a Skip cannot be taken")
        check(event["card"] == card, f"the card drawn is {card}")
        self.held[seat].append(card)

    def part_with(self, seat, card):
        check(card in self.held[seat], f"seat {seat} does not hold {card}")
        self.held[seat].remove(card)

    def lay(self, seat):
        event = self.read("lay")
        check(event["seat"] == seat, f"it is seat {seat}'s turn")
        check(not self.laid[seat], "once a hand")
        check(event["phase"] == self.working[seat], f"works on phase {self.working[seat]}")
        phase = self.rules["phases"][self.working[seat] - 1]
        check([group["kind"] for group in event["groups"]] == phase, f"the phase is {phase}")
        most = self.rules["max_wilds_to_lay"]
        check(most is None or self.held[seat].count("W") <= most, "too many Wilds in the hand")
        check(need(self.held[seat], phase, self.rules["natural"]) == 0, "need is not 0")
        for group in event["groups"]:
            check(list(group) == ["group", "kind", "cards", "as"], "keys of a group")
            check(group["group"] == len(self.table), "groups count on from 0")
            cards, stands = group["cards"], group["as"]
            self.check_group(group["kind"], cards, stands)
            for card in cards:
                self.part_with(seat, card)
            self.table.append({"kind": group["kind"], "as": list(stands)})
        numbers = [sum(card != "W" for card in group["cards"]) for group in event["groups"]]
        natural = self.rules["natural"]
        check(natural != "group" or all(numbers), "a group of Wilds alone")
        check(natural != "phase" or any(numbers), "a phase of Wilds alone")
        self.laid[seat] = True
        self.check_not_empty(seat)

    def check_group(self, kind, cards, stands):
        name, size = kind.split()
        check(len(cards) == len(stands) == int(size), f"{kind} has {size} cards")
        for card, meaning in zip(cards, stands, strict=True):
            check(self.may_be(name, card, meaning), f"{card} as {meaning}")
        if name == "run":
            low = int(stands[0])
            check(stands == [str(low + i) for i in range(int(size))], "not a run, listed upwards")
        else:
            check(len(set(stands)) == 1, f"{kind} stands for one thing")
            check(cards == list(in_order(cards)), "listed in canonical order")

    def may_be(self, name, card, meaning):
        if name == "color":
            known = meaning in list(COLOURS)
            return known and card != "S" and (card == "W" or card[0] == meaning)
        known = meaning in [str(number) for number in range(1, 13)]
        return known and card != "S" and (card == "W" or card[1:] == meaning)

    def check_not_empty(self, seat):
        keep = self.rules["go_out"] == "discard"
        check(self.held[seat] or not keep, "the last card must be discarded")

    def hit(self, seat):
        event = self.read("hit")
        check(event["seat"] == seat, f"it is seat {seat}'s turn")
        check(self.laid[seat], "hits only with the own phase laid")
        self.part_with(seat, event["card"])
        self.check_not_empty(seat)
        check(event["group"] >= 0, "groups count from 0")
        group, meaning = self.table[event["group"]], event["as"]
        name, stands = group["kind"].split()[0], group["as"]
        check(self.may_be(name, event["card"], meaning), f"{event['card']} as {meaning}")
        if name == "run" and event["end"] == "low":
            check(int(meaning) == int(stands[0]) - 1, "not next to the low end")
            stands.insert(0, meaning)
        elif name == "run":
            check(event["end"] == "high", "low or high")
            check(int(meaning) == int(stands[-1]) + 1, "not next to the high end")
            stands.append(meaning)
        else:
            check(meaning == stands[0], f"the group stands for {stands[0]}")

    def discard(self, seat):
        event = self.read("discard")
        check(event["seat"] == seat, f"it is seat {seat}'s turn")
        card = event["card"]
        held_skip = "S" in self.held[seat]
        check(card == "S" or not held_skip or self.rules["hold_skips"], "a Skip must go")
        self.part_with(seat, card)
        self.discards.append(card)
        if card == "S":
            self.check_names(seat, event["names"])

    def check_names(self, seat, named):
        others = [s for s in self.to_the_left(seat) if s != seat]
        if self.rules["skip_target"] == "next":
            others = others[:1]
        free = [s for s in others if not self.to_lose[s]]
        if self.rules["skip_limit"] == "lap":
            free = [s for s in free if not self.has_lost[s]]
        if named == -1:
            check(not free or not self.held[seat], f"one of {free} must be named")
        else:
            check(named in free, f"{named} cannot be named, {free} can")
            self.to_lose[named] = True

    def round_end(self, end, winner):
        event = self.read("round_end")
        check(event["end"] == end, f"the hand ended by {end}")
        check(event["winner"] == winner, f"the winner is {winner}")
        penalties = [penalty(cards) for cards in self.held]
        check(event["penalties"] == penalties, f"penalties are {penalties}")
        check(event["laid"] == self.laid, f"laid is {self.laid}")
        if not self.playoff:
            for seat in self.seats:
                self.scores[seat] += penalties[seat]
                if self.laid[seat]:
                    self.next[seat] = max(self.next[seat], self.working[seat] + 1)
                elif self.rules["advance"] == "always" and self.next[seat] < self.last:
                    self.next[seat] += 1
        check(event["scores"] == self.scores, f"scores are {self.scores}")
        check(event["phases"] == self.next, f"next phases are {self.next}")
