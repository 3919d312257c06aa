"""The page: figures as in the frames, nothing loaded, ids of its own, links that hold."""

import json
import re
from dataclasses import replace

import pytest

import rummy_sim
from rummy_sim.core.errors import UserError
from rummy_sim.reports import charts, write
from rummy_sim.reports.findings import NOTE, Finding
from rummy_sim.reports.forms import as_markdown
from rummy_sim.reports.inline import inline_svg, light_svg, look_css
from rummy_sim.reports.page import html
from rummy_sim.reports.report import make, shown_path
from rummy_sim.reports.sections import arranged, sections
from tests.reports.pages import Page

PHANTOM = {
    "name": "fair",
    "game": "phantom",
    "players": 3,
    "ruleset": "official-advanced",
    "seed": 3,
    "games": 360,
    "lineups": [["baseline", "rush", "guard"]],
}
PHASE10 = {
    "name": "ten",
    "game": "phase10",
    "players": 2,
    "seed": 4,
    "games": 40,
    "lineups": [["baseline", "rush"], ["baseline", "random"]],
    "ruleset": {"phases": [["set 3", "set 3"], ["run 7"]]},
}


@pytest.fixture(scope="module", params=[PHANTOM, PHASE10], ids=["phantom", "phase10"])
def run(request, tmp_path_factory):
    return rummy_sim.run(request.param, out=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def report(run):
    return make(run)


@pytest.fixture(scope="module")
def text(report):
    return html(report)


def test_nothing_is_loaded_and_every_link_holds(text):
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    for target in [*page.links, *page.loads]:
        assert target.startswith(("#", "data:")), target
    inside = {target[1:] for target in [*page.links, *page.loads] if target.startswith("#")}
    assert inside <= set(page.ids)
    drawn = set(re.findall(r"url\((.*?)\)", text))
    assert {target.removeprefix("#") for target in drawn} <= set(page.ids)
    assert "@import" not in text
    elsewhere = re.findall(r"https?://[^\"'\s)]*", text)
    assert set(elsewhere) <= {"http://www.w3.org/1999/xlink", "http://www.w3.org/2000/svg"}


def test_each_chart_has_its_article_with_words_command_and_csv(run, report, text):
    page = Page(text)
    exhibits = [each for _, listed in report.parts for each in listed]
    assert {each.name for each in exhibits} <= set(charts(report.manifest["game"]))
    assert len(exhibits) > 8
    for each in exhibits:
        assert each.name in page.ids
        assert each.question.endswith("?")
        assert each.help.endswith(".")
        assert each.figures is not None
        assert len(each.alternative) > 30
        assert each.command == f"rummy-sim report {shown_path(run.path)} --chart {each.name}"
        found = re.search(
            rf'<script type="application/json" id="{each.name}-csv">(.*?)</script>', text, re.S
        )
        assert json.loads(found.group(1)) == each.csv
        assert each.csv.count("\n") == len(each.figures.rows) + 1


def test_figures_on_the_page_are_those_of_the_frames(run, text):
    tables = Page(text).tables
    games = run.games
    heads, *rows = tables["win-share"]
    assert heads[-2:] == ["from", "to"]
    for row in rows:
        own = games[games["strategy"] == row[-4]]
        if len(run.cells) > 1:
            cell = next(c for c in run.cells if ", ".join(c["lineup"]) == row[0])
            own = own[own["cell"] == cell["cell"]]
        assert float(row[-3]) == pytest.approx(own["win_share"].mean() * 100, abs=0.06)
        assert float(row[-2]) <= float(row[-3]) <= float(row[-1])
    turns = [float(row[-3]) for row in tables["length"][1:]]
    assert turns == pytest.approx(list(run.rounds.groupby("cell")["turns"].mean()), abs=0.06)


def test_the_win_shares_of_the_manifest_agree_with_the_page(run, report):
    exhibits = {each.name: each for _, listed in report.parts for each in listed}
    rows = exhibits["win-share"].figures.rows
    summary = run.manifest["summary"]["by_strategy"]
    assert sorted(rows["mean"]) == pytest.approx(sorted(100 * row["win_share"] for row in summary))
    assert sorted(rows["low"]) == pytest.approx(
        sorted(max(0, 100 * row["win_share_low"]) for row in summary), abs=1e-6
    )


def test_findings_stand_on_the_first_screen_with_a_link(report, text):
    page = Page(text)
    told = [" ".join(line.split()) for line in page.lines]
    for finding in report.findings:
        sentence = " ".join(finding.sentence.split())
        assert any(line.startswith(sentence) for line in told), sentence
        assert f"#{finding.chart}" in page.links
    assert text.index('id="findings"') < text.index("<svg")


def test_what_cannot_be_drawn_is_said(tmp_path):
    coarse = rummy_sim.run(PHANTOM | {"storage": "games", "games": 6}, out=tmp_path)
    made = make(coarse)
    page = html(made)
    (told,) = [
        line
        for line in page.splitlines()
        if "the run did not keep the frame" in line and "ready-turn" in line
    ]
    assert "ready-never" in told
    assert 'id="win-share"' in page
    assert 'id="part-ready"' not in page
    assert all(finding.state == "open" for finding in made.findings)


def test_names_are_text_and_never_markup(report):
    odd = [Finding("<b>bold</b> & </script>", "win-share", 0, 0, 0)]
    named = replace(report, findings=odd, question="<i>Why?</i>", name="a<b")
    for page in (html(named), as_markdown(named)):
        assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;/script&gt;" in page
        for markup in ("<b>bold", "<i>Why", "a<b"):
            assert markup not in page


def test_formats(tmp_path):
    small = rummy_sim.run(PHANTOM | {"games": 6}, out=tmp_path)
    paths = write(small, ["md", "json"])
    assert [path.name for path in paths] == ["report.md", "report.json"]
    told = json.loads(paths[1].read_text())
    assert told["name"] == "fair"
    assert {"sentence", "state", "size", "low", "high", "threshold", "chart"} == set(
        told["findings"][0]
    )
    shares = next(chart for chart in told["charts"] if chart["name"] == "win-share")
    games = small.games
    for row in shares["rows"]:
        own = games[games["strategy"] == row["strategy"]]
        assert row["mean"] == pytest.approx(own["win_share"].mean() * 100)
    lines = paths[0].read_text().splitlines()
    assert lines[0] == "# fair"
    assert any(line.startswith("| baseline | ") for line in lines)
    assert NOTE in lines
    with pytest.raises(UserError, match=r"there is no format 'htm'.*mean 'html'"):
        write(small, ["htm"])
    with pytest.raises(UserError, match="no format is given; there are: html, md, json, png"):
        write(small, [])
    with pytest.raises(UserError, match="there is no chart 'win-shar'"):
        write(small, only=["win-shar"])
    only = write(small, only=["win-share"])
    assert [path.name for path in only] == ["win-share.png", "win-share.svg"]


def test_sections_name_charts_that_there_are():
    for game in ("phantom", "phase10"):
        known = charts(game)
        placed = arranged(sections(game), known)
        assert "further" not in [part.name for part, _ in placed]
        for part in sections(game):
            for wish in part.charts:
                assert "*" in wish or wish in known, wish


def test_ids_of_two_charts_keep_apart_and_looks_are_shared():
    svg = (
        '<?xml?>\n<svg width="10pt" height="5pt"><defs><clipPath id="p1"/></defs>'
        '<g clip-path="url(#p1)" style="fill: none"><use xlink:href="#p1" style="fill: red"/>'
        '<path style="fill: url(#h1)"/></g>'
        "</svg>"
    )
    looks = {}
    one = inline_svg(svg, "a", "First & last", looks)
    two = inline_svg(svg, "b", "x", looks)
    assert 'id="a-p1"' in one
    assert "url(#a-p1)" in one
    assert 'xlink:href="#a-p1"' in one
    assert not set(Page(one).ids) & set(Page(two).ids)
    assert '<title id="a-words">First &amp; last</title>' in one
    assert list(looks) == ["fill: none", "fill: red", "fill: url(#a-h1)", "fill: url(#b-h1)"]
    assert 'class="k1"' in one
    assert look_css(looks).splitlines()[1] == ".drawing .k1{fill: red}"


def test_svg_loses_digits_of_places_but_not_of_figures():
    svg = (
        '<svg><path d="M 10.123456 3 L -0.98765 2" style="fill: #123456"/>'
        '<text x="1.999" transform="rotate(-0 1.999 2)">0.12345 (0.1 to 0.13579)</text></svg>'
    )
    assert light_svg(svg) == (
        '<svg><path d="M 10.12 3 L -0.98 2" style="fill: #123456"/>'
        '<text x="1.99">0.12345 (0.1 to 0.13579)</text></svg>'
    )
