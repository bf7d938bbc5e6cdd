/**
 * The wheel drawn out: sections that players call by name, and any number with its neighbours. One press lays the several
 * ordinary wagers, or none of them. Which wagers those are the house says; here chips are counted.
 */

import { button, el, render } from "../../kit/dom.js";
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

/** Where a compartment is drawn: down one side and up the other. @param {number} n @param {number} count */
function placeOf(n, count) {
  const half = Math.ceil((count - 1) / 2);
  const isEnd = n === 0 || 2 * n === count; // the zero, and what is just opposite where there is such a one
  const row = isEnd && n ? half + 2 : n <= half ? n + 1 : count - n + 1;
  return { isEnd, gridRow: String(row), gridColumn: isEnd ? "1 / -1" : n <= half ? "3" : "1" };
}

/** The racetrack of a table whose wheel has one. */
export class Racetrack {
  #table;
  #felt;
  #betting;
  #track;
  #neighbours = preferences.get("neighbours", 2);
  node = el("section", { class: "racetrack", "aria-label": "Racetrack" });

  /** @param {TableState} table @param {Felt} felt @param {Betting} betting @param {Track} track */
  constructor(table, felt, betting, track) {
    this.#table = table;
    this.#felt = felt;
    this.#betting = betting;
    this.#track = track;
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    const { order, calls } = this.#track;
    const half = Math.ceil((order.length - 1) / 2);
    render(this.node, () => [
      order.map((number, n) => this.#cell(number, placeOf(n, order.length), open)),
      el("div", { class: "calls", style: { gridRow: `2 / span ${half}` } }, calls.map((call) => this.#section(call, open)), this.#chooser()),
    ]);
  }

  // --- drawing

  /**
   * A number of the wheel: with its neighbours, a Straight Wager on each.
   * @param {string} number @param {ReturnType<typeof placeOf>} place @param {boolean} open
   */
  #cell(number, { isEnd, gridRow, gridColumn }, open) {
    const around = this.#around(number);
    const area = this.#felt.areaFor(number)?.node;
    const tint = ["red", "black", "green"].find((name) => area?.classList.contains(name)) ?? "";
    const section = this.#track.calls.find(({ covers }) => covers.includes(number))?.name;
    return button(number, () => this.#lay(around), {
      ...this.#pressed(around, open),
      key: number,
      class: `pocket-cell ${tint} ${isEnd ? "end" : ""}`,
      style: { gridRow, gridColumn },
      "data-number": number,
      "data-section": section,
      "data-mark": section && (MARKS[section] ?? ""),
    });
  }

  /** @param {NamedCall} call @param {boolean} open */
  #section(call, open) {
    const props = { ...this.#pressed(call, open), key: call.name, class: "call", "data-section": call.name, "data-call": call.name, title: call.about };
    return button(el("strong", {}, call.title), () => this.#lay(call), props, " ", el("span", { class: "cost" }, costWords(call, this.#betting.chip)));
  }

  /** What a call costs, and its numbers lit on the felt while it is pointed at. @param {Call} call @param {boolean} open */
  #pressed(call, open) {
    const light = () => this.#felt.light(call.covers);
    const dim = () => this.#felt.light([]);
    const label = `${call.title}, ${costWords(call, this.#betting.chip)}`;
    return { "aria-label": label, disabled: !open, onpointerenter: light, onfocus: light, onpointerleave: dim, onblur: dim };
  }

  /** How many neighbours go along on either side. */
  #chooser() {
    const cost = costWords(this.#around(this.#track.order[0]), this.#betting.chip);
    return el(
      "div",
      { class: "neighbours", role: "group", "aria-label": "Neighbours" },
      el("p", {}, "A number with ", el("b", {}, String(this.#neighbours)), " on either side"),
      button("−", () => this.#choose(-1), { "aria-label": "Fewer neighbours" }),
      el("output", { class: "call-cost" }, cost),
      button("+", () => this.#choose(1), { "aria-label": "More neighbours" }),
    );
  }

  /** @param {number} step */
  #choose(step) {
    this.#neighbours = Math.max(0, Math.min(MOST_NEIGHBOURS, this.#neighbours + step));
    preferences.set("neighbours", this.#neighbours);
    this.show(this.#betting.open);
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
