"""How much of winning is skill, how much the place, how much the cards.

The win share of a player in a game scatters about its mean. Of that variance part goes
with the strategy, part with the place in the turn order, part with the cards of the
deal at that seat (which each strategy of the line-up is given in turn), and the rest
with how play went. They are variance components of an analysis of variance,

    win share = mean + strategy + place + cards (deal, seat) + rest,

estimated without bias from products of different games: two strategies that sit in
the same seat of the same deal have the place and the cards in common, nothing else.

S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components", Wiley 1992.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.figure import Figure
from scipy.special import stdtrit

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.ends import MOST_ROWS, row_names
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, per_cent, prefixed
from rummy_sim.reports.sql import HELD, PLACED, SQUARES, WON, block
from rummy_sim.reports.stacks import Part, stack_panels
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.blocks import Interval

__all__ = ["PARTS", "SKILL_SHARE", "components", "draw", "figures", "findings"]

PARTS: dict[str, Part] = {
    "strategy": ("strategy", "blue"),
    "place": ("place in the turn order", "orange"),
    "cards": ("cards of the deal and seat", "sky"),
    "rest": ("how play went", "grey"),
}
"""The components."""

_GROUPS = 256  # of blocks, for the jackknife


_SUMS = f"{WON} as won, {HELD} as held, {SQUARES} as squares"

QUERY = f"""
    with placed as ({PLACED}),
    seats as (
        select cell, deal, seat, {WON} as won, {SQUARES} as squares, {HELD} as held
        from placed group by all
    )
    select cell, {block(_GROUPS)}, 'strategy' as what, strategy as key, {_SUMS}
    from placed group by all
    union all
    select cell, {block(_GROUPS)}, 'place', place::varchar, {_SUMS} from placed group by all
    union all
    select cell, {block(_GROUPS)}, 'all', '', {_SUMS} from placed group by all
    union all
    select
        cell, {block(_GROUPS)}, 'cards', '',
        sum(round(3600 * (won * won - squares))) / 3600, sum(held * (held - 1)), 0
    from seats group by all
"""
"""Wins, their squares, and products of games with the same cards.

Rows by cell, block, ``what`` and ``key``: for ``strategy`` and ``place`` the sums of wins
(``won``) and seats (``held``) of each; for ``all`` those of all, with ``squares``; for
``cards`` the products of pairs of games in one seat of a deal and how many pairs.
"""


Floats = npt.NDArray[np.float64]


def components(table: pd.DataFrame) -> Floats:
    """Return the shares of the variance for all games, then with each block left out.

    Parameters
    ----------
    table : DataFrame
        The answer to :data:`QUERY`, with keys of their own for each cell.

    Returns
    -------
    array of shape (1 + blocks, 4)
        In the order of :data:`PARTS`.
    """

    def left_out(what: str, column: str) -> Floats:
        """Add up each key (a column), for all and with each block left out (rows)."""
        rows = table[table["what"] == what]
        wide = rows.pivot_table(
            index="block", columns="key", values=column, aggfunc="sum", fill_value=0
        ).to_numpy(float)
        whole = wide.sum(axis=0, keepdims=True)
        return np.vstack([whole, whole - wide]) if len(wide) > 1 else whole

    won, held, squares = (left_out("all", name).sum(axis=1) for name in ("won", "held", "squares"))
    mean = won / held
    variance = squares / held - mean**2

    def spread(what: str) -> Floats:
        """Variance of the means of the keys, weighted by seats held."""
        total, seats = left_out(what, "won"), left_out(what, "held")
        with np.errstate(invalid="ignore", divide="ignore"):
            off = np.where(seats > 0, total / seats - mean[:, None], 0.0)
        return np.asarray((seats * off**2).sum(axis=1) / held)

    pairs = left_out("cards", "held").sum(axis=1)
    products = left_out("cards", "won").sum(axis=1) / pairs - mean**2
    games_a_seat = pairs[0] / held[0] + 1  # each game has a pair with each other one
    strategy, place = spread("strategy"), spread("place")
    # The strategies that share a seat differ: their effects add up to 0 over a line-up.
    same_cards = products + strategy / (games_a_seat - 1)
    cards = same_cards - place
    parts = np.stack([strategy, place, cards, variance - strategy - same_cards], axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(parts / variance[:, None])


def _shares(table: pd.DataFrame, about: About, panels: Panels) -> pd.DataFrame:
    """Return the shares by panel, with intervals: jackknife over blocks, bias taken off.

    Strategies and places of different cells are different ones, so that the cells of a
    panel are averaged.
    """
    mixed = [cell for cell, known in about.cells.items() if len(set(known.lineup)) != 1]
    own_keys = table["cell"].astype(str) + " " + table["key"].astype(str)
    known = table.assign(key=own_keys)
    if about.cells:
        known = known[known["cell"].isin(mixed)]
    rows = []
    for panel, own in panels.pooled(known).groupby("panel"):
        if own.loc[own["what"] == "cards", "held"].sum() == 0:
            continue
        values = components(own)
        if not np.isfinite(values).all():  # all games came out alike
            continue
        whole, without = values[0], values[1:]
        n = len(without)
        mean, low, high = whole, np.full(4, np.nan), np.full(4, np.nan)
        if n > 1:
            mean = n * whole - (n - 1) * without.mean(axis=0)
            error = np.sqrt((n - 1) / n * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
            half = stdtrit(n - 1, 0.975) * error
            low, high = mean - half, mean + half
        for part, *ends in zip(PARTS, mean, low, high, strict=True):
            rows.append((int(str(panel)), part, *ends))
    if not rows:
        raise NothingToShowError(
            "no cards that told strategies apart were played by several in turn"
        )
    return pd.DataFrame(rows, columns=["panel", "part", "mean", "low", "high"])


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the shares of the variance by cell and component."""
    panels = about.panels(table["cell"], MOST_ROWS)
    shares = _shares(table, about, panels)
    named = shares.assign(part=[PARTS[part][0] for part in shares["part"]])
    return of_means(named, panels, {"part": "part"}, "share of the variance")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares as a bar a cell."""
    panels = about.panels(table["cell"], MOST_ROWS)
    shares = _shares(table, about, panels)
    names = row_names(panels.names)
    wide = shares.pivot_table(index="panel", columns="part", values="mean").clip(lower=0)
    wide = wide.assign(cell=[names[panel] for panel in wide.index])
    return stack_panels(
        wide.assign(panel=0, mean=1.0, low=np.nan, high=np.nan).reset_index(drop=True),
        [""],
        about,
        name="cell",
        parts=PARTS,
        title="Skill and luck",
        subtitle="Share of the variance of who wins that goes with the strategy, the place, the "
        "cards, and with how play went",
        label="% of the variance",
        bound="95 % interval",
        scale=100,
        order=[name for name in names if name in set(wide["cell"])],
        figures="parts",
        lines=1 if len(names) == 1 else 2,
        notes=("Intervals are in the table of figures.", panels.note),
    )


def _possible(share: Interval) -> str:
    """Say a share of the variance; estimates without bias may miss the values that it can have."""
    mean, low, high = np.clip([share.mean, share.low, share.high], 0, 1).tolist()
    return per_cent(Interval(mean, low, high, share.blocks))


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say how much of who wins goes with the strategy, against the cards."""
    table = table[table["cell"].isin(about.told_of())]
    variants = about.variants(table["cell"])
    try:
        shares = _shares(table, about, variants)
    except NothingToShowError:
        return []
    found = []
    for panel, own in shares.groupby("panel"):
        ends = own[["mean", "low", "high"]].to_numpy(float)
        parts = {
            part: Interval(mean, low, high, 0)
            for part, (mean, low, high) in zip(own["part"], ends, strict=True)
        }
        skill, cards = parts["strategy"], parts["cards"]
        finding = Finding.of(
            f"{_possible(skill)} of the variance of who wins goes with the strategy, "
            f"{_possible(cards)} with the cards of the deal; the rest is how play went.",
            "skill-share",
            skill,
            limits["skill_share"],
        )
        found.append(prefixed(variants.names[int(str(panel))] or about.reference_text(), finding))
    return found


SKILL_SHARE = Chart(
    name="skill-share",
    question="How much of winning is skill, how much luck?",
    columns={
        "games": ("cell", "deal", "game", "seat", "strategy", "win_share"),
        "rounds": ("cell", "game", "round", "first_seat"),
    },
    sums=Sums(("cell", "block", "what", "key"), QUERY),
    draw=draw,
    help="The longer the first part, the more it matters who plays; the others are luck.",
    figures=figures,
    findings=findings,
)
