"""Which option moves what: changes against the reference as a table with colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from rummy_sim.reports.about import About
from rummy_sim.reports.beside import digits_for, interval_text
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.figures import Figures
from rummy_sim.reports.findings import Finding, Thresholds
from rummy_sim.reports.rules.axis import shortened
from rummy_sim.reports.rules.changes import FEWEST_DIFFERING
from rummy_sim.reports.rules.measures import Measure
from rummy_sim.reports.rules.results import Results, key_name, results
from rummy_sim.reports.rules.skill import SKILL
from rummy_sim.reports.rules.tallying import NEEDED, tallies
from rummy_sim.reports.rules.telling import told
from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import BLUE, INK, MUTED, ORANGE, fitted, styled, text_width, wrapped

__all__ = ["moves_chart"]

_COLUMN, _ROW, _NAMES = 1.32, 0.27, 3.4
_SIZE = 8.0
_MOST_ROWS = 40


def moves_chart(measures: Sequence[Measure]) -> Chart:
    """Return the chart and the sentences of what each variant of the rules changes.

    Parameters
    ----------
    measures : sequence of Measure
        Besides the share of skill. Of win shares by turn order the chart shows the first
        player's; the table of figures has all.
    """
    everything = (*measures, SKILL)

    def figures(table: pd.DataFrame, about: About) -> Figures:
        return _figures(results(table, about, everything))

    def draw(table: pd.DataFrame, about: About) -> Figure:
        return _draw(results(table, about, everything), about)

    def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
        return told(results(table, about, everything), limits)

    return Chart(
        name="rules-moves",
        question="Which option moves what?",
        columns=NEEDED,
        sums=tallies(everything),
        draw=draw,
        help="A coloured field is a change beyond doubt, the stronger the larger within its "
        "column; the first row has the reference's own figures.",
        figures=figures,
        findings=findings,
    )


def _figures(found: Results) -> Figures:
    """Return all changes; one of each measure's figures a row."""
    variants = found.variants
    own = found.levels[found.levels["variant"] == variants.reference]
    there = own.set_index(["what", "key"])["mean"]
    rows = []
    order = list(found.measures)
    ends = found.changes[["variant", "what", "key", "mean", "low", "high", "holm"]]
    ends = ends.sort_values("what", key=lambda names: names.map(order.index), kind="stable")
    ends = ends.sort_values("variant", kind="stable")
    for variant, what, key, mean, low, high, corrected in ends.itertuples(index=False):
        measure = found.measures[str(what)]
        name = measure.label if not measure.by else f"{measure.label}: {key_name(measure, key)}"
        value = there.get((what, key), math.nan) * measure.scale
        rows.append(
            (
                variants.names[int(variant)],
                name,
                measure.unit,
                f"{value:.4g}",
                "yes" if corrected < 0.05 else "no",
                *(end * measure.scale for end in (mean, low, high)),
            )
        )
    labels = ("rules", "figure", "unit", "reference has", "told apart")
    table = pd.DataFrame(rows, columns=[*labels, "mean", "low", "high"])
    return Figures(table, labels, "change", "paired", words=_words(table, found))


def _words(table: pd.DataFrame, found: Results) -> str:
    """Say the largest sure change of each figure."""
    variants = found.variants
    sure = table[table["told apart"] == "yes"]
    head = (
        f"Changes of {len(table['figure'].unique())} figures against the reference, "
        f"{variants.names[variants.reference]}: {len(sure)} of {len(table)} are beyond doubt"
    )
    largest = []
    for figure, rows in sure.groupby("figure", sort=False):
        row = rows.iloc[int(rows["mean"].abs().to_numpy(float).argmax())]
        digits = digits_for(pd.DataFrame({"low": [row["low"]], "high": [row["high"]]}))
        change = interval_text(row["mean"], row["low"], row["high"], digits)
        rules = shortened(row["rules"], 60)
        largest.append(f"{figure}, {change} {row['unit']} with {rules}")
    return f"{head}. The largest: {'; '.join(largest)}." if largest else f"{head}."


def _columns(found: Results) -> list[tuple[Measure, str, str]]:
    """Return the measure, key and heading of each column."""
    listed = []
    for measure in found.measures.values():
        if measure.by == "place":
            listed.append((measure, "0", "first player's win share (points)"))
        elif not measure.by:
            counted = measure.unit in measure.label and not measure.share
            head = measure.label if counted else f"{measure.label} ({measure.unit})"
            listed.append((measure, "", head))
    return listed


def _draw(found: Results, about: About) -> Figure:
    variants = found.variants
    columns = _columns(found)
    if not columns or found.changes.empty:
        raise NothingToShowError("the run kept nothing that could be compared")
    others = [n for n in range(len(variants.names)) if n != variants.reference]
    note = ""
    if len(others) > _MOST_ROWS:
        note = f"The first {_MOST_ROWS} of {len(others)} variants are shown."
        others = others[:_MOST_ROWS]
    names = [f"reference: {variants.names[variants.reference]}"]
    names += [variants.names[n] for n in others]
    width = min(_NAMES, max(text_width(name, _SIZE) for name in names)) + 0.2
    changed, own = _by_label(found.changes), _by_label(found.levels)
    with styled():
        page = sheet(
            [""],
            title="Which option moves what",
            subtitle="Changes against the reference on the same deals, ± the half-width of the "
            "paired 95 % interval",
            legend=[
                (Patch(facecolor=ORANGE, alpha=0.7), "more, beyond doubt"),
                (Patch(facecolor=BLUE, alpha=0.45), "less, beyond doubt"),
                (Patch(facecolor="white", edgecolor=MUTED, linewidth=0.5), "not told apart"),
            ],
            footer=about.footer(
                "Beyond doubt: p < 5 % by paired differences of deals, corrected for all variants "
                "of a measure (Holm). Shares and their changes in points of a hundred. "
                f"*: fewer than {FEWEST_DIFFERING} deals came out otherwise, too few to tell.",
                note,
            ),
            size=(_COLUMN * len(columns) + width, _ROW * len(names) + 0.75),
        )
        axes = page.panels[0]
        for x, (measure, key, _) in enumerate(columns):
            cells = [changed.get((measure.name, key, n)) for n in others]
            _column(axes, x, cells, measure.scale)
            there = own.get((measure.name, key, variants.reference))
            if there is not None:
                mean, low, high = (there[end] * measure.scale for end in ("mean", "low", "high"))
                digits = digits_for(pd.DataFrame({"low": [low], "high": [high]}))
                value = interval_text(mean, math.nan, math.nan, digits)
                unit = " %" if measure.share else ""
                axes.text(
                    x + 0.5, 0.5, value + unit, ha="center", va="center", size=_SIZE, weight="bold"
                )
        heads = [wrapped(head, _COLUMN - 0.1, _SIZE, 4) for _, _, head in columns]
        axes.set_xlim(0, len(columns))
        axes.set_ylim(len(names), 0)
        axes.xaxis.tick_top()
        axes.set_xticks(np.arange(len(columns)) + 0.5, heads, size=_SIZE)
        axes.set_yticks(
            np.arange(len(names)) + 0.5, [fitted(n, _NAMES, _SIZE) for n in names], size=_SIZE
        )
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.axhline(1, color=INK, linewidth=0.8)
        for spine in axes.spines.values():
            spine.set_visible(False)
    return page.figure


def _by_label(rows: pd.DataFrame) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Return rows by measure, key and variant."""
    return {
        (str(row["what"]), str(row["key"]), int(row["variant"])): {
            str(k): v for k, v in row.items()
        }
        for row in rows.to_dict("records")
    }


def _column(axes: Axes, x: int, cells: Sequence[Any], scale: float) -> None:
    """Draw the fields of a measure; colours by size within it."""
    known = [cell for cell in cells if cell is not None]
    if not known:
        return
    ends = pd.DataFrame(known)[["mean", "low", "high"]].astype(float) * scale
    digits = digits_for(ends)
    most = float(ends["mean"].abs().max())
    for y, cell in enumerate(cells, start=1):
        if cell is None:
            continue
        mean, half = float(cell["mean"]) * scale, float(cell["high"] - cell["mean"]) * scale
        sure = bool(cell["holm"] < 0.05)
        if sure:
            colour, strongest = (ORANGE, 0.8) if mean > 0 else (BLUE, 0.5)
            share = abs(mean) / most
            look: dict[str, Any] = {"facecolor": colour, "alpha": 0.12 + (strongest - 0.12) * share}
        else:
            look = {"facecolor": "none"}
        axes.add_patch(Rectangle((x + 0.02, y + 0.04), 0.96, 0.92, linewidth=0, **look))
        text = "0" if mean == 0 and half == 0 else f"{mean:+.{digits}f} ± {half:.{digits}f}"
        if math.isnan(half):
            text = f"{mean:+.{digits}f}"
        if mean and cell["differing"] < FEWEST_DIFFERING:
            text += " *"
        axes.text(
            x + 0.5,
            y + 0.5,
            text.replace("-", "\u2212"),
            ha="center",
            va="center",
            size=_SIZE,
            color=INK if sure else MUTED,
        )
