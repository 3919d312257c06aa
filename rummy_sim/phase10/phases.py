"""Phases: lists of groups, as they are written and as the engine reads them.

RULES-phase10.md, sections 1 and 4.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from rummy_sim.core.errors import nearest
from rummy_sim.phase10.state import (
    COLOR,
    GENERAL,
    ONE_COLOR,
    PHASE_DTYPE,
    RUN,
    SET,
    SET_AND_RUN,
    TWO_SETS,
)

__all__ = ["KINDS", "PHASES", "PHASE_LISTS", "group_of", "phase_record", "problem", "spell"]

KINDS = ("set", "run", "color")
"""The kinds of groups, in the order of their numbers."""

PHASES: tuple[tuple[str, ...], ...] = (
    ("set 3", "set 3"),
    ("set 3", "run 4"),
    ("set 4", "run 4"),
    ("run 7",),
    ("run 8",),
    ("run 9",),
    ("set 4", "set 4"),
    ("color 7",),
    ("set 5", "set 2"),
    ("set 5", "set 3"),
)
"""The ten phases of the game."""

PHASE_LISTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "all": PHASES,
    "even": PHASES[1::2],
    "odd": PHASES[0::2],
}
"""The lists that have a name."""

_GROUP = re.compile(r"\s*([a-z]+)\s+(\d+)\s*")
_COPIES_OF_NUMBER = 8
HAND_SIZE = 10


def group_of(text: str) -> tuple[int, int]:
    """Return a group's kind (its place in ``KINDS``) and how many cards it asks for.

    Raises
    ------
    ValueError
        If it is not written like ``set 3``, ``run 4`` or ``color 7``.

    Examples
    --------
    >>> group_of("run 4")
    (1, 4)
    """
    match = _GROUP.fullmatch(text)
    if match is None or match[1] not in KINDS:
        word = text.split()[0] if text.split() else text
        raise ValueError(
            f"{text!r} is no group{nearest(word, KINDS)}; groups are written 'set 3', 'run 4', "
            "'color 7'"
        )
    return KINDS.index(match[1]), int(match[2])


def spell(kind: int, length: int) -> str:
    """Return a group as it is written.

    Examples
    --------
    >>> spell(1, 4)
    'run 4'
    """
    return f"{KINDS[int(kind)]} {int(length)}"


def problem(
    phase: Sequence[str], *, last_card_discarded: bool = False, most_wilds: int | None = None
) -> str | None:
    """Say why a phase cannot be laid in any hand, or ``None``.

    Parameters
    ----------
    phase : sequence of str
        Its groups.
    last_card_discarded : bool
        Whether a card must be left for the discard (``go_out: discard``).
    most_wilds : int, optional
        ``max_wilds_to_lay``.

    Examples
    --------
    >>> problem(["run 9", "set 4"])
    'asks for 13 cards; a hand holds at most 11, with the card drawn'
    >>> problem(["set 3", "run 4"]) is None
    True
    """
    if not phase:
        return "asks for nothing"
    try:
        groups = [group_of(group) for group in phase]
    except ValueError as error:
        return str(error)
    for kind, length in groups:
        if length < 1:
            return f"has a group of no cards ({spell(kind, length)!r})"
        if kind == RUN and length > 12:
            return f"has a run longer than the numbers 1 to 12 ({spell(kind, length)!r})"
    cards = sum(length for _, length in groups)
    most = HAND_SIZE if last_card_discarded else HAND_SIZE + 1
    if cards > most:
        reason = ", and one is kept for the discard" if last_card_discarded else ""
        return (
            f"asks for {cards} cards; a hand holds at most {HAND_SIZE + 1}, with the card "
            f"drawn{reason}"
        )
    # With so few cards the groups need never take cards from each other, and
    # only a set can ask for more than the deck has: eight of each number.
    wilds = sum(max(length - _COPIES_OF_NUMBER, 0) for kind, length in groups if kind == SET)
    if most_wilds is not None and wilds > most_wilds:
        return (
            f"needs {wilds} Wild{'s' if wilds > 1 else ''}, as there are {_COPIES_OF_NUMBER} cards "
            f"of a number, and max_wilds_to_lay is {most_wilds}"
        )
    return None


def phase_record(phase: Sequence[str]) -> np.record:
    """Return a phase that has no ``problem`` as the record that hand arithmetic reads."""
    groups = [group_of(group) for group in phase]
    record: np.record = np.zeros(1, PHASE_DTYPE)[0]
    record["groups"] = len(groups)
    record["cards"] = sum(length for _, length in groups)
    for i, (kind, length) in enumerate(groups):
        record["kind"][i] = kind
        record["length"][i] = length
    record["form"], record["first"], record["second"] = _form(groups)
    return record


def _form(groups: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Return which arithmetic is right for some groups, and the lengths that it reads."""
    sets = sorted((length for kind, length in groups if kind == SET), reverse=True)
    runs = [length for kind, length in groups if kind == RUN]
    colors = [length for kind, length in groups if kind == COLOR]
    match (sets, runs, colors):
        case ([first, second], [], []):
            return TWO_SETS, first, second
        case ([], [], [length]):
            return ONE_COLOR, length, 0
        case ([] | [_], [] | [_], []):
            return SET_AND_RUN, sum(sets), sum(runs)
    return GENERAL, 0, 0
