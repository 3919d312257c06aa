"""The numbers under which the engine logs what happens; see ``transcript``."""

__all__ = [
    "DISCARDED",
    "DRAWN",
    "GROUP",
    "HIT",
    "LAID",
    "PENALTIES",
    "PHASES",
    "PILE",
    "PLACED",
    "RESHUFFLED",
    "RESULT",
    "ROUND",
    "ROUND_END",
    "SCORES",
    "SKIPPED",
]

ROUND = 1  # hand, first seat, play-off, mask of the seats dealt in, phases by seat
SKIPPED = 2  # seat
RESHUFFLED = 3  # how many cards; their rows follow
PILE = 4  # ten cards of the new draw pile, top first (-1 for none), 1 in the last row
DRAWN = 5  # seat, 1 from the discard pile, card
LAID = 6  # seat, phase; its groups follow
GROUP = 7  # number on the table, kind, length, stands for; its cards follow
PLACED = 8  # card, number or colour it stands for, 1 for the last card of the phase
HIT = 9  # seat, group, card, number or colour it stands for, 0 low or 1 high or -1
DISCARDED = 10  # seat, card, who is named
ROUND_END = 11  # end, winner, mask of the seats that laid; three rows by seat follow
PENALTIES = 12  # by seat
SCORES = 13  # by seat
PHASES = 14  # next phase by seat
RESULT = 15  # end
