"""Laying a big set, when it is opened or gained; RULES-phantom.md, section 3."""

from __future__ import annotations

from rummy_sim.core.jit import helper
from rummy_sim.phantom.hand import remove
from rummy_sim.phantom.scoring import item_win_holds

__all__ = ["is_offered", "item_win_by_opening", "lay_set", "note_first_open"]


@helper
def is_offered(me, answer):  # type: ignore[no-untyped-def]
    """Whether an answer names one of the sets in ``me.option``."""
    for i in range(me.options):
        if me.option[i] == answer & 63:
            return 0 <= answer < 512
    return False


@helper
def _copy_for_set(me, kind, red_wished):  # type: ignore[no-untyped-def]
    """Return the card of a kind to lay: black first, unless red is wished; -1 if not held."""
    if red_wished:
        return kind * 2 + 1 if me.red[kind] > 0 else -1
    if me.count[kind] > me.red[kind]:
        return kind * 2
    return kind * 2 + 1 if me.red[kind] > 0 else -1


@helper
def lay_set(table, me, answer, offer, laid):  # type: ignore[no-untyped-def]
    """Lay a big set from the hand, with ``offer`` (a card, or -1) as one of its cards.

    The cards laid are written to ``laid``. Returns whether the hand holds them.
    """
    seat = me.seat
    big_set = answer & 63
    run = big_set & 1
    reds_wished = answer >> 6
    used_offer = False
    for i in range(3):
        kind = (big_set >> 1) + i * run
        # In a group the first bit asks for the red copy; in a run, bit i for card i.
        red_wished = (reds_wished >> i) & 1 == 1
        if offer >= 0 and kind == offer >> 1 and not used_offer and (run == 1 or i == 2):
            if red_wished and offer & 1 == 0:
                return False
            card = offer
            used_offer = True
        else:
            card = _copy_for_set(me, kind, red_wished)
            if card < 0:
                return False
            remove(me, card)
        laid[i] = card
        table.opened_count[seat, kind] += 1
        table.opened_red[seat, kind] += card & 1
        table.opened_reds[seat] += card & 1
    table.set[seat, table.opened[seat]] = big_set
    table.opened[seat] += 1
    me.opened += 1
    if big_set >= 48:
        table.item_sets[seat] += 1
    return True


@helper
def item_win_by_opening(table, me, big_set):  # type: ignore[no-untyped-def]
    """Whether opening this set wins the whole game."""
    return table.rules.item_win == 1 and big_set & 63 >= 48 and item_win_holds(me, table, me.seat)


@helper
def note_first_open(table, outcome, seat):  # type: ignore[no-untyped-def]
    """Remember the player's turn of its first opened set."""
    if outcome.first_open_turn[seat] < 0:
        outcome.first_open_turn[seat] = table.turns[seat]
