"""A run of many strategies as a league: who is better than whom, and how sure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummy_sim.core.errors import RunError
from rummy_sim.core.validation import yaml_text

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.runs.run import Run
    from rummy_sim.stats.estimates import Estimates

__all__ = ["League", "league", "leagues", "leagues_of"]


@dataclass(frozen=True)
class League:
    """The cells of a run that differ in nothing but the line-up, taken together.

    Everything is worked out when it is first asked for. Win shares are those of a
    seat; intervals are 95 % ones over blocks (a block: a deal under all its seatings).

    Attributes
    ----------
    means : Estimates
        Win shares labelled (cell, strategy).
    seats : DataFrame
        How many seats each strategy (a column) has in each cell (a row).
    settings : mapping
        The swept keys with their values.

    Examples
    --------
    >>> league = rummy_sim.load("runs/phantom-league").league()     # doctest: +SKIP
    >>> league.table[["strategy", "mean", "group", "rating"]]       # doctest: +SKIP
    >>> print(*league.sentences)                          # doctest: +SKIP
    """

    means: Estimates
    seats: pd.DataFrame
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return what it is, in a line; ``table`` and ``sentences`` hold what it says."""
        title = f" at {self.title}" if self.title else ""
        lineups = f"{len(self.seats)} line-up{'s' * (len(self.seats) > 1)}"
        return f"<League of {', '.join(map(str, self.seats))}: {lineups}{title}>"

    @property
    def title(self) -> str:
        """The swept values, ``""`` if nothing is swept."""
        return ", ".join(f"{key} {yaml_text(value)}" for key, value in self.settings.items())

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.seats.iloc[0].sum())

    @property
    def strategies(self) -> list[str]:
        """The strategies, best first; by name if :attr:`no_league`."""
        return [str(name) for name in (self.seats if self.no_league else self.table["strategy"])]

    @property
    def against(self) -> list[str]:
        """The opponents that scores are means over; all, if every pair met."""
        from rummy_sim.stats.payoffs import common_opponents

        return common_opponents(self._pays)

    @property
    def is_complete(self) -> bool:
        """Whether every pair met."""
        return len(self.against) == self.seats.shape[1]

    @property
    def no_league(self) -> str:
        """Why the strategies cannot be ranked, ``""`` if they can."""
        return "" if self.against else "there is no opponent that all of them met"

    @property
    def says_who_wins_against_whom(self) -> bool:
        """Whether a payoff matrix has more to say than the scores: several line-ups played."""
        return len(self.seats) > 1

    @cached_property
    def _pays(self) -> Estimates:
        from rummy_sim.stats.payoffs import payoffs

        return payoffs(self.means, self.seats)

    @cached_property
    def table(self) -> pd.DataFrame:
        """The league, best first.

        Columns ``strategy``; ``mean``, ``low``, ``high``: the mean payoff over the
        opponents (:func:`rummy_sim.stats.payoffs.scores`); ``blocks``; ``group``:
        strategies that share a letter cannot be separated (paired tests of the scores,
        corrected after Holm); ``rank``: one plus how many are better beyond doubt;
        ``rating``, ``rating_low``, ``rating_high``: on the Elo scale
        (:func:`rummy_sim.stats.ratings.ratings`).

        Raises
        ------
        RunError
            If there is no opponent that all strategies met.
        """
        from rummy_sim.stats.league import league as ranked
        from rummy_sim.stats.payoffs import scores
        from rummy_sim.stats.ratings import ratings

        if self.no_league:
            raise RunError(
                f"these line-ups make no league: {self.no_league}; design: versus or round-robin "
                "lets all meet"
            )
        scored = scores(self._pays, self.players)
        rated = ratings(self.means, self.seats).add_prefix("rating_")
        return (
            ranked(scored)
            .join(rated.rename(columns={"rating_rating": "rating"}))
            .reset_index(names="strategy")
        )

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """The payoff matrix, a row an ordered pair: who wins how much against whom.

        Columns ``strategy``, ``opponent``, ``mean``, ``low``, ``high``, ``blocks``
        (see :func:`rummy_sim.stats.payoffs.payoffs`).
        """
        return self._pays.table(bounds=(0.0, 1.0)).reset_index()

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """Each pair seat against seat at the same tables, tested.

        Columns ``a``, ``b``, ``mean`` (the win share of a less that of b), ``low``,
        ``high``, ``blocks``, ``p``, ``holm`` (corrected for the number of pairs).
        """
        return self._margins.tests().reset_index()

    @cached_property
    def _margins(self) -> Estimates:
        from rummy_sim.stats.payoffs import margins

        return margins(self.means, self.seats)

    @cached_property
    def wins(self) -> pd.DataFrame:
        """The pairs that are clear, the winner first; see :func:`rummy_sim.stats.league.beaten`."""
        from rummy_sim.stats.league import beaten

        return beaten(self._margins)

    @cached_property
    def cycles(self) -> list[tuple[str, ...]]:
        """Rings in which each clearly beats the next and the last the first."""
        from rummy_sim.stats.league import cycles

        return cycles(list(zip(self.wins["winner"], self.wins["loser"], strict=True)))

    @property
    def no_equilibrium(self) -> str:
        """Why there is no equilibrium mix, ``""`` if there is one."""
        if ((self.seats > 0).sum(axis=1) > 2).any():
            return "more than two strategies sit at a table; design: versus has two"
        return "" if self.is_complete else "not every pair met"

    @cached_property
    def equilibrium(self) -> pd.DataFrame | None:
        """The mix that no strategy does better against, in the order of the table.

        Columns ``strategy``, ``share``, ``low``, ``high``, ``regret``
        (:func:`rummy_sim.stats.equilibrium.equilibrium_mix`); None where
        :attr:`no_equilibrium` says why.
        """
        from rummy_sim.stats.equilibrium import equilibrium_mix

        if self.no_equilibrium:
            return None
        mix = equilibrium_mix(self.means, self.seats)
        return mix.loc[self.strategies].reset_index(names="strategy")

    @property
    def sentences(self) -> list[str]:
        """What there is to say, in plain words."""
        return [self._first(), self._clear(), self._rings(), self._mix()]

    def _first(self) -> str:
        if self.no_league:
            return f"No league: {self.no_league}."
        even = f"{100 / self.players:.4g} % would be even"
        top = self.table[self.table["rank"] == 1]
        shares = [
            f"{row.strategy} {_share(row.mean, row.low, row.high)}"  # type: ignore[arg-type]
            for row in top.itertuples()
        ]
        of = "" if self.is_complete else f" against {_listed(self.against)}"
        if len(top) == 1:
            return f"Best: {shares[0]} of the wins{of}; {even}."
        return f"The data cannot say which is best of {_listed(shares)}{of}; {even}."

    def _clear(self) -> str:
        pairs = len(self.pairs)
        what = f"{len(self.wins)} of {pairs} pairs are" if pairs > 1 else "The pair is"
        what += "" if pairs > 1 or len(self.wins) else " not"
        return f"{what} clear (paired by deal, Holm-corrected, 5 %)."

    def _rings(self) -> str:
        if not self.cycles:
            return "No ring in which one clearly beats the next and the last the first."
        told = [
            ", ".join(f"{a} beats {b}" for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
            for ring in self.cycles[:3]
        ]
        more = len(self.cycles) - len(told)
        return f"In a ring: {'; '.join(told)}{f'; and {more} more' if more else ''}."

    def _mix(self) -> str:
        if self.equilibrium is None:
            return f"No equilibrium mix: {self.no_equilibrium}."
        likely = self.equilibrium[self.equilibrium["high"] > 0]
        shares = [
            f"{row.strategy} {_share(row.share, row.low, row.high)}"  # type: ignore[arg-type]
            for row in likely.itertuples()
        ]
        return f"Equilibrium mix, which nothing does better against: {_listed(shares)}."


def league(run: Run, settings: Mapping[str, Any] | None = None) -> League:
    """Return the league of a run.

    Parameters
    ----------
    run : Run
        Cells with at least two strategies, from ``design: versus`` or
        ``round-robin`` or line-ups of one's own.
    settings : mapping, optional
        Which combination of swept values, such as ``{"ruleset.target_score": 12}``;
        needed where a run has several.

    Returns
    -------
    League

    Raises
    ------
    RunError
        If no cell has two strategies, or the run has several combinations (or none
        such) and which one is not said.

    Examples
    --------
    >>> rummy_sim.league(rummy_sim.load("runs/phantom-league")).table   # doctest: +SKIP
    """
    found = leagues(run)
    wished = [one for one in found if settings is None or dict(one.settings) == dict(settings)]
    if len(wished) == 1:
        return wished[0]
    there = "; ".join(one.title or "none swept" for one in found)
    raise RunError(
        f"the run {run.path} has {len(found)} leagues, one for each combination of swept "
        f"values: {there}; say which by settings"
    )


def leagues(run: Run) -> list[League]:
    """Return the leagues of a run, one for each combination of swept values.

    DuckDB adds the games up; what is kept grows with the blocks up to
    :data:`rummy_sim.stats.ratios.GROUPS`, and with the cells.

    Raises
    ------
    RunError
        If no cell has two strategies, or the run is damaged.
    """
    from rummy_sim.runs.adding import Sums, totals
    from rummy_sim.stats.tallies import WIN_KEYS, WIN_SUMS

    several = {cell["cell"]: cell for cell in run.cells if len(set(cell["lineup"])) > 1}
    if not several:
        raise RunError(
            f"the run {run.path} has no cell of two or more strategies: there is no league"
        )
    (sums,) = totals(run, [Sums(WIN_KEYS, WIN_SUMS)])
    sums = sums[sums["cell"].isin(several)].set_index(list(WIN_KEYS))
    return leagues_of(sums, {n: cell["swept"] for n, cell in several.items()})


def leagues_of(sums: pd.DataFrame, settings: Mapping[int, Mapping[str, Any]]) -> list[League]:
    """Return leagues from win sums.

    Parameters
    ----------
    sums : DataFrame
        The answer to :data:`rummy_sim.stats.tallies.WIN_SUMS`, indexed by ``WIN_KEYS``.
    settings : mapping
        The swept values of each cell; cells with equal ones (and as many players)
        make a league.
    """
    from rummy_sim.stats.tallies import means_of_sums, seats_of_sums

    seats = seats_of_sums(sums)
    seats = seats[(seats > 0).sum(axis=1) > 1]
    together: dict[tuple[str, int], list[int]] = {}
    for cell, players in seats.sum(axis=1).items():
        key = yaml_text(dict(settings.get(cell, {}))), int(players)  # type: ignore[call-overload]
        together.setdefault(key, []).append(cell)  # type: ignore[arg-type]
    found = []
    for cells in together.values():
        own = seats.loc[cells]
        rows = sums[sums.index.get_level_values("cell").isin(cells)]
        found.append(
            League(means_of_sums(rows), own.loc[:, own.any()], dict(settings.get(cells[0], {})))
        )
    return found


def _share(mean: float, low: float, high: float) -> str:
    if math.isnan(low):
        return f"{100 * mean:.1f} %"
    return f"{100 * mean:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
