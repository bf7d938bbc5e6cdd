/** Table talk: what happened, in words, on the page and to screen readers; each line with its provision. */

import { byId, el } from "./dom.js";
import { isPartOfStack } from "./fold.js";
import { citation } from "./law.js";
import { change, dollars } from "./money.js";
import { netOf } from "./view.js";
import { sentence } from "./words.js";

const KEPT = 120;
const BREATH = 300; // milliseconds
/** Events that are told only in the written talk, so that speech keeps up with play. */
const UNSPOKEN = new Set(["wagered", "withdrawn", "shuffled", "round_closed", "discarded", "marked", "moved", "noted"]);

/** Markers that change what is wagered on are spoken all the same. */
const MARKERS = new Set(["puck", "dice", "start", "bank", "co-bank"]);
const isSpoken = ({ event, marker }) => event === "marked" && MARKERS.has(marker);

export class Talk {
  #list = byId("talk-list");
  #live = byId("live");

  /** @param {import("./view.js").Table} table */
  constructor(table) {
    this.at = { who: (who) => table.nameOf(who), title: (wager, on) => table.title(wager, on) };
    this.table = table;
  }

  /** Say something now, to screen readers; what was said in the same breath is not cut short by it. */
  say(words) {
    const now = performance.now();
    this.#said = now - this.#when < BREATH ? `${this.#said} ${words}` : words;
    this.#when = now;
    this.#live.textContent = "";
    requestAnimationFrame(() => (this.#live.textContent = this.#said));
  }

  #said = "";
  #when = -BREATH;

  /** @param {import("./types.js").TableEvent[]} all */
  hear(all) {
    const events = all.filter((event, n) => !isPartOfStack(event, all[n + 1]));
    for (const event of events) {
      const line = el(
        "li",
        { class: `talk-${event.event}` },
        el("span", {}, sentence(event, this.at)),
        citation(event.cite),
      );
      this.#list.prepend(line);
    }
    while (this.#list.children.length > KEPT) this.#list.lastChild.remove();
    const spoken = this.#spoken(events);
    if (spoken) this.say(spoken);
  }

  /** What matters to this player: the deal, the totals, the result, and each of the seat's wagers. */
  #spoken(events) {
    const mine = (event) => this.table.holds(event.seat);
    const settled = new Set(["paid", "collected", "returned"]);
    const words = events
      .filter((event) => (!UNSPOKEN.has(event.event) || isSpoken(event)) && (!settled.has(event.event) || mine(event)))
      .map((event) => sentence(event, this.at));
    const own = events.filter((event) => settled.has(event.event) && mine(event));
    if (own.length > 1) words.push(`In all ${change(own.reduce((sum, event) => sum + netOf(event), 0))}.`);
    if (own.length) words.push(`Your rack holds ${dollars(this.table.view.you.rack ?? 0)}.`);
    return words.join(" ");
  }
}
