"""A full game of Phantom Rummy, played slowly and plainly, as a list of events."""

from collections import Counter

from ..randomness import DECK as DECK_STREAM
from ..randomness import DICE, FIRST, Dice, Xoshiro, key
from . import hand as hands
from .cards import DECK, in_order, kind, kinds
from .scoring import is_item_win, item_sets, score


class Table:
    """What everybody sees. Lists by seat unless said otherwise; cards in the order they came."""

    def __init__(self, rules, players):
        self.rules = rules
        self.players = players
        self.scores = [0] * players
        self.round = 0
        self.first = None  # the seat that begins the short game

    def clear(self):
        """Make the table ready for a short game."""
        everyone = range(self.players)
        self.pile_size = 0
        self.market = []  # cards
        self.opened = [[] for _ in everyone]  # sets, each a list of 3 cards
        self.gained = [0 for _ in everyone]  # how many of them by gaining
        self.discards = [[] for _ in everyone]  # cards, without the gained ones
        self.taken = [[] for _ in everyone]  # cards taken from the market
        self.ready = [False for _ in everyone]
        self.ready_turn = [-1 for _ in everyone]  # own turn of the declaration
        self.turns = [0 for _ in everyone]  # own turns begun
        self.all_turns = 0
        self.turn = None  # the seat whose turn it is, also during the claims on its discard
        self.offer = None  # the discard that may be claimed, and who discarded it
        self.discarder = None


class View:
    """What one seat sees: the table and its own cards, and what it is asked."""

    def __init__(self, table, seat):
        self.table = table
        self.seat = seat
        self.decision = None  # name of the pending decision
        self.options = []  # its legal answers, see Game.ask

    def clear(self, hand, dice):
        self.hand = hand  # cards in canonical order
        self.dice = dice
        self.waits = []  # kinds, once ready
        self.just_taken = None  # the card taken in this turn


class Over(Exception):  # noqa: N818
    """The short game is over."""

    def __init__(self, end, winner=-1):
        self.end = end
        self.winner = winner


class Game:
    """One full game. After `play()` the events are in `events`, the askings counted in `asked`.

    `decks` and `first` replace the shuffled decks (a function of the short game's number) and the
    drawn first seat, for tests that need certain cards.
    """

    def __init__(
        self, seed, deal, number, rules, players, strategies, names, cell=0, decks=None, first=None
    ):
        assert len(strategies) == len(names) == players
        self.seed, self.deal, self.number, self.cell = seed, deal, number, cell
        self.rules = rules
        self.strategies = strategies
        self.names = list(names)
        self.table = Table(rules, players)
        self.views = [View(self.table, seat) for seat in range(players)]
        self.pile = []
        self.events = []
        self.asked = Counter()  # by (seat, decision)
        self.decks = decks or self.shuffled
        self.first = first

    # ---- the full game

    def play(self):
        table = self.table
        self.write(
            "game",
            game="phantom",
            players=table.players,
            ruleset=dict(self.rules),
            strategies=self.names,
            seed=self.seed,
            cell=self.cell,
            deal=self.deal,
            number=self.number,
        )
        table.first = self.first
        if table.first is None:
            table.first = Xoshiro(key(self.seed, FIRST, self.deal)).below(table.players)
        while True:
            table.round += 1
            over = self.short_game()
            scores = list(table.scores)
            self.write("round_end", end=over.end, winner=over.winner, scores=scores)
            if over.end == "item_win":
                self.result("item_win", [over.winner])
                return
            best = max(scores)
            leaders = [seat for seat, points in enumerate(scores) if points == best]
            if over.winner >= 0 and best >= self.rules["target_score"]:
                self.result("target", leaders)
                return
            if table.round == self.rules["short_games"]:
                self.result("rounds", leaders)
                return
            table.first = self.after(table.first)

    def result(self, end, winners):
        share = [1 / len(winners) if seat in winners else 0.0 for seat in range(self.table.players)]
        self.write("result", end=end, scores=list(self.table.scores), win_share=share)

    def write(self, event, **keys):
        self.events.append({"event": event, **keys})

    def after(self, seat, steps=1):
        return (seat + steps) % self.table.players

    # ---- a short game

    def short_game(self):
        try:
            self.set_up()
            seat = self.table.first
            while True:
                self.play_turn(seat)
                seat = self.after(seat)
        except Over as over:
            return over

    def shuffled(self, short_game):
        deck = list(DECK)
        Xoshiro(key(self.seed, DECK_STREAM, self.deal, short_game)).shuffle(deck)
        return deck

    def set_up(self):
        table = self.table
        table.clear()
        self.pile = list(self.decks(table.round))
        self.write("round", round=table.round, first=table.first, deck=list(self.pile))
        dealt = [None] * table.players
        for step in range(table.players):
            dealt[self.after(table.first, step)] = self.from_pile(self.rules["hand_size"])
        self.write("deal", hands=dealt)
        for seat, view in enumerate(self.views):
            stream = key(self.seed, DICE, self.deal, table.round, self.number, seat)
            view.clear(in_order(dealt[seat]), Dice(stream))
        self.turn_up_market()

    def from_pile(self, number):
        """The top cards of the draw pile; too few of them end the short game."""
        if number > len(self.pile):
            raise Over("exhausted")
        cards, self.pile = self.pile[:number], self.pile[number:]
        self.table.pile_size = len(self.pile)
        return cards

    def end_if_pile_is_empty(self):
        if self.rules["pile_end"] == "empty" and not self.pile:
            raise Over("exhausted")

    def turn_up_market(self):
        cards = self.from_pile(self.table.players + self.rules["market_extra"])
        self.write("market", cards=cards)
        self.table.market = list(cards)
        self.end_if_pile_is_empty()

    # ---- a turn

    def play_turn(self, seat):
        table = self.table
        table.turn = seat
        table.turns[seat] += 1
        table.all_turns += 1
        if not table.market:
            self.turn_up_market()
        card = self.take(seat)
        if self.goal_by_take(seat) and self.ask(seat, "go_out", [False, True]):
            self.go_out(seat, "take", -1, card)
        if self.open(seat):
            if self.rules["ready_after_open"]:
                self.declare_ready(seat)
        else:
            discarded = self.discard(seat, card)
            self.declare_ready(seat)
            self.claims(seat, discarded)
        self.views[seat].just_taken = None

    def take(self, seat):
        table, view = self.table, self.views[seat]
        position = 0
        if len(set(table.market)) > 1:
            position = self.ask(seat, "take", list(range(len(table.market))))
        card = table.market.pop(position)
        table.taken[seat].append(card)
        view.just_taken = card
        self.add(seat, [card])
        self.write("take", seat=seat, card=card)
        return card

    def goal_by_take(self, seat):
        if self.rules["ready_needed"] == "always" and not self.table.ready[seat]:
            return False
        return bool(self.table.opened[seat]) and hands.is_goal(self.views[seat].hand)

    def open(self, seat):
        """Let the player open; whether a set was opened."""
        view = self.views[seat]
        if self.table.ready[seat]:
            return False
        opened = 0
        while opened == 0 or self.rules["opens_per_turn"] == "any":
            options = hands.big_sets(view.hand)
            if not options:
                break
            cards = self.ask(seat, "open", [None, *options])
            if cards is None:
                break
            self.remove(seat, cards)
            cards = in_order(cards)
            self.table.opened[seat].append(cards)
            self.write("open", seat=seat, cards=list(cards))
            self.end_if_item_win(seat)
            opened += 1
        if opened:
            self.draw_after_opening(seat)
            assert not hands.is_goal(view.hand), "the goal condition after opening"
        return opened > 0

    def draw_after_opening(self, seat):
        """The cards due after opening or gaining."""
        if self.rules["open_draw"] == "refill":
            due = self.rules["hand_size"] - len(self.views[seat].hand)
        else:
            due = 2
        cards = self.from_pile(due)
        self.write("draw", seat=seat, cards=cards)
        self.add(seat, cards)
        self.end_if_pile_is_empty()

    def discard(self, seat, just_taken):
        view = self.views[seat]
        card = just_taken
        if not self.table.ready[seat]:
            options = list(dict.fromkeys(view.hand))
            card = self.ask(seat, "discard", options) if len(options) > 1 else options[0]
        self.remove(seat, [card])
        self.table.discards[seat].append(card)
        self.write("discard", seat=seat, card=card)
        return card

    def declare_ready(self, seat):
        table, view = self.table, self.views[seat]
        if table.ready[seat]:
            return
        if self.rules["ready_needs_open"] and not table.opened[seat]:
            return
        waits = hands.waits(view.hand)
        if waits and self.ask(seat, "ready", [False, True]):
            table.ready[seat] = True
            table.ready_turn[seat] = table.turns[seat]
            view.waits = waits
            self.write("ready", seat=seat, waits=list(waits))

    # ---- claims on a discard

    def claims(self, discarder, card):
        table = self.table
        others = [self.after(discarder, step) for step in range(1, table.players)]
        table.offer, table.discarder = card, discarder
        for seat in others:
            if self.goal_by_discard(seat, card) and self.ask(seat, "go_out", [False, True]):
                table.discards[discarder].pop()
                self.add(seat, [card])
                self.go_out(seat, "discard", discarder, card)
        for seat in others:
            if self.gain(seat, discarder, card):
                break
        table.offer = table.discarder = None

    def goal_by_discard(self, seat, card):
        table, view = self.table, self.views[seat]
        if not table.ready[seat] or not table.opened[seat] or kind(card) not in view.waits:
            return False
        if self.rules["own_discard_bar"]:
            return not any(kind(old) in view.waits for old in table.discards[seat])
        return True

    def gain(self, seat, discarder, card):
        """Let a player gain the discard; whether it did."""
        table, view = self.table, self.views[seat]
        if table.ready[seat]:
            return False
        options = hands.sets_with(view.hand, card)
        if not options:
            return False
        pair = self.ask(seat, "gain", [None, *options])
        if pair is None:
            return False
        self.remove(seat, pair)
        table.discards[discarder].pop()
        cards = in_order([*pair, card])
        table.opened[seat].append(cards)
        table.gained[seat] += 1
        table.offer = table.discarder = None
        self.write("gain", seat=seat, **{"from": discarder}, card=card, cards=list(cards))
        self.end_if_item_win(seat)
        self.draw_after_opening(seat)
        return True

    # ---- ends

    def end_if_item_win(self, seat):
        """After a set was opened: the item win, where it is looked at then."""
        opened = self.table.opened[seat]
        if not self.rules["advanced"] or self.rules["item_win"] != "opened":
            return
        if item_sets(opened[-1:]) and is_item_win(self.rules, opened, self.views[seat].hand):
            raise Over("item_win", seat)

    def go_out(self, seat, by, discarder, card):
        table, rules = self.table, self.rules
        opened, hand = table.opened[seat], self.views[seat].hand
        self.write("out", seat=seat, by=by, **{"from": discarder}, card=card)
        if rules["advanced"] and rules["item_win"] == "goal" and is_item_win(rules, opened, hand):
            raise Over("item_win", seat)
        scored = score(rules, opened, hand, self.pile)
        self.from_pile(len(scored["flips"]))
        payer, paid = -1, 0
        table.scores[seat] += scored["points"]
        if rules["discarder_pays"] and by == "discard":
            payer = discarder
            paid = min(scored["points"], table.scores[payer])
            table.scores[payer] -= paid
        sets = [list(one) for one in opened]
        self.write("score", seat=seat, opened=sets, **scored, payer=payer, paid=paid)
        raise Over(by, seat)

    # ---- the hands, and the players

    def add(self, seat, cards):
        view = self.views[seat]
        view.hand = in_order(view.hand + cards)

    def remove(self, seat, cards):
        for card in cards:
            self.views[seat].hand.remove(card)

    def ask(self, seat, decision, options):
        """The player's answer, held against the options.

        Options: take: positions in the market; go_out, ready: False, True; open, gain: None and
        the big sets by kinds (of a gain the discard is one of the three); discard: different cards.
        Answers: as the options, but open: None or 3 cards, gain: None or the 2 cards of the hand.
        """
        self.asked[seat, decision] += 1
        view = self.views[seat]
        view.decision, view.options = decision, options
        answer = getattr(self.strategies[seat], decision)(view)
        chosen = answer
        if answer is not None and decision in ("open", "gain"):
            cards = list(answer)
            for card in set(cards):
                assert cards.count(card) <= view.hand.count(card), f"{card} is not held"
            if decision == "gain":
                cards.append(self.table.offer)
            chosen = tuple(kinds(in_order(cards)))
        assert chosen in options, f"seat {seat}: {decision} {answer!r} is not in {options}"
        view.decision, view.options = None, []
        return answer


def play(seed, deal, number, rules, players, strategies, names, **more):
    """Play a full game and return it."""
    game = Game(seed, deal, number, rules, players, strategies, names, **more)
    game.play()
    return game
