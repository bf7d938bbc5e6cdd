/** Board console, the first page: what waits for its person, and under it the latest rounds with something to look at. */

import { emptyState, task } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { titled } from "../kit/lists.js";
import { getFilings } from "../filings/api.js";
import { findRounds } from "./api.js";
import { FilingDecision } from "./deciding.js";
import { FIRST, roundsAddress } from "./query.js";
import { roundTable } from "./roundlist.js";

/** @import { StaffPage } from "../kit/staffpage.js" */

const LATEST = 8; // rounds

/** What waits, then what happened. */
export class WorkPanel {
  #page;
  #queue = el("section", { class: "queue", "aria-label": "Your work" });
  #said = outcome();
  #rounds = el("div", { class: "found" });

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    this.node = el("div", { class: "board-panel" }, this.#queue, titled("Rounds with something to look at", this.#said, this.#rounds));
  }

  async show() {
    await Promise.all([this.#showQueue(), this.#page.load(this.#said, () => this.#showRounds())]);
  }

  async #showQueue() {
    const filings = this.#page.account.may("see filings") ? (await getFilings()).filter(({ state }) => state === "filed") : [];
    const cards = filings.map(({ id, title }) => {
      const decision = new FilingDecision(this.#page, id);
      decision.show();
      return task({ title: `Decide ${id}: ${title}`, cite: "601a.10", meaning: "warn" }, decision.node);
    });
    fill(this.#queue, el("h2", {}, "Your work"), cards.length ? cards : el("p", { class: "quiet-text" }, "Nothing waits for you."));
  }

  async #showRounds() {
    const { rounds = [], lines = 0 } = await findRounds({ ...FIRST, limit: LATEST });
    const more = el("p", {}, el("a", { href: roundsAddress(FIRST) }, lines > rounds.length ? `All ${lines} of them` : "Search the record"));
    fill(this.#rounds, rounds.length ? roundTable(rounds) : emptyState("Nothing to look at", "No round is void, corrected or has an irregularity."), more);
  }
}
