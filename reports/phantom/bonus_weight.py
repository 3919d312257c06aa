"""How much the bonus check decides: its share of points, and the games it turns."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd
from matplotlib.figure import Figure

from rummy_sim.reports.about import About, Panels
from rummy_sim.reports.chart import Chart, NothingToShowError
from rummy_sim.reports.dots import dot_panels
from rummy_sim.reports.figures import Figures, of_means
from rummy_sim.reports.findings import Finding, Thresholds, for_variants, intervals, per_cent
from rummy_sim.reports.sql import block
from rummy_sim.runs.adding import Sums
from rummy_sim.stats.ratios import ratio_intervals

__all__ = ["BONUS_WEIGHT", "draw", "figures", "findings"]

_PARTS = {
    "share of all points": ("bonus", "points"),
    "games with other winners without it": ("turned", "games"),
}
_GAME = ["cell", "game"]


# A game is turned if other players would have the highest score without the bonus
# points; that it might also have gone on longer is not looked at.
_QUERY = f"""
    with bonus as (
        select cell, game, winner as seat, sum(points_bonus) as bonus
        from rounds where winner >= 0 group by all
    ),
    scores as (
        select g.*, score - coalesce(bonus, 0) as plain
        from games g left join bonus using (cell, game, seat)
    ),
    ends as (
        select
            cell, deal, game, bool_or("end" = 'item_win') as by_item, max(plain) as best,
            min(plain) filter (win_share > 0) as winners,
            max(plain) filter (win_share = 0) as losers
        from scores group by all
    ),
    whole as (
        select
            cell, {block()}, count(*) as games,
            count(*) filter (not by_item and (winners < best or losers = best)) as turned
        from ends group by all
    ),
    scored as (
        select cell, {block()}, sum(points) as points, sum(points_bonus) as bonus
        from rounds group by all
    )
    select * from whole left join scored using (cell, block)
"""


def _shares(table: pd.DataFrame, panels: Panels) -> pd.DataFrame:
    if not table["bonus"].any():
        raise NothingToShowError("no bonus check ever scored")
    rows = panels.pooled(table)
    long = {
        text: ratio_intervals(rows, top, bottom, ["panel"], bounds=(0, 1))
        for text, (top, bottom) in _PARTS.items()
    }
    return pd.concat(long, names=["what"]).reset_index()


def figures(table: pd.DataFrame, about: About) -> Figures:
    """Return the shares by cell."""
    panels = about.panels(table["cell"])
    return of_means(_shares(table, panels), panels, {"what": "what"}, "share")


def draw(table: pd.DataFrame, about: About) -> Figure:
    """Draw the shares, a panel a cell."""
    panels = about.panels(table["cell"])
    return dot_panels(
        _shares(table, panels),
        panels,
        about,
        name="what",
        title="How much the bonus check decides",
        subtitle="Its share of all points scored, and the share of games that others would have "
        "won, or shared, if bonus points were taken off the final scores",
        label="share (%)",
        scale=100,
        mean_label="share",
    )


def findings(table: pd.DataFrame, about: About, limits: Thresholds) -> list[Finding]:
    """Say what share of points and of games comes from bonus checks."""
    if not table["bonus"].any():
        return []
    told = (
        ("bonus", "points", "Bonus checks bring {} of all points.", "bonus_points"),
        (
            "turned",
            "games",
            "Without the bonus points {} of the games would have other winners.",
            "bonus_decides",
        ),
    )

    def say(rows: pd.DataFrame, variants: Panels, panel: int) -> Iterator[Finding]:
        for top, bottom, sentence, limit in told:
            share = intervals(rows, top, bottom, bounds=(0, 1)).get(panel)
            if share:
                text = sentence.format(per_cent(share))
                yield Finding.of(text, "bonus-weight", share, limits[limit])

    return for_variants(table, about, say)


BONUS_WEIGHT = Chart(
    name="bonus-weight",
    question="How many points and games does the bonus check decide?",
    columns={
        "games": ("cell", "deal", "game", "seat", "score", "win_share", "end"),
        "rounds": ("cell", "deal", "game", "winner", "points", "points_bonus"),
    },
    sums=Sums(("cell", "block"), _QUERY),
    draw=draw,
    help="The further to the right, the more of the game hangs on cards turned over at the end.",
    figures=figures,
    findings=findings,
)
