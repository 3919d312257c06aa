"""The cards of Phantom Rummy and how they are numbered and written.

A *kind* is an attribute and a title: ``H3``, ``I2``. There are 25; each has
three black copies and a red one (``H3*``). RULES-phantom.md, section 1.

Kinds are numbered ``attribute * 8 + title``, so that the attribute and the
place within it are a shift and a mask away: H1 … H7 are 0 … 6, A1 … A7 are
8 … 14, D1 … D7 are 16 … 22, I1 … I4 are 24 … 27. Numbers 7, 15 and 23 are no
kind. The order of the numbers is the canonical order. A *card* is
``kind * 2 + red``. A *big set* is ``lowest kind * 2 + (1 for a run)``, which is
the canonical order of sets, too.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import UserError

__all__ = [
    "ATTRIBUTES",
    "DECK",
    "KINDS",
    "KIND_NAMES",
    "N_CODES",
    "card_name",
    "card_number",
    "kind_name",
    "kind_number",
    "set_kinds",
]

ATTRIBUTES = "HADI"
TITLES = (7, 7, 7, 4)

KINDS: tuple[int, ...] = tuple(
    attribute * 8 + title for attribute in range(4) for title in range(TITLES[attribute])
)
"""The 25 kinds in canonical order."""

N_CODES = 28
"""Length of arrays that are indexed by kind; those of the three gaps stay 0."""

KIND_NAMES: dict[int, str] = {kind: f"{ATTRIBUTES[kind >> 3]}{(kind & 7) + 1}" for kind in KINDS}
_NUMBERS = {name: kind for kind, name in KIND_NAMES.items()}

DECK: npt.NDArray[np.uint8] = np.array(
    [kind * 2 + red for kind in KINDS for red in (0, 0, 0, 1)], dtype=np.uint8
)
"""The 100 cards in canonical order: what every shuffle starts from."""


def kind_name(kind: int) -> str:
    """Return a kind as it is written.

    Examples
    --------
    >>> kind_name(10)
    'A3'
    """
    return KIND_NAMES[int(kind)]


def kind_number(name: str) -> int:
    """Return the number of a kind.

    Raises
    ------
    UserError
        If there is no such kind.

    Examples
    --------
    >>> kind_number("I4")
    27
    """
    try:
        return _NUMBERS[name]
    except KeyError:
        raise UserError(
            f"there is no kind {name!r}; kinds are H1 to H7, A1 to A7, D1 to D7 and I1 to I4"
        ) from None


def card_name(card: int) -> str:
    """Return a card as it is written: its kind, with ``*`` when red.

    Examples
    --------
    >>> card_name(5)
    'H3*'
    """
    return KIND_NAMES[int(card) >> 1] + ("*" if card & 1 else "")


def card_number(name: str) -> int:
    """Return the number of a card.

    Examples
    --------
    >>> card_number("H3*")
    5
    """
    return kind_number(name.removesuffix("*")) * 2 + name.endswith("*")


def set_kinds(big_set: int) -> tuple[int, int, int]:
    """Return the kinds of a big set's three cards.

    Examples
    --------
    >>> [kind_name(kind) for kind in set_kinds(kind_number("D2") * 2 + 1)]
    ['D2', 'D3', 'D4']
    """
    kind, run = big_set >> 1, big_set & 1
    return kind, kind + run, kind + 2 * run


_A_HAND = "a hand is a list of cards ('H3', 'I2*') or an array of counts"


def counts_of(hand: Iterable[str] | npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Return a hand's number of cards of each kind, indexed by kind number.

    Parameters
    ----------
    hand : iterable of str, or array of 25 or 28 counts
        Cards as written (``["H1", "H1*", "I2"]``, or one string with spaces), or
        counts in canonical order (25), or indexed by kind number (28).

    Raises
    ------
    UserError
        If a card is unknown, or a kind stands more than four times or less than none.
    """
    counts = np.zeros(N_CODES, np.int8)
    if isinstance(hand, str):
        hand = hand.split()
    try:
        items = list(hand)  # type: ignore[arg-type]
    except TypeError:
        raise UserError(_A_HAND) from None
    if items and all(isinstance(item, str) for item in items):
        for item in items:
            counts[card_number(str(item)) >> 1] += 1
    else:
        given = np.asarray(items)
        if given.size and not np.issubdtype(given.dtype, np.integer):
            raise UserError(_A_HAND)
        if given.shape == (len(KINDS),):
            counts[list(KINDS)] = np.clip(given, -1, 5)
        elif given.shape == (N_CODES,):
            counts[:] = np.clip(given, -1, 5)
        elif given.size:
            raise UserError(f"an array of counts has {len(KINDS)} entries, not {given.shape}")
    if counts.min() < 0 or counts.max() > 4:
        raise UserError("a hand holds from 0 to 4 cards of each kind")
    if any(counts[kind] for kind in (7, 15, 23)):
        raise UserError("numbers 7, 15 and 23 are no kinds")
    return counts
