/** Hot and cold: how often each outcome of a wheel or of dice came at this table, beside what chance expects. */

import { getJson } from "../kit/api.js";
import { byId, el, render } from "../kit/dom.js";
import { captionedTable, listLine } from "../kit/lists.js";

/** @import { TableState } from "../felt/tablestate.js" */
/** @import { Frequencies, FrequencyLine } from "../kit/types.js" */

const MOST = 5; // of each

/** @param {number} n */
const about = (n) => (n < 10 ? n.toFixed(1) : String(Math.round(n)));

/** How far an outcome is from what chance expects, by its standard deviation. @param {FrequencyLine} line @param {number} rounds */
const distance = ({ seen, probability }, rounds) => (seen - rounds * probability) / Math.sqrt(Math.max(rounds * probability * (1 - probability), 1e-9));

/** The panel, where the game has one. */
export class HotCold {
  #table;
  #round = -1;
  #has = true; // until the house says that cards or tiles decide
  #place = el("div", { class: "hot-cold" });

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    byId("roads").after(this.#place);
  }

  /** Read again when a round has been settled. */
  async show() {
    const { info, view } = this.#table;
    const settled = view.phase === "settled" ? view.round : view.round - 1;
    if (!this.#has || settled === this.#round) return;
    this.#round = settled;
    /** @type {Frequencies|null} */ const found = await getJson(`/api/tables/${encodeURIComponent(info.id)}/frequencies`).catch(() => null);
    if (!found) return;
    this.#has = (found.lines ?? []).length > 0;
    if (!this.#has) return;
    const tab = byId("tab-roads");
    tab.hidden = false;
    tab.textContent = "Hot/cold";
    render(this.#place, () => drawn(found));
  }
}

/** @param {Frequencies} found */
function drawn({ rounds = 0, lines }) {
  if (!rounds) return el("p", { class: "quiet-text" }, "No round has been played at this table yet.");
  const ranked = [...lines].sort((one, other) => distance(other, rounds) - distance(one, rounds));
  const few = ranked.length > 2 * MOST + 2;
  const table = (/** @type {string} */ title, /** @type {FrequencyLine[]} */ some) =>
    captionedTable(title, ["Outcome", "Came", "Expected", "Last"], some.map(({ name, seen = 0, expected, ago = 0 }) => listLine({}, name, String(seen), about(expected), ago ? (ago === 1 ? "last round" : `${ago} rounds ago`) : "not yet")), "worths");
  return [
    el("p", {}, `The last ${rounds} ${rounds === 1 ? "round" : "rounds"} at this table, beside what chance expects of as many. The next one knows nothing of them.`),
    few ? [table("Came most often for what is expected", ranked.slice(0, MOST)), table("Came least often for what is expected", ranked.slice(-MOST).reverse())] : table("Every outcome", lines),
  ];
}
