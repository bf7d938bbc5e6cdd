/**
 * Take and pay: every settled wager in the order of the text, with the chips to hand over. What is ticked off here is
 * for the dealer's eye alone; nothing depends on it.
 */

import { el, fill } from "../../kit/dom.js";
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
export class PayConsole {
  #table;
  #round = 0;
  #drawn = 0;
  /** @type {HTMLInputElement[]} */ #boxes = [];
  #state = el("span", { class: "list-state" });
  #lines = el("ol", { class: "pay-lines" });
  #panel = el("details", { open: true }, el("summary", {}, el("h3", {}, "Take and pay"), this.#state), this.#lines);
  node = el("section", { class: "pays", "aria-label": "Take and pay" }, this.#panel);

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
    this.#lines.addEventListener("keydown", (event) => this.#move(event));
  }

  /** The line that comes next, while there is one. @returns {HTMLElement|null} */
  get current() {
    return (!this.node.hidden && this.#boxes.find((box) => !box.checked)) || null;
  }

  /** Show what was settled; lines that are there already stay as they are. */
  show() {
    const { view, info, role } = this.#table;
    const { settlements, settled_round: round } = view;
    this.node.hidden = !settlements.length || info.dealer !== "person" || role !== "dealer";
    if (this.node.hidden) return;
    if (round !== this.#round || settlements.length < this.#drawn) {
      fill(this.#lines);
      [this.#round, this.#drawn, this.#boxes] = [round, 0, []];
      this.#panel.open = true;
    }
    if (settlements.length === this.#drawn) return;
    this.#lines.append(...settlements.slice(this.#drawn).map((event) => this.#line(event)));
    this.#drawn = settlements.length;
    this.#mark();
  }

  /** @param {Settlement} event */
  #line(event) {
    const [verb, cents, note] = handling(event);
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => this.#ticked(box));
    this.#boxes.push(box);
    return el(
      "li",
      { class: `pay-line ${event.event}` },
      el(
        "label",
        { class: "check" },
        box,
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

  /** @param {HTMLInputElement} box */
  #ticked(box) {
    this.#mark();
    if (box.checked) this.current?.focus();
    this.#panel.open = !this.#boxes.every((one) => one.checked); // done: out of the way
  }

  /** The arrows go from line to line. @param {KeyboardEvent} event */
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = this.#boxes.findIndex((box) => box === event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    this.#boxes[at + step]?.focus();
  }

  #mark() {
    const next = this.current;
    for (const box of this.#boxes) {
      const line = box.closest("li");
      line?.classList.toggle("current", box === next);
      if (box === next) line?.setAttribute("aria-current", "step");
      else line?.removeAttribute("aria-current");
    }
    const done = this.#boxes.filter((box) => box.checked).length;
    fill(this.#state, el("span", { class: "badge" }, `round ${this.#round}: ${done} of ${this.#boxes.length}`));
  }
}
