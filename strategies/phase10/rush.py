"""Races: keeps the hand that most cards would help, lays at once and empties it.

Before laying it takes the discard if that makes ``need`` smaller or brings many
more outs (cards not yet seen that make ``need`` smaller). Of the discards that
keep ``need`` least it makes the one that leaves the most outs; a 10, 11 or 12
goes first if the outs are about level. It lays as soon as it can. Then it hits
all that fits, each card where it lets another one follow (a Wild may bridge a
gap), and of what is left it discards the dearest. A Skip goes as soon as it is
held, against the leader.

Idea: rummy theory's count of outs in place of a count of missing cards (a pair
that waits for six unseen cards is worth more than one that waits for two); and
the walkthrough's advice to add the rest of the hand to the table as fast as
possible once the phase is laid.

Parameters: ``gain`` is how many outs a discard must bring to be taken although
it leaves ``need`` as it is (99: never); ``dear`` is how many outs it gives up to
be rid of a 10, 11 or 12.
"""

from rummy_sim.core.bits import lowest_bit
from rummy_sim.core.contract import Param
from rummy_sim.phase10.cards import SKIP, WILD
from rummy_sim.phase10.hand import keeping_need, need_with, need_without
from rummy_sim.phase10.insight import (
    best_hit,
    dearest,
    furthest_on,
    outs,
    outs_with,
    outs_without,
    too_many_wilds,
    unseen,
)
from rummy_sim.phase10.state import GENERAL, ONE_COLOR

GAME = "phase10"

PARAMS = {
    "gain": Param(12, low=1, high=99, about="outs that a discard must bring to be taken"),
    "dear": Param(1.5, low=0, high=20, about="outs given up to be rid of a 10, 11 or 12"),
}

TENS = ((1 << 12) - 1) << 36  # the cards of the numbers 10 to 12


def draw(me, table, kit, params):
    """Take the discard, if it makes need smaller, brings many outs or can be hit at once."""
    top = table.discard[table.discards - 1]
    if me.laid:
        return (table.fits >> top) & 1
    if need_with(me, kit, top) < me.need:
        return 1
    if top == WILD or me.need == 0 or params[0] >= 99:
        return 0
    once, twice = unseen(me, table)
    gain = outs_with(me, kit, top, once, twice) - outs(me, kit, once, twice)
    return 1 if gain >= params[0] else 0


def hit(me, table, kit, params):
    """Hit where it lets other cards follow."""
    return best_hit(me, table)


def discard(me, table, kit, params):
    """Discard a Skip; else the card that keeps need least and then leaves the most outs."""
    if me.skips > 0:
        return SKIP
    if me.laid:
        return dearest(me.held & ~table.fits, me.held)
    cards = keeping_need(me, kit)
    if cards == 0:
        return WILD
    if too_many_wilds(me, table):
        if need_without(me, kit, WILD) <= need_without(me, kit, lowest_bit(cards)):
            return WILD
    by_colour = me.goal.form == ONE_COLOR or me.goal.form == GENERAL
    once, twice = unseen(me, table)
    best, most = -1, -1.0
    while cards:
        card = lowest_bit(cards)
        worth = outs_without(me, kit, card, once, twice)
        worth += params[1] if (TENS >> card) & 1 else 0.0
        if worth > most:
            best, most = card, worth
        # Unless colours count, the other cards of the number are worth the same.
        cards &= cards - 1 if by_colour else ~(15 << (card & ~3))
    return best


def name(me, table, kit, params):
    """Name the leader."""
    return furthest_on(me, table, table.nameable)
