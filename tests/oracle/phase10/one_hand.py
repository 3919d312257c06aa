"""One hand of Phase 10.

It asks each seat's strategy object through its methods ``draw, lay, hit, discard, name``,
each called with a `table.View`, and only where two or more distinct answers are legal:

=========  ======================================================================
draw       ``"pile"`` or ``"discard"``
lay        None, or a way: for each group of the phase a list of (card, stands for)
hit        None to stop, or (card, group number, ``"low"``, ``"high"`` or None)
discard    a card
name       the seat that is to lose a turn
=========  ======================================================================
"""

from ..randomness import DICE, Dice, key
from . import shuffles
from .cards import ORDER, in_order, without
from .hand import need
from .table import Group, IllegalAnswerError, View, is_way, listed, places_of


class Hand:
    """One hand, from the shuffle until somebody is out."""

    def __init__(self, game, round_, first, seats, playoff):
        self.game, self.ruleset = game, game.ruleset
        self.round, self.first, self.seats, self.playoff = round_, first, seats, playoff
        players = game.players
        self.last = len(self.ruleset["phases"])
        self.phases = [self.works_on(seat) for seat in range(players)]
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

    def works_on(self, seat):
        """The phase that the seat works on; of a seat not dealt in, its next phase."""
        standing = self.game.standing[seat]
        if seat not in self.seats:
            return standing
        if self.playoff:
            return self.last
        # Only under `game_end: hands` is somebody dealt in who has completed the last phase.
        return min(standing, self.last)

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
        self.pile = shuffles.shuffled_deck(game.seed, game.deal, self.round)
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
        last_laid = self.laid[seat] and self.phases[seat] == self.last
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
        return IllegalAnswerError(
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
        self.pile = shuffles.reshuffled(
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
