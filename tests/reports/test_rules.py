"""What a sweep's report says of the rules, against the frames themselves."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import rummy_sim
from rummy_sim.reports import NothingToShowError, charts
from rummy_sim.reports.about import About, Cell
from rummy_sim.reports.findings import thresholds
from rummy_sim.reports.report import make
from rummy_sim.reports.rules.axis import axis_of
from rummy_sim.reports.rules.changes import changes, estimates, variants_of
from rummy_sim.reports.rules.measures import shared_measures
from rummy_sim.reports.rules.results import results
from rummy_sim.reports.rules.skill import SKILL, skill_blocks, skill_estimates
from rummy_sim.reports.rules.tallying import tallies
from rummy_sim.reports.rules.telling import told
from rummy_sim.reports.skill_share import SKILL_SHARE
from rummy_sim.runs.adding import totals
from rummy_sim.stats.blocks import interval_of_blocks
from tests.reports import layout
from tests.reports.test_luck import latin

PHANTOM = {
    "name": "swept",
    "game": "phantom",
    "players": 2,
    "seed": 31,
    "games": 240,
    "lineups": [["tempo", "baseline"], ["rush", "baseline"]],
    "sweep": {"ruleset.target_score": [9, 15], "ruleset.short_games": [4, 8]},
}
PHASE10 = {
    "name": "swept",
    "game": "phase10",
    "players": 2,
    "seed": 32,
    "games": 60,
    "lineups": [["baseline", "rush"]],
    "ruleset": {"phases": [["set 3", "set 3"], ["run 7"]]},
    "sweep": {"ruleset.advance": ["laid", "always"]},
}
RULES = ["rules-moves", "rules-figures", "rules-winners", "rules-order", "rules-scores"]


@pytest.fixture(scope="module")
def phantom(tmp_path_factory):
    return rummy_sim.run(PHANTOM, out=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def phase10(tmp_path_factory):
    return rummy_sim.run(PHASE10, out=tmp_path_factory.mktemp("runs"))


def figures_of(run, name):
    chart = charts(run.manifest["game"], swept=True)[name]
    return chart.figures(chart.table(run), About.of(run.manifest)).rows


def game_lengths(frame, cell):
    games = frame("games", cells=[cell])
    return games[games["seat"] == 0].set_index("deal")["rounds"].astype(float)


def test_changes_are_those_of_the_frames_and_of_the_sweeps_table(phantom):
    rows = figures_of(phantom, "rules-moves")
    told = rows[rows["figure"] == "length in short games"].set_index("rules")
    reference = phantom.manifest["reference"]
    assert reference == {"ruleset.target_score": 9, "ruleset.short_games": 4}
    swept = phantom.sweep().query("statistic == 'rounds'")
    by_cell = {cell["cell"]: cell for cell in phantom.cells}
    for name, own in told.iterrows():
        cells = [n for n, c in by_cell.items() if Cell(settings=c["swept"]).settings_text() == name]
        assert len(cells) == 2
        # The line-ups are averaged: block by block, since they see the same deals.
        parts = []
        for cell in cells:
            lineup = by_cell[cell]["lineup"]
            there = next(
                n for n, c in by_cell.items() if c["lineup"] == lineup and c["swept"] == reference
            )
            one, other = (
                game_lengths(phantom.frame, n).groupby("deal").mean() for n in (cell, there)
            )
            parts.append(one - other)
            known = swept[swept["cell"] == cell]["difference"].item()
            assert parts[-1].mean() == pytest.approx(known)
        wanted = interval_of_blocks((sum(parts) / 2).to_numpy(float))
        assert tuple(own[["mean", "low", "high"]]) == pytest.approx(
            (wanted.mean, wanted.low, wanted.high)
        )


def test_levels_are_those_of_the_frames(phantom):
    rows = figures_of(phantom, "rules-figures")
    games, rounds = phantom.games, phantom.frame("rounds")
    cells = {
        name: [
            c["cell"] for c in phantom.cells if Cell(settings=c["swept"]).settings_text() == name
        ]
        for name in rows["rules"].unique()
    }
    for name, numbers in cells.items():
        told = rows[rows["rules"] == name].set_index("figure")["mean"]
        ties, shares, turns = [], [], []
        for number in numbers:
            own, played = games[games["cell"] == number], rounds[rounds["cell"] == number]
            best = own.groupby("game")["win_share"].max()
            ties.append(100 * ((best < 1) & (best > 0)).mean())
            shares.append(100 * played["points_bonus"].sum() / played["points"].sum())
            turns.append(played.groupby("game")["turns"].sum().mean())
        assert told["games with a shared win (%)"] == pytest.approx(np.mean(ties))
        assert told["points from bonus checks (%)"] == pytest.approx(np.mean(shares))
        assert told["length in turns"] == pytest.approx(np.mean(turns))


def test_winners_and_places_are_those_of_the_frames(phantom):
    rows = figures_of(phantom, "rules-winners")
    name = "target_score 15, short_games 8"
    told = rows[rows["rules"] == name].set_index("who")["mean"]
    cells = [c["cell"] for c in phantom.cells if Cell(settings=c["swept"]).settings_text() == name]
    own = phantom.games[phantom.games["cell"].isin(cells)]
    by_cell = own.groupby(["cell", "strategy"], observed=True)["win_share"].mean()
    wanted = by_cell.groupby("strategy", observed=True).mean() * 100
    assert told.to_dict() == pytest.approx(wanted.to_dict())
    places = figures_of(phantom, "rules-order")
    assert places.groupby("rules")["mean"].sum().to_numpy() == pytest.approx(100.0)


def test_skill_is_that_of_its_own_chart(phantom):
    about = About.of(phantom.manifest)
    table = SKILL_SHARE.table(phantom).reset_index()
    shares = SKILL_SHARE.figures(table, about).rows
    skill = skill_estimates(_marked(phantom), about).table()
    wanted = shares[shares["part"] == "strategy"]
    for end in ("mean", "low", "high"):
        assert (skill[end] * 100).to_numpy() == pytest.approx(wanted[end].to_numpy(float))


def added(frames):
    sums = tallies([SKILL])({name: list(frame) for name, frame in frames.items()})
    return totals(frames, [sums])[0]


def _marked(run):
    frames = {name: run.frame(name) for name in ("games", "rounds")}
    return added(frames)


def test_phase_10_has_its_own_figures(phase10):
    rows = figures_of(phase10, "rules-figures")
    told = rows.set_index(["rules", "figure"])["mean"]
    hands, rounds = phase10.frame("hands"), phase10.frame("rounds")
    playoffs = rounds[rounds["playoff"]].set_index(["cell", "game", "round"]).index
    counting = hands[~hands.set_index(["cell", "game", "round"]).index.isin(playoffs)]
    for cell, value in ((0, "laid"), (1, "always")):
        own = counting[counting["cell"] == cell]
        name = f"advance {value}"
        laid = 100 * (own["laid_turn"] > 0).mean()
        assert told[name, "hands with the phase laid (%)"] == pytest.approx(laid)
        assert told[name, "penalty points a hand"] == pytest.approx(own["penalty"].mean())


def test_the_report_has_a_section_for_a_sweep_and_none_without(phantom, tmp_path):
    report = make(phantom, only=RULES)
    (section,) = [names for part, names in report.parts if part.name == "rules"]
    assert [exhibit.name for exhibit in section] == RULES
    sentences = [found.sentence for found in report.findings if found.chart == "rules-moves"]
    assert any("target_score 15 instead of 9 lengthens the game by" in x for x in sentences)
    plain = {key: value for key, value in PHANTOM.items() if key != "sweep"}
    plain |= {"games": 4, "storage": "games"}
    notes = []
    told = make(rummy_sim.run(plain, out=tmp_path), note=notes.append)
    assert "rules" not in [part.name for part, _ in told.parts]
    assert not any("rules-" in note for note in notes)
    assert not any(name in charts("phantom") for name in RULES)


def test_with_games_alone_there_is_what_games_tell(tmp_path):
    small = PHANTOM | {"storage": "games", "games": 8}
    run = rummy_sim.run(small, out=tmp_path)
    assert set(figures_of(run, "rules-figures")["figure"]) == {
        "length in short games",
        "games with a shared win (%)",
    }
    with pytest.raises(NothingToShowError, match="compared"):
        charts("phantom", swept=True)["rules-order"](run)


def test_an_option_without_effect_is_exactly_nothing_and_claims_nothing(tmp_path):
    # A game of Phantom Rummy that ends after one short game has no use for a target.
    idle = PHANTOM | {
        "ruleset": {"short_games": 1},
        "sweep": {"ruleset.target_score": [40, 50]},
        "lineups": [["tempo", "baseline"]],
    }
    run = rummy_sim.run(idle, out=tmp_path)
    rows = figures_of(run, "rules-moves")
    assert (rows[["mean", "low", "high"]].to_numpy(float) == 0).all()
    assert set(rows["told apart"]) == {"no"}
    chart = charts("phantom", swept=True)["rules-moves"]
    found = chart.findings(chart.table(run), About.of(run.manifest), thresholds())
    assert [each.state for each in found] == ["fact"]
    assert "changes nothing in these games" in found[0].sentence


def sums(blocks, effect, rng, what="ties"):
    """A measure of two cells; the second has ``effect`` more in each block."""
    base = rng.normal(10, 3, blocks)
    return pd.concat(
        pd.DataFrame(
            {"cell": cell, "what": what, "key": "", "block": range(blocks)}
            | {"top": base + cell * effect, "bottom": 1.0}
        )
        for cell in (0, 1)
    )


TWO = About(
    cells={n: Cell(("a", "b"), {"ruleset.x": n}) for n in (0, 1)}, reference={"ruleset.x": 0}
)


def said(table):
    ties = [measure for measure in shared_measures() if measure.name == "ties"]
    return told(results(table, TWO, ties), thresholds())


def test_few_deals_that_differ_claim_nothing():
    rng = np.random.default_rng(3)
    effect = np.zeros(400)
    effect[:20] = 8.0  # 20 of 400 deals: an interval that misses 0
    table = sums(400, effect, rng)
    means, wide = estimates(table)
    (row,) = changes(means, variants_of(TWO), wide).to_dict("records")
    assert row["differing"] == 20
    assert row["low"] > 0
    assert row["holm"] == 1
    (finding,) = said(table)
    assert finding.state == "open"
    assert "too few deals" in finding.sentence


def test_a_change_is_told_with_its_paired_interval():
    rng = np.random.default_rng(4)
    (finding,) = said(sums(400, rng.normal(0.1, 0.05, 400), rng))
    assert finding.state == "clear"
    assert finding.sentence.startswith("x 1 instead of 0 adds 10")
    assert finding.high - finding.low < 0.02  # the figures themselves scatter by 3
    (finding,) = said(sums(400, rng.normal(-0.1, 0.05, 400), rng))
    assert "takes 1" in finding.sentence
    assert "-" not in finding.sentence


def test_no_change_is_told_with_what_is_still_possible():
    rng = np.random.default_rng(5)
    effect = rng.normal(0, 0.01, 400)
    (finding,) = said(sums(400, effect - effect.mean(), rng))
    assert finding.state == "none"
    assert "hardly changes how many games have a shared win: by at most ±" in finding.sentence
    wild = rng.normal(0, 2, 400)
    (finding,) = said(sums(400, wild - wild.mean(), rng))
    assert finding.state == "open"
    assert "are possible" in finding.sentence


def test_many_changes_are_corrected_together():
    cells = {n: Cell(("a", "b"), {"ruleset.x": n}) for n in range(41)}
    about = About(cells=cells, reference={"ruleset.x": 0})
    rng = np.random.default_rng(6)
    base = rng.normal(0, 1, 200)
    parts = []
    for n in cells:
        away = rng.normal(0, 1, 200)
        away += (2.5 * away.std(ddof=1) / np.sqrt(200) if n == 1 else 0) - away.mean()
        top = base + (away if n else 0)
        key = {"cell": n, "what": "ties", "key": "", "block": range(200)}
        parts.append(pd.DataFrame(key | {"top": top, "bottom": 1.0}))
    means, wide = estimates(pd.concat(parts))
    found = changes(means, variants_of(about), wide).set_index("variant")
    one = found.loc[1]
    assert one["low"] > 0 > one["together_low"]
    assert one["p"] < 0.02
    assert one["holm"] == pytest.approx(40 * one["p"])


def test_numbers_stand_at_their_place_and_words_in_a_row():
    def axis(*values):
        cells = {n: Cell(("a",), {"ruleset.x": value}) for n, value in enumerate(values)}
        return axis_of(variants_of(About(cells=cells, reference={"ruleset.x": values[0]})))

    assert axis(6, 8, 20).ticks == {"6": 6.0, "8": 8.0, "20": 20.0}
    assert axis(True, False).ticks == {"on": 0.0, "off": 1.0}
    assert axis("own", "always").places == [0.0, 1.0]


def test_a_run_without_variants_says_so():
    with pytest.raises(NothingToShowError, match="no sweep"):
        variants_of(About(cells={0: Cell(("a", "b"))}))


@pytest.mark.parametrize("name", RULES)
def test_the_charts_are_readable(phantom, phase10, name):
    for run in (phantom, phase10):
        figure = charts(run.manifest["game"], swept=True)[name](run)
        assert isinstance(figure, Figure)
        found = layout.words(figure)
        assert layout.beyond_the_edge(figure, found) == []
        assert layout.overlapping(found) == []


def test_long_values_and_many_variants_are_readable(phantom):
    about = About.of(phantom.manifest)
    long = " / ".join(["set 4 + run 4"] * 10)
    cells = {
        n: replace(cell, settings={"ruleset.phases": f"{list(cell.settings.values())} {long}"})
        for n, cell in about.cells.items()
    }
    reference = cells[0].settings
    for name in ("rules-moves", "rules-winners"):
        chart = charts("phantom", swept=True)[name]
        figure = chart(phantom, replace(about, cells=cells, reference=reference))
        found = layout.words(figure)
        assert layout.beyond_the_edge(figure, found) == []
        assert layout.overlapping(found) == []


def test_skill_is_not_claimed_to_change_by_a_few_deals():
    frames = latin(200, 0.2, 0.1)
    other = {name: frame.assign(cell=1) for name, frame in frames.items()}
    few = other["games"]["deal"] < 12
    won = other["games"]["win_share"]
    other["games"]["win_share"] = won.where(~few, 1 - won)
    both = {name: pd.concat([frames[name], other[name]]) for name in frames}
    table = added(both)
    (row,) = changes(skill_estimates(table, TWO), variants_of(TWO), skill_blocks(table)).to_dict(
        "records"
    )
    assert 0 < row["differing"] <= 12
    assert row["mean"] != 0
    assert row["holm"] == 1


def test_cells_with_unequal_numbers_of_deals_are_paired_over_what_both_have():
    table = sums(400, 0.5, np.random.default_rng(7))
    short = table[(table["cell"] == 0) | (table["block"] < 300)]
    means, wide = estimates(short)
    (row,) = changes(means, variants_of(TWO), wide).to_dict("records")
    ratios = short.groupby("cell")["top"].mean()
    assert row["mean"] == pytest.approx(ratios[1] - ratios[0])
    apart = np.hypot(*means.errors)
    half = (row["high"] - row["low"]) / 2
    assert 0 < half < 1.4 * apart


def test_of_a_sweep_only_the_reference_is_told_of_by_itself(phantom):
    about = About.of(phantom.manifest)
    assert about.reference_text() == "target_score 9, short_games 4"
    others = [f for f in make(phantom).findings if not f.chart.startswith("rules-")]
    assert others
    assert all(f.told.startswith("target_score 9, short_games 4: ") for f in others)


def test_what_leaders_win_lies_between_what_the_line_ups_of_a_variant_have(phantom):
    shown = {each.name: each.figures.rows for _, some in make(phantom).parts for each in some}
    swept, leads = shown["rules-figures"], shown["lead"]
    for figure, who in (
        ("wins of who leads at half-time (%)", "leads after half of the short games"),
        ("wins of who is last at half-time (%)", "is last after half of the short games"),
    ):
        here = leads[leads["who"] == who].set_index("cell")["mean"]
        told = swept[swept["figure"] == figure].set_index("rules")["mean"]
        assert len(told) == 4
        for rules, mean in told.items():
            least, most = sorted(here[here.index.str.endswith(rules)])
            assert least < mean < most
