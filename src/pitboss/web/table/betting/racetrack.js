/**
 * The wheel drawn out: sections that players call by name, and any number with its neighbours. One press lays the several
 * ordinary wagers, or none of them. Which wagers those are the house says; here chips are counted.
 */

import { button, el, fill, find } from "../../kit/dom.js";
import { dollars } from "../../kit/money.js";
import { preferences } from "../../kit/storage.js";

/** @import { Betting } from "./betting.js" */
/** @import { Felt } from "../../felt/felt.js" */
/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Call as NamedCall, Racetrack as Track } from "../../kit/types.js" */

/** @typedef {Pick<NamedCall, "title"|"covers"|"chips">} Call */

const MOST_NEIGHBOURS = 4;
/** Which of the sections a compartment belongs to, for those who see no colour. @type {Record<string, string>} */
const MARKS = { voisins: "V", tiers: "T", orphelins: "O" };

/** `9 chips of $5, $45`. @param {Call} call @param {number} chip */
function costWords({ chips }, chip) {
  const count = countOf(chips);
  return `${count} × ${dollars(chip)} = ${dollars(count * chip)}`;
}

/** @param {Call["chips"]} chips */
const countOf = (chips) => chips.reduce((sum, [, , count]) => sum + count, 0);

/** The racetrack of a table whose wheel has one. */
export class Racetrack {
  #table;
  #felt;
  #betting;
  #track;
  #neighbours = preferences.get("neighbours", 2);
  /** @type {Map<HTMLButtonElement, () => Call>} */ #calls = new Map();
  #cost = el("output", { class: "call-cost" });
  #shown = "";

  /** @param {TableState} table @param {Felt} felt @param {Betting} betting @param {Track} track */
  constructor(table, felt, betting, track) {
    this.#table = table;
    this.#felt = felt;
    this.#betting = betting;
    this.#track = track;
    this.node = el("section", { class: "racetrack", "aria-label": "Racetrack" });
    this.#draw();
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    for (const node of this.#calls.keys()) node.disabled = !open;
    const now = String(this.#betting.chip);
    if (now === this.#shown) return;
    this.#shown = now;
    for (const [node, call] of this.#calls) {
      const { title, covers, chips } = call();
      node.setAttribute("aria-label", `${title}, ${costWords({ title, covers, chips }, this.#betting.chip)}`);
      const cost = node.querySelector(".cost");
      if (cost) cost.textContent = costWords({ title, covers, chips }, this.#betting.chip);
    }
    this.#showNeighbours();
  }

  // --- drawing

  #draw() {
    const { order, calls } = this.#track;
    const half = Math.ceil((order.length - 1) / 2);
    const rows = half + 1;
    const cells = order.map((number, n) => {
      const node = this.#cell(number);
      const isEnd = n === 0 || 2 * n === order.length; // the zero, and what is just opposite where there is such a one
      node.classList.toggle("end", isEnd);
      node.style.gridRow = String(n <= half && !(isEnd && n) ? n + 1 : isEnd ? rows + 1 : order.length - n + 1);
      node.style.gridColumn = isEnd ? "1 / -1" : n <= half ? "3" : "1";
      return node;
    });
    const middle = el("div", { class: "calls" }, calls.map((call) => this.#section(call)), this.#chooser());
    middle.style.gridRow = `2 / span ${half}`;
    fill(this.node, cells, middle);
  }

  /** A number of the wheel: with its neighbours, a Straight Wager on each. @param {string} number */
  #cell(number) {
    const node = button(number, () => this.#lay(this.#around(number)), { class: "pocket-cell", "data-number": number });
    const area = this.#felt.areaFor(number);
    for (const tint of ["red", "black", "green"]) node.classList.toggle(tint, area?.node.classList.contains(tint));
    const section = this.#track.calls.find(({ covers }) => covers.includes(number));
    if (section) {
      node.dataset.section = section.name;
      node.dataset.mark = MARKS[section.name] ?? "";
    }
    this.#lookedAt(node, () => this.#around(number).covers);
    this.#calls.set(node, () => this.#around(number));
    return node;
  }

  /** @param {NamedCall} call */
  #section(call) {
    const node = button(
      el("strong", {}, call.title),
      () => this.#lay(call),
      { class: "call", "data-section": call.name, "data-call": call.name, title: call.about },
      " ",
      el("span", { class: "cost" }),
    );
    this.#lookedAt(node, () => call.covers);
    this.#calls.set(node, () => call);
    return node;
  }

  /** How many neighbours go along on either side. */
  #chooser() {
    const fewer = button("−", () => this.#choose(-1), { "aria-label": "Fewer neighbours" });
    const more = button("+", () => this.#choose(1), { "aria-label": "More neighbours" });
    return el(
      "div",
      { class: "neighbours", role: "group", "aria-label": "Neighbours" },
      el("p", {}, "A number with ", el("b", { class: "how-many" }), " on either side"),
      fewer,
      this.#cost,
      more,
    );
  }

  /** @param {number} step */
  #choose(step) {
    this.#neighbours = Math.max(0, Math.min(MOST_NEIGHBOURS, this.#neighbours + step));
    preferences.set("neighbours", this.#neighbours);
    this.#shown = "";
    this.show(this.#betting.open);
  }

  #showNeighbours() {
    find(this.node, ".how-many").textContent = String(this.#neighbours);
    this.#cost.textContent = costWords(this.#around(this.#track.order[0]), this.#betting.chip);
  }

  /** Light the numbers on the felt while a call is pointed at. @param {HTMLElement} node @param {() => string[]} covers */
  #lookedAt(node, covers) {
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => this.#felt.light(covers()));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => this.#felt.light([]));
  }

  // --- what is laid

  /** @param {string} number @returns {Call} */
  #around(number) {
    const { order } = this.#track;
    const at = order.indexOf(number);
    const steps = Array.from({ length: 2 * this.#neighbours + 1 }, (_, n) => at - this.#neighbours + n);
    const alone = steps.flatMap((step) => {
      const one = order[(step + order.length) % order.length];
      const spot = this.#table.info.spots.find(({ on, covers }) => on === one && covers.length === 1);
      return spot ? [/** @type {[string, string, number]} */ ([spot.wager, spot.on, 1])] : []; // a covered 00 is on no layout
    });
    const count = this.#neighbours;
    const title = count ? `${number} and ${count} ${count === 1 ? "neighbour" : "neighbours"} on either side` : number;
    return { title, covers: alone.map(([, on]) => on), chips: alone };
  }

  /** @param {Call} call @param {number} chip */
  #lay(call, chip = this.#betting.chip) {
    const seat = this.#table.box;
    const moves = call.chips.map(([wager, on, chips]) => ({ seat, wager, on, amount: chips * chip }));
    const enough = Math.max(...call.chips.map(([wager, on, chips]) => Math.ceil((this.#table.spot(wager, on)?.least ?? 0) / chips)));
    const remedy = chip < enough ? { label: `Put it down with ${dollars(enough)} chips`, act: () => this.#lay(call, enough) } : undefined;
    this.#betting.lay(call.title, moves, remedy);
  }
}
