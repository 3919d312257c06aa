"""A strategy against itself: it must tie, and says by how it ties what decides its play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from rummy_sim.core.contract import Strategy
from rummy_sim.core.game import Game, Table
from rummy_sim.runs.designs import rotate
from rummy_sim.runs.sums import WIN_UNITS

__all__ = ["SelfPlay", "self_play"]

Records = npt.NDArray[np.void]

SURE = 1e-4
"""Below this p-value a tie in the mean is not believed: one false alarm in 10,000 checks."""


@dataclass(frozen=True)
class SelfPlay:
    """How a strategy fared against itself.

    Attributes
    ----------
    kind : {"exact", "dice", "unrepeatable"}
        - ``exact``: each deal came out alike, seat by seat, in all seatings, and when it
          was played again. Over the seatings every copy won exactly as much.
        - ``dice``: seatings differ, but each game came out alike when it was played
          again: the player's own dice decide. Copies then tie in the mean only.
        - ``unrepeatable``: a game came out otherwise when it was played again, so
          something outside the game decides (a count kept between games, a clock).
    p : float
        The chance of copies differing by as much as they do, or more, if they tie in
        the mean: 1 for an exact tie, nan where games cannot be repeated.
    games : int
        Games played, without those played again.
    """

    kind: Literal["exact", "dice", "unrepeatable"]
    p: float
    games: int

    @property
    def ties(self) -> bool:
        """Whether it ties as it must."""
        return self.kind == "exact" or (self.kind == "dice" and self.p >= SURE)

    @property
    def reason(self) -> str:
        """What was checked and found, in words."""
        if self.kind == "exact":
            return f"ties exactly with itself on each deal ({self.games:,} games)"
        if self.kind == "unrepeatable":
            return (
                "the same games come out otherwise when they are played again: something "
                "outside the game decides"
            )
        if self.ties:
            return (
                f"throws dice, and ties with itself in the mean ({self.games:,} games, "
                f"p = {self.p:.2g})"
            )
        return f"copies of it do not tie in the mean ({self.games:,} games, p = {self.p:.2g})"


def self_play(
    game: Game, strategy: Strategy, ruleset: BaseModel, players: int, *, deals: int, seed: int
) -> SelfPlay:
    """Play a strategy against copies of itself, twice, and see how it ties.

    Parameters
    ----------
    game : Game
        The game.
    strategy : Strategy
        Sits in every seat.
    ruleset : BaseModel
        As ``game.resolve`` returns it for so many players.
    players : int
        Seats at the table.
    deals : int
        Deals to play, each in all rotations of the copies; two or more.
    seed : int
        The seed of the deals.

    Returns
    -------
    SelfPlay

    Raises
    ------
    StrategyError
        If the strategy gave an impossible answer.

    Notes
    -----
    Without dice all seatings of copies are one and the same game. A copy sits in each
    seat once, so over the seatings it collects what all seats win together: exactly
    1 / players of the games. With dice the games of a deal differ, since dice depend on
    the game's number and the seat; but what a seat wins has the same distribution in
    all of them, whoever sits there, so copies tie on each deal in the mean over dice.

    The second time the deals are played in two parts, the later one first.

    Examples
    --------
    >>> from rummy_sim.core.contract import find
    >>> from rummy_sim.runs.games import get_game
    >>> game = get_game("phantom")
    >>> rules, _ = game.resolve("official", 2)
    >>> self_play(game, find(game.contract, "baseline"), rules, 2, deals=20, seed=1).reason
    'ties exactly with itself on each deal (40 games)'
    """
    seatings = rotate((strategy.name,) * players)
    table = Table(players, ruleset, (strategy,) * players, seatings)

    def play(part: range) -> Records:
        return game.play(table, seed, 0, part, ("games",)).games

    played = play(range(deals))
    late, early = play(range(deals // 2, deals)), play(range(deals // 2))
    count = deals * players
    if not np.array_equal(played, np.concatenate([early, late])):
        return SelfPlay("unrepeatable", np.nan, count)
    shape = (deals, players, players)
    wins = np.rint(played["win_share"] * WIN_UNITS).astype(np.int64).reshape(shape)
    scores = played["score"].reshape(shape)
    if all((values == values[:, :1]).all() for values in (wins, scores)):
        return SelfPlay("exact", 1.0, count)
    return SelfPlay("dice", _tie_in_the_mean(wins, seatings), count)


def _tie_in_the_mean(wins: npt.NDArray[np.int64], seatings: npt.NDArray[np.int64]) -> float:
    """Return the p-value of all copies winning the same, by the least even of them."""
    import pandas as pd

    from rummy_sim.stats.estimates import Estimates

    deals, games, players = wins.shape
    seats = np.argsort(seatings, axis=1)  # where each copy sits in each seating
    blocks = wins[:, np.arange(games)[:, np.newaxis], seats].sum(axis=1) / (WIN_UNITS * games)
    means = blocks.mean(axis=0)
    copies = Estimates(
        pd.RangeIndex(players), means, (blocks - means) / deals, np.full(players, deals)
    )
    return float(copies.tests(null=1 / players)["holm"].min())
