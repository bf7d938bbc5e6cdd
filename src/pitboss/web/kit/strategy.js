/**
 * How to play best under the filed rules, at practice tables only: the chart that the house has worked out, as letters
 * and colours, with the cell of the hand that is being decided lit up. The house says which cell that is.
 */

import { asRefused, strategyOf } from "./api.js";
import { byId, el, fill, findAll } from "./dom.js";
import { follow } from "./following.js";

/** @import { TableState } from "../felt/tablestate.js" */
/** @import { Chart, ChartGrid, ChartRow, StrategyChart } from "./types.js" */

/** The chart of a table, and the cell of the hand that is being decided. */
export class Strategy {
  #table;
  #asked = false;
  /** @type {Chart|null} */ #chart = null;
  /** The one that decides first. @type {string[][]} */ #cells = [];

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    const tab = byId("tab-strategy");
    tab.hidden = !table.info.strategy;
    tab.addEventListener("click", () => this.#ask());
    tab.addEventListener("focus", () => this.#ask());
  }

  /** Light up the cells of the hand that is being decided, or none. @param {string[][]} cells */
  light(cells) {
    this.#cells = cells;
    this.#mark();
  }

  async #ask() {
    if (this.#asked) return;
    this.#asked = true;
    const panel = byId("strategy");
    fill(panel, el("p", { class: "quiet-text" }, "The chart is being computed …"));
    /** @param {StrategyChart} found */
    const show = ({ chart }) => {
      if (!chart) return;
      this.#chart = chart;
      fill(panel, drawn(chart));
      this.#mark();
    };
    await follow(strategyOf(this.#table.info.id), show).catch((refusal) => {
      this.#asked = false;
      fill(panel, el("p", { class: "refusal" }, asRefused(refusal).sentence));
    });
  }

  #mark() {
    const panel = byId("strategy");
    for (const lit of panel.querySelectorAll(".lit")) lit.classList.remove("lit");
    const cells = this.#cells.flatMap((place) => cellAt(panel, place) ?? []);
    const [note] = findAll(panel, ".this-hand");
    if (note) {
      const words = cells.map(({ dataset, textContent: entry }) => `${dataset.words}: ${this.#chart?.legend[entry] ?? entry}`);
      note.textContent = words.length ? `This hand, ${words.join("; ")}.` : "Your hand is highlighted here while you decide.";
    }
    for (const { classList } of cells) classList.add("lit");
    const [cell] = cells;
    if (!cell) return;
    const box = byId("panel-strategy"); // it alone scrolls, never the page
    const top = (/** @type {HTMLElement} */ node) => node.getBoundingClientRect().top;
    box.scrollTop += top(cell) - top(box) - box.clientHeight / 2;
  }
}

/** @param {HTMLElement} panel @param {string[]} cell */
const cellAt = (panel, [grid, head, column]) =>
  findAll(panel, "td").find(
    ({ dataset }) => dataset.grid === grid && dataset.head === head && dataset.column === column,
  );

/** @param {Chart} chart */
export function drawn(chart) {
  const kinds = Object.keys(chart.legend);
  return [
    el("h3", {}, chart.title),
    chart.steps.map((step) => el("p", {}, step)),
    chart.grids.some((grid) => grid.rows.length) ? el("p", { class: "this-hand", role: "status" }) : null,
    chart.grids.map((grid) => gridTable(grid, kinds)),
    kinds.length
      ? el(
          "dl",
          { class: "legend" },
          kinds.map((entry) => legendLine(entry, kinds, chart.legend)),
        )
      : null,
    chart.notes.map((note) => el("p", { class: "quiet-text" }, note)),
  ];
}

/** @param {string} entry @param {string[]} kinds */
const entryClass = (entry, kinds) => (kinds.includes(entry) ? `entry entry-${kinds.indexOf(entry) + 1}` : "entry");

/** @param {string} entry @param {string[]} kinds @param {Record<string, string>} legend */
const legendLine = (entry, kinds, legend) => [
  el("dt", { class: entryClass(entry, kinds) }, entry),
  el("dd", {}, legend[entry]),
];

/** @param {ChartGrid} grid @param {string[]} kinds */
function gridTable(grid, kinds) {
  const byCard = grid.columns.every((column) => column.length <= 2); // else the columns say what the entries are
  const cells = (/** @type {ChartRow} */ row) =>
    row.cells.map((entry, n) => {
      const across = byCard ? `, ${grid.across} ${grid.columns[n]}` : "";
      const words = `${grid.title.toLowerCase()}, ${grid.down} ${row.head}${across}`;
      const at = { "data-grid": grid.title, "data-head": row.head, "data-column": grid.columns[n] };
      return el("td", { class: entryClass(entry, kinds), ...at, "data-words": words }, entry);
    });
  return el(
    "div",
    { class: "chart-box", tabIndex: 0, role: "group", "aria-label": grid.title },
    el(
      "table",
      { class: "chart" },
      el("caption", {}, grid.title, el("small", {}, ` ${grid.down}, by ${grid.across}`)),
      el("thead", {}, el("tr", {}, el("td", {}), grid.columns.map((column) => el("th", { scope: "col" }, column)))),
      el("tbody", {}, grid.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.head), cells(row)))),
    ),
  );
}
