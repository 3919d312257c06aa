"""Telling a game as text: what the transcripts of all games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rummy_sim.core.game import Event

__all__ = ["game_line", "shares_line", "tell"]


def game_line(title: str, event: Event) -> str:
    """Return the first line of a game: what is played, and where to find it again."""
    return (
        f"{title}, {event['players']} players, game {event['number']} "
        f"(cell {event['cell']}, deal {event['deal']}, seed {event['seed']})"
    )


def shares_line(names: Sequence[str], event: Event) -> str:
    """Return who won, each with the share of the win."""
    return ", ".join(
        f"{name} {share:.3g}"
        for name, share in zip(names, event["win_share"], strict=True)
        if share
    )


def tell(
    events: Iterable[Event], told: Callable[[Event, Sequence[str]], str | None]
) -> Iterator[str]:
    """Return a transcript as readable lines; players are called by seat and strategy.

    Parameters
    ----------
    events : iterable of Event
        A transcript, or several one after the other.
    told : callable
        Returns an event as a line, given the players' names, or ``None`` for an event
        that needs none.
    """
    names: list[str] = []
    for event in events:
        if event["event"] == "game":
            names = [f"{name}[{seat}]" for seat, name in enumerate(event["strategies"])]
        line = told(event, names)
        if line is not None:
            yield line
