/**
 * Take and pay: every settled wager in the order of the text, with the chips to hand over. What is ticked off here is
 * for the dealer's eye alone; nothing depends on it.
 */

import { el, findAll, render } from "../../kit/dom.js";
import { netOf } from "../../kit/fold.js";
import { dollars } from "../../kit/money.js";

/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Settlement } from "../../kit/types.js" */

const PIECES = [500_000, 100_000, 50_000, 10_000, 2_500, 500, 100]; // the chips of a table, in cents

/** `2 × $100 + 1 × $25 + $0.50`: the fewest chips of an amount. @param {number} cents */
export function inChips(cents) {
  let left = cents;
  const words = [];
  for (const piece of PIECES) {
    const count = Math.floor(left / piece);
    if (count) words.push(`${count} × ${dollars(piece)}`);
    left -= count * piece;
  }
  if (left) words.push(`${dollars(left)} in coin`);
  return words.join(" + ");
}

/**
 * What hands do with a settled wager.
 * @param {Settlement} event @returns {[verb: string, cents: number, note: string]}
 */
export function handling(event) {
  const { stake, returned, odds = "", stays } = event;
  const net = netOf(event);
  const isNow = event.vigorish && !event.deferred && !event.prepaid;
  const vigorish = isNow ? `less ${dollars(event.vigorish ?? 0)} vigorish` : "";
  const terms = [odds, vigorish, stays ? "the wager stays" : ""].filter(Boolean).join(", ");
  if (event.event === "paid") return ["Pay", net, terms];
  if (event.event === "collected") return ["Take", stake - returned, returned ? `${dollars(returned)} goes back` : ""];
  return ["Give back", returned, returned < stake ? `of ${dollars(stake)}` : ""];
}

/** The list of the round that was settled last. */
export class PayPanel {
  #table;
  /** What was ticked off, as it is told apart. @type {Set<string>} */ #done = new Set();
  node = el("section", { class: "pays", "aria-label": "Take and pay" });

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    this.node.addEventListener("keydown", (event) => this.#move(event));
  }

  /** The line that comes next, while there is one. @returns {HTMLElement|null} */
  get current() {
    return this.node.hidden ? null : this.node.querySelector("input:not(:checked)");
  }

  /** Show what was settled; lines that are there already stay as they are. */
  show() {
    const { view, info, role } = this.#table;
    this.node.hidden = !view.settlements.length || info.dealer !== "person" || role !== "dealer";
    if (this.node.hidden) return;
    const { settled_round: round } = view;
    const lines = view.settlements.map((event, n) => ({ event, key: [round, n, ...handling(event)].join(" ") }));
    const next = lines.findIndex(({ key }) => !this.#done.has(key));
    const done = lines.filter(({ key }) => this.#done.has(key)).length;
    const state = `round ${round}: ${done} of ${lines.length}`;
    render(this.node, () =>
      el(
        "details",
        { key: round, open: done < lines.length }, // done: out of the way
        el("summary", {}, el("h3", {}, "Take and pay"), el("span", { class: "list-state" }, el("span", { class: "badge" }, state))),
        el("ol", { class: "pay-lines" }, lines.map(({ event, key }, n) => this.#line(event, key, n === next))),
      ),
    );
  }

  /** @param {Settlement} event @param {string} key @param {boolean} isNext */
  #line(event, key, isNext) {
    const [verb, cents, note] = handling(event);
    const ticked = (/** @type {Event} */ { currentTarget: box }) => {
      const isDone = box instanceof HTMLInputElement && box.checked;
      if (isDone) this.#done.add(key);
      else this.#done.delete(key);
      this.show();
      if (isDone) this.current?.focus();
    };
    return el(
      "li",
      { key, class: `pay-line ${event.event}${isNext ? " current" : ""}`, "aria-current": isNext ? "step" : null },
      el(
        "label",
        { class: "check" },
        el("input", { type: "checkbox", onchange: ticked }),
        el(
          "span",
          {},
          `Seat ${event.seat}: ${this.#table.title(event.wager, event.on)} ${dollars(event.stake)} `,
          el("strong", {}, `${verb} ${dollars(cents)}`),
          note ? ` (${note})` : "",
          event.event === "paid" && cents ? el("span", { class: "in-chips" }, inChips(cents)) : null,
        ),
      ),
    );
  }

  /** The arrows go from line to line. @param {KeyboardEvent} event */
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const boxes = findAll(this.node, "input");
    const at = boxes.findIndex((box) => box === event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    boxes[at + step]?.focus();
  }
}
