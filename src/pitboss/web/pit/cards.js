/** The wall of tables, by pit: a card each. */

import { button, el, focused, render } from "../kit/dom.js";
import { change, dollars } from "../kit/money.js";
import { inMinutes, phaseWords, stateOf, waitOf } from "../kit/pitwords.js";
import { ago, capitalized, plain } from "../kit/words.js";

/** @import { PitTable } from "../kit/types.js" */

const SOON = 30; // minutes before a duty at which its card says so
const NO_PIT = "In no pit";

/** `Pit A`, `High limit pit`. @param {string} title */
const pitWords = (title) => (/\bpit\b/i.test(title) ? title : `Pit ${title}`);
/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Who deals: a role and a name for each, the dealer with since when. @param {PitTable} line @returns {[string, string][]}
 */
export function dealingRows({ dealt = "automatic", staff = [], since = "" }) {
  if (dealt === "automatic") return [["Dealer", "automatic"]];
  const dealing = staff.filter(({ role }) => role !== "floorperson");
  if (!dealing.length) return [["Dealer", "nobody"]];
  /** @type {Map<string, string[]>} */
  const names = new Map();
  dealing.forEach(({ role, name }, place) => {
    const words = since && place === 0 ? `${name}, ${ago(since)}` : name;
    names.set(role, [...(names.get(role) ?? []), words]);
  });
  return [...names].map(([role, found]) => [capitalized(plain(role)), found.join("; ")]);
}

/** What the table won today, with its sign in words for those who do not see colour. @param {PitTable} line */
export function winWords({ win = 0, counting }) {
  if (counting) return el("span", { class: "quiet-text" }, "being counted …");
  return el("span", { class: win < 0 ? "loss" : win > 0 ? "gain" : "" }, win ? change(win) : dollars(0));
}

/** @param {PitTable} line */
export const waitingList = ({ waiting = [] }) =>
  waiting.length
    ? el(
        "ul",
        { class: "waiting" },
        waiting.map(({ what, words }) =>
          el("li", { "data-what": what }, el("span", { class: "sign", "aria-hidden": "true" }, waitOf(what).symbol), el("span", {}, words)),
        ),
      )
    : null;

/** One table; its button stays the same node, whatever changes. */
class Card {
  #info = el("div", { class: "pit-info" });
  #state = el("p", { class: "pit-state" });
  #title = el("span", { class: "pit-title" });

  /** @param {string} number @param {() => void} open */
  constructor(number, open) {
    this.button = button(el("strong", {}, number), open, { class: "pit-open", "aria-expanded": "false" }, " ", this.#title);
    this.node = el("article", { class: "pit-card", "data-table": number }, el("h3", {}, this.button), this.#state, this.#info);
    this.node.addEventListener("click", ({ target }) => {
      if (target instanceof Node && !this.button.contains(target)) open();
    });
  }

  /** @param {PitTable} line */
  update(line) {
    const { symbol, words } = stateOf(line.state);
    const { taken = [], patrons = [], seats = 0, duties = [], drop = 0, on_layout: layout = 0 } = line;
    const several = patrons.filter(({ seat, tables = [] }) => seat && tables.length);
    const due = duties.filter(({ minutes }) => minutes <= SOON && line.dealt === "person");
    this.node.dataset.state = line.state;
    this.node.classList.toggle("waits", Boolean(line.waiting?.length));
    render(this.#title, () => line.title);
    render(this.#state, () => [
      el("span", { class: "sign", "aria-hidden": "true" }, symbol),
      el("span", {}, [words, phaseWords(line)].filter(Boolean).join(", ")),
    ]);
    render(this.#info, () => [
      el(
        "dl",
        {},
        pair("Seats", `${taken.length} of ${seats}`),
        several.length ? pair("At several tables", several.map(({ name }) => name).join(", ")) : null,
        dealingRows(line).map(([role, names]) => pair(role, names)),
        pair("Win today", winWords(line)),
        pair("Drop", line.counting ? "…" : dollars(drop)),
        layout ? pair("On the layout", dollars(layout)) : null,
        due.map(({ title, minutes }) => pair(title, inMinutes(minutes))),
      ),
      waitingList(line),
    ]);
  }
}

/** @param {string} name @param {Node|string} value */
const pair = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

/** All cards. */
export class Wall {
  node = el("div", { class: "pit-wall" });
  #open;
  /** @type {Map<string, Card>} */ #cards = new Map();
  /** @type {Map<string, {node: HTMLElement, cards: HTMLElement}>} */ #pits = new Map();
  #nothing = el("p", { class: "quiet-text", hidden: true }, "No table matches.");

  /** @param {(number: string) => void} open */
  constructor(open) {
    this.#open = open;
    this.node.append(this.#nothing);
    this.node.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** @param {PitTable[]} lines @param {(line: PitTable) => boolean} wanted */
  update(lines, wanted) {
    for (const line of lines) {
      const card = this.#cards.get(line.number) ?? this.#make(line.number);
      const { cards } = this.#pit(line.pit || NO_PIT);
      if (card.node.parentElement !== cards) cards.append(card.node); // once, or when the table was moved
      card.update(line);
      card.node.hidden = !wanted(line);
    }
    const known = new Set(lines.map(({ number }) => number));
    for (const [number, { node }] of this.#cards) if (!known.has(number)) node.hidden = true;
    for (const { node, cards } of this.#pits.values()) {
      node.hidden = ![...cards.children].some((card) => card instanceof HTMLElement && !card.hidden);
    }
    this.#nothing.hidden = [...this.#pits.values()].some(({ node }) => !node.hidden);
  }

  /** Which table is open beside the wall. @param {string} number */
  mark(number) {
    for (const [own, { button: opener, node }] of this.#cards) {
      opener.ariaExpanded = String(own === number);
      node.classList.toggle("chosen", own === number);
    }
  }

  /** Put the focus on the card of a table. @param {string} number */
  focus(number) {
    this.#cards.get(number)?.button.focus();
  }

  /** @param {string} number */
  #make(number) {
    const card = new Card(number, () => this.#open(number));
    this.#cards.set(number, card);
    return card;
  }

  /** @param {string} title */
  #pit(title) {
    const known = this.#pits.get(title);
    if (known) return known;
    const cards = el("div", { class: "pit-cards" });
    const words = pitWords(title);
    const made = { cards, node: el("section", { class: "pit-group", "aria-label": words }, el("h2", {}, words), cards) };
    this.#pits.set(title, made);
    this.node.append(made.node);
    return made;
  }

  /** From card to card by arrows. @param {KeyboardEvent} event */
  #arrow(event) {
    const step = ARROWS[event.key];
    const shown = [...this.#cards.values()].filter(({ node }) => node.offsetParent).map(({ button: opener }) => opener);
    const now = shown.findIndex((opener) => opener === focused());
    if (!step || now < 0) return;
    event.preventDefault();
    shown[(now + step + shown.length) % shown.length].focus();
  }
}
