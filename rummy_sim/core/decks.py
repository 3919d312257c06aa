"""The shuffled decks of a deal: made once, used under all its seatings."""

from __future__ import annotations

from rummy_sim.core.jit import helper
from rummy_sim.core.rng import DECK, key3, shuffle

__all__ = ["put_deck"]


@helper
def put_deck(world, decks, canonical, size, deal, n, shuffled):  # type: ignore[no-untyped-def]
    """Put the deck of the ``n``-th short game or hand of a deal before the players.

    Parameters
    ----------
    world : record
        Its ``deck`` is written to.
    decks : array of shape (short games or hands, size)
        The decks of this deal that were shuffled before.
    canonical : array of shape (size,)
        What every shuffle starts from.
    size : int
        Cards in the deck.
    deal, n : int
        Which deck; ``n`` from 1.
    shuffled : int
        How many of ``decks`` are shuffled.

    Returns
    -------
    int
        How many are shuffled now.
    """
    if shuffled < n:
        for i in range(size):
            decks[n - 1, i] = canonical[i]
        shuffle(decks[n - 1], size, key3(world.job.seed, DECK, deal, n))
        shuffled = n
    for i in range(size):
        world.deck[i] = decks[n - 1, i]
    return shuffled
