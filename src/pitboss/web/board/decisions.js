/** Board console, decisions: every act of people in the record, who did it, in which role, where and when. */

import { badge } from "../kit/components.js";
import { findDecisions } from "./api.js";
import { NamesField, Offers, momentField, nameField, personOffered } from "./fields.js";
import { BESIDE, FilterBar, csvButton, pages, searching, stamp, whole } from "./parts.js";
import { addressOf, fromStart, given, readQuery } from "./query.js";
import { button, changeDetector, el, fill, selection } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { form, labelled, outcome, setOptions, textField } from "../kit/forms.js";
import { plain } from "../kit/words.js";

/** @import { Chip } from "./query.js" */
/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { BoardChoices, DecisionFound, DecisionQuery, DecisionsFound } from "../kit/types.js" */

const TAB = "decisions";
const HOUSE = "house";

/** @param {DecisionFound} decision */
function row({ journal, sequence, time, person, name, role, kind, words, table, round = 0 }) {
  const at = table || (journal === HOUSE ? "" : journal);
  const where = round && at ? el("a", { href: addressOf("round", { table: at, round }) }, `${at}, round ${round}`) : at || "the house";
  return listLine(
    { "data-entry": `${journal} ${sequence}` },
    el("time", { datetime: time }, stamp(time)),
    [name, el("span", { class: "about" }, [plain(role), person].filter(Boolean).join(", "))],
    [words, el("span", { class: "about" }, plain(kind))],
    [where, el("span", { class: "about" }, `entry ${sequence} of ${journal}`)],
  );
}

/** Every filter of a query, each to be taken away by itself. @param {DecisionQuery} query @returns {Chip<DecisionQuery>[]} */
function chipsOf(query) {
  const { person, role, words, kinds = [], journals = [], since, until, round } = query;
  const without = (/** @type {keyof DecisionQuery} */ name) => given({ ...fromStart(query), [name]: undefined });
  /** @param {keyof DecisionQuery} name @param {unknown} value @param {string} said @returns {Chip<DecisionQuery>[]} */
  const one = (name, value, said) => (value ? [{ words: said, rest: without(name) }] : []);
  return [
    ...one("person", person, `by ${person}`),
    ...one("role", role, `as ${plain(role ?? "")}`),
    ...one("words", words, `“${words}”`),
    ...kinds.map((kind) => ({ words: plain(kind), rest: given({ ...without("kinds"), kinds: kinds.filter((other) => other !== kind) }) })),
    ...journals.map((journal) => ({ words: `at ${journal === HOUSE ? "the house" : journal}`, rest: given({ ...without("journals"), journals: journals.filter((other) => other !== journal) }) })),
    ...one("since", since, `from ${since}`),
    ...one("until", until, `until ${until}`),
    ...one("round", round, `round ${round}`),
  ];
}

/** Search the acts of people. */
export class DecisionsPanel {
  #page;
  #go;
  #offers = { people: new Offers(), kinds: new Offers(), journals: new Offers() };
  #role = selection([["", "any role"]]);
  #person = nameField("Person", this.#offers.people, "name or credential number");
  #words = textField("Words", { maxlength: 128, placeholder: "a part of what was done" });
  #kinds = new NamesField("Kinds of entry", this.#offers.kinds, "every kind");
  #journals = new NamesField("Journals", this.#offers.journals, "all tables and the house");
  #since = momentField("From");
  #until = momentField("Until, inclusive");
  #round = textField("Round number", { inputmode: "numeric", pattern: "[0-9]*", maxlength: 9 });
  #counts = el("aside", { "aria-label": "How many of each" });
  #filters;
  #list = el("section", { class: "found", "aria-label": "What was found" });
  #wait = searching("Searching the record …");
  #said = outcome();
  #isOther = changeDetector(); // than the query in the fields
  #isSent = false; // from the form: it is closed when something was found

  /** @param {StaffPage} page @param {(address: string) => void} go */
  constructor(page, go) {
    this.#page = page;
    this.#go = go;
    const send = async () => {
      this.#isSent = true;
      go(addressOf(TAB, this.#value));
    };
    const { node } = form(
      { submit: "Search", send, refused: page.refused },
      el(
        "div",
        { class: "query-fields" },
        this.#person.node,
        labelled("Role", this.#role),
        this.#words.node,
        this.#kinds.node,
        this.#journals.node,
        this.#since.node,
        this.#until.node,
        this.#round.node,
      ),
    );
    node.classList.add("query-form");
    node.querySelector("[type=submit]")?.after(button("Clear", () => go(`#${TAB}`), { class: "quiet" }));
    this.#filters = new FilterBar(node);
    this.node = el("div", { class: "search" }, this.#counts, el("div", { class: "board-panel" }, this.#filters.node, this.#said, this.#list, this.#wait.node));
  }

  /** @returns {DecisionQuery} */
  get #value() {
    const round = this.#round.input.value.trim();
    return given({
      person: this.#person.value,
      role: this.#role.value,
      words: this.#words.input.value.trim(),
      kinds: this.#kinds.value.map((kind) => kind.replaceAll(" ", "_")),
      journals: this.#journals.value,
      since: this.#since.value,
      until: this.#until.value,
      round: round ? Number(round) : null,
    });
  }

  /** @param {DecisionQuery} query */
  #fillIn({ offset: _, ...query }) {
    if (!this.#isOther(query)) return; // another page of the same: what is typed stays
    this.#person.value = query.person ?? "";
    this.#role.value = query.role ?? "";
    this.#words.input.value = query.words ?? "";
    this.#kinds.value = (query.kinds ?? []).map(plain);
    this.#journals.value = query.journals ?? [];
    this.#since.value = query.since ?? "";
    this.#until.value = query.until ?? "";
    this.#round.input.value = String(query.round ?? "");
  }

  /** @param {BoardChoices} choices */
  offer({ people = [], kinds = [], tables = [] }) {
    this.#offers.people.show(people.map(personOffered));
    this.#offers.kinds.show(kinds.map((kind) => ({ value: plain(kind) })));
    this.#offers.journals.show([{ value: HOUSE, words: "the house's own" }, ...tables.map(([value, words]) => ({ value, words }))]);
    const roles = [...new Set(people.flatMap((one) => one.roles ?? []))].sort();
    setOptions(this.#role, [["", "any role"], ...roles.map((role) => [role, plain(role)])]);
  }

  /** Show a query and what it finds. @param {URLSearchParams} fields */
  async show(fields) {
    const query = /** @type {DecisionQuery} */ (readQuery(fields));
    this.#fillIn(query);
    fill(this.#said);
    const wrong = (/** @type {unknown} */ error) => {
      this.#isSent = false;
      this.#filters.open = true; // what was wrong is mended there
      this.#page.failed(this.#said, error);
    };
    await this.#wait.find(findDecisions(query), this.#list, (found) => this.#show(query, found), wrong);
  }

  /** @param {DecisionQuery} query @param {DecisionsFound} found */
  #show(query, { decisions = [], lines = 0, people = [], kinds = [] }) {
    const narrow = (/** @type {DecisionQuery} */ more) => addressOf(TAB, { ...fromStart(query), ...more });
    const heading = el("h2", { class: "query-words", tabindex: "-1" }, lines === 1 ? "1 act of a person" : `${whole(lines)} acts of people, the latest first`);
    const { isUsed } = this.#filters;
    this.#filters.show(chipsOf(query), (rest) => this.#go(addressOf(TAB, rest)));
    fill(
      this.#counts,
      counts("By person", people.map(([person, name, many]) => [`${name} (${person})`, many, narrow({ person })])),
      counts("By kind", kinds.map(([kind, many]) => [plain(kind), many, narrow({ kinds: [kind] })])),
    );
    fill(
      this.#list,
      heading,
      lines
        ? el(
            "div",
            { class: "found-box", tabindex: "0", role: "region", "aria-label": "Decisions" },
            listTable(["When", "Who", "What", "Where"], decisions.map(row), "found-table"),
          )
        : el("p", { class: "empty" }, "Nobody did anything that fits this query."),
      pages(query, lines, "acts", (offset) => this.#go(addressOf(TAB, { ...query, offset }))),
      el("div", { class: "act-row" }, csvButton(TAB, query, lines, this.#page)),
    );
    if (this.#isSent && isUsed) heading.focus({ preventScroll: true });
    if (this.#isSent) this.#filters.open = false;
    this.#isSent = false;
  }
}

/** How often each occurs, as links to those alone; open beside the list. @param {string} title @param {[words: string, many: number, href: string][]} lines */
function counts(title, lines) {
  if (!lines.length) return null;
  return el(
    "details",
    { class: "panel counts", open: matchMedia(BESIDE).matches },
    el("summary", {}, title),
    el("ul", {}, lines.map(([words, many, href]) => el("li", {}, el("a", { href }, words), badge(whole(many))))),
  );
}
