"""Which option moves what: variants of the rules held against one of them, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.ends import MOST_ROWS
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, shown
from rummy_sim.reports.order_share import placed
from rummy_sim.reports.pieces import Frames, sums
from rummy_sim.stats.blocks import Interval
from rummy_sim.stats.estimates import holm
from rummy_sim.stats.ratios import block_group, ratio_changes

__all__ = ["Measures", "More", "options_chart"]

Measures = Mapping[str, tuple[str, str]]
"""What is looked at: its name, and the two sums that are divided."""

More = Callable[[Frames], pd.DataFrame]
"""A game's own sums, by cell and block."""

_BY = ["cell", "block"]


def options_chart(
    thing: str,
    measures: Measures | None = None,
    more: More | None = None,
    columns: Mapping[str, tuple[str, ...]] | None = None,
) -> Chart:
    """Return the chart of what the options of the rules change.

    Parameters
    ----------
    thing : str
        What a row of ``rounds`` is: ``short game``.
    measures : mapping, optional
        The game's own, beside those of all games.
    more : callable, optional
        The sums that they need.
    columns : mapping, optional
        The columns that ``more`` needs beside those of all games, by frame.
    """
    every: dict[str, tuple[str, str]] = {
        "the first player's wins": ("first", "games"),
        f"{thing}s in a game": ("rounds", "games"),
        "turns in a game": ("turns", "games"),
        "games with shared wins": ("shared", "games"),
        **(measures or {}),
    }

    def tally(frames: Frames) -> pd.DataFrame:
        games = placed(frames)
        games = games.assign(block=block_group(games["deal"]))
        won = games["win_share"].astype(float)
        one = games["seat"] == 0
        table = sums(
            games,
            _BY,
            games=one.astype(int),
            rounds=games["rounds"].astype(int).where(one, 0),
            first=won.where(games["place"] == 0, 0.0),
            # Those who share a win have 1/k each, together 1 a game.
            shared=won.where((won > 0) & (won < 1), 0.0),
        )
        rounds = frames["rounds"].assign(block=lambda frame: block_group(frame["deal"]))
        table = table.join(sums(rounds, _BY, turns=rounds["turns"].astype(int)))
        return table.join(more(frames)) if more else table

    def changes(table: pd.DataFrame, about: About, variants: Panels) -> pd.DataFrame:
        """Return a row a measure and variant, with ``holm`` over all of them."""
        rows = variants.pooled(table)
        reference = _reference(about, variants)
        found = {
            name: ratio_changes(rows, top, bottom, "panel", reference)
            for name, (top, bottom) in every.items()
        }
        long = pd.concat(found, names=["measure", "variant"]).reset_index()
        return long.assign(holm=holm(long["p"].to_numpy(float)) if len(long) else 1.0)

    def variants_of(table: pd.DataFrame, about: About) -> Panels:
        variants = about.variants(table["cell"], MOST_ROWS)
        if len(variants.names) < 2:
            raise NothingToShowError("no option was swept")
        return variants

    def small_multiples(table: pd.DataFrame, about: About) -> tuple[pd.DataFrame, Panels, str]:
        variants = variants_of(table, about)
        rows = changes(table, about, variants)
        names = [name for name in every if name in set(rows["measure"])]
        panel = {name: i for i, name in enumerate(names)}
        rows = rows.assign(
            panel=rows["measure"].map(panel),
            variant=[variants.names[int(place)] for place in rows["variant"]],
        )
        return rows, Panels(names, {}), variants.names[_reference(about, variants)]

    def figures(table: pd.DataFrame, about: About) -> Figures:
        rows, panels, reference = small_multiples(table, about)
        labels = {"measure": "measure", "variant": "variant"}
        # A panel is a measure here, which is a label of its own.
        return of_means(rows, Panels([""], {}, panels.note), labels, f"change against {reference}")

    def draw(table: pd.DataFrame, about: About) -> Figure:
        rows, panels, reference = small_multiples(table, about)
        return dot_panels(
            rows,
            panels,
            about,
            name="variant",
            by_value=False,
            title="What the options change",
            subtitle=f"Change against {reference}, in per cent of what it is there; on the same "
            "deals, all line-ups together",
            label="change (%)",
            scale=100,
            mean_label="change",
            reference=dict.fromkeys(range(len(panels.names)), 0.0),
            reference_label=f"as with {reference}",
        )

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        variants = about.variants(table["cell"], MOST_ROWS)
        if len(variants.names) < 2:
            return []
        rows = changes(table, about, variants)
        rows = rows[(rows["holm"] < 0.05) & (rows["blocks"] >= limits["fewest_blocks"])]
        against, threshold = variants.names[_reference(about, variants)], limits["option_change"]
        found = []
        for name, own in rows.groupby("measure", sort=False):
            far = int(own["mean"].abs().to_numpy().argmax())
            mean, low, high = own[["mean", "low", "high"]].to_numpy(float)[far]
            variant = variants.names[int(own["variant"].to_numpy()[far])]
            text = shown(Interval(mean, low, high, 0), "%", 100)
            sign = "+" if mean > 0 else ""
            sentence = f"With {variant}: {name} {sign}{text} against {against}."
            found.append(Finding(sentence, "options", mean, low, high, threshold))
        return found

    wanted: dict[str, tuple[str, ...]] = {
        "games": ("cell", "deal", "game", "seat", "win_share", "rounds"),
        "rounds": ("cell", "deal", "game", "round", "first_seat", "turns"),
    }
    for frame, further in (columns or {}).items():
        wanted[frame] = tuple(dict.fromkeys((*wanted.get(frame, ()), *further)))
    return Chart(
        name="options",
        question="Which option moves what?",
        columns=wanted,
        tally=tally,
        draw=draw,
        help="A line that does not touch the dashed one is a change that these games show.",
        figures=figures,
        findings=findings,
    )


def _reference(about: About, variants: Panels) -> int:
    """Return the variant that the others are held against: the run's own choice, or the first."""
    for cell, place in variants.of.items():
        known = about.cells.get(cell)
        if known is not None and about.reference and known.settings == about.reference:
            return place
    return 0
