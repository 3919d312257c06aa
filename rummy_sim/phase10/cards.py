"""The cards of Phase 10 and how they are numbered and written.

RULES-phase10.md, section 1. A card's number is ``(number - 1) * 4 + colour``,
colours in the order R, B, G, Y; a Wild is 48 and a Skip 49. So the numbers are
the canonical order, number and colour are a shift and a mask away, and a hand
is a bit mask of 50 places.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import UserError

__all__ = [
    "CARD_NAMES",
    "COLOURS",
    "DECK",
    "N_CARDS",
    "N_NUMBER_CARDS",
    "PENALTIES",
    "SKIP",
    "WILD",
    "card_name",
    "card_number",
    "counts_of",
]

COLOURS = "RBGY"
N_NUMBER_CARDS = 48
WILD, SKIP = 48, 49
N_CARDS = 50
"""Different cards; length of arrays that are indexed by card."""

CARD_NAMES: tuple[str, ...] = (
    *(f"{colour}{number}" for number in range(1, 13) for colour in COLOURS),
    "W",
    "S",
)
"""The cards as they are written, in canonical order."""

COPIES: tuple[int, ...] = (2,) * N_NUMBER_CARDS + (8, 4)
"""How many there are of each card."""

PENALTIES: tuple[int, ...] = (5,) * 36 + (10,) * 12 + (25, 15)
"""The penalty points for each card that is still held."""

DECK: npt.NDArray[np.uint8] = np.repeat(np.arange(N_CARDS), COPIES).astype(np.uint8)
"""The 108 cards in canonical order: what every shuffle starts from."""

_A_HAND = "a hand is a list of cards ('R12', 'W') or an array of counts"
_NUMBERS = {name: card for card, name in enumerate(CARD_NAMES)}


def card_name(card: int) -> str:
    """Return a card as it is written.

    Examples
    --------
    >>> card_name(44), card_name(9), card_name(48)
    ('R12', 'B3', 'W')
    """
    return CARD_NAMES[int(card)]


def card_number(name: str) -> int:
    """Return the number of a card.

    Raises
    ------
    UserError
        If there is no such card.

    Examples
    --------
    >>> card_number("B3")
    9
    """
    try:
        return _NUMBERS[name]
    except KeyError:
        raise UserError(
            f"there is no card {name!r}; cards are a colour R, B, G or Y and a number 1 to 12 "
            "('R12', 'B3'), W and S"
        ) from None


def counts_of(hand: str | Iterable[str] | npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Return a hand's number of copies of each card, in canonical order.

    Parameters
    ----------
    hand : str, iterable of str, or array of 50 counts
        Cards as written (``"R12 B3 W S"`` or a list of them), or how many copies
        of each card, in canonical order (48 number cards, Wild, Skip).

    Raises
    ------
    UserError
        If a card is unknown or stands more often than the deck has it.

    Examples
    --------
    >>> int(counts_of("R12 B3 W W")[48])
    2
    """
    counts = np.zeros(N_CARDS, np.int8)
    if isinstance(hand, str):
        hand = hand.split()
    try:
        items = list(hand)  # type: ignore[arg-type]
    except TypeError:
        raise UserError(_A_HAND) from None
    if items and all(isinstance(item, str) for item in items):
        for item in items:
            counts[card_number(str(item))] += 1
    elif items:
        given = np.asarray(items)
        if not np.issubdtype(given.dtype, np.integer):
            raise UserError(_A_HAND)
        if given.shape != (N_CARDS,):
            raise UserError(f"an array of counts has {N_CARDS} entries, not {given.shape}")
        counts[:] = np.clip(given, -1, 9)
    for card in np.flatnonzero((counts < 0) | (counts > COPIES)):
        raise UserError(
            f"a hand holds from 0 to {COPIES[card]} of {CARD_NAMES[card]}, not {counts[card]}"
        )
    return counts
