"""``rummy-sim compare``."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rummy_sim.cli.shared import (
    SEED,
    default_game,
    game_option,
    json_option,
    listen,
    plain_table,
    print_json,
    span,
    stdout,
)
from rummy_sim.stats.wording import p_text

if TYPE_CHECKING:
    from rummy_sim.runs.comparing.comparison import Comparison

__all__ = ["command"]


@click.command()
@click.argument("strategies", nargs=-1, required=True, metavar="A B [C]…")
@game_option
@click.option("--players", type=int, default=2, show_default=True, help="Seats at a table.")
@click.option("--ruleset", metavar="R", help="A preset; default the game's first.")
@click.option("--games", type=int, metavar="N", help="Play N games at each table.")
@click.option(
    "--precision", type=float, metavar="P",
    help="Play until every win share is known to ± P (default 0.005).",
)  # fmt: skip
@click.option(
    "--sprt", type=(float, float), metavar="D0 D1",
    help="Play until the data speak for a difference of D0 or of D1.",
)  # fmt: skip
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="SPRT: error rate at D0."
)
@click.option("--beta", type=float, default=0.05, show_default=True, help="SPRT: error rate at D1.")
@click.option(
    "--max-games", type=int, metavar="N",
    help="Stop after N games at each table all the same (default 1,000,000).",
)  # fmt: skip
@click.option("--seed", type=SEED, help="Default: one is drawn and shown.")
@click.option("--workers", type=click.IntRange(1), help="Threads; default one a processor.")
@click.option("--out", metavar="FOLDER", help="Keep the games as a run.")
@json_option
def command(
    strategies: tuple[str, ...],
    game_name: str | None,
    players: int,
    ruleset: str | None,
    games: int | None,
    precision: float | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    max_games: int | None,
    seed: int | None,
    workers: int | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Say which strategy is better, on the same deals.

    Every two strategies meet; with more than two seats, one against a field of
    the other, the reverse, and the mixes between.

    A strategy is a name, a file (./mine.py), either with parameters
    (builder:opens=3), and with a label in front if you like
    (three=builder:opens=3). A ruleset is a preset, a preset with changes
    (official,target_score=15), or a YAML file.

    \b
    Examples:
      rummy-sim compare rush baseline
      rummy-sim compare rush baseline --players 4 --precision 0.003
      rummy-sim compare builder:opens=2 builder:opens=3 --games 20000
      rummy-sim compare ./mine.py baseline --sprt 0 0.02
      rummy-sim compare rush holder denier --game phase10 --json
    """  # noqa: D301
    listen()
    from rummy_sim.cli.progress import GamesProgress
    from rummy_sim.runs.comparing.compare import compare

    with GamesProgress() as progress:
        comparison = compare(
            *strategies,
            game=default_game(game_name),
            players=players,
            ruleset=ruleset,
            games=games,
            precision=precision,
            sprt=sprt,
            alpha=alpha,
            beta=beta,
            max_games=max_games,
            seed=seed,
            workers=workers,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(comparison.to_dict() | {"out": out})
        return
    _show(comparison, ruleset)
    if out is not None and Path(out).is_dir():
        click.echo(f"\nwritten:\n  {out}/")


def _show(comparison: Comparison, ruleset: str | None) -> None:
    """Print the tables and the verdict."""
    experiment, several = comparison.experiment, len(comparison.meetings) > 1
    tables = f"{len(comparison.meetings)} tables of " if several else ""
    _say(
        f"{experiment.game.title}, {experiment.players} players, "
        f"{ruleset or next(iter(experiment.game.presets))}, seed {comparison.seed}: "
        f"{tables}{comparison.games_a_table:,} games on "
        f"{'the same ' if several else ''}{comparison.blocks:,} deals"
    )
    console = stdout()
    click.echo()
    console.print(_shares(comparison))
    click.echo()
    console.print(_differences(comparison))
    click.echo()
    for sentence in comparison.to_dict()["sentences"]:
        _say(sentence)
    if note := _note(comparison):
        click.echo()
        _say(note)


def _say(text: str) -> None:
    """Print a sentence, wrapped; a number and its unit stay together."""
    width = min(stdout().width, 100)
    kept = re.sub(r"(?<=\d) (?=[%±])", "\N{NO-BREAK SPACE}", text)
    for line in textwrap.wrap(kept, width, break_on_hyphens=False, subsequent_indent="  "):
        click.echo(line.replace("\N{NO-BREAK SPACE}", " "))


def _shares(comparison: Comparison) -> Any:
    right = ("table", "seats", "win share", "95% interval")
    table = plain_table("table", "strategy", "seats", "win share", "95% interval", right=right)
    last = None
    for row in comparison.table().to_dict("records"):
        table.add_row(
            "" if row["table"] == last else str(row["table"]),
            row["strategy"],
            str(row["seats"]),
            f"{100 * row['win_share']:.2f} %",
            span(row["win_share_low"], row["win_share_high"], 100),
        )
        last = row["table"]
    return table


def _differences(comparison: Comparison) -> Any:
    tested = comparison.sprt is None
    right = ("table", "points", "95% interval", "p")
    columns = ("difference", "table", "points", "95% interval", *(["p"] if tested else []))
    table = plain_table(*columns, right=right)
    for row in comparison.differences().to_dict("records"):
        tables = comparison.outcomes.pairs()[row["a"], row["b"]]
        where = " + ".join(map(str, tables)) if row["headline"] else str(row["table"])
        p = p_text(row["holm"])
        table.add_row(
            f"{row['a']} − {row['b']}",
            where,
            f"{100 * row['difference']:+z.2f}",
            span(row["low"], row["high"], 100),
            *([p] if tested else []),
        )
    return table


def _note(comparison: Comparison) -> str:
    """Say how to read the figures and why it stopped."""
    notes = []
    if comparison.experiment.players > 2:
        notes.append("Win shares and differences are a seat's.")
    if len(comparison.meetings) > 1 and comparison.sprt is None:
        notes.append(
            "p is Holm-corrected: for the number of pairs in rows of several tables, for "
            "the number of tables in the others."
            if comparison.experiment.players > 2
            else "p is Holm-corrected for the number of pairs."
        )
    details = comparison.standing.details
    if details["rule"] == "precision":
        known = comparison.blocks > 1  # a single deal has no scatter
        widest = f"widest ±{100 * details['reached']:.2f}; " if known else ""
        notes.append(f"Stopped because {comparison.standing.reason} ({widest}{details['method']}).")
    if comparison.sprt is not None:
        notes.append("Intervals in the tables take no account of the stop.")
    return " ".join(notes)
