/**
 * How to play best under the filed rules, at practice tables only: the chart that the house has worked out, as letters
 * and colours, with the cell of the hand that is being decided lit up. The house says which cell that is.
 */

import { getStrategy } from "./api.js";
import { byId, el, fill } from "./dom.js";

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 4000;

/** @typedef {{head: string, cells: string[]}} Row */
/** @typedef {{title: string, down: string, across: string, columns: string[], rows: Row[]}} Grid */
/** @typedef {{title: string, steps: string[], grids: Grid[], legend: Record<string, string>, notes: string[]}} Chart */

export class Strategy {
  #table;
  #asked = false;
  /** @type {?Chart} */ #chart = null;
  /** @type {?string[]} */ #cell = null;

  /** @param {import("./view.js").Table} table */
  constructor(table) {
    this.#table = table;
    const tab = byId("tab-strategy");
    tab.hidden = !table.facts.strategy;
    tab.addEventListener("click", () => this.#ask());
    tab.addEventListener("focus", () => this.#ask());
  }

  /** Light up the cell of the hand that is being decided, or none. @param {string[]} [cell] */
  light(cell) {
    this.#cell = cell ?? null;
    this.#mark();
  }

  async #ask(wait = FIRST_WAIT) {
    if (this.#asked && wait === FIRST_WAIT) return;
    this.#asked = true;
    const panel = byId("strategy");
    if (!this.#chart) fill(panel, el("p", { class: "quiet-text" }, "The chart is being worked out …"));
    try {
      this.#chart = (await getStrategy(this.#table.facts.id)).chart;
    } catch (refusal) {
      this.#asked = false;
      return fill(panel, el("p", { class: "refusal" }, refusal.message));
    }
    if (!this.#chart) return setTimeout(() => this.#ask(2 * wait), Math.min(wait, LONGEST_WAIT));
    fill(panel, drawn(this.#chart));
    this.#mark();
  }

  #mark() {
    const panel = byId("strategy");
    for (const lit of panel.querySelectorAll(".lit")) lit.classList.remove("lit");
    const here = this.#chart && this.#cell && this.#at(panel, this.#cell);
    const words = here ? `${here.dataset.words}: ${this.#chart.legend[here.textContent] ?? here.textContent}` : "";
    const told = panel.querySelector(".this-hand");
    if (told) told.textContent = words ? `This hand, ${words}.` : "The cell of your hand is lit while you decide.";
    if (!here) return;
    here.classList.add("lit");
    const box = byId("panel-strategy"); // it alone scrolls, never the page
    const off = (node) => node.getBoundingClientRect().top;
    box.scrollTop += off(here) - off(box) - box.clientHeight / 2;
  }

  #at = (panel, [grid, head, column]) =>
    [...panel.querySelectorAll("td")].find(
      ({ dataset }) => dataset.grid === grid && dataset.head === head && dataset.column === column,
    );
}

/** @param {Chart} chart */
function drawn(chart) {
  const kinds = Object.keys(chart.legend ?? {});
  return [
    el("h3", {}, chart.title),
    (chart.steps ?? []).map((step) => el("p", {}, step)),
    chart.grids?.some((grid) => grid.rows.length) ? el("p", { class: "this-hand", role: "status" }) : null,
    (chart.grids ?? []).map((grid) => gridTable(grid, kinds)),
    kinds.length ? el("dl", { class: "legend" }, kinds.map((entry) => legendLine(entry, kinds, chart.legend))) : null,
    (chart.notes ?? []).map((note) => el("p", { class: "quiet-text" }, note)),
  ];
}

const colour = (entry, kinds) => (kinds.includes(entry) ? `entry entry-${kinds.indexOf(entry) + 1}` : "entry");

const legendLine = (entry, kinds, legend) => [
  el("dt", { class: colour(entry, kinds) }, entry),
  el("dd", {}, legend[entry]),
];

/** @param {Grid} grid */
function gridTable(grid, kinds) {
  const byCard = grid.columns.every((column) => column.length <= 2); // else the columns say what the entries are
  const cells = (row) =>
    row.cells.map((entry, n) => {
      const across = byCard ? `, ${grid.across} ${grid.columns[n]}` : "";
      const words = `${grid.title.toLowerCase()}, ${grid.down} ${row.head}${across}`;
      const at = { "data-grid": grid.title, "data-head": row.head, "data-column": grid.columns[n] };
      return el("td", { class: colour(entry, kinds), ...at, "data-words": words }, entry);
    });
  return el(
    "div",
    { class: "chart-box" },
    el(
      "table",
      { class: "chart" },
      el("caption", {}, grid.title, el("small", {}, ` ${grid.down}, by ${grid.across}`)),
      el("thead", {}, el("tr", {}, el("td", {}), grid.columns.map((column) => el("th", { scope: "col" }, column)))),
      el("tbody", {}, grid.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.head), cells(row)))),
    ),
  );
}
