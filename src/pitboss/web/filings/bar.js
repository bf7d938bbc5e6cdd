/** The bar over a draft that stays in view: whether it is lawful, how much changes, what becomes of the edge, and the acts. */

import { el, render } from "../kit/dom.js";

/** @import { Child } from "../kit/dom.js" */

/** One line that answers "lawful?". */
export class VerdictBar {
  #verdict = el("strong", { class: "verdict" });
  #figures = el("span", { class: "bar-figures" });

  /** @param {Child[]} acts */
  constructor(...acts) {
    this.node = el(
      "div",
      { class: "verdict-bar", role: "region", "aria-label": "The draft as it stands" },
      el("p", { class: "bar-words", role: "status" }, this.#verdict, this.#figures),
      el("div", { class: "act-row" }, ...acts),
    );
  }

  /** Where what could not be checked is said. */
  get verdict() {
    return this.#verdict;
  }

  /** @param {boolean} lawful @param {string} verdict @param {string[]} figures */
  show(lawful, verdict, figures) {
    this.#verdict.className = `verdict ${lawful ? "gain" : "refusal"}`;
    render(this.#verdict, () => `${lawful ? "✓" : "✕"} ${verdict}`);
    render(this.#figures, () => figures.filter(Boolean).map((words) => ` · ${words}`).join(""));
  }
}
