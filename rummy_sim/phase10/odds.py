"""How often a dealt hand satisfies a phase at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest

from rummy_sim.core.jit import kernel
from rummy_sim.core.odds import Odds
from rummy_sim.core.rng import DICE, dice_below, key2
from rummy_sim.phase10.hand import NATURALS, add, aim, clear, phase_of, refresh
from rummy_sim.phase10.phases import PHASES, phase_record
from rummy_sim.phase10.state import ME_DTYPE, PHASE_DTYPE
from rummy_sim.phase10.tables import kit

__all__ = ["phase_odds"]

HAND_SIZE = 10


@kernel()
def _count(mes, kits, phases, natural, seed, hands, counts):  # type: ignore[no-untyped-def]
    """Deal hands and count, for each phase, those that satisfy it.

    Hand ``i`` is the first ten cards of a deck shuffled with the die of the key
    (seed, DICE, i).
    """
    me, kit = mes[0], kits[0]
    deck = kit.deck.copy()
    swapped = np.zeros(HAND_SIZE, np.int64)
    for hand in range(hands):
        clear(me)
        me.dice = key2(seed, DICE, hand)
        for i in range(HAND_SIZE):
            j = i + dice_below(me, len(deck) - i)
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card
            swapped[i] = j
            add(me, np.int64(card))
        for phase in range(len(phases)):
            aim(me, phases[phase], natural)
            refresh(me, kit)
            counts[phase] += me.need == 0
        # Back to the canonical deck, so that no hand depends on those before it.
        for back in range(HAND_SIZE):
            i = HAND_SIZE - 1 - back
            j = swapped[i]
            card = deck[j]
            deck[j] = deck[i]
            deck[i] = card


def _satisfied(
    phases: Sequence[Sequence[str]], natural: str, hands: int, seed: int
) -> npt.NDArray[np.int64]:
    """Return, for each phase, how many of the dealt hands satisfy it."""
    records = np.zeros(len(phases), PHASE_DTYPE)
    for i, phase in enumerate(phases):
        records[i] = phase_record(phase)
    counts = np.zeros(len(phases), np.int64)
    me = np.zeros(1, ME_DTYPE)
    with np.errstate(over="ignore"):
        _count(me, kit(), records, NATURALS.index(natural), np.uint64(seed), hands, counts)
    return counts


def phase_odds(
    hands: int = 10_000_000,
    seed: int = 1,
    phases: Sequence[int | Sequence[str]] = PHASES,
    natural: str = "group",
) -> Odds:
    """Return the share of dealt hands of ten cards that satisfy each phase at once.

    Parameters
    ----------
    hands : int
        Hands to deal; ten million take some seconds.
    seed : int
        The same seed deals the same hands.
    phases : sequence of int or of sequences of str
        Phases by number, or as lists of groups.
    natural : {"group", "phase", "none"}
        Where at least one number card is asked for.

    Returns
    -------
    Odds
        Rows with the keys ``phase`` (from 1), ``groups``, ``share``, ``low`` and
        ``high``: the exact 95% interval (Clopper and Pearson, "The use of confidence or
        fiducial limits", Biometrika 26, 1934).

    Examples
    --------
    >>> odds = phase_odds(hands=20_000, seed=1)
    >>> row = odds.rows[0]
    >>> row["groups"], row["low"] < 0.182752 < row["high"]
    (['set 3', 'set 3'], True)
    """
    listed = [phase_of(phase) for phase in phases]
    rows = []
    counts = _satisfied(listed, natural, hands, seed).tolist()
    for number, (phase, count) in enumerate(zip(listed, counts, strict=True), 1):
        interval = binomtest(count, hands).proportion_ci()
        rows.append(
            {
                "phase": number,
                "groups": list(phase),
                "share": count / hands,
                "low": float(interval.low),
                "high": float(interval.high),
            }
        )
    asks = "dealt hands that satisfy each phase at once"
    return Odds(of="phases", asks=asks, hands=hands, seed=seed, rows=rows)
