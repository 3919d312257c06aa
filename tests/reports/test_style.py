"""Texts that fit, looks that can be told apart, files that come out the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from PIL import Image

from rummy_sim.reports.sheet import sheet
from rummy_sim.reports.style import (
    FILLS,
    LINES,
    fitted,
    line_look,
    save,
    shade,
    text_width,
    wrapped,
)

texts = st.text("abcdefgh- ", min_size=1, max_size=60)


@given(texts, st.floats(0.5, 3))
def test_a_fitted_name_is_narrow_enough_and_keeps_its_ends(text, width):
    short = fitted(text, width, 9)
    assert text_width(short, 9) <= width
    if short != text:
        assert "…" in short
        assert short[0] == text[0]
        assert short[-1] == text[-1]


@given(texts, st.floats(0.8, 3), st.integers(1, 4))
def test_wrapped_lines_are_narrow_enough_and_few(text, width, lines):
    rows = wrapped(text, width, 9, lines).split("\n")
    assert len(rows) <= lines
    assert all(text_width(row, 9) <= width for row in rows)


def test_wrapping_loses_no_word_while_there_is_room():
    text = "one two three four five six"
    assert wrapped(text, 1.0, 9, 9).split() == text.split()
    assert wrapped(text, 0.8, 9, 2).endswith("…")


def grey(colour):
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_no_two_lines_look_the_same_without_colour():
    looks = [(look["marker"], str(look["linestyle"])) for look in map(line_look, range(4 * LINES))]
    assert len(set(looks)) == 4 * LINES


def test_areas_differ_in_hatch_or_clearly_in_grey():
    fills = list(FILLS.values())
    for i, one in enumerate(fills):
        for other in fills[:i]:
            same_hatch = one.get("hatch") == other.get("hatch")
            assert not same_hatch or abs(grey(one["facecolor"]) - grey(other["facecolor"])) > 0.15


def test_shades_darken_with_the_share():
    levels = [grey(shade(level)["facecolor"]) for level in (0, 25, 50, 75, 100)]
    assert levels == sorted(levels, reverse=True)
    assert shade(-3) == shade(0)
    assert shade(140) == shade(100)


def chart():
    page = sheet([""], title="Title & more", footer=["small print"])
    page.panels[0].plot([1, 2], [3, 4])
    page.panels[0].bar([1], [2], hatch="//")
    return page.figure


def test_files_come_out_the_same_with_text_as_text(tmp_path):
    png, svg = save(chart(), tmp_path / "one")
    again_png, again_svg = save(chart(), tmp_path / "two")
    assert png.read_bytes() == again_png.read_bytes()
    assert svg.read_bytes() == again_svg.read_bytes()
    assert png.name == "one.png"
    assert re.search(r"<text[^>]*>Title &amp; more</text>", svg.read_text())
    assert "<dc:date>" not in svg.read_text()
    with Image.open(png) as image:
        assert image.info["dpi"][0] == pytest.approx(150, abs=0.1)


def test_clip_paths_are_named_by_their_order_alone(tmp_path):
    text = save(chart(), tmp_path / "one")[1].read_text()
    names = re.findall(r'<clipPath id="(\w+)">', text)
    assert names == [f"clip{place}" for place in range(len(names))]
    assert set(re.findall(r'clip-path="url\(#(\w+)\)"', text)) == set(names) != set()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    png, svg = save(chart(), tmp_path / "one")
    whole = png.read_bytes()

    def full(self, data):
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError("no space left on device")

    monkeypatch.setattr(type(png), "write_bytes", full)
    with pytest.raises(OSError, match="no space"):
        save(chart(), tmp_path / "one")
    assert png.read_bytes() == whole
    assert sorted(tmp_path.iterdir()) == [png, svg]


def test_a_users_own_settings_change_nothing(tmp_path):
    import matplotlib as mpl

    plain = save(chart(), tmp_path / "plain")
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "savefig.dpi": 20}):
        other = save(chart(), tmp_path / "other")
        assert mpl.rcParams["font.size"] == 30
    assert [p.read_bytes() for p in plain] == [p.read_bytes() for p in other]
