/**
 * The focus is never lost: where what has it goes or cannot be pressed for a while, it rests on the felt, where no key does
 * anything by mistake, and comes back when that can be pressed again.
 */

import { byId, focused } from "../kit/dom.js";

/** @param {HTMLElement|SVGElement} node */
const canHaveFocus = (node) => node.isConnected && node.checkVisibility() && !node.matches(":disabled");

/** Watches the focus of one page. */
export class FocusKeeper {
  #rest = byId("felt");
  /** What had the focus last. @type {HTMLElement|SVGElement|null} */ #last = null;
  #isBegun = false; // before that, Tab begins at the head of the page

  constructor() {
    document.addEventListener("focusin", () => {
      const now = focused();
      if (now && now !== this.#rest && now !== document.body) this.#last = now;
      this.#isBegun = true;
    });
    document.addEventListener("pointerdown", () => {
      this.#last = null; // who points has moved it on purpose
      this.#isBegun = true;
    });
  }

  /** See to it, after the page has been drawn again. */
  keep() {
    const now = focused();
    const isLost = !now || now === document.body || now === this.#rest || !canHaveFocus(now); // the browser takes it away later
    const last = this.#last;
    if (!isLost || !this.#isBegun || document.querySelector("dialog[open]")) return;
    if (last && canHaveFocus(last)) last.focus({ preventScroll: true });
    else if (now !== this.#rest) this.#rest.focus({ preventScroll: true });
  }
}
