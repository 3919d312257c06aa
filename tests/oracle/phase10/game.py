"""A whole game of Phase 10 as the list of its events, in the transcript's words.

`play` asks each seat's strategy object through its methods ``draw, lay, hit, discard, name``,
each called with a `View`, and only where two or more distinct answers are legal:

=========  ======================================================================
draw       ``"pile"`` or ``"discard"``
lay        None, or a way: for each group of the phase a list of (card, stands for)
hit        None to stop, or (card, group number, ``"low"``, ``"high"`` or None)
discard    a card
name       the seat that is to lose a turn
=========  ======================================================================
"""

from collections import namedtuple
from types import SimpleNamespace

from ..randomness import DECK as DECK_STREAM
from ..randomness import DICE, FIRST, RESHUFFLE, Dice, Xoshiro, key
from .cards import DECK, NUMBER, ORDER, in_order, penalty, without
from .hand import need

Played = namedtuple("Played", "events askings")


class IllegalAnswer(ValueError):
    """A strategy answered what the rules do not allow."""


def first_dealer(seed, deal, players):
    return Xoshiro(key(seed, FIRST, deal)).below(players)


def shuffled_deck(seed, deal, round_):
    deck = list(DECK)
    Xoshiro(key(seed, DECK_STREAM, deal, round_)).shuffle(deck)
    return deck


def reshuffled(seed, deal, round_, number, cards):
    cards = list(cards)
    Xoshiro(key(seed, RESHUFFLE, deal, round_, number)).shuffle(cards)
    return cards


class View(SimpleNamespace):
    """What the asked player may know. Everything in it is to be read, never changed.

    Of the player alone: `seat`; `hand` (tuple, canonical order); `phase` (list such as
    ``["set 3", "run 4"]``); `dice` (`below(n)`); `options`, the legal answers: draw ``["pile",
    "discard"]``; lay None (see `hand.ways_to_lay`); hit the list of (card, group, end) by card,
    group, low before high ("stop" not listed); discard the distinct cards that may go,
    in canonical order; name the seats in turn order from the player's left.

    Of the table, lists by seat: `cards` (number held), `phases` (the phase worked on), `laid`,
    `laid_turn` (−1: not yet), `own_turns` (begun), `pending` (a lost turn is pending), `lost`
    (has lost a turn since its last own turn), `nameable` (could be named by this player now),
    `scores`, `standing` (next phase when the hand began; one more than the last: completed).

    Of the table otherwise: `players`, `seats` (dealt in), `first`, `round`, `playoff`, `turns`
    (begun by all), `groups` (list of `Group`), `discards` (bottom to top), `pile` (cards in the
    draw pile), `reshuffles`, `ruleset`, `history` (the hand's events as everybody saw them).
    """


class Group:
    """A laid group: `number`, owner's `seat`, `kind` (``set 3`` …), `cards`, `stands`."""

    def __init__(self, number, seat, kind, laid):
        self.number, self.seat, self.kind = number, seat, kind
        self.cards = [card for card, _ in laid]
        self.stands = [stands for _, stands in laid]

    def places(self, card):
        """Where the card fits: list of (what it would stand for, end)."""
        if card == "S":
            return []
        if not self.kind.startswith("run"):
            trait = card[1:] if self.kind.startswith("set") else card[0]
            return [(self.stands[0], None)] if card == "W" or trait == self.stands[0] else []
        free = [(int(self.stands[0]) - 1, "low"), (int(self.stands[-1]) + 1, "high")]
        return [
            (str(number), end)
            for number, end in free
            if 1 <= number <= 12 and (card == "W" or NUMBER[card] == number)
        ]

    def add(self, card, stands, end):
        at = 0 if end == "low" else len(self.cards)
        self.cards.insert(at, card)
        self.stands.insert(at, stands)


def places_of(cards, groups):
    """Every distinct (card, group number, end): by card, group, low end before high."""
    distinct = sorted(set(cards), key=ORDER.__getitem__)
    return [
        (card, group.number, end)
        for card in distinct
        for group in groups
        for _, end in group.places(card)
    ]


def is_way(way, hand, phase, natural):
    """Whether the way lays the phase from the hand."""
    if len(way) != len(phase):
        return False
    held = list(hand)
    for kind, laid in zip(phase, way, strict=True):
        name, size = kind.split()
        if len(laid) != int(size):
            return False
        stands = sorted({s for _, s in laid}, key=lambda s: (len(s), s))
        allowed = list("RBGY") if name == "color" else [str(n) for n in range(1, 13)]
        if not set(stands) <= set(allowed):
            return False
        low = allowed.index(stands[0])
        if name == "run" and low + int(size) > 12:
            return False
        wanted = allowed[low : low + int(size)] if name == "run" else [stands[0]]
        if stands != wanted:
            return False
        for card, s in laid:
            if card not in held or card == "S":
                return False
            held.remove(card)
            if card != "W" and s != (card[0] if name == "color" else card[1:]):
                return False
    numbers = [sum(card != "W" for card, _ in laid) for laid in way]
    return {"group": all(numbers), "phase": any(numbers), "none": True}[natural]


def listed(kind, laid):
    """The cards of a group as a transcript lists them: runs upwards, others in canonical order."""
    if kind.startswith("run"):
        return sorted(laid, key=lambda pair: int(pair[1]))
    return sorted(laid, key=lambda pair: ORDER[pair[0]])


class Hand:
    """One hand, from the shuffle until somebody is out."""

    def __init__(self, game, round_, first, seats, playoff):
        self.game, self.ruleset = game, game.ruleset
        self.round, self.first, self.seats, self.playoff = round_, first, seats, playoff
        players = game.players
        last = len(self.ruleset["phases"])
        self.phases = [
            last if playoff and seat in seats
            # Only under game_end: hands is somebody dealt in who has completed the last phase.
            else min(game.standing[seat], last) if seat in seats
            else game.standing[seat]
            for seat in range(players)
        ]
        self.hands = [[] for _ in range(players)]
        self.laid = [False] * players
        self.laid_turn = [-1] * players
        self.own_turns = [0] * players
        self.pending = [False] * players
        self.lost = [False] * players
        self.groups, self.history = [], []
        self.turns = self.reshuffles = 0
        self.dice = [
            Dice(key(game.seed, DICE, game.deal, round_, game.number, seat))
            for seat in range(players)
        ]

    def tell(self, event, hidden=(), **keys):
        event = {"event": event, **keys}
        self.game.events.append(event)
        self.history.append({k: v for k, v in event.items() if k not in hidden})

    def left_of(self, seat):
        """The other seats dealt in, in turn order from the seat's left."""
        players = self.game.players
        around = [(seat + step) % players for step in range(1, players)]
        return [other for other in around if other in self.seats]

    def play(self):
        """Play the hand; return how it ended and the winning seat (−1 for none)."""
        self.deal()
        seat = self.first
        while True:
            if self.pending[seat]:
                self.pending[seat], self.lost[seat] = False, True
                self.tell("skipped", seat=seat)
            else:
                self.lost[seat] = False
                self.turns += 1
                self.own_turns[seat] += 1
                end = self.turn(seat)
                if end:
                    return end, seat
                if self.turns == self.ruleset["max_turns"]:
                    return "limit", -1
            seat = [*self.left_of(seat), seat][0]

    def deal(self):
        game = self.game
        self.pile = shuffled_deck(game.seed, game.deal, self.round)
        self.tell(
            "round",
            hidden=["deck"],
            round=self.round,
            first=self.first,
            players=list(self.seats),
            playoff=self.playoff,
            phases=list(self.phases),
            deck=list(self.pile),
        )
        for _ in range(10):
            for seat in [self.first, *self.left_of(self.first)]:
                self.hands[seat].append(self.pile.pop(0))
        up = self.pile.pop(0)
        self.discards = [up]
        self.pending[self.first] = up == "S"
        self.tell("deal", hidden=["hands"], hands=[list(hand) for hand in self.hands], up=up)

    def turn(self, seat):
        """One turn; return how the hand ended with it, or None."""
        self.draw(seat)
        self.lay(seat)
        last_laid = self.laid[seat] and self.phases[seat] == len(self.ruleset["phases"])
        if last_laid and self.ruleset["game_end"] == "moment":
            return "moment"
        self.hit(seat)
        if self.hands[seat]:
            self.discard(seat)
        return None if self.hands[seat] else "out"

    def ask(self, seat, decision, options=None):
        game = self.game
        game.askings[decision] += 1
        view = View(
            seat=seat,
            hand=in_order(self.hands[seat]),
            phase=self.phase_of(seat),
            dice=self.dice[seat],
            options=options,
            cards=[len(hand) for hand in self.hands],
            phases=self.phases,
            laid=self.laid,
            laid_turn=self.laid_turn,
            own_turns=self.own_turns,
            pending=self.pending,
            lost=self.lost,
            nameable=[other in self.nameable(seat) for other in range(game.players)],
            scores=game.scores,
            standing=game.standing,
            players=game.players,
            seats=self.seats,
            first=self.first,
            round=self.round,
            playoff=self.playoff,
            turns=self.turns,
            groups=self.groups,
            discards=self.discards,
            pile=len(self.pile),
            reshuffles=self.reshuffles,
            ruleset=self.ruleset,
            history=self.history,
        )
        return getattr(game.strategies[seat], decision)(view)

    def illegal(self, seat, decision, answer):
        return IllegalAnswer(
            f"seat {seat} answered {answer!r} to {decision} in round {self.round}, "
            f"turn {self.turns}"
        )

    def phase_of(self, seat):
        return self.ruleset["phases"][self.phases[seat] - 1]

    def draw(self, seat):
        options = []
        if self.pile or len(self.discards) > 1:
            options.append("pile")
        if self.discards and self.discards[-1] != "S":
            options.append("discard")
        source = options[0]
        if len(options) > 1:
            source = self.ask(seat, "draw", options)
            if source not in options:
                raise self.illegal(seat, "draw", source)
        if source == "discard":
            card = self.discards.pop()
        else:
            if not self.pile:
                self.reshuffle()
            card = self.pile.pop(0)
        self.hands[seat].append(card)
        hidden = ["card"] if source == "pile" else []
        self.tell("draw", hidden, seat=seat, **{"from": source}, card=card)

    def reshuffle(self):
        game = self.game
        self.reshuffles += 1
        self.pile = reshuffled(
            game.seed, game.deal, self.round, self.reshuffles, self.discards[:-1]
        )
        self.discards = self.discards[-1:]
        self.tell("reshuffle", hidden=["deck"], deck=list(self.pile))

    def can_lay(self, seat):
        hand, phase = self.hands[seat], self.phase_of(seat)
        if self.laid[seat]:
            return False
        most_wilds = self.ruleset["max_wilds_to_lay"]
        if most_wilds is not None and hand.count("W") > most_wilds:
            return False
        size = sum(int(group.split()[1]) for group in phase)
        if self.ruleset["go_out"] == "discard" and size >= len(hand):
            return False
        return need(hand, phase, self.ruleset["natural"]) == 0

    def lay(self, seat):
        if not self.can_lay(seat):
            return
        way = self.ask(seat, "lay")
        if way is None:
            return
        hand, phase = self.hands[seat], self.phase_of(seat)
        if not is_way(way, hand, phase, self.ruleset["natural"]):
            raise self.illegal(seat, "lay", way)
        self.laid[seat], self.laid_turn[seat] = True, self.own_turns[seat]
        told = []
        for kind, laid in zip(phase, way, strict=True):
            group = Group(len(self.groups), seat, kind, listed(kind, laid))
            self.groups.append(group)
            told.append(
                {
                    "group": group.number,
                    "kind": kind,
                    "cards": list(group.cards),
                    "as": list(group.stands),
                }
            )
            self.hands[seat] = list(without(self.hands[seat], group.cards))
        self.tell("lay", seat=seat, phase=self.phases[seat], groups=told)

    def hit(self, seat):
        if not self.laid[seat]:
            return
        if self.laid_turn[seat] == self.own_turns[seat] and not self.ruleset["hit_same_turn"]:
            return
        keep = 1 if self.ruleset["go_out"] == "discard" else 0
        while len(self.hands[seat]) > keep:
            options = places_of(self.hands[seat], self.groups)
            if not options:
                return
            answer = self.ask(seat, "hit", options)
            if answer is None:
                return
            if answer not in options:
                raise self.illegal(seat, "hit", answer)
            card, number, end = answer
            group = self.groups[number]
            stands = next(s for s, e in group.places(card) if e == end)
            group.add(card, stands, end)
            self.hands[seat].remove(card)
            where = {"end": end} if end else {}
            self.tell("hit", seat=seat, group=number, card=card, **{"as": stands}, **where)

    def discard(self, seat):
        hand = self.hands[seat]
        options = sorted(set(hand), key=ORDER.__getitem__)
        if "S" in hand and not self.ruleset["hold_skips"]:
            options = ["S"]
        card = options[0]
        if len(options) > 1:
            card = self.ask(seat, "discard", options)
            if card not in options:
                raise self.illegal(seat, "discard", card)
        hand.remove(card)
        self.discards.append(card)
        # Whoever goes out with a Skip names nobody: lost turns end with the hand.
        names = {"names": self.name(seat) if hand else -1} if card == "S" else {}
        self.tell("discard", seat=seat, card=card, **names)

    def nameable(self, seat):
        """The seats that the player may name, in turn order from its left."""
        lap = self.ruleset["skip_limit"] == "lap"
        others = self.left_of(seat)
        if self.ruleset["skip_target"] == "next":
            others = others[:1]
        return [o for o in others if not self.pending[o] and not (lap and self.lost[o])]

    def name(self, seat):
        options = self.nameable(seat)
        named = options[0] if options else -1
        if len(options) > 1:
            named = self.ask(seat, "name", options)
            if named not in options:
                raise self.illegal(seat, "name", named)
        if named >= 0:
            self.pending[named] = True
        return named


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
        first = (first_dealer(self.seed, self.deal, self.players) + 1) % self.players
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
    return next(s for s in ((seat + step) % players for step in range(1, players + 1)) if s in seats)


def play(seed, deal, number, ruleset, players, strategies, names, cell=0):
    """Play a full game; return its events and how often each decision was asked for.

    `ruleset` is a resolved one (`rules.resolve`), `strategies` has an object and `names` a name
    for each seat.
    """
    game = Game(seed, deal, number, ruleset, players, strategies, names, cell)
    game.play()
    return Played(game.events, game.askings)
