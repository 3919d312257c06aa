"""Reading a report's page without a browser."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """What stands in a page: ids, links, tables by article, everything that loads something."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads = [], [], []
        self.tables, self.captions = {}, []
        self._article, self._cell, self._row = None, None, None
        self.lines = []
        self._inside = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        for name in ("src", "xlink:href", "href", "srcset", "data", "action"):
            if name in found and (tag != "a" or name != "href"):
                self.loads.append(found[name])
        if tag == "article":
            self._article = found["id"]
        if tag == "tr":
            self._row = []
        if tag in ("td", "th"):
            self._cell = ""
        if tag == "li":
            self.lines.append("")
        self._inside.append(tag)

    def handle_data(self, data):
        if self._cell is not None:
            self._cell += data
        if "li" in self._inside:
            self.lines[-1] += data

    def handle_endtag(self, tag):
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass
        if tag in ("td", "th"):
            self._row.append(self._cell.strip())
            self._cell = None
        if tag == "tr" and self._article:
            self.tables.setdefault(self._article, []).append(self._row)
        if tag == "article":
            self._article = None
