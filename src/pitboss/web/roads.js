/** Baccarat's roads: the bead plate and the big road, with letters as well as colors. */

import { getRounds } from "./api.js";
import { byId, el, fill } from "./dom.js";

/** @import { TableState } from "./tablestate.js" */

/** @typedef {{one: string, row: number, column: number, ties?: number}} Cell */

const ROWS = 6;
const ROUNDS = 150;
/** @type {Record<string, string>} */
const NAMES = { P: "Player", B: "Banker", T: "Tie" };

/** P, B or T from a result such as `Banker wins`; nothing for others. @param {string} result */
const letterOf = (result) => ({ p: "P", b: "B", t: "T" })[result.charAt(0).toLowerCase()] ?? "";

/** Every result in a cell of its own, down the columns. @param {string[]} letters @returns {Cell[]} */
function beadPlate(letters) {
  return letters.map((one, n) => ({ one, row: n % ROWS, column: Math.floor(n / ROWS) }));
}

/**
 * A column for each run of one side; a run that finds no room below turns right. Ties are counted on the last cell, and
 * those before anything was decided on the first, which they hold until then.
 * @param {string[]} letters @returns {Cell[]}
 */
export function bigRoad(letters) {
  /** @type {(Cell & {ties: number})[]} */
  const cells = [];
  const taken = new Set();
  let runs = -1;
  const early = letters.findIndex((one) => one !== "T");
  const ties = early < 0 ? letters.length : early;
  if (early < 0) return ties ? [{ one: "T", row: 0, column: 0, ties }] : [];
  for (const one of letters.slice(early)) {
    const last = cells.at(-1);
    if (last && one === "T") {
      last.ties += 1;
      continue;
    }
    let [row, column] = [0, 0];
    if (last && last.one === one) {
      const below = [last.row + 1, last.column];
      [row, column] = below[0] < ROWS && !taken.has(String(below)) ? below : [last.row, last.column + 1];
    } else {
      runs += 1;
      column = runs;
      while (taken.has(String([0, column]))) column += 1;
      runs = column;
    }
    taken.add(String([row, column]));
    cells.push({ one, row, column, ties: last ? 0 : ties });
  }
  return cells;
}

/** A road as a grid, its newest columns in sight. @param {string} title @param {Cell[]} cells */
function grid(title, cells, hollow = false) {
  const columns = Math.max(12, ...cells.map((cell) => cell.column + 1));
  const spoken = cells.map((cell) => NAMES[cell.one]).join(", ") || "nothing yet";
  const node = el("div", { class: hollow ? "road hollow" : "road", role: "img", "aria-label": `${title}: ${spoken}` });
  node.style.gridTemplateColumns = `repeat(${columns}, 22px)`;
  for (const { one, row, column, ties } of cells) {
    const bead = el("span", { class: `bead bead-${one}` }, one, ties ? el("sup", {}, String(ties)) : null);
    bead.style.gridRow = String(row + 1);
    bead.style.gridColumn = String(column + 1);
    node.append(bead);
  }
  const box = el("div", { class: "road-box" }, node);
  queueMicrotask(() => (box.scrollLeft = box.scrollWidth));
  return [el("h3", {}, title), box];
}

/** The roads of a table, where it is one of baccarat. */
export class Roads {
  #table;
  #isBaccarat;
  #round = 0;

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    this.#isBaccarat = table.info.wagers.some((kind) => kind.name === "bankers_hand");
    byId("tab-roads").hidden = !this.#isBaccarat;
  }

  /** Draw again when a round has been settled. */
  async show() {
    const { view, info } = this.#table;
    const settled = view.phase === "settled" ? view.round : view.round - 1;
    if (!this.#isBaccarat || settled === this.#round) return;
    this.#round = settled;
    const rounds = await getRounds(info.id, { limit: ROUNDS }).catch(() => []);
    const letters = rounds
      .map((round) => letterOf(round.result))
      .filter(Boolean)
      .reverse();
    fill(byId("roads"), grid("Bead plate", beadPlate(letters)), grid("Big road", bigRoad(letters), true));
  }
}
