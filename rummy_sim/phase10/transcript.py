"""Telling a game of Phase 10: the engine's log as events, and events as text.

The events and their keys are those of FRAMES.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.game import Event
from rummy_sim.core.telling import game_line, shares_line
from rummy_sim.phase10 import events as ev
from rummy_sim.phase10.cards import COLOURS, SKIP, card_name, card_number
from rummy_sim.phase10.frames import GAME_ENDS, ROUND_ENDS
from rummy_sim.phase10.phases import spell
from rummy_sim.phase10.state import COLOR, RUN

__all__ = ["events_of", "told"]

HAND_SIZE = 10


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _meaning(kind: int, stands_for: int) -> str:
    """Return what a card stands for: a number, or a colour's letter in a colour group."""
    return COLOURS[stands_for] if kind == COLOR else str(stands_for + 1)


def _deal(deck: Sequence[int], first: int, dealt: Sequence[int], players: int) -> Event:
    """Return the event ``deal``: a card at a time, from ``first`` on, to the left."""
    order = sorted(dealt, key=lambda seat: (seat - first) % players)
    hands: list[list[str]] = [[] for _ in range(players)]
    for place, seat in enumerate(order):
        hands[seat] = _names(deck[place : HAND_SIZE * len(order) : len(order)])
    return {"event": "deal", "hands": hands, "up": card_name(deck[HAND_SIZE * len(order)])}


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
    decks : array of shape (hands, 108)
        The shuffled cards of each hand.
    head : dict
        The keys of the first event, ``game``.
    games : array by seat
        The rows of the frame ``games``.
    """
    yield head
    players = int(head["players"])
    kinds: list[int] = []  # of the groups on the table
    end: Event = {}  # the event that rows by seat belong to
    for row in log.tolist():
        event, (a, b, c, d, e) = row[0], row[1:6]
        by_seat = row[1 : 1 + players]
        if event == ev.ROUND:
            deck = decks[a - 1].tolist()
            dealt = [seat for seat in range(players) if d >> seat & 1]
            kinds = []
            yield {
                "event": "round",
                "round": a,
                "first": b,
                "players": dealt,
                "playoff": bool(c),
                "phases": row[5 : 5 + players],
                "deck": _names(deck),
            }
            yield _deal(deck, b, dealt, players)
        elif event == ev.SKIPPED:
            yield {"event": "skipped", "seat": a}
        elif event == ev.RESHUFFLED:
            end = {"event": "reshuffle", "deck": []}
        elif event == ev.PILE:
            end["deck"] += _names(card for card in row[1:11] if card >= 0)
            if row[11]:
                yield end
        elif event == ev.DRAWN:
            source = "discard" if b else "pile"
            yield {"event": "draw", "seat": a, "from": source, "card": card_name(c)}
        elif event == ev.LAID:
            end = {"event": "lay", "seat": a, "phase": b + 1, "groups": []}
        elif event == ev.GROUP:
            kinds.append(b)
            end["groups"].append({"group": a, "kind": spell(b, c), "cards": [], "as": []})
        elif event == ev.PLACED:
            group = end["groups"][-1]
            group["cards"].append(card_name(a))
            group["as"].append(_meaning(kinds[-1], b))
            if kinds[-1] != RUN:
                group["cards"].sort(key=card_number)
            if c:
                yield end
        elif event == ev.HIT:
            told = {
                "event": "hit",
                "seat": a,
                "group": b,
                "card": card_name(c),
                "as": _meaning(kinds[b], d),
            }
            yield told if e < 0 else told | {"end": ("low", "high")[e]}
        elif event == ev.DISCARDED:
            told = {"event": "discard", "seat": a, "card": card_name(b)}
            yield told | {"names": c} if b == SKIP else told
        elif event == ev.ROUND_END:
            end = {"event": "round_end", "end": ROUND_ENDS[a], "winner": b}
            end |= {"penalties": [], "laid": [bool(c >> seat & 1) for seat in range(players)]}
        elif event == ev.PENALTIES:
            end["penalties"] = by_seat
        elif event == ev.SCORES:
            end["scores"] = by_seat
        elif event == ev.PHASES:
            end["phases"] = [phase + 1 for phase in by_seat]
            yield end
        elif event == ev.RESULT:
            yield {
                "event": "result",
                "end": GAME_ENDS[a],
                "scores": end["scores"],
                "phases": end["phases"],
                "win_share": games["win_share"].tolist(),
            }


def _group_told(group: dict[str, Any]) -> str:
    """Return a laid group: its cards, and in brackets what Wilds stand for."""
    cards = [
        f"W({meaning})" if card == "W" else card
        for card, meaning in zip(group["cards"], group["as"], strict=True)
    ]
    return f"{group['kind']}: {' '.join(cards)}"


def told(event: Event, names: Sequence[str]) -> str | None:
    """Return one event as a line, or ``None`` for those that need none."""
    who = names[event["seat"]] if "seat" in event else ""
    match event["event"]:
        case "game":
            return game_line("Phase 10", event)
        case "round":
            phases = ", ".join(
                f"{names[seat]} {event['phases'][seat]}" for seat in event["players"]
            )
            hand = "Play-off hand" if event["playoff"] else "Hand"
            return f"\n{hand} {event['round']}, begun by {names[event['first']]}; phases: {phases}"
        case "deal":
            hands = [
                f"  {name} holds {' '.join(hand)}"
                for name, hand in zip(names, event["hands"], strict=True)
                if hand
            ]
            return "\n".join([*hands, f"  turned up: {event['up']}"])
        case "skipped":
            return f"  {who} loses a turn"
        case "draw":
            source = f"takes {event['card']} from the discard pile"
            return f"  {who} {source if event['from'] == 'discard' else 'draws ' + event['card']}"
        case "reshuffle":
            return f"  the discards are shuffled: {len(event['deck'])} cards to draw"
        case "lay":
            groups = "; ".join(_group_told(group) for group in event["groups"])
            return f"  {who} lays phase {event['phase']}: {groups}"
        case "hit":
            card = f"W({event['as']})" if event["card"] == "W" else event["card"]
            return f"  {who} hits {card} on group {event['group']}"
        case "discard":
            seat = event.get("names", -1)
            named = f", naming {names[seat]}" if seat >= 0 else ""
            return f"  {who} discards {event['card']}{named}"
        case "round_end":
            end = {
                "out": "Out",
                "moment": "The last phase is laid",
                "limit": "No more turns",
            }[event["end"]]
            scores = ", ".join(
                f"{name} {score} (+{penalty})"
                for name, score, penalty in zip(
                    names, event["scores"], event["penalties"], strict=True
                )
            )
            return f"  {end}. Penalty points: {scores}"
        case "result":
            return f"\nThe game ends ({event['end']}). Win: {shares_line(names, event)}"
    return None
