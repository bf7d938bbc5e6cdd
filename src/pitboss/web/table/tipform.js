/** A tip: how many dollars of chips a patron gives the dealers. */

import { el } from "../kit/dom.js";
import { parseDollars } from "../kit/money.js";

/** One field and one button, the same for a player and for the dealer who speaks for a patron. */
export class TipForm {
  #amount = el("input", { class: "amount", inputmode: "decimal", autocomplete: "off", "aria-label": "Tip, in dollars", placeholder: "tip" });
  node;

  /** @param {(amount: number) => unknown} give  truthy where it was done @param {(words: string) => unknown} object @param {string} [act] */
  constructor(give, object, act = "Tip into the box") {
    this.node = el("form", { class: "act-row", "data-do": "tip" }, el("label", {}, "$ ", this.#amount), el("button", { type: "submit" }, act));
    this.node.addEventListener("submit", async (event) => {
      event.preventDefault();
      const amount = parseDollars(this.#amount.value);
      if (!amount) return object("Type the tip in dollars, such as 5.");
      if (await give(amount)) this.#amount.value = "";
    });
  }
}
