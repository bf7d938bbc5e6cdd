/** Every wager by name, to search and to press: the same as the felt, for small screens and for keyboards. */

import { button, byId, el, findAll, render } from "../../kit/dom.js";
import { dollars } from "../../kit/money.js";
import { edgeWords, paysWords } from "../../kit/rules.js";

/** @import { Betting } from "./betting.js" */
/** @import { Easy } from "./easy.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Spot } from "../../kit/types.js" */

/** @typedef {{spot: Spot, amount: HTMLElement, less: HTMLButtonElement, more: HTMLButtonElement, words: string}} Row */

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
  #searched = "";
  /** @type {Map<HTMLElement, Row>} */ #rows = new Map();
  #list = byId("finder-list");
  #field = byId("finder-field", HTMLInputElement);
  #none = el("p", { class: "quiet-text", role: "status" });

  /** @param {TableState} table @param {Betting} betting @param {Easy} easy */
  constructor(table, betting, easy) {
    this.#table = table;
    this.#easy = easy;
    for (const wager of new Set(table.info.spots.map((spot) => spot.wager))) {
      this.#list.append(el("h3", {}, table.kind(wager)?.title ?? wager));
      const spots = table.info.spots.filter((spot) => spot.wager === wager);
      this.#list.append(...spots.map((spot) => this.#row(spot, betting)));
    }
    this.#list.before(this.#none);
    this.#field.addEventListener("input", () => this.#search());
  }

  /** Bring the focus to the search field. */
  focus() {
    this.#field.focus();
  }

  /** @param {Spot} spot @param {Betting} betting */
  #row(spot, betting) {
    const { wager, on } = spot;
    const title = this.#table.title(wager, on);
    const spoken = this.#table.kind(wager)?.spoken ?? [];
    const amount = el("span", { class: "up" });
    const less = button("−", () => betting.take(wager, on), { "aria-label": `Take a chip from ${title}` });
    const more = button("+", () => betting.place(wager, on), { "aria-label": `Put a chip on ${title}` });
    const terms = [paysWords(spot), edgeWords(spot)].filter(Boolean).join(" · edge ");
    const row = el(
      "div",
      { class: "spot-row" },
      el("span", { class: "title" }, title, spoken.length ? el("span", { class: "spoken" }, ` ${spoken.join(", ")}`) : null),
      el("span", { class: "terms" }, terms),
      less,
      amount,
      more,
    );
    const words = `${title} ${wager.replaceAll("_", " ")} ${on} ${spot.covers.join("-")} ${spoken.join(" ")}`;
    this.#rows.set(row, { spot, amount, less, more, words: words.toLowerCase() });
    return row;
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    for (const { spot, amount, less, more } of this.#rows.values()) {
      const up = this.#table.on(spot.wager, spot.on);
      const words = up ? dollars(up) : "";
      render(amount, () => words);
      less.disabled = !open || !up;
      more.disabled = !open;
    }
    if (this.#searched !== this.#view) this.#search();
  }

  /** What decides which rows are shown, besides what is searched. */
  get #view() {
    const kinds = new Set([...this.#rows.values()].map(({ spot }) => spot.wager));
    return JSON.stringify([...kinds].filter(this.#easy.hides));
  }

  /**
   * Show the rows in which every word is found, and the headings that have such rows; without a word, all that are not put
   * away. Whoever writes a name as players say it finds what is called so: "yo" is also in other words.
   */
  #search() {
    this.#searched = this.#view;
    const wanted = asSpoken(this.#field.value);
    const parts = wanted.split(/\s+/);
    const named = [...this.#rows.values()].some(({ spot }) => this.#isCalled(spot, wanted));
    for (const [row, { words, spot }] of this.#rows) {
      if (!wanted) row.hidden = this.#easy.hides(spot.wager);
      else row.hidden = named ? !this.#isCalled(spot, wanted) : !parts.every((word) => words.includes(word));
    }
    const isFound = [...this.#rows.keys()].some((row) => !row.hidden);
    this.#none.textContent = isFound || !wanted ? "" : `No wager of this table is called "${this.#field.value.trim()}".`;
    for (const heading of findAll(this.#list, "h3")) {
      let row = heading.nextElementSibling;
      let any = false;
      while (row instanceof HTMLElement && row.tagName !== "H3") {
        any ||= !row.hidden;
        row = row.nextElementSibling;
      }
      heading.hidden = !any;
    }
  }

  /** Whether players call a wager just so. @param {Spot} spot @param {string} wanted */
  #isCalled = ({ wager }, wanted) => Boolean(this.#table.kind(wager)?.spoken?.some((name) => asSpoken(name) === wanted));
}
