"""The 108 cards of Phase 10, their order and what they cost."""

COLOURS = "RBGY"
NUMBER_CARDS = [f"{colour}{number}" for number in range(1, 13) for colour in COLOURS]
CANONICAL = [*NUMBER_CARDS, "W", "S"]
DECK = [card for card in NUMBER_CARDS for _ in range(2)] + ["W"] * 8 + ["S"] * 4

ORDER = {card: place for place, card in enumerate(CANONICAL)}
NUMBER = {card: int(card[1:]) for card in NUMBER_CARDS}
COLOUR = {card: card[0] for card in NUMBER_CARDS}
PENALTY = {card: 5 if NUMBER[card] <= 9 else 10 for card in NUMBER_CARDS} | {"S": 15, "W": 25}


def in_order(cards):
    """The cards in canonical order, as a tuple."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def penalty(cards):
    """Penalty points for cards still held."""
    return sum(PENALTY[card] for card in cards)


def without(cards, gone):
    """The cards, in their order, less those that are gone (each must be there)."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
