"""The page in Chromium: no complaint, no request, tables that work, a phone's width, keys."""

import csv
import io
import os
import shutil

import pytest

import rummy_sim
from rummy_sim.reports import write

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine: apt-get install chromium"
)

CONFIGS = {
    "phantom": {
        "game": "phantom",
        "players": 4,
        "ruleset": "official-advanced",
        "games": 240,
        "strategies": ["tempo", "guard", "builder", "rush", "baseline"],
        "design": "round-robin",
        "seed": 1,
    },
    "phase10": {
        "game": "phase10",
        "players": 3,
        "games": 60,
        "lineups": [["baseline", "rush", "holder"]],
        "seed": 2,
    },
}


@pytest.fixture(scope="module", params=CONFIGS)
def address(request, tmp_path_factory):
    run = rummy_sim.run(CONFIGS[request.param], out=tmp_path_factory.mktemp("runs"))
    (page,) = write(run, ["html"])
    # Alone in a folder, as a mail attachment is.
    alone = tmp_path_factory.mktemp("mail") / "attachment.html"
    shutil.copy(page, alone)
    return alone.as_uri()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def open_page(browser, address):
    """Open the page at some width; complaints and requests of it are kept."""
    contexts = []

    def opened(width=1200, **options):
        context = browser.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.told, page.asked = [], []
        page.on("console", lambda message: page.told.append(message.text))
        page.on("pageerror", lambda error: page.told.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


def column(article, place):
    return article.locator(f"tbody tr:visible > :nth-child({place})").all_inner_texts()


def unfolded(page, name="win-share"):
    article = page.locator(f"article#{name}")
    article.locator("summary").click()
    return article


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_opens_without_a_complaint_or_a_request(open_page, address, scheme):
    page = open_page(color_scheme=scheme)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.told == []
    assert page.asked == [address]
    assert page.locator("article svg").count() > 8
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    card = "getComputedStyle(document.querySelector('.drawing')).backgroundColor"
    assert page.evaluate(card) == "rgb(255, 255, 255)"  # charts stay dark on light


def test_every_link_leads_somewhere(open_page):
    page = open_page()
    for summary in page.locator("#findings summary").all():
        summary.click()
    for link in page.locator("nav a, .findings a").all():
        target = link.get_attribute("href")
        assert page.locator(target).count() == 1, target
        link.click()
        assert page.evaluate("location.hash") == target


def test_tables_sort_both_ways(open_page):
    article = unfolded(open_page())
    heads = article.locator("thead th")
    place = heads.all_inner_texts().index("win share (%)") + 1
    before = [float(x) for x in column(article, place)]
    heads.nth(place - 1).locator("button").click()
    up = [float(x) for x in column(article, place)]
    assert up == sorted(before)
    assert heads.nth(place - 1).get_attribute("aria-sort") == "ascending"
    heads.nth(place - 1).locator("button").click()
    assert [float(x) for x in column(article, place)] == sorted(before, reverse=True)
    heads.nth(place - 2).locator("button").click()
    words = column(article, place - 1)
    assert words == sorted(words)
    assert heads.nth(place - 1).get_attribute("aria-sort") is None


def test_turns_sort_as_numbers(open_page):
    page = open_page()
    article = unfolded(page, "ready-turn" if page.locator("#ready-turn").count() else "laid-turn")
    place = article.locator("thead th").all_inner_texts().index("own turn")
    article.locator("thead button").nth(place).click()
    turns = [int(x) for x in column(article, place + 1)]
    assert turns == sorted(turns)
    assert turns[-1] > 9


def test_tables_filter(open_page):
    article = unfolded(open_page())
    rows = article.locator("tbody tr")
    every = rows.count()
    article.locator("input").fill("RUSH")
    kept = article.locator("tbody tr:visible").all_inner_texts()
    assert 0 < len(kept) <= every
    assert all("rush" in row for row in kept)
    article.locator("input").fill("nobody of this name")
    assert article.locator("tbody tr:visible").count() == 0
    article.locator("input").fill("")
    assert article.locator("tbody tr:visible").count() == every


def test_a_table_is_copied_as_csv(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    article = unfolded(page)
    article.get_by_role("button", name="Copy as CSV").click()
    article.get_by_role("button", name="Copied").wait_for()
    rows = list(csv.reader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    assert rows[0] == article.locator("thead th").all_inner_texts()
    assert [row[0] for row in rows[1:]] == column(article, 1)
    assert len({len(row) for row in rows}) == 1


def test_the_data_of_a_chart_is_downloaded(open_page):
    page = open_page()
    article = unfolded(page)
    with page.expect_download() as saved:
        article.get_by_text("Download CSV").click()
    assert saved.value.suggested_filename == "win-share.csv"
    rows = list(csv.reader(saved.value.path().open(encoding="utf-8")))
    assert len(rows) - 1 == article.locator("tbody tr").count()
    assert float(rows[1][-3]) == pytest.approx(float(column(article, len(rows[0]) - 2)[0]), abs=0.1)


def test_a_phone_scrolls_only_downwards(open_page):
    page = open_page(390)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # Charts stay large enough to read: they scroll inside their frames.
    assert page.locator("#win-share svg").bounding_box()["width"] >= 600


def test_the_keyboard_reaches_and_works_everything(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#win-share summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#win-share details").get_attribute("open") is not None
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('th') !== null"):
            break
    page.keyboard.press("Enter")
    assert page.locator("#win-share th[aria-sort]").count() == 1
    focusable = "[...document.querySelectorAll('.drawing, .scroll')].every(e => e.tabIndex === 0)"
    assert page.evaluate(focusable)


def test_drawings_have_words_and_tables_have_scopes(open_page):
    page = open_page()
    for drawing in page.locator("article svg").all():
        title = drawing.get_attribute("aria-labelledby")
        assert len(page.locator(f"[id='{title}']").text_content()) > 20
    assert page.locator("table:not(:has(caption))").count() == 0
    assert page.locator("thead th:not([scope='col']), tbody th:not([scope='row'])").count() == 0


def test_no_text_of_a_chart_is_wider_than_its_sheet(open_page):
    page = open_page()
    out = page.evaluate(
        """() => [...document.querySelectorAll('article svg')].flatMap((svg) => {
          const sheet = svg.getBoundingClientRect();
          return [...svg.querySelectorAll('text')]
            .filter((text) => {
              const box = text.getBoundingClientRect();
              return box.left < sheet.left - 2 || box.right > sheet.right + 2;
            })
            .map((text) => text.textContent);
        })"""
    )
    assert out == []


def test_every_chart_is_drawn_and_its_room_is_known_before(open_page):
    page = open_page()
    looks = """() => [...document.querySelectorAll('.sheet')].map(sheet => {
        const drawn = getComputedStyle(sheet).contentVisibility;
        const height = sheet.getBoundingClientRect().height;
        sheet.firstElementChild.remove();
        return [drawn, height, sheet.getBoundingClientRect().height];
    })"""
    sheets = page.evaluate(looks)
    assert len(sheets) > 10
    for drawn, height, empty in sheets:
        assert drawn == "visible"
        assert height == pytest.approx(empty, abs=2)


def test_it_prints(open_page):
    page = open_page()
    assert len(page.pdf()) > 20_000
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator(".tools").first.is_visible()
