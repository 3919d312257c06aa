"use strict";
(() => {
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const words = (cell) => cell.textContent.trim();
  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;

  // A dash, which stands for "no figure", goes to the end in either direction.
  const sort = (table, column, down) => {
    const numbers = table.tHead.rows[0].cells[column].classList.contains("number");
    const key = (row) => (numbers ? parseFloat(words(row.cells[column])) : words(row.cells[column]));
    const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
    rows.sort(([a], [b]) => {
      if (numbers && (isNaN(a) || isNaN(b))) return isNaN(a) - isNaN(b);
      return (numbers ? a - b : compare(a, b)) * (down ? -1 : 1);
    });
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };

  const sortable = (table) => {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = make("button", { type: "button", textContent: words(head) });
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, column, down);
      });
      head.replaceChildren(button);
    });
  };

  const filterable = (table, tools) => {
    const input = make("input", { type: "search", placeholder: "Filter rows" });
    input.setAttribute("aria-label", "Show only rows that contain");
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of table.tBodies[0].rows) {
        const text = [...row.cells].map(words).join(" ").toLowerCase();
        row.hidden = !wanted.every((word) => text.includes(word));
      }
    });
    tools.append(input);
  };

  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const asCsv = (table) =>
    [...table.rows]
      .filter((row) => !row.hidden)
      .map((row) => [...row.cells].map((cell) => quoted(words(cell))).join(","))
      .join("\n") + "\n";

  const toClipboard = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages opened from a file may not be allowed to; the old way works there.
      const area = make("textarea", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  const copyable = (table, tools) => {
    const button = make("button", { type: "button", textContent: "Copy as CSV" });
    button.addEventListener("click", async () => {
      await toClipboard(asCsv(table));
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy as CSV"), 1500);
    });
    tools.append(button);
  };

  for (const table of document.querySelectorAll("table.figures")) {
    const details = table.closest("details");
    let tools = details.querySelector(".tools");
    if (!tools) {
      tools = make("div", { className: "tools" });
      table.closest(".scroll").before(tools);
    }
    sortable(table);
    copyable(table, tools);
    filterable(table, tools);
  }

  for (const link of document.querySelectorAll("a.csv")) {
    link.addEventListener("click", () => {
      const text = JSON.parse(document.getElementById(link.dataset.of).textContent);
      link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    });
  }

  // The charts far down wait until the page is there; then all are drawn, for pictures of it.
  addEventListener("load", () => document.body.classList.add("all"));
})();
