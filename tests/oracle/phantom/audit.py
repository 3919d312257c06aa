"""Checks a transcript, event by event, against the rules; it knows nothing but the transcript.

It shares the cards' names with the rest of the oracle and no more: sets, goal shapes and scores
are worked out here once again, in another way.
"""

from collections import Counter
from functools import cache

from ..randomness import DECK as DECK_STREAM
from ..randomness import FIRST, Xoshiro, key
from .cards import DECK, KINDS

KEYS = {
    "game": "game players ruleset strategies seed cell deal number",
    "round": "round first deck",
    "deal": "hands",
    "market": "cards",
    "take": "seat card",
    "open": "seat cards",
    "draw": "seat cards",
    "discard": "seat card",
    "ready": "seat waits",
    "gain": "seat from card cards",
    "out": "seat by from card",
    "score": "seat opened hand sets red conditions bonus flips points payer paid",
    "round_end": "end winner scores",
    "result": "end scores win_share",
}

OPTIONS = """
    advanced short_games target_score hand_size market_extra opens_per_turn open_draw
    ready_needed ready_needs_open ready_after_open bonus_check bonus_match bonus_points
    ends_condition middle_condition item_win item_win_sets item_win_kinds own_discard_bar
    discarder_pays pile_end
"""


def audit(events, check_shuffle=True):
    """Raise AssertionError, with the event's number from 0, at the first event that breaks a rule.

    `check_shuffle=False` leaves out that decks and first seat come from the seed.
    """
    auditor = _Auditor(check_shuffle)
    number = 0
    try:
        for number, event in enumerate(events):  # noqa: B007
            name = event.get("event")
            assert name in KEYS, f"unknown event {name!r}"
            missing = [k for k in KEYS[name].split() if k not in event]
            assert not missing, f"keys missing: {missing}"
            assert name in auditor.allowed, f"{name} where {sorted(auditor.allowed)} may come"
            getattr(auditor, "on_" + name)(event)
        assert auditor.allowed == set(), "the transcript breaks off"
    except AssertionError as error:
        raise AssertionError(f"event {number}: {error}") from None


# ---- cards


def kind_of(card):
    return card.rstrip("*")


def kinds_of(cards):
    return sorted((kind_of(c) for c in cards), key=KINDS.index)


def is_big(cards):
    low, middle, high = kinds_of(cards)
    if low == high:
        return True
    numbers = [int(k[1]) for k in (low, middle, high)]
    same = low[0] == middle[0] == high[0] != "I"
    return same and numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


@cache
def partitions(cards, small=1):
    """All ways to split sorted kinds into big sets and `small` small ones."""
    if not cards:
        return [] if small else [()]
    low, rest = cards[0], cards[1:]
    heads = {(low, low, low)}
    if low[0] != "I":
        heads.add((low, low[0] + chr(ord(low[1]) + 1), low[0] + chr(ord(low[1]) + 2)))
    if small:
        heads.add((low, low))
    found = []
    for head in sorted(heads):
        left = list(rest)
        try:
            for k in head[1:]:
                left.remove(k)
        except ValueError:
            continue
        for tail in partitions(tuple(left), small - (len(head) == 2)):
            found.append((head, *tail))
    return found


def goal(cards):
    return len(cards) == 8 and bool(partitions(tuple(kinds_of(cards))))


def completing(cards):
    if len(cards) != 7:
        return []
    held = Counter(map(kind_of, cards))
    return [k for k in KINDS if held[k] < 4 and goal([*cards, k])]


def is_end(k):
    return k[0] == "I" or k[1] in "17"


# ---- the checker


class _Auditor:
    def __init__(self, check_shuffle):
        self.check_shuffle = check_shuffle
        self.allowed = {"game"}

    def on_game(self, event):
        assert event["game"] == "phantom", "not Phantom Rummy"
        self.players = event["players"]
        assert self.players in (2, 3, 4), "number of players"
        self.rules = event["ruleset"]
        missing = [option for option in OPTIONS.split() if option not in self.rules]
        assert not missing, f"options missing: {missing}"
        assert len(event["strategies"]) == self.players, "one strategy a seat"
        self.seed, self.deal = event["seed"], event["deal"]
        self.scores = [0] * self.players
        self.round = 0
        self.first = None
        self.allowed = {"round"}

    # -- setting up

    def on_round(self, event):
        self.round += 1
        assert event["round"] == self.round, "short games are numbered from 1"
        first = event["first"]
        if self.first is not None:
            assert first == (self.first + 1) % self.players, "first seat"
        elif self.check_shuffle:
            drawn = Xoshiro(key(self.seed, FIRST, self.deal)).below(self.players)
            assert first == drawn, "first seat by the seed"
        self.first = first
        assert 0 <= first < self.players, "first seat"
        assert Counter(event["deck"]) == Counter(DECK), "the deck is not the 100 cards"
        if self.check_shuffle:
            deck = list(DECK)
            Xoshiro(key(self.seed, DECK_STREAM, self.deal, self.round)).shuffle(deck)
            assert event["deck"] == deck, "the deck by the seed"
        self.pile = list(reversed(event["deck"]))  # its top is at the end
        self.allowed = {"deal"}

    def on_deal(self, event):
        assert len(event["hands"]) == self.players, "a hand for each seat"
        for step in range(self.players):
            hand = event["hands"][(self.first + step) % self.players]
            assert len(hand) == 7, "7 cards each"
            self.from_pile(hand)
        self.hands = [Counter(hand) for hand in event["hands"]]
        self.opened = [[] for _ in range(self.players)]
        self.heap = [[] for _ in range(self.players)]
        self.waits = [None] * self.players  # kinds, of those who are ready
        self.market = Counter()
        self.next_seat = self.first  # whose turn begins next
        self.turn = None
        self.taken = None  # the card taken in this turn
        self.offer = None
        self.allowed = {"market"}

    def from_pile(self, cards):
        for card in cards:
            assert self.pile, "the pile is empty"
            top = self.pile.pop()
            assert card == top, f"{card} is not the top of the pile, {top} is"

    def end(self, end, winner=-1):
        self.ending = (end, winner)
        self.allowed = {"round_end"}

    def pile_just_ended(self):
        return self.rules["pile_end"] == "empty" and not self.pile

    def market_size(self):
        return self.players + self.rules["market_extra"]

    def go_on(self, also=()):
        """The next turn begins, or one of `also` comes first."""
        if self.market:
            self.allowed = {"take", *also}
        elif len(self.pile) >= self.market_size():
            self.allowed = {"market", *also}
        else:
            self.end("exhausted")
            self.allowed |= set(also)

    def on_market(self, event):
        assert not self.market, "the market is not empty"
        assert len(event["cards"]) == self.market_size(), "size of the market"
        self.from_pile(event["cards"])
        self.market = Counter(event["cards"])
        self.allowed = {"take"}
        if self.pile_just_ended():
            self.end("exhausted")

    # -- a turn

    def holds(self, seat, cards):
        return not Counter(cards) - self.hands[seat]

    def cards(self, seat):
        return list(self.hands[seat].elements())

    def on_take(self, event):
        seat, card = event["seat"], event["card"]
        assert seat == self.next_seat, f"it is seat {self.next_seat}'s turn"
        assert self.market[card] > 0, f"{card} is not in the market"
        self.market -= Counter([card])
        self.hands[seat][card] += 1
        self.turn, self.taken = seat, card
        self.next_seat = (seat + 1) % self.players
        self.offer = None
        self.allowed = {"discard"}
        if self.waits[seat] is None:
            self.allowed.add("open")
        may = self.waits[seat] is not None or self.rules["ready_needed"] == "discard"
        if may and self.opened[seat] and goal(self.cards(seat)):
            self.allowed.add("out")

    def lay(self, seat, cards):
        assert self.waits[seat] is None, "a ready player opens nothing"
        assert len(cards) == 3, "a big set has 3 cards"
        assert is_big(cards), f"{cards} is no big set"
        self.opened[seat].append(list(cards))

    def on_open(self, event):
        seat, cards = event["seat"], event["cards"]
        assert seat == self.turn, "not this seat's turn"
        assert self.holds(seat, cards), f"{cards} is not in the hand"
        self.lay(seat, cards)
        self.hands[seat] -= Counter(cards)
        won = self.after_set(seat)
        if self.rules["opens_per_turn"] == "any" and not won:
            self.allowed.add("open")

    def after_set(self, seat):
        """The item win, then the cards due for a set just laid; whether the game is won."""
        if self.rules["advanced"] and self.rules["item_win"] == "opened":
            newest = self.opened[seat][-1]
            if all(c[0] == "I" for c in newest) and self.item_win(seat):
                self.end("item_win", seat)
                return True
        self.drawing = seat
        self.due = 2 if self.rules["open_draw"] == "two" else 7 - len(self.cards(seat))
        if len(self.pile) < self.due:
            self.end("exhausted")
        else:
            self.allowed = {"draw"}
        return False

    def item_win(self, seat):
        sets = self.opened[seat]
        of_items = [one for one in sets if {c[0] for c in one} == {"I"}]
        if len(of_items) < 3 or (self.rules["item_win_sets"] == "all" and of_items != sets):
            return False
        shown = [c for one in sets for c in one] + self.cards(seat)
        return any(k + "*" in shown for k in self.rules["item_win_kinds"])

    def on_draw(self, event):
        seat = event["seat"]
        assert seat == self.drawing, f"seat {self.drawing} draws"
        assert len(event["cards"]) == self.due, f"{self.due} cards are due"
        self.from_pile(event["cards"])
        self.hands[seat] += Counter(event["cards"])
        if self.pile_just_ended():
            self.end("exhausted")
        elif seat == self.turn and self.rules["ready_after_open"]:
            self.go_on(also=["ready"])
        else:
            self.go_on()

    def on_discard(self, event):
        seat, card = event["seat"], event["card"]
        assert seat == self.turn, "not this seat's turn"
        assert self.holds(seat, [card]), f"{card} is not in the hand"
        if self.waits[seat] is not None:
            assert card == self.taken, "a ready player discards the card taken"
        self.hands[seat] -= Counter([card])
        self.heap[seat].append(card)
        self.offer = card
        claims = ["out", "gain"]
        if self.waits[seat] is None:
            claims.append("ready")
        self.go_on(also=claims)

    def on_ready(self, event):
        seat = event["seat"]
        assert seat == self.turn, "ready is declared in one's own turn"
        if self.rules["ready_needs_open"]:
            assert self.opened[seat], "ready needs an opened set"
        waits = completing(self.cards(seat))
        assert waits, "the hand is not one card away"
        assert event["waits"] == waits, f"the waits are {waits}"
        self.waits[seat] = waits
        self.go_on(also=["out", "gain"] if self.offer else [])

    # -- claims

    def on_gain(self, event):
        seat, card = event["seat"], event["card"]
        self.check_claim(event)
        assert card in event["cards"], "the set lacks the gained card"
        pair = Counter(event["cards"]) - Counter([card])
        assert self.holds(seat, pair.elements()), f"{list(pair.elements())} is not in the hand"
        self.lay(seat, event["cards"])
        self.hands[seat] -= pair
        self.heap[self.turn].pop()
        self.offer = None
        self.after_set(seat)

    def check_claim(self, event):
        assert self.offer is not None, "there is no discard to claim"
        assert event["from"] == self.turn, f"seat {self.turn} discarded"
        assert event["card"] == self.offer, f"{self.offer} was discarded"
        assert event["seat"] != self.turn, "nobody claims an own discard"
        assert 0 <= event["seat"] < self.players, "no such seat"

    def on_out(self, event):
        seat, card = event["seat"], event["card"]
        if event["by"] == "take":
            assert self.offer is None, "going out by take comes before the discard"
            assert seat == self.turn, "going out by take in the own turn"
            assert event["from"] == -1, "from nobody"
            assert card == self.taken, f"{self.taken} was taken"
        else:
            assert event["by"] == "discard", "by take or by discard"
            self.check_claim(event)
            assert self.waits[seat] is not None, "not ready"
            if self.rules["own_discard_bar"]:
                barred = set(self.waits[seat]) & set(map(kind_of, self.heap[seat]))
                assert not barred, f"own discards {barred} bar"
            self.hands[seat] += Counter([card])
            self.heap[self.turn].pop()
            assert goal(self.cards(seat)), "no goal shape"
        assert self.opened[seat], "nothing opened"
        self.out = event
        goal_win = self.rules["advanced"] and self.rules["item_win"] == "goal"
        if goal_win and self.item_win(seat):
            self.end("item_win", seat)
        else:
            self.allowed = {"score"}

    # -- scoring

    def on_score(self, event):
        seat, rules = event["seat"], self.rules
        assert seat == self.out["seat"], "another seat went out"
        sets = self.opened[seat]
        assert list(map(sorted, event["opened"])) == list(map(sorted, sets)), "opened sets"
        in_hand = event["hand"]
        assert [len(one) for one in in_hand] == [2, 3, 3], "a small set and two big ones"
        assert Counter(c for one in in_hand for c in one) == self.hands[seat], "cards of the hand"
        assert len(set(map(kind_of, in_hand[0]))) == 1, "no small set"
        assert all(map(is_big, in_hand[1:])), "no big sets"
        cards = [c for one in sets + in_hand for c in one]
        reds = [c for c in cards if "*" in c]
        assert event["sets"] == len(sets), "points for sets"
        split = [kinds_of(one) for one in in_hand]
        if rules["advanced"]:
            hand = tuple(kinds_of(self.cards(seat)))
            best = max(self.conditions(seat, reds, p) for p in partitions(hand))
            assert self.conditions(seat, reds, split) == best, "a split worth less"
            assert (event["red"], event["conditions"]) == (0, best), "points for conditions"
        else:
            assert (event["red"], event["conditions"]) == (len(reds), 0), "points for red cards"
        self.check_bonus(event, [kind_of(c) for c in cards])
        parts = event["sets"] + event["red"] + event["conditions"] + event["bonus"]
        assert event["points"] == parts, "the sum of the points"
        self.scores[seat] += parts
        payer = self.out["from"] if rules["discarder_pays"] else -1
        paid = min(parts, self.scores[payer]) if payer >= 0 else 0
        assert (event["payer"], event["paid"]) == (payer, paid), f"{payer} pays {paid}"
        if payer >= 0:
            self.scores[payer] -= paid
        self.end(self.out["by"], seat)

    def conditions(self, seat, reds, split):
        opened = [kinds_of(one) for one in self.opened[seat]]
        sets = opened + [list(one) for one in split]
        if self.rules["ends_condition"] == "touch":
            ends = all(any(is_end(k) for k in one) for one in sets)
        else:
            ends = all(is_end(k) for one in opened for k in one)
        looked = sets if self.rules["middle_condition"] == "all" else opened
        middle = not any(is_end(k) for one in looked for k in one)
        attributes = {k[0] for one in sets for k in one} - {"I"}
        worth = {
            "1": 2 * ends,
            "2": 2 * middle,
            "3": 2 * (len(opened) >= 3),
            "4": 5 * (len(attributes) == 1),
        }
        worth |= {"7": worth["1"], "6": worth["2"], "5": worth["3"]}
        points = 0
        for card in reds:
            if card[0] == "I":
                points += kind_of(card) not in self.rules["item_win_kinds"]
            else:
                points += worth[card[1]]
        return points

    def check_bonus(self, event, held):
        flips, bonus = event["flips"], 0
        if not self.rules["bonus_check"]:
            assert (flips, event["bonus"]) == ([], 0), "no bonus check in these rules"
            return
        self.from_pile(flips)
        for i, card in enumerate(flips):
            wanted = {kind_of(card)}
            if self.rules["bonus_match"] == "title" and card[0] != "I":
                wanted = {attribute + card[1] for attribute in "HAD"}
            hits = sum(k in wanted for k in held)
            last = i == len(flips) - 1
            assert hits or last, "a check after one that scored nothing"
            assert not (hits and last and self.pile), "a check that scored is followed by one"
            bonus += min(hits, 1) if self.rules["bonus_points"] == "flip" else hits
        assert flips or not self.pile, "no bonus check was made"
        assert event["bonus"] == bonus, f"the bonus is {bonus}"

    # -- ends

    def on_round_end(self, event):
        assert (event["end"], event["winner"]) == self.ending, f"the end is {self.ending}"
        assert event["scores"] == self.scores, f"the scores are {self.scores}"
        scored = event["end"] in ("take", "discard")
        if event["end"] == "item_win":
            self.finish("item_win")
        elif scored and max(self.scores) >= self.rules["target_score"]:
            self.finish("target")
        elif self.round == self.rules["short_games"]:
            self.finish("rounds")
        else:
            self.allowed = {"round"}

    def finish(self, end):
        self.final = end
        self.allowed = {"result"}

    def on_result(self, event):
        assert event["end"] == self.final, f"the game ended by {self.final}"
        assert event["scores"] == self.scores, f"the scores are {self.scores}"
        best = [s == max(self.scores) for s in self.scores]
        if self.final == "item_win":
            best = [seat == self.ending[1] for seat in range(self.players)]
        shares = [b / sum(best) for b in best]
        assert len(event["win_share"]) == self.players, "a win share for each seat"
        for got, due in zip(event["win_share"], shares, strict=True):
            assert abs(got - due) < 1e-12, f"the win shares are {shares}"
        self.allowed = set()
