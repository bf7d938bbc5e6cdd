/** Board console, filings: those that wait with their clocks, and one of them to be decided. */

import { badge, emptyState } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { plain } from "../kit/words.js";
import { getFilings } from "../filings/api.js";
import { daysLeft } from "../filings/register.js";
import { FilingDecision } from "./deciding.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { FilingLine } from "../kit/types.js" */

/** Where one filing is decided. @param {string} id */
export const filingAddress = (id) => `#filings/${encodeURIComponent(id)}`;

/** @param {FilingLine} line */
function row({ id, title, game, number, filed, drafted_by, review_ends: ends = "", days_left: days, instead_of }) {
  const left = typeof days !== "number" ? "" : daysLeft(days);
  return listLine(
    { "data-filing": id },
    [el("a", { href: filingAddress(id) }, id), el("span", { class: "about" }, title)],
    [plain(game), instead_of ? el("span", { class: "about" }, `instead of ${instead_of}`) : null],
    [filed ?? "", el("span", { class: "about" }, `${number ? `as ${number}, ` : ""}drafted by ${drafted_by}`)],
    [ends ? `end on ${ends} ` : "—", left ? badge(left, left.startsWith("ended") ? "bad" : "warn") : null],
  );
}

/** The filings that wait for the Board, or one of them. */
export class FilingsPanel {
  node = el("div", { class: "board-panel" });
  #page;
  /** @type {FilingDecision|null} */ #one = null;

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {string} id  empty: all that wait */
  async show(id) {
    this.#one?.end();
    this.#one = id ? new FilingDecision(this.#page, id) : null;
    if (!this.#one) return this.#list();
    const heading = el("h2", { tabindex: "-1" }, `Decide ${id}`);
    fill(this.node, el("p", {}, el("a", { class: "back", href: "#filings" }, "◀ All filings that wait")), el("section", { class: "panel", "aria-label": `Filing ${id}` }, heading, this.#one.node));
    heading.focus();
    await this.#one.show();
  }

  async #list() {
    const [said, list] = [outcome(), el("div", { class: "found" })];
    const all = el("p", {}, el("a", { href: "/filings" }, "The register of all filings"));
    fill(this.node, titled("Filings that wait for the Board", said, list, all));
    await this.#page.load(said, async () => {
      const filings = await getFilings();
      const waiting = filings.filter(({ state }) => state === "filed").sort((a, b) => (a.review_ends ?? "").localeCompare(b.review_ends ?? ""));
      fill(
        list,
        waiting.length
          ? listTable(["Filing", "Game", "Filed", "The Board's 15 days"], waiting.map(row), "found-table")
          : emptyState("Nothing waits", `The register has ${filings.length === 1 ? "one filing" : `${filings.length} filings`}; what is filed comes here, the oldest first.`),
      );
    });
  }
}
