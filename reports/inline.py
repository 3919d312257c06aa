"""Charts as SVG inside a page: small, and without names that clash."""

from __future__ import annotations

import re
from html import escape

__all__ = ["inline_svg", "light_svg", "look_css"]

_BETWEEN = re.compile(r">\s+<")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HEAD = re.compile(r"^.*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>.*?</style>", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w#.])(-?\d+\.\d{2})\d+")
_IDLE_ID = re.compile(r' id="(?:figure|patch|axes|matplotlib|xtick|ytick|line2d|text|legend)[^"]*"')
_FONT = re.compile(r" font-family: [^;\"]*;?")  # the page's own
_TAG = re.compile(r"<[^>]*>")
_UNTURNED = re.compile(r' transform="rotate\(-?0 [^"]*"')
_SPACE = re.compile(r"\s*\n\s*")


def light_svg(svg: str) -> str:
    """Return SVG text without what a page does not need, coordinates to a hundredth of a point.

    Examples
    --------
    >>> light_svg('<?xml?><svg><metadata>who</metadata><path d="M 1.23456 2 "/></svg>')
    '<svg><path d="M 1.23 2 "/></svg>'
    """
    text = _STYLE.sub("", _METADATA.sub("", _HEAD.sub("", svg)))
    text = _COMMENT.sub("", text)
    # Only within tags: the figures that people read stay as they are.
    text = _TAG.sub(lambda tag: _NUMBER.sub(r"\1", tag[0]), text)
    text = _UNTURNED.sub("", _FONT.sub("", _IDLE_ID.sub("", text)))
    return _SPACE.sub(" ", _BETWEEN.sub("><", text)).strip()


def inline_svg(svg: str, name: str, alternative: str, looks: dict[str, str]) -> str:
    """Return an SVG document as an element of a page, whose size is known before it is drawn.

    Parameters
    ----------
    svg : str
        From :func:`rummy_sim.reports.style.svg_text`.
    name : str
        The chart's; all ids begin with it, so that clip paths and markers of several
        charts on one page keep apart.
    alternative : str
        What it shows, in words.
    looks : dict
        Class names by what stood in ``style`` attributes; filled, see :func:`look_css`.
        The same few looks come back thousands of times.
    """

    def named(match: re.Match[str]) -> str:
        return f'class="{looks.setdefault(match[1], f"k{len(looks)}")}"'

    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', light_svg(svg))
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r'style="([^"]*)"', named, text)
    size = re.search(r'<svg[^>]*?\bwidth="([\d.]+)pt" height="([\d.]+)pt"', text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", text, count=1)
    width, height = (float(points) * 4 / 3 for points in (size.groups() if size else (460, 345)))
    title = f'<title id="{name}-words">{escape(alternative)}</title>'
    head = f'<svg role="img" aria-labelledby="{name}-words"'
    text = re.sub(r"<svg([^>]*)>", lambda match: f"{head}{match[1]}>{title}", text, count=1)
    place = f"width:{width:.0f}px;aspect-ratio:{width:.0f}/{height:.0f}"
    return f'<div class="sheet" style="{place}">{text}</div>'


def look_css(looks: dict[str, str]) -> str:
    """Return the style sheet of the classes that :func:`inline_svg` gave.

    Examples
    --------
    >>> look_css({"fill: none": "k0"})
    '.drawing .k0{fill: none}'
    """
    return "\n".join(f".drawing .{name}{{{look}}}" for look, name in looks.items())
