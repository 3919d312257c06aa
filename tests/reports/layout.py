"""Looking at a figure: is every word on the sheet, and does none cover another?"""

from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from rummy_sim.reports.style import styled


def words(figure):
    """The visible texts with their boxes in pixels, drawn as for a file."""
    with styled():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        hidden = not_drawn(figure)
        return [
            (text.get_text(), text.get_window_extent(renderer))
            for text in figure.findobj(Text)
            if text.get_visible() and text.get_text().strip() and id(text) not in hidden
        ]


def not_drawn(figure):
    """The labels of ticks that lie beyond the ends of their axis."""
    hidden = set()
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                if not low <= tick.get_loc() <= high:
                    hidden |= {id(tick.label1), id(tick.label2)}
    return hidden


def beyond_the_edge(figure, found):
    """The texts that are not wholly on the sheet."""
    width, height = figure.bbox.width, figure.bbox.height
    return [
        text
        for text, box in found
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1
    ]


def overlapping(found, slack=1.5):
    """Pairs of texts of which one covers another, by more than some pixels."""
    pairs = []
    for (one, a), (other, b) in combinations(found, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        if across > slack and up > slack:
            pairs.append((one, other))
    return pairs
