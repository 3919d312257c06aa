"""The result of a comparison: win shares, differences, what pairing was worth, the verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummy_sim.runs.comparing.intervals import share_intervals, with_intervals
from rummy_sim.runs.comparing.rules import Standing
from rummy_sim.runs.comparing.tables import Meeting, Outcomes
from rummy_sim.runs.resolving import Experiment

if TYPE_CHECKING:
    import pandas as pd

    from rummy_sim.stats.estimates import Estimates
    from rummy_sim.stats.pairing import PairingGain
    from rummy_sim.stats.sprt import Sprt

__all__ = ["Comparison"]

Weights = dict[Hashable, dict[Hashable, float]]

_INTERVAL = {"mean": "win_share", "low": "win_share_low", "high": "win_share_high"}
_NOT_ASKED = ("p", "holm")


@dataclass(frozen=True)
class Comparison:
    """What :func:`rummy_sim.compare` found.

    Attributes
    ----------
    experiment : Experiment
        All that was played: game, ruleset, seed, strategies, and line-ups (the
        tables). An experiment of these line-ups, this seed and as many games has the
        same games.
    outcomes : Outcomes
        What was won, by table, deal and game.
    standing : Standing
        Why it stopped.
    """

    experiment: Experiment
    outcomes: Outcomes
    standing: Standing

    def __repr__(self) -> str:
        names = ", ".join(self.experiment.strategies)
        return f"<Comparison of {names}: {self.games} games, seed {self.seed}>"

    def __str__(self) -> str:
        return self.sentence()

    def _repr_html_(self) -> str:
        from html import escape

        tables = (self.table(), self.differences())
        return "".join(
            [f"<p>{escape(self.sentence())}</p>", *(table.to_html(index=False) for table in tables)]
        )

    @property
    def seed(self) -> int:
        """The seed that it was played with."""
        return self.experiment.seed

    @property
    def meetings(self) -> Sequence[Meeting]:
        """The tables, by number."""
        return self.outcomes.meetings

    @property
    def blocks(self) -> int:
        """Deals that each table played."""
        return self.outcomes.blocks

    @property
    def games_a_table(self) -> int:
        """Full games at each table."""
        return self.blocks * self.outcomes.seatings

    @property
    def games(self) -> int:
        """Full games at all tables together."""
        return self.games_a_table * len(self.meetings)

    @property
    def sprt(self) -> Sprt | None:
        """The sequential test, if there was one."""
        return self.standing.sprt

    @cached_property
    def gains(self) -> dict[tuple[str, str], PairingGain]:
        """What the paired design was worth for each pair's difference."""
        from rummy_sim.stats.pairing import pairing_gain

        return {
            (a, b): pairing_gain(self.outcomes.differences(a, b)) for a, b in self.outcomes.pairs()
        }

    @property
    def gain(self) -> PairingGain:
        """What the paired design was worth for the difference of the first pair."""
        return next(iter(self.gains.values()))

    def are_one(self, a: str, b: str) -> bool:
        """Tell whether two labels stand for one strategy with the same parameters."""
        return any(meeting.is_one and {meeting.a, meeting.b} == {a, b} for meeting in self.meetings)

    def table(self) -> pd.DataFrame:
        """Return the win share of each strategy at each table.

        Returns
        -------
        DataFrame
            Columns ``table`` (its number), ``lineup``, ``strategy``, ``seats`` (how
            many the strategy has), ``games``, ``blocks``, ``win_share`` (mean a seat
            and game), ``win_share_low``, ``win_share_high`` (95 %, Student's over
            blocks, each by itself).
        """
        frame = share_intervals(self.outcomes)
        frame = frame.rename(columns=_INTERVAL).reset_index()
        meetings = [self.meetings[number] for number in frame["table"]]
        names = list(zip(meetings, frame["strategy"], strict=True))
        frame.insert(1, "lineup", [", ".join(meeting.lineup) for meeting in meetings])
        frame.insert(3, "seats", [meeting.lineup.count(name) for meeting, name in names])
        frame.insert(4, "games", self.games_a_table)
        frame.insert(5, "blocks", frame.pop("blocks"))
        return frame

    def differences(self) -> pd.DataFrame:
        """Return by how much strategies differ, seat against seat on the same deals.

        Returns
        -------
        DataFrame
            A row a pair and table, and, for more than two seats, first a row a pair
            that averages the tables where one sits alone among copies of the other.
            Columns ``a``, ``b``, ``table`` (missing for that average), ``headline``
            (whether the row is the pair's main one), ``difference`` (the win share of
            a seat of a less that of a seat of b), ``low``, ``high`` (95 %, each by
            itself), ``blocks``, ``p`` (two-sided, by itself) and ``holm`` (corrected
            for the number of pairs in headline rows, of tables in the others). After
            a sequential test ``p`` and ``holm`` are missing: they do not hold then.
        """
        import pandas as pd

        parts = [self._headlines()]
        if self.experiment.players > 2:
            parts.append(self._by_table())
        frame = pd.concat(parts, ignore_index=True)
        if self.sprt is not None:
            frame[list(_NOT_ASKED)] = math.nan
        return frame

    def _headlines(self) -> pd.DataFrame:
        pairs = self.outcomes.pairs()
        weights: Weights = {
            pair: {
                (table, name): sign / len(tables)
                for table in tables
                for name, sign in zip(pair, (1.0, -1.0), strict=True)
            }
            for pair, tables in pairs.items()
        }
        bounds = {
            pair: tuple(
                sum(self.meetings[table].bounds[end] for table in tables) / len(tables)
                for end in (0, 1)
            )
            for pair, tables in pairs.items()
        }
        single = self.experiment.players == 2
        return self._tested(
            self.outcomes.shares.combine(weights, ["a", "b"]),
            lambda label: bounds[label],
            [tables[0] if single else None for tables in pairs.values()],
            headline=True,
        )

    def _by_table(self) -> pd.DataFrame:
        weights: Weights = {
            (meeting.a, meeting.b, table): {(table, meeting.a): 1.0, (table, meeting.b): -1.0}
            for table, meeting in enumerate(self.meetings)
        }
        return self._tested(
            self.outcomes.shares.combine(weights, ["a", "b", "table"]),
            lambda label: self.meetings[label[2]].bounds,
            range(len(self.meetings)),
            headline=False,
        )

    def _tested(
        self,
        estimates: Estimates,
        bounds: Callable[[Any], Any],
        tables: Sequence[int | None],
        headline: bool,
    ) -> pd.DataFrame:
        import pandas as pd

        frame = with_intervals(estimates, bounds, lambda label: self.are_one(*label[:2]))
        frame[["p", "holm"]] = estimates.tests()[["p", "holm"]]
        frame = frame.rename(columns={"mean": "difference"}).reset_index()
        frame = frame.drop(columns="table", errors="ignore")
        frame.insert(2, "table", pd.Series(tables, dtype="Int64"))
        frame.insert(3, "headline", headline)
        return frame

    def sentence(self) -> str:
        """Return the verdict in plain words."""
        from rummy_sim.runs.comparing.words import verdict

        return " ".join(verdict(self))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values: what ``rummy-sim compare --json`` prints."""
        from rummy_sim.runs.comparing.words import judge, verdict

        differences = self.differences()
        headlines = differences[differences["headline"]].to_dict("records")
        if self.experiment.players == 2:
            by_table = {row["table"]: row for row in headlines}
        else:
            rows = differences[~differences["headline"]].to_dict("records")
            by_table = {row["table"]: row for row in rows}
        shares = self.table()
        experiment = self.experiment
        return {
            "game": experiment.game.name,
            "players": experiment.players,
            "ruleset": experiment.ruleset.model_dump(),
            "seed": self.seed,
            "seatings": experiment.seatings,
            "strategies": [
                {
                    "name": entrant.strategy.name,
                    "use": entrant.use,
                    "params": entrant.params,
                    "sha256": entrant.sha256,
                }
                for entrant in experiment.entrants
            ],
            "blocks": self.blocks,
            "games": self.games,
            "games_a_table": self.games_a_table,
            "stop": {"reason": self.standing.reason, **self.standing.details},
            "tables": [
                {
                    "table": number,
                    "lineup": list(meeting.lineup),
                    "games": self.games_a_table,
                    "win_shares": shares.loc[
                        shares["table"] == number,
                        ["strategy", "seats", "win_share", "win_share_low", "win_share_high"],
                    ].to_dict("records"),
                    "difference": _figures(by_table[number]),
                }
                for number, meeting in enumerate(self.meetings)
            ],
            "pairs": [
                {
                    **_figures(row),
                    "verdict": judge(self, row),
                    "same_strategy": self.are_one(row["a"], row["b"]),
                    "tables": self.outcomes.pairs()[row["a"], row["b"]],
                    "pairing": _gain(self.gains[row["a"], row["b"]]),
                }
                for row in headlines
            ],
            "sprt": None if self.sprt is None else _test(self.sprt),
            "sentences": verdict(self),
        }


def _figures(row: dict[Any, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("a", "b", "difference", "low", "high", "p", "holm")}


def _gain(gain: PairingGain) -> dict[str, float]:
    return {
        "factor": gain.factor,
        "low": gain.low,
        "high": gain.high,
        "games": gain.games,
        "worth": gain.worth,
    }


def _test(test: Sprt) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(test)
