/** What the panels of the Board console share: facts, times, pages of a list, and work that takes a while. */

import { getCsv } from "./api.js";
import { fromStart } from "./query.js";
import { button, el, fill, focused } from "../kit/dom.js";
import { saveFile } from "../kit/lists.js";
import { actButton, outcome } from "../kit/forms.js";
import { moment } from "../kit/words.js";

/** @import { Chip } from "./query.js" */
/** @import { Child } from "../kit/dom.js" */
/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { DecisionQuery, RoundQuery } from "../kit/types.js" */

/** Where there is room for something beside a list. */
export const BESIDE = "(min-width: 1000px)";

/**
 * The filters of a query above what was found: each as a chip that takes it away, and behind them the form in which they are changed. It stays
 * where it is while something is searched for.
 */
export class FilterBar {
  #chips = el("div", { class: "chips", role: "group", "aria-label": "Filters" });
  #form;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.#form = el("details", { class: "filters" }, el("summary", {}, "Change the filters"), form);
    this.node = el("div", { class: "filter-bar" }, this.#chips, this.#form);
  }

  /** @template Query @param {Chip<Query>[]} chips @param {(rest: Query) => void} go */
  show(chips, go) {
    this.#chips.hidden = !chips.length;
    fill(
      this.#chips,
      chips.map(({ words, rest }) => button(words, () => go(rest), { class: "chip", "aria-label": `Remove the filter: ${words}` }, el("span", { "aria-hidden": "true" }, " ✕"))),
    );
  }

  /** @param {boolean} is */
  set open(is) {
    this.#form.open = is;
  }

  /** Whether somebody is in it. */
  get isUsed() {
    return this.#form.contains(focused());
  }
}

/** Lines of one page of a list, unless a query says otherwise; as many as the house sends. */
export const PAGE = 50;

/** One line of a list of facts. @param {string} name @param {Child} value */
export const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

/** @param {string} text */
export const hash = (text) => el("code", { class: "hash" }, text);

/** `12,345`. @param {number|undefined} number */
export const whole = (number = 0) => number.toLocaleString("en-US");

/** `16 Nov 2026, 21:54:07`: a time of the record, to the second. @param {string} time */
export function stamp(time) {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : moment(time, "medium");
}

/** A bar that moves while the house works. @param {string} words */
export function searching(words) {
  const node = el("p", { class: "searching", role: "status", hidden: true }, el("progress", { "aria-label": words }), el("span", {}, words));
  let [under, latest] = [0, 0];
  /** @template Found @param {Promise<Found>} work @param {HTMLElement} over  what is old until then */
  async function during(work, over) {
    under += 1;
    node.hidden = false;
    over.setAttribute("aria-busy", "true");
    try {
      return await work;
    } finally {
      under -= 1;
      node.hidden = under === 0;
      if (!under) over.removeAttribute("aria-busy");
    }
  }
  /**
   * Show what is found; nothing, where something else is searched for meanwhile.
   * @template Found @param {Promise<Found>} work @param {HTMLElement} over @param {(found: Found) => void} show
   * @param {(error: unknown) => void} failed
   */
  async function find(work, over, show, failed) {
    const turn = ++latest;
    try {
      const found = await during(work, over);
      if (turn === latest) show(found);
    } catch (error) {
      if (turn !== latest) return;
      fill(over);
      failed(error);
    }
  }
  return { node, during, find };
}

/**
 * Where in a long list this page is, and the ways on and back.
 * @param {RoundQuery|DecisionQuery} query @param {number} lines @param {string} what @param {(offset: number) => void} go
 */
export function pages({ offset = 0, limit = PAGE }, lines, what, go) {
  if (lines <= limit && !offset) return null;
  return el(
    "nav",
    { class: "pages", "aria-label": "Pages of the list" },
    button("◀ Previous", () => go(Math.max(0, offset - limit)), { disabled: offset === 0 }),
    el("span", {}, `${whole(Math.min(lines, offset + 1))}–${whole(Math.min(lines, offset + limit))} of ${whole(lines)} ${what}`),
    button("Next ▶", () => go(offset + limit), { disabled: offset + limit >= lines }),
  );
}

/**
 * Everything that a query finds, as a sheet. @param {"rounds"|"decisions"} what @param {RoundQuery|DecisionQuery} query
 * @param {number} lines @param {StaffPage} page
 */
export function csvButton(what, query, lines, page) {
  const said = outcome();
  const send = async () => saveFile(await getCsv(what, fromStart(query)), `${what}.csv`);
  return lines ? [actButton(`Save all ${whole(lines)} lines as CSV`, said, send, page.refused), said] : null;
}
