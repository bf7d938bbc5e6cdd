/** Board console, rounds: questions to start with on the left, what was found on the right, its filters as chips above it. */

import { findRounds, getSaved, putSaved } from "./api.js";
import { BESIDE, FilterBar, csvButton, searching } from "./parts.js";
import { ALL, FIRST, READY_MADE, chipsOf, daysBefore, fromStart, readQuery, roundsAddress } from "./query.js";
import { RoundForm } from "./roundform.js";
import { RoundList } from "./roundlist.js";
import { button, el, fill, render } from "../kit/dom.js";
import { actButton, failed, form, outcome, succeeded, textField } from "../kit/forms.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BoardChoices, RoundQuery, RoundsFound, SavedQuery } from "../kit/types.js" */

/** Search all rounds that are over. */
export class RoundsPanel {
  #page;
  #go;
  #form = new RoundForm();
  #list = new RoundList((query) => this.#go(roundsAddress(query)));
  #wait = searching("Searching the record …");
  #said = outcome();
  #saved = el("ul", { class: "saved-queries" });
  #start = el("ul", { class: "starters" });
  #note = el("p", { role: "note", hidden: true }, "No round is void, corrected or has an irregularity. These are the latest.");
  #filters;
  #today = new Date().toISOString().slice(0, 10);
  #isSent = false; // from the form: it is closed when something was found
  /** @type {RoundQuery} */ #query = {};

  /** @param {StaffPage} page @param {(address: string) => void} go */
  constructor(page, go) {
    this.#page = page;
    this.#go = go;
    const send = async () => {
      const address = roundsAddress(fromStart(this.#form.value));
      this.#isSent = true;
      go(address);
    };
    const { node: query } = form({ submit: "Search", send, refused: page.refused }, this.#form.node);
    query.querySelector("[type=submit]")?.after(button("Clear", () => go(roundsAddress(ALL)), { class: "quiet" }));
    query.classList.add("query-form");
    this.#filters = new FilterBar(query);
    this.node = el(
      "div",
      { class: "search" },
      el(
        "aside",
        { "aria-label": "Questions" },
        el("details", { class: "panel ready-made", open: matchMedia(BESIDE).matches }, el("summary", {}, "Questions to start with"), this.#start),
        el("details", { class: "panel saved" }, el("summary", {}, "Saved queries"), this.#saved, this.#keepForm()),
      ),
      el("div", { class: "board-panel" }, this.#filters.node, this.#said, this.#note, this.#list.node, this.#wait.node),
    );
    this.#drawStarters();
  }

  /** @param {BoardChoices} choices */
  offer(choices) {
    this.#form.offer(choices);
    if (choices.today) this.#today = choices.today;
    this.#drawStarters();
  }

  /** Show a query and what it finds; the first question, where none is asked. @param {URLSearchParams} fields */
  async show(fields) {
    const asked = /** @type {RoundQuery} */ (readQuery(fields));
    const isFirst = !Object.keys(asked).length;
    const query = (this.#query = isFirst ? FIRST : asked);
    this.#form.show(query);
    this.#drawStarters();
    fill(this.#said);
    const wrong = (/** @type {unknown} */ error) => {
      this.#isSent = false;
      this.#filters.open = true; // what was wrong is mended there
      this.#page.failed(this.#said, error);
    };
    const find = isFirst ? findRounds(FIRST).then((found) => (found.lines ? found : findRounds(ALL))) : findRounds(query);
    await this.#wait.find(find, this.#list.node, (found) => this.#show(found), wrong);
  }

  /** @param {RoundsFound} found */
  #show(found) {
    const isOther = this.#query.notable === true && found.query.notable !== true; // nothing was found, and all rounds are shown instead
    if (isOther) this.#query = ALL;
    const query = this.#query;
    this.#note.hidden = !isOther || !found.lines;
    this.#filters.show(chipsOf(query), (rest) => this.#go(roundsAddress(rest)));
    this.#list.show(query, found, this.#acts(query, found));
    if (this.#isSent && this.#filters.isUsed) this.#list.focus();
    if (this.#isSent) this.#filters.open = false;
    this.#isSent = false;
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

  #drawStarters() {
    const shown = roundsAddress(fromStart(this.#query));
    render(this.#start, () =>
      READY_MADE.map(({ name, query, asks }) => {
        const made = query(daysBefore(this.#today));
        const ask = () => {
          if (!asks) return this.#go(roundsAddress(made));
          this.#form.show(made);
          this.#filters.open = true;
          this.#form.ask(asks);
        };
        const isShown = !asks && roundsAddress(made) === shown;
        return el("li", { key: name }, button(asks ? `${name} …` : name, ask, { class: "quiet", "aria-current": isShown ? "true" : null }));
      }),
    );
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
      return el("li", { "data-saved": name }, el("a", { href: roundsAddress(query ?? {}) }, name), remove, said);
    });
    fill(this.#saved, lines.length ? lines : el("li", { class: "quiet-text" }, "None yet. A saved query is yours alone, and runs again each time."));
  }
}
