/**
 * What else a finger covers: after a touch on the felt, the other spots within reach are offered instead, each on a button
 * that is large enough. The chip lies where the finger went, and goes where it was meant to by one more press.
 */

import { button, byId, el, fill } from "../../kit/dom.js";
import { capitalized } from "../../kit/words.js";

/** @import { Betting } from "./betting.js" */
/** @import { Area, Felt } from "../../felt/felt.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

const FINGER = 44; // pixels

/** Offers the neighbours of the spot that was touched. */
export class Nearby {
  #table;
  #felt;
  #betting;
  #box = byId("nearby");

  /** @param {TableState} table @param {Felt} felt @param {Betting} betting */
  constructor(table, felt, betting) {
    this.#table = table;
    this.#felt = felt;
    this.#betting = betting;
  }

  /** A chip was put on an area by a finger. @param {Area} area @param {{x: number, y: number}} finger  on the screen */
  after(area, finger) {
    const others = this.#felt.under(finger, FINGER).filter((other) => other !== area && this.#isFree(other));
    this.#show(area, others);
  }

  hide() {
    if (this.#box.hidden) return;
    this.#box.hidden = true;
    fill(this.#box);
  }

  /** Whether chips can be put there by hand. @param {Area} area */
  #isFree = ({ wager, on, seat }) => Boolean(this.#table.offer("wager", wager, on, seat || this.#table.seat));

  /** @param {Area} area @param {Area[]} others */
  #show(area, others) {
    if (!others.length) return this.hide();
    const spot = (/** @type {Area} */ { wager, on, seat }) => ({ wager, on, seat: seat || this.#table.seat });
    const instead = (/** @type {Area} */ other) => {
      if (this.#betting.instead(spot(area), spot(other))) this.#show(other, [area, ...others.filter((one) => one !== other)]);
    };
    const title = (/** @type {Area} */ { wager, on }) => capitalized(this.#table.title(wager, on));
    this.#box.hidden = false;
    fill(
      this.#box,
      el("span", { class: "label" }, `${title(area)}. Or instead:`),
      others.map((other) => button(title(other), () => instead(other), { "data-wager": other.wager, "data-on": other.on })),
    );
  }
}
