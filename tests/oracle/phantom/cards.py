"""The 100 cards, as strings: `H3` is black, `H3*` is red."""

KINDS = [a + n for a in "HAD" for n in "1234567"] + ["I1", "I2", "I3", "I4"]

# The 50 different cards in canonical order: by kind, black before red.
CARDS = [k + colour for k in KINDS for colour in ("", "*")]
ORDER = {card: i for i, card in enumerate(CARDS)}
KIND = {card: card[:2] for card in CARDS}

# The deck before it is shuffled: of each kind three black copies and a red one.
DECK = [k + colour for k in KINDS for colour in ("", "", "", "*")]


def kind(card):
    return KIND[card]


def kinds(cards):
    return [KIND[card] for card in cards]


def is_red(card):
    return card.endswith("*")


def is_item(card):
    return card[0] == "I"


def number(card):
    """1 to 7, or None for an Item."""
    return None if is_item(card) else int(card[1])


def in_order(cards):
    """The cards as a new list in canonical order."""
    return sorted(cards, key=ORDER.__getitem__)


def black_first(cards, wanted):
    """Cards of the wanted kinds out of `cards`: a red one only if no black one is left."""
    left = in_order(cards)
    chosen = []
    for k in wanted:
        card = k if k in left else k + "*"
        left.remove(card)
        chosen.append(card)
    return in_order(chosen)
