/** The notice over the player's controls: a sentence, its provision, and what could be done instead. */

import { button, byId, el, fill } from "../kit/dom.js";
import { citation } from "../kit/law.js";
import { addressed } from "../kit/words.js";

/** @import { TableState } from "../felt/tablestate.js" */

/**
 * @typedef {{sentence: string, cite?: string, remedy?: {label: string, act: () => void}, code?: string, isTheirs?: boolean}} Notice
 *   `code` is the house's reason in a word, where the house refused; `isTheirs`: it speaks to the player as it stands
 */

const TOO_LATE = new Set(["betting_closed", "stale"]);
const REALITY_CHECK = "reality_check";
// in milliseconds
const STAYS = 15_000;
const LASTS = 45_000;

/**
 * Shows one notice at a time. What is said while betting is open is about wagers, and is dismissed when it closes;
 * whatever else is said, after a while, and in any case once a whole round was played since.
 */
export class NoticeBoard {
  #table;
  #panel = byId("notice");
  #round = 0; // the round with whose betting the notice is dismissed; 0 where it lasts
  #saidIn = 0; // the round in which it was said
  #timer = 0;

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
  }

  /** @param {Notice} notice @param {{lasts?: boolean, betting?: boolean}} when  whether it outlasts the betting */
  show({ sentence, cite, remedy, code = "", isTheirs = false }, { lasts = TOO_LATE.has(code), betting = false } = {}) {
    const accept = () => {
      this.dismiss();
      remedy?.act();
    };
    const close = button("✕", () => this.dismiss(), { class: "quiet", "aria-label": "Dismiss" });
    this.#round = betting && !lasts ? this.#table.moment.round : 0;
    this.#saidIn = this.#table.hasView ? this.#table.moment.round : 0;
    clearTimeout(this.#timer);
    if (code !== REALITY_CHECK) this.#expireIn(lasts ? LASTS : STAYS);
    else this.#round = this.#saidIn = 0; // it stays until it is dismissed
    const words = isTheirs ? sentence : addressed(sentence, this.#table.hasView ? this.#table.seats : []);
    fill(this.#panel, el("p", {}, words, " ", citation(cite)), remedy && button(remedy.label, accept), close);
  }

  /** Dismiss a notice about wagers once the betting it was about is over. @param {boolean} betting */
  expire(betting) {
    const { round } = this.#table.moment;
    if (this.#round && (!betting || this.#round !== round)) this.dismiss();
    if (this.#saidIn && round > this.#saidIn + 1) this.dismiss();
  }

  /** Whoever points at it, or has come to its button, is still reading. @param {number} milliseconds */
  #expireIn(milliseconds) {
    clearTimeout(this.#timer);
    const isRead = () => this.#panel.matches(":hover") || this.#panel.contains(document.activeElement);
    this.#timer = setTimeout(() => (isRead() ? this.#expireIn(STAYS) : this.dismiss()), milliseconds);
  }

  /** Take the notice away. */
  dismiss() {
    clearTimeout(this.#timer);
    this.#round = this.#saidIn = 0;
    fill(this.#panel);
  }
}
