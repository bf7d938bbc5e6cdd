/** Baccarat's roads on the page: five of them, told apart by letters, places and shapes as well as by colours. */

import { getRounds } from "../kit/api.js";
import { byId, el, fill } from "../kit/dom.js";
import { headRow } from "../kit/lists.js";
import { DERIVED, beadPlate, bigRoad, derivedRoad, letterOf, marksOf, wouldSay } from "./roadrules.js";

/** @import { Cell, Coup, DerivedRoad, MarkedCell } from "./roadrules.js" */
/** @import { TableState } from "../felt/tablestate.js" */

const ROUNDS = 150;
/** @type {Record<string, string>} */
const NAMES = { P: "Player", B: "Banker", T: "Tie", R: "repeats", C: "changes" };
const SIDES = ["B", "P"];
const LEGEND =
  "At a result: Banker pair upper left, Player pair lower right, the 8 or 9 of a natural lower left, ties upper right.";
const DERIVED_LEGEND = "Round, or leaning right: the columns of the big road repeat. Square, or leaning left: they change.";

/** A result in words, with all that is marked on it. @param {MarkedCell} cell */
function spokenCell({ one, ties, marks }) {
  const pairs = [...(marks?.pairs ?? "")].map((side) => `${NAMES[side]} pair`);
  const natural = marks?.natural ? [`natural ${marks.natural}`] : [];
  const tied = ties && one !== "T" ? [`${ties} ${ties === 1 ? "tie" : "ties"}`] : [];
  return [NAMES[one], ...natural, ...pairs, ...tied].join(" with ");
}

/** The corners of a result. @param {MarkedCell} cell */
const corners = ({ ties, marks }) => [
  ties ? el("span", { class: "tied" }, String(ties)) : null,
  [...(marks?.pairs ?? "")].map((side) => el("span", { class: `pair pair-${side}` })),
  marks?.natural ? el("span", { class: "natural" }, String(marks.natural)) : null,
];

/**
 * A road as a grid that scrolls sideways in its own box, its newest columns in sight.
 * @template {Cell} Kind
 * @param {string} title @param {string} look @param {Kind[]} cells @param {(cell: Kind) => string} spoken
 * @param {(cell: Kind) => HTMLElement} drawn
 */
function road(title, look, cells, spoken, drawn) {
  const said = cells.map(spoken).join(", ") || "nothing yet";
  const grid = el("div", { class: `road ${look}`, role: "img", "aria-label": `${title}: ${said}` });
  for (const cell of cells) {
    const node = drawn(cell);
    node.style.gridRow = String(cell.row + 1);
    node.style.gridColumn = String(cell.column + 1);
    grid.append(node);
  }
  const box = el("div", { class: "road-box", tabIndex: 0, role: "group", "aria-label": title }, grid);
  return el("section", { class: "road-part" }, el("h3", {}, title), box);
}

/** @param {string} title @param {string} look @param {MarkedCell[]} cells */
const results = (title, look, cells) =>
  road(title, look, cells, spokenCell, (cell) =>
    el("span", { class: `bead bead-${cell.one}` }, cell.one, corners(cell)),
  );

/** What a derived road says, as it is drawn on it. @param {string} said @param {string} key */
const sign = (said, key) => el("span", { class: `road-sign ${key}-sign is-${said}` });

/** @param {DerivedRoad} derived @param {string[]} letters */
const derivedGrid = ({ title, key, back }, letters) =>
  road(title, "derived", derivedRoad(letters, back), ({ one }) => NAMES[one], ({ one }) => sign(one, key));

/** What the derived roads would say of either side. @param {string[]} letters */
function preview(letters) {
  const rows = SIDES.map((side) => {
    const cells = DERIVED.map(({ key, back }) => {
      const said = wouldSay(letters, back, side);
      return el("td", {}, said ? [sign(said, key), ` ${NAMES[said]}`] : "not begun");
    });
    return el("tr", {}, el("th", { scope: "row" }, `If ${NAMES[side]} next`), cells);
  });
  const head = headRow("", ...DERIVED.map(({ title }) => title));
  return el("table", { class: "road-preview" }, head, el("tbody", {}, rows));
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
    /** @type {Coup[]} */
    const coups = rounds
      .map(({ result, marks }) => ({ letter: letterOf(result), marks: marksOf(marks) }))
      .filter(({ letter }) => letter)
      .reverse();
    const letters = coups.map(({ letter }) => letter);
    fill(
      byId("roads"),
      results("Bead plate", "plate", beadPlate(coups)),
      results("Big road", "hollow", bigRoad(coups)),
      el("p", { class: "road-legend" }, LEGEND),
      el("div", { class: "derived-roads" }, DERIVED.map((derived) => derivedGrid(derived, letters))),
      preview(letters),
      el("p", { class: "road-legend" }, DERIVED_LEGEND),
    );
  }
}
