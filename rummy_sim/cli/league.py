"""``rummy-sim league``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import json_option, listen, plain_table, print_json, span, stdout

if TYPE_CHECKING:
    from rich.table import Table

    from rummy_sim.runs.leagues import League
    from rummy_sim.runs.run import Run

__all__ = ["command", "show_league"]


@click.command()
@click.argument("run")
@json_option
def command(run: str, as_json: bool) -> None:
    """Rank the strategies of a run, and say who beats whom.

    RUN is the run's folder, of a versus or round-robin design or line-ups of
    your own. Strategies that share a letter cannot be told apart by the data.

    \b
    Examples:
      rummy-sim league runs/phantom-league
      rummy-sim league runs/phantom-league --json
    """  # noqa: D301
    listen()
    from rummy_sim.runs.leagues import leagues
    from rummy_sim.runs.run import load

    loaded = load(run)
    found = leagues(loaded)
    if as_json:
        print_json({"run": run, "leagues": [_document(one) for one in found]})
        return
    _show(loaded, found)


def show_league(run: Run) -> bool:
    """Print the league of a run of many strategies and line-ups; return whether it is one."""
    if len(run.cells) < 3:
        return False
    from rummy_sim.core.errors import RunError
    from rummy_sim.runs.leagues import leagues

    try:
        found = leagues(run)
    except RunError:  # each strategy by itself
        return False
    if any(one.no_league or min(one.seats.shape) < 3 for one in found):
        return False
    _show(run, found)
    return True


def _document(league: League) -> dict[str, Any]:
    """Return all that is known of a league, for programs."""
    mix = league.equilibrium
    return {
        "settings": dict(league.settings),
        "players": league.players,
        "lineups": len(league.seats),
        "against": league.against,
        "table": [] if league.no_league else league.table.to_dict("records"),
        "no_league": league.no_league,
        "payoffs": league.payoffs.to_dict("records"),
        "pairs": league.pairs.to_dict("records"),
        "cycles": [list(ring) for ring in league.cycles],
        "equilibrium": None if mix is None else mix.to_dict("records"),
        "no_equilibrium": league.no_equilibrium,
        "sentences": league.sentences,
    }


def _show(run: Run, found: list[League]) -> None:
    console = stdout()
    players = sorted({one.players for one in found})
    console.print(
        f"{run.name}: {run.manifest['games']:,} games, {' or '.join(map(str, players))} players, "
        f"seed {run.seed}\n"
    )
    for league in found:
        if not league.no_league:
            console.print(_table(league))
            console.print()
        if league.says_who_wins_against_whom:
            matrix, notes = _matrix(league, console.width)
            console.print(matrix)
            console.print(notes, style="dim")
            console.print()
        for sentence in league.sentences:
            console.print(sentence)
        console.print()
    stopped = [cell["stopped"] for cell in run.cells if "stopped" in cell]
    if reached := [stop["reached"] for stop in stopped if stop["reached"] is not None]:
        console.print(
            f"precision: ± {100 * min(reached):.2f} to ± {100 * max(reached):.2f} points reached "
            f"in the cells, wished ± {100 * stopped[0]['wished']:.2f}\n"
        )


def _table(league: League) -> Table:
    """Return the league table, a row a strategy."""
    right = ("", "win share", "95% interval", "rating", "95% interval ")
    table = plain_table("", "strategy", *right[1:3], "group", *right[3:], right=right)
    table.title = f"League: {league.title}" if league.title else "League"
    for row in league.table.to_dict("records"):
        table.add_row(
            str(row["rank"]),
            str(row["strategy"]),
            f"{100 * row['mean']:.2f} %",
            span(row["low"], row["high"], 100),
            str(row["group"]),
            f"{row['rating']:.0f}",
            "–" if math.isnan(row["rating_low"]) else _ends(row["rating_low"], row["rating_high"]),
        )
    return table


def _ends(low: float, high: float) -> str:
    return " – ".join(f"{end:.0f}".replace("inf", "∞") for end in (low, high))


def _matrix(league: League, width: int) -> tuple[Table, str]:
    """Return the payoff matrix, as wide as there is room, and how to read it."""
    names = league.strategies
    numbered = max(len(name) for name in ("against", *names)) + len(str(len(names))) + 2
    room = {"±": 13, ".1": 7, ".0": 5}  # of "100.0 ±12.3+" and so on, and a gap
    kind = next((k for k, each in room.items() if numbered + each * len(names) <= width), ".0")
    shown = names[: max(1, (width - numbered) // room[kind])]
    table = plain_table("", "against", *(str(i + 1) for i in range(len(shown))))
    table.title = f"Win share (%) of a seat of each against {_field(league)}"
    table.padding = 0
    for column in (table.columns[0], *table.columns[2:]):
        column.justify = "right"
    values = {
        (row["strategy"], row["opponent"]): (100 * row["mean"], 100 * _half(row))
        for row in league.payoffs.to_dict("records")
    }
    won = list(zip(league.wins["winner"], league.wins["loser"], strict=True))
    clear = dict.fromkeys(won, "+") | {(loser, winner): "-" for winner, loser in won}
    for i, name in enumerate(names):
        cells = []
        for other in shown:
            if (name, other) not in values:
                cells.append("·" if name == other else "")
                continue
            mean, half = values[name, other]
            text = f"{mean:{'.1' if kind == '±' else kind}f}"
            text += f" ±{half:.1f}" if kind == "±" and not math.isnan(half) else ""
            cells.append(text + clear.get((name, other), " "))
        table.add_row(str(i + 1), name, *cells)
    halves = [half for _, half in values.values() if not math.isnan(half)]
    notes = ["+ better, - worse beyond doubt (Holm, 5 %)"]
    if kind != "±" and halves:
        notes.append(f"95% intervals ±{min(halves):.1f} to ±{max(halves):.1f}")
    if len(shown) < len(names):
        notes.append(f"{len(names) - len(shown)} columns left out, see --json")
    return table, "; ".join(notes)


def _half(row: dict[Any, Any]) -> float:
    return float(max(row["high"] - row["mean"], row["mean"] - row["low"]))


def _field(league: League) -> str:
    """Say what a column stands for."""
    most = (league.seats > 0).sum(axis=1).max()
    if most > 2:
        return "each, all tables with both"
    return "each other" if league.players == 2 else f"{league.players - 1} of each other"
