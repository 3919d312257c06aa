"""Telling a game of Phantom Rummy: the engine's log as events, and events as text.

The events and their keys are those of FRAMES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.game import Event
from rummy_sim.core.telling import game_line, shares_line
from rummy_sim.phantom import events as ev
from rummy_sim.phantom.cards import KINDS, card_name, kind_name, set_kinds
from rummy_sim.phantom.frames import GAME_ENDS, ROUND_ENDS

__all__ = ["events_of", "told"]

HAND_SIZE = 7


def _names(cards: Iterable[Any]) -> list[str]:
    return [card_name(int(card)) for card in cards]


def _split_cards(hand: Sequence[int], kinds_of_sets: Sequence[Sequence[int]]) -> list[list[str]]:
    """Share a hand's cards out to the sets of its split; black copies go first."""
    left = sorted(hand)
    sets = []
    for kinds in kinds_of_sets:
        cards = []
        for kind in kinds:
            card = next(card for card in left if card >> 1 == kind)
            left.remove(card)
            cards.append(card)
        sets.append(_names(cards))
    return sets


def events_of(
    log: npt.NDArray[np.int32],
    decks: npt.NDArray[np.uint8],
    head: Event,
    games: npt.NDArray[np.void],
) -> Iterator[Event]:
    """Return one game's transcript.

    Parameters
    ----------
    log : array of shape (events, LOG_WIDTH)
        What the engine logged.
    decks : array of shape (short games, 100)
        The shuffled cards of each short game.
    head : dict
        The keys of the first event, ``game``.
    games : array by seat
        The rows of the frame ``games``.
    """
    yield head
    players = int(head["players"])
    hands: list[list[int]] = []
    opened: list[list[list[str]]] = []
    flips: list[str] = []
    pile = 0
    for row in log.tolist():
        event, (a, b, c, d, e, f, g, h, *sets) = row[0], row[1:]
        if event == ev.ROUND:
            deck = decks[a - 1].tolist()
            hands, opened, flips = [[] for _ in range(players)], [[] for _ in range(players)], []
            for i in range(players):
                hands[(b + i) % players] = deck[i * HAND_SIZE : (i + 1) * HAND_SIZE]
            pile = players * HAND_SIZE
            yield {"event": "round", "round": a, "first": b, "deck": _names(deck)}
            yield {"event": "deal", "hands": [_names(hand) for hand in hands]}
        elif event == ev.MARKET:
            pile += a
            yield {"event": "market", "cards": _names(row[2 : 2 + a])}
        elif event == ev.TAKEN:
            hands[a].append(b)
            yield {"event": "take", "seat": a, "card": card_name(b)}
        elif event == ev.OPENED:
            for card in (b, c, d):
                hands[a].remove(card)
            opened[a].append(_names(sorted((b, c, d))))
            yield {"event": "open", "seat": a, "cards": _names(sorted((b, c, d)))}
        elif event == ev.DRAWN:
            hands[a].extend(row[3 : 3 + b])
            pile += b
            yield {"event": "draw", "seat": a, "cards": _names(row[3 : 3 + b])}
        elif event == ev.DISCARDED:
            hands[a].remove(b)
            yield {"event": "discard", "seat": a, "card": card_name(b)}
        elif event == ev.READY:
            kinds = [kind_name(kind) for kind in KINDS if b >> kind & 1]
            yield {"event": "ready", "seat": a, "waits": kinds}
        elif event == ev.GAINED:
            hands[a].append(c)
            for card in (d, e, f):
                hands[a].remove(card)
            opened[a].append(_names(sorted((d, e, f))))
            yield {
                "event": "gain",
                "seat": a,
                "from": b,
                "card": card_name(c),
                "cards": _names(sorted((d, e, f))),
            }
        elif event == ev.OUT:
            if b:
                hands[a].append(d)
            yield {
                "event": "out",
                "seat": a,
                "by": "discard" if b else "take",
                "from": c,
                "card": card_name(d),
            }
        elif event == ev.FLIPPED:
            flips.append(card_name(a))
        elif event == ev.SCORED:
            small, first, second = sets
            split = [(small, small), set_kinds(first), set_kinds(second)]
            yield {
                "event": "score",
                "seat": a,
                "opened": opened[a],
                "hand": _split_cards(hands[a], split),
                "sets": b,
                "red": c,
                "conditions": d,
                "bonus": e,
                "flips": flips,
                "points": f,
                "payer": g,
                "paid": h,
            }
        elif event == ev.ROUND_END:
            yield {
                "event": "round_end",
                "end": ROUND_ENDS[a],
                "winner": b,
                "scores": row[3 : 3 + players],
            }
        elif event == ev.RESULT:
            yield {
                "event": "result",
                "end": GAME_ENDS[a],
                "scores": games["score"].tolist(),
                "win_share": games["win_share"].tolist(),
            }


def told(event: Event, names: Sequence[str]) -> str | None:
    """Return one event as a line, or ``None`` for those that need none."""
    who = names[event["seat"]] if "seat" in event else ""
    cards = " ".join(event.get("cards", ()))
    match event["event"]:
        case "game":
            return game_line("Phantom Rummy", event)
        case "round":
            return f"\nShort game {event['round']}, begun by {names[event['first']]}"
        case "deal":
            return "\n".join(
                f"  {name} holds {' '.join(hand)}"
                for name, hand in zip(names, event["hands"], strict=True)
            )
        case "market":
            return f"  market: {cards}"
        case "take":
            return f"  {who} takes {event['card']}"
        case "open":
            return f"  {who} opens {cards}"
        case "draw":
            return f"  {who} draws {cards}"
        case "discard":
            return f"  {who} discards {event['card']}"
        case "ready":
            return f"  {who} is ready, waiting for {' '.join(event['waits'])}"
        case "gain":
            return f"  {who} gains {event['card']} from {names[event['from']]}: {cards}"
        case "out":
            source = "" if event["by"] == "take" else f" discarded by {names[event['from']]}"
            return f"  {who} goes out with {event['card']}{source}"
        case "score":
            opened = ", ".join(" ".join(cards) for cards in event["opened"])
            hand = ", ".join(" ".join(cards) for cards in event["hand"])
            flips = f" (turned over {' '.join(event['flips'])})" if event["flips"] else ""
            paid = f"; {names[event['payer']]} pays {event['paid']}" if event["paid"] else ""
            return (
                f"    opened {opened}; hand {hand}\n"
                f"    {event['points']} points: sets {event['sets']}, red {event['red']}, "
                f"conditions {event['conditions']}, bonus {event['bonus']}{flips}{paid}"
            )
        case "round_end":
            end = {
                "exhausted": "The draw pile is too short: no score",
                "item_win": "Item win: the whole game is won",
            }.get(event["end"], "Out")
            scores = ", ".join(
                f"{name} {score}" for name, score in zip(names, event["scores"], strict=True)
            )
            return f"  {end}. Scores: {scores}"
        case "result":
            return f"\nThe game ends by {event['end']}. Win: {shares_line(names, event)}"
    return None
