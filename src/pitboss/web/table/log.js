/** The table log: what happened, in words, on the page and to screen readers; each line with its provision. */

import { byId, el } from "../kit/dom.js";
import { isPartOfStack, isSettlement } from "../kit/fold.js";
import { citation } from "../kit/law.js";
import { dollars } from "../kit/money.js";
import { sentence } from "../felt/sentences.js";

/** @import { TableState } from "../felt/tablestate.js" */
/** @import { TableEvent } from "../kit/types.js" */

const LINES = 120;
const SAID = 12; // what was said last, and may still be being read
/** Events that are only written, so that speech keeps up with play. */
const UNSPOKEN = new Set("wagered withdrawn shuffled round_closed discarded marked moved noted attested".split(" "));

/** Markers that change what can be bet on are spoken all the same. */
const SPOKEN_MARKERS = new Set(["puck", "dice", "start", "bank", "co-bank"]);

/** @param {TableEvent} event */
const isSpoken = (event) => (event.event === "marked" ? SPOKEN_MARKERS.has(event.marker) : !UNSPOKEN.has(event.event));

/** Writes the log, and speaks what matters to this player. */
export class TableLog {
  #table;
  #names;
  #list = byId("log-list");
  #live = byId("live");

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    this.#names = {
      who: table.nameOf.bind(table),
      title: table.title.bind(table),
    };
  }

  /**
   * Say something to screen readers, after what was said before: nothing that is still to be read is cut short.
   * @param {string} words
   */
  say(words) {
    this.#live.append(el("p", {}, words));
    while (this.#live.children.length > SAID) this.#live.firstElementChild?.remove();
  }

  /** Write what happened, and say what concerns the player. @param {TableEvent[]} all */
  hear(all) {
    const events = all.filter((event, n) => !isPartOfStack(event, all[n + 1]));
    for (const event of events) {
      const words = el("span", {}, sentence(event, this.#names));
      this.#list.prepend(el("li", { class: `log-${event.event}` }, words, citation(event.cite)));
    }
    while (this.#list.children.length > LINES) this.#list.lastElementChild?.remove();
    const spoken = this.#wordsFor(events);
    if (spoken) this.say(spoken);
  }

  /**
   * What matters to this player: the deal, the totals, the result, and each of their own bets.
   * @param {TableEvent[]} events
   */
  #wordsFor(events) {
    const words = events
      .filter((event) => (isSettlement(event) ? this.#table.holds(event.seat) : isSpoken(event)))
      .map((event) => sentence(event, this.#names));
    const own = events.filter(isSettlement).filter((event) => this.#table.holds(event.seat));
    if (own.length) words.push(this.#table.view.summary);
    if (own.length) words.push(`Your rack holds ${dollars(this.#table.view.you.rack)}.`);
    return words.join(" ");
  }
}
