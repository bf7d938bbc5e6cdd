/** The wall of tables: a tile each, those with patrons or trouble first, the closed ones in a strip. */

import { button, el, focused, render } from "../kit/dom.js";
import { change, dollars } from "../kit/money.js";
import { stateOf, underWay, waitOf } from "../kit/pitwords.js";
import { ago, capitalized, inMinutes, plain } from "../kit/words.js";

/** @import { PitTable } from "../kit/types.js" */

const SOON = 30; // minutes before a duty at which its tile says so
/** @type {Record<string, number>} */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const IN_STRIP = ["closed", "retired"]; // states of which nothing else is to be said, where nothing waits

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

/** `−$120 to +$300`: where the win of a table is on 95 of 100 such days; empty where it is not known. @param {PitTable} line */
export const bandWords = ({ band }) => (band ? `${change(band[0])} to ${change(band[1])}` : "");

/** Whether more or less was won than on 95 of 100 such days. @param {PitTable} line */
function outside({ win = 0, band }) {
  if (!band || (win >= band[0] && win <= band[1])) return null;
  const words = win < band[0] ? "less than usual" : "more than usual";
  return el("span", { class: "outside" }, win < band[0] ? " ▼" : " ▲", el("span", { class: "only-spoken" }, ` ${words}`));
}

/** Where the win lies in its band, drawn; the panel has it in words. @param {PitTable} line */
function bandBar({ win = 0, band }) {
  if (!band) return null;
  const share = Math.min(1, Math.max(0, (win - band[0]) / Math.max(1, band[1] - band[0])));
  return el("div", { class: "band", "aria-hidden": "true" }, el("i", { style: { left: `${Math.round(100 * share)}%` } }));
}

/** What the table won today, with its sign in words for those who do not see colour. @param {PitTable} line */
export function winWords(line) {
  const { win = 0, counting } = line;
  if (counting) return el("span", { class: "quiet-text" }, "counting …");
  return el("span", { class: win < 0 ? "loss" : win > 0 ? "gain" : "" }, win ? change(win) : dollars(0), outside(line));
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

/** Who deals, in a line. @param {PitTable} line */
function dealerLine(line) {
  const rows = dealingRows(line);
  const [[, names]] = rows;
  if (names === "automatic") return "Automatic dealer";
  if (names === "nobody") return "No dealer";
  return rows.length > 1 ? `${names} + ${rows.length - 1}` : names;
}

/** What waits here first, or falls due soon. @param {PitTable} line */
function troubleLine({ waiting = [], duties = [], dealt }) {
  const [first, ...others] = waiting.map(({ what }) => waitOf(what));
  const due = duties.find(({ minutes }) => minutes <= SOON && dealt === "person");
  if (!first && !due) return null;
  const { symbol, words } = first ?? { symbol: waitOf("duty").symbol, words: `${due?.title} ${inMinutes(due?.minutes ?? 0)}` };
  return el(
    "p",
    { class: "tile-trouble" },
    el("span", { class: "sign", "aria-hidden": "true" }, symbol),
    el("span", {}, others.length ? `${words} + ${others.length}` : words),
  );
}

/** First what waits for somebody, then where somebody plays. @param {PitTable} line */
const rank = ({ state, waiting = [], taken = [] }) => (state === "suspended" || waiting.length ? 0 : taken.length ? 1 : 2);

/** Whether nothing but its number is to be seen of it. @param {PitTable} line */
const isInStrip = (line) => IN_STRIP.includes(line.state) && rank(line) > 0;

/** One table; its button stays the same node, whatever changes. */
class Card {
  #info = el("div", { class: "tile-info" });
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
    const { taken = [], seats = 0 } = line;
    const isShort = isInStrip(line);
    this.node.dataset.state = line.state;
    this.node.classList.toggle("waits", Boolean(line.waiting?.length));
    render(this.#title, () => line.title);
    render(this.#state, () => [
      el("span", { class: "sign", "aria-hidden": "true" }, symbol),
      el("span", {}, [words, isShort ? "" : underWay(line)].filter(Boolean).join(", ")),
    ]);
    render(this.#info, () =>
      isShort
        ? null
        : [
            el("p", { class: "tile-row" }, el("span", {}, `${taken.length} of ${seats} seats`), winWords(line)),
            bandBar(line),
            el("p", { class: "tile-dealer" }, dealerLine(line)),
            troubleLine(line),
          ],
    );
  }
}

/** All tiles. */
export class Wall {
  #open;
  /** @type {Map<string, Card>} */ #cards = new Map();
  #tiles = el("div", { class: "pit-cards" });
  #strip = el("div", { class: "pit-strip" });
  #closed = el("section", { class: "pit-closed", "aria-label": "Closed tables", hidden: true }, el("h2", {}, "Closed"), this.#strip);
  #nothing = el("p", { class: "quiet-text", hidden: true }, "No table matches.");
  node = el("div", { class: "pit-wall" }, this.#tiles, this.#closed, this.#nothing);

  /** @param {(number: string) => void} open */
  constructor(open) {
    this.#open = open;
    this.node.addEventListener("keydown", (event) => this.#arrow(event));
  }

  /** @param {PitTable[]} lines @param {(line: PitTable) => boolean} wanted */
  update(lines, wanted) {
    const shown = lines.filter(wanted);
    for (const line of shown) this.#card(line.number).update(line);
    const [short, long] = [shown.filter(isInStrip), shown.filter((line) => !isInStrip(line))];
    // What is under the pointer stays there: a tile is not moved away from a press.
    const isHeld = this.#tiles.matches(":hover") && matchMedia("(hover: hover)").matches;
    const places = new Map([...this.#tiles.children].map((node, n) => [node, n]));
    const placeOf = (/** @type {PitTable} */ line) => places.get(this.#card(line.number).node) ?? places.size;
    const sorted = long.sort((one, other) => (isHeld ? placeOf(one) - placeOf(other) : rank(one) - rank(other)));
    render(this.#tiles, () => sorted.map(({ number }) => this.#card(number).node));
    render(this.#strip, () => short.map(({ number }) => this.#card(number).node));
    this.#closed.hidden = !short.length;
    this.#nothing.hidden = shown.length > 0;
  }

  /** Which table is open beside the wall. @param {string} number */
  mark(number) {
    for (const [own, { button: opener, node }] of this.#cards) {
      opener.ariaExpanded = String(own === number);
      node.classList.toggle("chosen", own === number);
    }
  }

  /** Put the focus on the tile of a table. @param {string} number */
  focus(number) {
    this.#cards.get(number)?.button.focus();
  }

  /** @param {string} number */
  #card(number) {
    const known = this.#cards.get(number);
    if (known) return known;
    const card = new Card(number, () => this.#open(number));
    this.#cards.set(number, card);
    return card;
  }

  /** From tile to tile by arrows. @param {KeyboardEvent} event */
  #arrow(event) {
    const step = ARROWS[event.key];
    const shown = [...this.node.querySelectorAll("button")];
    const now = shown.findIndex((opener) => opener === focused());
    if (!step || now < 0) return;
    event.preventDefault();
    shown[(now + step + shown.length) % shown.length].focus();
  }
}
