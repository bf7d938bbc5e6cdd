/** The notice over the player's controls: a sentence, its provision, and what could be done instead. */

import { button, byId, el, fill } from "./dom.js";
import { citation } from "./law.js";

/** @import { TableState } from "./tablestate.js" */

/**
 * @typedef {{sentence: string, cite?: string, remedy?: {label: string, act: () => void}, why?: string}} Notice
 *   `why` is the house's reason in a word, where the house refused
 */

const TOO_LATE = new Set(["betting_closed", "stale"]);

/** Shows one notice at a time. What is said while betting is open is about wagers, and is dismissed when it closes. */
export class NoticeBoard {
  #table;
  #panel = byId("notice");
  #round = 0; // the round with whose betting the notice is dismissed; 0 where it lasts

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
  }

  /** @param {Notice} notice @param {{lasts?: boolean, betting?: boolean}} when  whether it outlasts the betting */
  show({ sentence, cite, remedy, why = "" }, { lasts = TOO_LATE.has(why), betting = false } = {}) {
    const accept = () => {
      this.dismiss();
      remedy?.act();
    };
    const close = button("✕", () => this.dismiss(), { class: "quiet", "aria-label": "Dismiss" });
    this.#round = betting && !lasts ? this.#table.moment.round : 0;
    fill(this.#panel, el("p", {}, sentence, " ", citation(cite)), remedy && button(remedy.label, accept), close);
  }

  /** Dismiss a notice about wagers once the betting it was about is over. @param {boolean} betting */
  expire(betting) {
    if (this.#round && (!betting || this.#round !== this.#table.moment.round)) this.dismiss();
  }

  /** Take the notice away. */
  dismiss() {
    this.#round = 0;
    fill(this.#panel);
  }
}
