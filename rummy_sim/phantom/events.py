"""The numbers under which the engine logs what happens; see ``transcript``."""

__all__ = [
    "DISCARDED",
    "DRAWN",
    "FLIPPED",
    "GAINED",
    "MARKET",
    "OPENED",
    "OUT",
    "READY",
    "RESULT",
    "ROUND",
    "ROUND_END",
    "SCORED",
    "TAKEN",
]

ROUND = 1  # short game, first seat
MARKET = 2  # how many, cards …
TAKEN = 3  # seat, card
OPENED = 4  # seat, three cards
DRAWN = 5  # seat, how many, cards …
DISCARDED = 6  # seat, card
READY = 7  # seat, bit mask of waits
GAINED = 8  # seat, from, card, three cards
OUT = 9  # seat, 1 by discard, from, card
FLIPPED = 10  # card of a bonus check
SCORED = 11  # seat, sets, red, conditions, bonus, points, payer, paid, small and big sets
ROUND_END = 12  # end, winner, scores by seat
RESULT = 13  # end
