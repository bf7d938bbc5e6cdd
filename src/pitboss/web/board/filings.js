/** The Board console, filings to decide: those that wait, each with its clock; they are decided on the page of filings. */

import { el, fill, headRow } from "../kit/dom.js";
import { daysLeft } from "../filings/register.js";
import { getFilings } from "../filings/api.js";
import { failed, outcome } from "../kit/forms.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine } from "../kit/types.js" */

/** @param {FilingLine} line */
function row({ id, title, game, number, filed, drafted_by, review_ends: ends = "", days_left: days, instead_of }) {
  const left = typeof days !== "number" ? "" : daysLeft(days);
  return el(
    "tr",
    { "data-filing": id },
    el("th", { scope: "row" }, el("a", { href: `/filings#${id}` }, id), el("span", { class: "about" }, title)),
    el("td", { "data-label": "Game" }, plain(game), instead_of ? el("span", { class: "about" }, `instead of ${instead_of}`) : null),
    el("td", { "data-label": "Filed" }, filed ?? "", el("span", { class: "about" }, `${number ? `as ${number}, ` : ""}drafted by ${drafted_by}`)),
    el("td", { "data-label": "The Board's 15 days" }, ends ? `end on ${ends} ` : "—", left ? el("span", { class: `badge ${left.startsWith("ended") ? "bad" : "warn"}` }, left) : null),
  );
}

/** The filings that wait for the Board. */
export class FilingsPanel {
  #desk;
  #said = outcome();
  #list = el("div", { class: "found" });

  /** @param {StaffPage} desk */
  constructor(desk) {
    this.#desk = desk;
    const go = desk.account.may("decide filing") ? "Decide them on the page of filings" : "Look at them on the page of filings";
    this.node = el(
      "div",
      { class: "board-panel" },
      el("section", { class: "panel", "aria-label": "Filings to decide" }, el("h2", {}, "Filings to decide"), this.#said, this.#list, el("p", {}, el("a", { href: "/filings" }, go))),
    );
  }

  async show() {
    try {
      const filings = await getFilings();
      const waiting = filings.filter(({ state }) => state === "filed").sort((a, b) => (a.review_ends ?? "").localeCompare(b.review_ends ?? ""));
      fill(this.#said);
      fill(
        this.#list,
        waiting.length
          ? el("table", { class: "stackable found-table" }, headRow("Filing", "Game", "Filed", "The Board's 15 days"), el("tbody", {}, waiting.map(row)))
          : el("p", { class: "nothing" }, `Nothing waits. The register has ${filings.length === 1 ? "one filing" : `${filings.length} filings`}.`),
      );
    } catch (error) {
      failed(this.#said, error);
      this.#desk.refused(error);
    }
  }
}
