"""What the bonus check is worth on average, exactly; RULES-phantom.md, section 4.

When a player goes out, nobody has seen the draw pile: whatever happened before,
each order of its cards is equally likely. Of ``size`` cards in it ``matching``
would score, ``worth`` points in all. The first ``j`` cards turned over all match
with the chance ``matching·(matching-1)··· / size·(size-1)···`` (``j`` factors
each), these chances add up over ``j`` to ``matching / (size - matching + 1)``,
and a card that matched is any of the matching ones with equal chance. So the
expected points are ``worth / (size - matching + 1)``.

The figure is the mean over all orders of this pile. Its own mean over all games
in which the winner holds certain cards is therefore the mean of the bonus points
in these games, without any assumption about how the others play.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rummy_sim.core.jit import helper
from rummy_sim.phantom.scoring import bonus_matches

__all__ = ["check_chances", "expected_checks", "expected_points", "pile_matches"]


@helper
def pile_matches(me, table, seat, deck):  # type: ignore[no-untyped-def]
    """Count the cards of the draw pile that would score in a bonus check.

    Parameters
    ----------
    me : ME record
        The winner, with the hand of eight.
    table : TABLE record
        ``table.pile`` cards are left in the pile.
    seat : int
        The winner's seat.
    deck : array of 100 cards
        The shuffled deck; the pile is its end.

    Returns
    -------
    matching : int
        Cards of the pile that match a card of the winner.
    worth : int
        What they would score, all together.
    """
    matching = np.int64(0)
    worth = np.int64(0)
    for i in range(100 - table.pile, 100):
        matches = bonus_matches(me, table, seat, np.int64(deck[i]) >> 1)
        matching += matches > 0
        worth += matches
    if table.rules.bonus_flip:
        worth = matching
    return matching, worth


@helper
def expected_points(matching, worth, size):  # type: ignore[no-untyped-def]
    """Return the expected bonus points.

    Parameters
    ----------
    matching, worth : int
        As :func:`pile_matches` returns them.
    size : int
        Cards in the draw pile before the first check.

    Examples
    --------
    Of three cards one matches, for 2 points: it must lie on top.

    >>> round(expected_points(1, 2, 3), 4)
    0.6667
    """
    return worth / (size - matching + 1)


def check_chances(
    matching: npt.ArrayLike, size: npt.ArrayLike, most: int
) -> npt.NDArray[np.float64]:
    """Return the chances that 0, 1, 2 … cards are turned over in a bonus check.

    Parameters
    ----------
    matching, size : int or array of shape (n,)
        Matching cards and all cards in the draw pile before the check.
    most : int
        The last column stands for ``most`` cards or more.

    Returns
    -------
    array of shape (n, most + 1)
        The last card turned over, which did not match, counts.

    Examples
    --------
    >>> check_chances(1, 2, 2)
    array([[0. , 0.5, 0.5]])
    """
    left = np.atleast_1d(np.asarray(matching, np.float64))
    cards = np.atleast_1d(np.asarray(size, np.float64))
    chances = np.zeros((left.size, most + 1))
    # The chance that at least j cards are turned over; all before the j-th matched.
    reached = np.where(cards > 0, 1.0, 0.0)
    chances[:, 0] = 1.0 - reached
    for j in range(1, most + 1):
        more = reached * left / np.maximum(cards, 1.0)
        left, cards = np.maximum(left - 1.0, 0.0), cards - 1.0
        # With the pile used up no further card is turned over, though the last one matched.
        more = np.where(cards > 0, more, 0.0)
        chances[:, j] = reached - more if j < most else reached
        reached = more
    return chances


def expected_checks(matching: npt.ArrayLike, size: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the expected number of cards turned over, a last one that missed included.

    Parameters
    ----------
    matching, size : int or array
        As for :func:`check_chances`.

    Examples
    --------
    >>> float(expected_checks(1, 2))
    1.5
    """
    match, cards = np.asarray(matching, np.float64), np.asarray(size, np.float64)
    return np.where(match < cards, (cards + 1.0) / (cards - match + 1.0), cards)
