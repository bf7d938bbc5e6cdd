/**
 * Take and pay: every settled wager in the order of the text, with the chips to hand over. What is ticked off is for the dealer's
 * eye alone; where the chapter orders it, the next round waits until the dealer says that all is taken and paid.
 */

import { button, el, findAll, render } from "../../kit/dom.js";
import { netOf } from "../../kit/fold.js";
import { citation } from "../../kit/law.js";
import { dollars } from "../../kit/money.js";

/** @import { Act } from "./staff.js" */
/** @import { Keys } from "../keys.js" */
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
  #act;
  #keys;
  /** What was ticked off, as it is told apart. @type {Set<string>} */ #done = new Set();
  node = el("section", { class: "pays", "aria-label": "Take and pay" });

  /** Says that all is done, and lets the next round begin. */
  confirm = button("", () => this.#confirm(), { class: "answer primary big", "data-do": "take_and_pay" });

  /** @param {TableState} table @param {Act} act @param {Keys} keys */
  constructor(table, act, keys) {
    this.#table = table;
    this.#act = act;
    this.#keys = keys;
    keys.bind("tick", () => this.current?.click());
    keys.bind("paid", () => this.isDue && this.#confirm());
    this.node.addEventListener("keydown", (event) => this.#move(event));
  }

  /** Whether the next round waits for this person's word that the last one is taken and paid. */
  get isDue() {
    const { view, may, role } = this.#table;
    return Boolean(view.pay) && role === "dealer" && may("take and pay");
  }

  /** Whether there is a line that is not ticked off. */
  get isOpen() {
    return this.current !== null;
  }

  /** Whether its keys are of use now: while nothing is asked whose answers have keys. */
  get hasKeys() {
    return this.isDue || (this.isOpen && !this.#table.questions.length);
  }

  /** The line that comes next, while there is one. @returns {HTMLElement|null} */
  get current() {
    return this.node.hidden ? null : this.node.querySelector("input:not(:checked)");
  }

  /** Show what was settled; lines that are there already stay as they are. */
  show() {
    const { view, info, role } = this.#table;
    const { settled_round: round } = view;
    this.confirm.hidden = !this.isDue;
    render(this.confirm, () => ["All taken and paid", this.#keys.hint(this.#keys.keyOf("paid"))]);
    this.node.hidden = !view.settlements.length || info.dealer !== "person" || role !== "dealer";
    if (this.node.hidden) return;
    const lines = view.settlements.map((event, n) => ({ event, key: [round, n, ...handling(event)].join(" ") }));
    const next = lines.findIndex(({ key }) => !this.#done.has(key));
    const isPaid = Boolean(info.take_and_pay) && !view.pay; // somebody has said so
    const done = isPaid ? lines.length : lines.filter(({ key }) => this.#done.has(key)).length;
    const state = `round ${round}: ${done} of ${lines.length}`;
    render(this.node, () =>
      el(
        "details",
        { key: round, open: done < lines.length }, // done: out of the way
        el("summary", {}, el("h3", {}, "Take and pay"), el("span", { class: "list-state" }, el("span", { class: "badge" }, state))),
        this.#note(),
        el("ol", { class: "pay-lines" }, lines.map(({ event, key }, n) => this.#line(event, key, n === next))),
      ),
    );
  }

  /** Whether the next round waits for it, and how it is done by keys. */
  #note() {
    const { take_and_pay: cite } = this.#table.info;
    if (!cite) return el("p", { class: "quiet-text" }, "This list only informs: the chapter settles player by player, and no round waits for it.");
    const hint = this.#keys.hint(this.#keys.keyOf("tick"));
    return el("p", { class: "quiet-text" }, "The next round waits until all is taken and paid. ", citation(cite), hint ? [" Next line ", hint] : null);
  }

  #confirm() {
    return this.#act({ do: "take_and_pay", round: this.#table.view.settled_round });
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
