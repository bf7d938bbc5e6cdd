/** Board console, filings to decide: those that wait, each with its clock; they are decided at the page of filings. */

import { el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { daysLeft } from "../filings/register.js";
import { getFilings } from "../filings/api.js";
import { outcome } from "../kit/forms.js";
import { plain } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine } from "../kit/types.js" */

/** @param {FilingLine} line */
function row({ id, title, game, number, filed, drafted_by, review_ends: ends = "", days_left: days, instead_of }) {
  const left = typeof days !== "number" ? "" : daysLeft(days);
  return listLine(
    { "data-filing": id },
    [el("a", { href: `/filings#${id}` }, id), el("span", { class: "about" }, title)],
    [plain(game), instead_of ? el("span", { class: "about" }, `instead of ${instead_of}`) : null],
    [filed ?? "", el("span", { class: "about" }, `${number ? `as ${number}, ` : ""}drafted by ${drafted_by}`)],
    [ends ? `end on ${ends} ` : "—", left ? el("span", { class: `badge ${left.startsWith("ended") ? "bad" : "warn"}` }, left) : null],
  );
}

/** The filings that wait for the Board. */
export class FilingsPanel {
  #page;
  #said = outcome();
  #list = el("div", { class: "found" });

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    const go = page.account.may("decide filing") ? "Decide them at the page of filings" : "Look at them at the page of filings";
    this.node = el(
      "div",
      { class: "board-panel" },
      titled("Filings to decide", this.#said, this.#list, el("p", {}, el("a", { href: "/filings" }, go))),
    );
  }

  async show() {
    await this.#page.load(this.#said, async () => {
      const filings = await getFilings();
      const waiting = filings.filter(({ state }) => state === "filed").sort((a, b) => (a.review_ends ?? "").localeCompare(b.review_ends ?? ""));
      fill(
        this.#list,
        waiting.length
          ? listTable(["Filing", "Game", "Filed", "The Board's 15 days"], waiting.map(row), "found-table")
          : el("p", { class: "empty" }, `Nothing waits. The register has ${filings.length === 1 ? "one filing" : `${filings.length} filings`}.`),
      );
    });
  }
}
