/** Every wager by name, to search and to press: the same as the felt, for small screens and for keyboards. */

import { button, byId, el, render } from "../../kit/dom.js";
import { dollars } from "../../kit/money.js";
import { edgeWords, paysWords } from "../../kit/rules.js";

/** @import { Betting } from "./betting.js" */
/** @import { Easy } from "./easy.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Spot } from "../../kit/types.js" */

/** @typedef {{spot: Spot, node: HTMLElement, amount: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement, words: string}} Row */

const HARD = new Map([["4", "four"], ["6", "six"], ["8", "eight"], ["10", "ten"]]); // prettier-ignore

/** A name as it is said: `C&E` is "c and e", `hard 6` is "hard six". @param {string} name */
const asSpoken = (name) =>
  name
    .toLowerCase()
    .trim()
    .replace(/\s*&\s*/g, " and ")
    .replace(/\bhard (4|6|8|10)\b/g, (_, number) => `hard ${HARD.get(number)}`);

/** The list of all wagers of a table. */
export class Finder {
  #table;
  #easy;
  /** Kinds of wagers. @type {{wager: string, heading: HTMLElement, rows: Row[]}[]} */ #kinds;
  #list = byId("finder-list");
  #field = byId("finder-field", HTMLInputElement);
  #none = el("p", { class: "quiet-text", role: "status" });

  /** @param {TableState} table @param {Betting} betting @param {Easy} easy */
  constructor(table, betting, easy) {
    this.#table = table;
    this.#easy = easy;
    const { spots } = table.info;
    this.#kinds = [...new Set(spots.map((spot) => spot.wager))].map((wager) => ({
      wager,
      heading: el("h3", {}, table.kind(wager)?.title ?? wager),
      rows: spots.filter((spot) => spot.wager === wager).map((spot) => this.#row(spot, betting)),
    }));
    this.#list.before(this.#none);
    this.#field.addEventListener("input", () => this.#search());
  }

  /** Bring the focus to the search field. */
  focus() {
    this.#field.focus();
  }

  /** @param {Spot} spot @param {Betting} betting @returns {Row} */
  #row(spot, betting) {
    const { wager, on } = spot;
    const title = this.#table.title(wager, on);
    const spoken = this.#table.kind(wager)?.spoken ?? [];
    const amount = el("span", { class: "up" });
    const less = button("−", () => betting.take(wager, on), { "aria-label": `Take a chip from ${title}` });
    const more = button("+", () => betting.place(wager, on), { "aria-label": `Put a chip on ${title}` });
    const terms = [paysWords(spot), edgeWords(spot)].filter(Boolean).join(" · edge ");
    const node = el(
      "div",
      { class: "spot-row" },
      el("span", { class: "title" }, title, spoken.length ? el("span", { class: "spoken" }, ` ${spoken.join(", ")}`) : null),
      el("span", { class: "terms" }, terms),
      less,
      amount,
      more,
    );
    const words = `${title} ${wager.replaceAll("_", " ")} ${on} ${spot.covers.join("-")} ${spoken.join(" ")}`;
    return { spot, node, amount, less, more, words: words.toLowerCase() };
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    for (const { spot, amount, less, more } of this.#kinds.flatMap(({ rows }) => rows)) {
      const up = this.#table.on(spot.wager, spot.on);
      const words = up ? dollars(up) : "";
      render(amount, () => words);
      less.disabled = !open || !up;
      more.disabled = !open;
    }
    this.#search();
  }

  /**
   * Show the rows in which every word is found, and the headings that have such rows; without a word, all that are not put
   * away. Whoever writes a name as players say it finds what is called so: "yo" is also in other words.
   */
  #search() {
    const wanted = asSpoken(this.#field.value);
    const parts = wanted.split(/\s+/);
    const called = this.#kinds.filter(({ wager }) => this.#isCalled(wager, wanted));
    const found = called.length ? called : this.#kinds.filter(({ wager }) => wanted || !this.#easy.hides(wager));
    const isFound = (/** @type {Row} */ { words }) => called.length > 0 || parts.every((word) => words.includes(word));
    const shown = found.map(({ heading, rows }) => ({ heading, rows: rows.filter(isFound) })).filter(({ rows }) => rows.length);
    render(this.#list, () => shown.map(({ heading, rows }) => [heading, rows.map(({ node }) => node)]));
    this.#none.textContent = shown.length || !wanted ? "" : `No wager of this table is called "${this.#field.value.trim()}".`;
  }

  /** Whether players call a wager just so. @param {string} wager @param {string} wanted */
  #isCalled = (wager, wanted) => Boolean(this.#table.kind(wager)?.spoken?.some((name) => asSpoken(name) === wanted));
}
