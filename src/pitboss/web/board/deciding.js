/** Board console, one filing decided: what it changes, then a decision that nobody made beforehand, and a second look before an approval. */

import { badge } from "../kit/components.js";
import { el, fill, findAll } from "../kit/dom.js";
import { attempt, labelled, outcome, textField } from "../kit/forms.js";
import { parseDollars } from "../kit/money.js";
import { secondLook } from "../kit/secondlook.js";
import { plain } from "../kit/words.js";
import { decideFiling, getFiling, getFloor } from "../filings/api.js";
import { daysLeft, history } from "../filings/register.js";
import { FilingChanges, changeSentence } from "./filingchanges.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BindingMessage, FilingDetail } from "../kit/types.js" */

/** `Max Manager (manager)`: without the credential number, which the register has. @param {string} person */
const named = (person) => person.replace(/, [^,)]*\)$/, ")");

/** Who filed it and when, and how long the Board has. @param {FilingDetail} filing */
function about({ id, number = "", filed = "", filed_by = "", drafted_by, review_ends: ends = "", days_left: days }) {
  const left = typeof days === "number" ? badge(daysLeft(days), days <= 3 ? "bad" : "warn") : null;
  return el("p", {}, el("strong", {}, id), ` was filed on ${filed}${number ? ` as ${number}` : ""} by ${named(filed_by || drafted_by)}. The Board's 15 days end on ${ends || "—"}. `, left);
}

let forms = 0; // on the page: each has a name of its own

/** One filing: its difference, and the decision, for whoever may make it. */
export class FilingDecision {
  node = el("div", { class: "deciding" });
  #page;
  #id;
  #decided;
  /** @type {FilingChanges|null} */ #changes = null;

  /** @param {StaffPage} page @param {string} id @param {(filing: FilingDetail) => unknown} decided */
  constructor(page, id, decided = () => {}) {
    this.#page = page;
    this.#id = id;
    this.#decided = decided;
    this.node.dataset.filing = id;
  }

  async show() {
    const said = outcome();
    fill(this.node, said);
    await this.#page.load(said, async () => this.#draw(await getFiling(this.#id)));
  }

  end() {
    this.#changes?.end();
  }

  /** @param {FilingDetail} filing */
  #draw(filing) {
    this.end();
    const waits = filing.state === "filed";
    this.#changes = waits ? new FilingChanges(filing) : null;
    fill(
      this.node,
      waits ? about(filing) : el("p", { role: "status" }, badge(plain(filing.state), filing.state === "refused" ? "bad" : "good"), ` ${history(filing)}`),
      this.#changes?.node,
      waits && this.#page.account.may("decide filing") ? this.#form(filing) : null,
    );
  }

  /** @param {FilingDetail} filing */
  #form(filing) {
    const said = outcome();
    const parts = { approve: this.#approval(filing, said), refuse: this.#refusal(filing, said) };
    const name = `decision-${++forms}`;
    const choice = (/** @type {"approve"|"refuse"} */ which, /** @type {string} */ words) => {
      const show = () => {
        for (const [other, part] of Object.entries(parts)) part.hidden = other !== which;
        fill(said);
      };
      return el("label", { class: "check" }, el("input", { type: "radio", name, value: which, onchange: show }), words);
    };
    for (const part of Object.values(parts)) part.hidden = true;
    return el(
      "div",
      { class: "decision" },
      el("fieldset", { class: "decision-choice" }, el("legend", {}, `Your decision on ${filing.id}`), choice("approve", "Approve"), choice("refuse", "Refuse")),
      parts.approve,
      parts.refuse,
      said,
    );
  }

  /** @param {FilingDetail} filing @param {HTMLElement} said */
  #approval(filing, said) {
    const most = textField("No wager above, $", { inputmode: "decimal", placeholder: "as filed" });
    const [since, until] = ["In force not before", "In force not after"].map((label) => textField(label, { type: "date" }));
    const words = textField("Conditions in words", { maxlength: 2000, placeholder: "none" });
    const date = textField("Date of the decision, today if empty", { type: "date" });
    const tables = el("fieldset", { class: "table-boxes", hidden: true });
    this.#offerTables(tables, filing.game);
    const binding = () => {
      const amount = most.input.value.trim() ? parseDollars(most.input.value) : undefined;
      if (amount === null) throw new Error(`No wager above: expected an amount in dollars such as 200, not “${most.input.value.trim()}”.`);
      const only = findAll(tables, "input:checked", HTMLInputElement).map(({ value }) => value);
      return /** @type {BindingMessage} */ ({
        ...(amount ? { maximum: amount } : {}),
        ...(since.input.value ? { since: since.input.value } : {}),
        ...(until.input.value ? { until: until.input.value } : {}),
        ...(only.length ? { tables: only } : {}),
      });
    };
    const look = async () => {
      const rules = binding();
      const conditions = words.input.value.trim();
      const body = { approved: true, conditions, date: date.input.value, ...(Object.keys(rules).length ? { binding: rules } : {}) };
      const on = conditionWords(rules, most.input.value.trim(), conditions);
      secondLook(
        {
          title: `Approve ${filing.id}?`,
          says: el("strong", {}, `Approve ${filing.id}: ${changeSentence(this.#changes?.checked ?? null)}.`),
          act: `Approve ${filing.id}`,
          refused: this.#page.refused,
          send: () => decideFiling(this.#id, body),
          then: (made) => this.#done(made),
        },
        el("p", {}, on.length ? ["On these conditions:", el("ul", {}, on.map((line) => el("li", {}, line)))] : "Without conditions."),
        el("p", { class: "quiet-text" }, "The house may then put it in force; it stands in the record under your name."),
      );
    };
    return this.#part("Look at it once more", look, said,
      el("h3", {}, "Conditions that bind the house, if any"),
      el("div", { class: "query-fields" }, most.node, since.node, until.node, words.node, date.node),
      tables); // prettier-ignore
  }

  /** @param {FilingDetail} filing @param {HTMLElement} said */
  #refusal({ id }, said) {
    const reason = el("textarea", { rows: 3, maxlength: 2000, required: true });
    const date = textField("Date of the decision, today if empty", { type: "date" });
    const send = async () => this.#done(await decideFiling(id, { approved: false, conditions: reason.value.trim(), date: date.input.value }));
    return this.#part(`Refuse ${id}`, send, said, labelled("Why it is refused", reason), date.node);
  }

  /** The fields of one decision, and its button. @param {string} submit @param {() => Promise<unknown>} send @param {HTMLElement} said @param {import("../kit/dom.js").Child[]} children */
  #part(submit, send, said, ...children) {
    const sends = el("button", { type: "submit", class: "primary" }, submit);
    const node = el("form", { class: "form" }, ...children, sends);
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(sends, said, send, this.#page.refused);
    });
    return node;
  }

  /** The tables of a game, to be ticked. @param {HTMLElement} place @param {string} game */
  async #offerTables(place, game) {
    const { tables } = await getFloor().catch(() => ({ tables: [] }));
    const own = tables.filter((table) => table.game === game && table.state !== "retired");
    place.hidden = !own.length;
    fill(place, el("legend", {}, "Only at these tables; at all if none is ticked"), own.map(({ number, title }) => el("label", { class: "check" }, el("input", { type: "checkbox", value: number }), `${number}, ${title}`)));
  }

  /** @param {FilingDetail} made */
  async #done(made) {
    this.#draw(made);
    await this.#decided(made);
  }
}

/** Conditions as sentences. @param {BindingMessage} binding @param {string} most  as it was typed @param {string} words */
const conditionWords = ({ maximum, since, until, tables = [] }, most, words) =>
  [
    maximum ? `No wager above $${most.replace(/^\$/, "")}.` : "",
    since ? `Not before ${since}.` : "",
    until ? `Not after ${until}.` : "",
    tables.length ? `Only at ${tables.join(", ")}.` : "",
    words,
  ].filter(Boolean);
