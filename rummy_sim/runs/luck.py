"""Win shares with the luck of the cards taken off: the same means, with less scatter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rummy_sim.core.errors import UserError
from rummy_sim.core.luck import HasLuck
from rummy_sim.runs.games import GAMES
from rummy_sim.runs.replaying import plan_of_run

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.core.game import Game, Table
    from rummy_sim.runs.run import Run

__all__ = ["block_luck", "controlled_summary", "luck_of"]

Floats = npt.NDArray[np.float64]


def luck_of(game: str) -> HasLuck:
    """Return what a game offers to measure luck.

    Raises
    ------
    UserError
        If it offers nothing.
    """
    name = f"{GAMES[game]}.luck"
    try:
        module: Any = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise UserError(f"the game {game} has no measure of luck") from error
    found: HasLuck = module
    return found


def block_luck(
    game: Game,
    table: Table,
    seed: int,
    cell: int,
    deals: Iterable[int],
    measure: HasLuck | None = None,
) -> dict[str, tuple[Floats, Floats]]:
    """Play deals again and return win shares and luck by strategy.

    Parameters
    ----------
    game : Game
        Whose games.
    table : Table
        Strategies, ruleset and seatings.
    seed, cell : int
        Of the run.
    deals : iterable of int
        Which blocks.
    measure : HasLuck, optional
        How luck is measured; default as the game does.

    Returns
    -------
    dict of str to (array of shape (blocks,), array of shape (blocks, kinds))
        By strategy: its mean win share a seat, and the mean luck of its seats less that
        of the other seats, in each block. Luck has the expectation 0.
    """
    measure = measure or luck_of(game.name)
    names = [strategy.name for strategy in table.strategies]
    shares: dict[str, list[float]] = {name: [] for name in names}
    lucks: dict[str, list[Floats]] = {name: [] for name in names}
    for deal in deals:
        share = dict.fromkeys(shares, 0.0)
        luck = {name: np.zeros(len(measure.KINDS)) for name in shares}
        for k, seating in enumerate(table.seatings.tolist()):
            reader, won = measure.reader(table.players), [0.0] * table.players
            number = deal * len(table.seatings) + k
            for event in game.transcript(table, seed, cell, number):
                reader.read(event)
                won = event.get("win_share", won)
            for name in shares:
                own = [seat for seat, entry in enumerate(seating) if names[entry] == name]
                share[name] += float(np.mean([won[seat] for seat in own]))
                luck[name] += reader.over(own)
        for name in shares:
            shares[name].append(share[name] / len(table.seatings))
            lucks[name].append(luck[name] / len(table.seatings))
    return {name: (np.array(shares[name]), np.array(lucks[name])) for name in shares}


def controlled_summary(
    run: Run, deals: int | None = None, progress: Callable[[int, int], None] | None = None
) -> pd.DataFrame:
    """Return win shares from which the luck of the cards was taken off, by cell and strategy.

    Every game is played again and read move by move, which is many times slower than
    playing it was: worth it where strategies are slow or deals are few.

    Parameters
    ----------
    run : Run
        The results.
    deals : int, optional
        Only so many deals of each cell.
    progress : callable, optional
        Called with the blocks done and the blocks in all.

    Returns
    -------
    DataFrame
        Columns ``cell``, ``strategy``, ``blocks``, ``win_share``, ``win_share_low``,
        ``win_share_high`` (adjusted), ``plain``, ``plain_low``, ``plain_high``, and
        ``gain``: the variance of the plain mean divided by that of the adjusted one.

    Raises
    ------
    UserError
        If the game has no measure of luck, the run cannot be played again, or there are
        too few deals.

    Notes
    -----
    Unbiased for any number of blocks: luck has the expectation 0 by construction
    (:mod:`rummy_sim.core.luck`), and slopes are fitted on other blocks
    (:func:`rummy_sim.stats.variates.controlled_mean`).
    """
    import pandas as pd

    from rummy_sim.stats.variates import controlled_mean

    plan = plan_of_run(run.path)
    kinds = len(luck_of(plan.game.name).KINDS)
    wanted = {cell["cell"]: min(cell["deals"], deals or cell["deals"]) for cell in run.cells}
    if min(wanted.values()) < 10 * kinds:
        raise UserError(f"luck is taken off {10 * kinds} deals or more in each cell, not fewer")
    total, done = sum(wanted.values()), 0
    rows = []
    for number, many in wanted.items():

        def told(count: int = many, before: int = done) -> Iterable[int]:
            for deal in range(count):
                yield deal
                if progress:
                    progress(before + deal + 1, total)

        table = plan.cells[number].table
        for name, (share, luck) in block_luck(plan.game, table, run.seed, number, told()).items():
            found = controlled_mean(share, luck)
            rows.append(
                {"cell": number, "strategy": name, "blocks": many}
                | _ends("win_share", found.interval)
                | _ends("plain", found.plain)
                | {"gain": found.gain}
            )
        done += many
    return pd.DataFrame(rows)


def _ends(name: str, interval: Any) -> dict[str, float]:
    return {name: interval.mean, f"{name}_low": interval.low, f"{name}_high": interval.high}
