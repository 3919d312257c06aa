"""What lies on the table, what a player sees of it, and which answers are legal."""

from types import SimpleNamespace

from .cards import NUMBER, ORDER


class IllegalAnswerError(ValueError):
    """A strategy answered what the rules do not allow."""


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
