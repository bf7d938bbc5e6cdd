/** Board console, rounds: a query, the sentence that says it, and what it finds; queries to start with, and saved ones. */

import { findRounds, getSaved, putSaved } from "./api.js";
import { csvButton, searching } from "./parts.js";
import { READY_MADE, addressOf, daysBefore, fromStart, readQuery } from "./query.js";
import { RoundForm } from "./roundform.js";
import { RoundList } from "./roundlist.js";
import { button, el, fill } from "../kit/dom.js";
import { actButton, failed, form, outcome, succeeded, textField } from "../kit/forms.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BoardChoices, RoundQuery, RoundsFound, SavedQuery } from "../kit/types.js" */

const TAB = "rounds";

/** Search all rounds that are over. */
export class RoundsPanel {
  #page;
  #go;
  #form = new RoundForm();
  #list = new RoundList((query) => this.#go(addressOf(TAB, query)));
  #wait = searching("Searching the record …");
  #said = outcome();
  #saved = el("ul", { class: "saved-queries" });
  #start = this.#readyMade();
  #today = new Date().toISOString().slice(0, 10);
  /** @type {RoundQuery} */ #query = {};

  /** @param {StaffPage} page @param {(address: string) => void} go */
  constructor(page, go) {
    this.#page = page;
    this.#go = go;
    const clear = button("Clear", () => go(`#${TAB}`), { class: "quiet" });
    const { node: query } = form(
      { submit: "Search", send: async () => go(addressOf(TAB, fromStart(this.#form.value))), refused: page.refused },
      this.#form.node,
    );
    query.querySelector("[type=submit]")?.after(clear);
    query.classList.add("query-form");
    this.node = el(
      "div",
      { class: "board-panel" },
      el(
        "section",
        { class: "panel", "aria-label": "Which rounds" },
        this.#start,
        el("details", { class: "saved" }, el("summary", {}, "Saved queries"), this.#saved, this.#keepForm()),
        query,
      ),
      this.#wait.node,
      this.#said,
      this.#list.node,
    );
  }

  /** @param {BoardChoices} choices */
  offer(choices) {
    this.#form.offer(choices);
    if (choices.today) this.#today = choices.today;
  }

  /** Show a query and what it finds. @param {URLSearchParams} fields */
  async show(fields) {
    const query = (this.#query = /** @type {RoundQuery} */ (readQuery(fields)));
    this.#form.show(query);
    this.#start.open = !fields.size; // whoever came with a query has begun
    fill(this.#said);
    const wrong = (/** @type {unknown} */ error) => this.#page.failed(this.#said, error);
    const show = (/** @type {RoundsFound} */ found) => this.#list.show(query, found, this.#acts(query, found));
    await this.#wait.find(findRounds(query), this.#list.node, show, wrong);
  }

  /** @param {RoundQuery} query @param {RoundsFound} found */
  #acts(query, { lines = 0 }) {
    const said = outcome();
    const copy = actButton("Copy the address of this query", said, async () => {
      await navigator.clipboard.writeText(location.href);
      succeeded(said, "Copied: whoever may use this page opens the same query with it.");
    });
    return [csvButton("rounds", query, lines, this.#page), copy, said];
  }

  // --- queries to start with

  #readyMade() {
    const start = READY_MADE.map(({ name, query, asks }) =>
      button(name, () => {
        const made = query(daysBefore(this.#today));
        if (!asks) return this.#go(addressOf(TAB, made));
        this.#form.show(made);
        this.#form.ask(asks);
      }),
    );
    return el("details", { class: "ready-made", open: true }, el("summary", {}, "Start with"), el("div", { class: "act-row" }, start));
  }

  // --- saved queries

  #keepForm() {
    const name = textField("Save the query that is shown, under the name", { required: true, maxlength: 80 });
    const { node, said } = form(
      {
        submit: "Save the query",
        refused: this.#page.refused,
        send: async () => {
          const called = name.input.value.trim();
          this.#showSaved(await putSaved({ name: called, query: fromStart(this.#query) }));
          node.reset();
          succeeded(said, `Saved: ${called}.`);
        },
      },
      name.node,
    );
    node.classList.add("keep-form");
    return node;
  }

  /** Ask for the queries that this person saved. */
  async loadSaved() {
    try {
      this.#showSaved(await getSaved());
    } catch (error) {
      const line = outcome();
      failed(line, error);
      fill(this.#saved, el("li", {}, line));
    }
  }

  /** @param {SavedQuery[]} saved */
  #showSaved(saved) {
    const lines = saved.map(({ name, query }) => {
      const said = outcome();
      const drop = async () => this.#showSaved(await putSaved({ name }));
      const remove = actButton("Delete", said, drop, this.#page.refused, { class: "quiet", "aria-label": `Delete ${name}` });
      return el("li", { "data-saved": name }, el("a", { href: addressOf(TAB, query ?? {}) }, name), remove, said);
    });
    fill(this.#saved, lines.length ? lines : el("li", { class: "quiet-text" }, "None yet. A saved query is yours alone, and runs again each time."));
  }
}
