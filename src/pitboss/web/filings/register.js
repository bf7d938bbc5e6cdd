/** The register of filings as a table: what waits first, then what is in force; the examples of the games in one line. */

import { badge } from "../kit/components.js";
import { button, el, render } from "../kit/dom.js";
import { labelled } from "../kit/forms.js";
import { moment, plain } from "../kit/words.js";

/** @import { Meaning } from "../kit/components.js" */
/** @import { FilingLine, GameLine } from "../kit/types.js" */

/** How each state is said and shown, those first that wait for somebody. @type {Record<string, {mark: string, words: string, meaning: Meaning}>} */
const STATES = {
  filed: { mark: "◷", words: "waits for the Board", meaning: "warn" },
  draft: { mark: "✎", words: "draft", meaning: "info" },
  approved: { mark: "✓", words: "approved, not in force", meaning: "warn" },
  in_force: { mark: "●", words: "in force", meaning: "good" },
  refused: { mark: "✕", words: "refused", meaning: "bad" },
  superseded: { mark: "○", words: "superseded", meaning: "" },
  withdrawn: { mark: "–", words: "withdrawn", meaning: "" },
};
const MOST_TABLES = 3; // named in a line; the others are counted

/** The state of a filing, by mark, word and colour. @param {FilingLine} line */
export function stateBadge({ state }) {
  const { mark = "", words = plain(state), meaning = /** @type {Meaning} */ ("") } = STATES[state] ?? {};
  return badge(`${mark} ${words}`.trim(), meaning);
}

/** `11 days left`, `ends today`, `ended 3 days ago`. @param {number} days  as the house counts them, where it is */
export function daysLeft(days) {
  if (days === 0) return "ends today";
  const many = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `${many} left` : `ended ${many} ago`;
}

/** What the Board made a condition, in words and as rules. @param {FilingLine} line */
export const conditionsOf = ({ conditions = "", binding = [] }) => [conditions, ...binding].filter(Boolean);

/** A person, without role and credential. @param {string} actor */
const nameOf = (actor) => actor.split(" (")[0];

/** What became of a filing, in words. @param {FilingLine} line */
export function history(line) {
  const words = [
    line.said_by_file
      ? `Filed and approved, as the floor file says: it went into the register from there ${moment(line.drafted)}, without number or dates`
      : `Drafted ${moment(line.drafted)} by ${nameOf(line.drafted_by)}`,
  ];
  const bound = conditionsOf(line).join(" ").replace(/\.$/, "");
  if (line.filed) words.push(`filed on ${line.filed} as ${line.number ?? ""}`);
  if (line.state === "filed") words.push(`the Board's 15 days end on ${line.review_ends ?? ""}: ${daysLeft(line.days_left ?? 0)}`);
  if (line.decided) words.push(`${line.state === "refused" ? "refused" : "approved"} on ${line.decided}${line.decided_by ? ` by ${nameOf(line.decided_by)}` : ""}${bound && `: ${bound}`}`);
  if (line.tables?.length) words.push(`in force at ${line.tables.join(", ")}`);
  if (line.scheduled?.length) words.push(`to come into force at ${line.scheduled.join(", ")}`);
  if (line.reason) words.push(`withdrawn: ${line.reason}`);
  return `${words.join("; ")}.`;
}

/** `F-9` before `F-18`. @param {FilingLine} line */
const order = ({ id }) => Number(id.replace(/\D/g, ""));

/** @param {FilingLine} line */
const urgency = ({ state }) => {
  const place = Object.keys(STATES).indexOf(state);
  return place < 0 ? Object.keys(STATES).length : place;
};

/**
 * Every column: what it is called, by what it sorts, and what a line has in it.
 * @type {{title: string, by: (line: FilingLine, game: string) => string|number, cell: (line: FilingLine, game: string) => import("../kit/dom.js").Child}[]}
 */
const COLUMNS = [
  { title: "Number", by: order, cell: ({ id, number }) => [el("a", { href: `#filing/${id}` }, id), number ? el("span", { class: "about" }, `filed as ${number}`) : null] },
  { title: "Game", by: (_, game) => game, cell: ({ title }, game) => [game, title !== game ? el("span", { class: "about" }, title.startsWith(`${game}, `) ? title.slice(game.length + 2) : title) : null] },
  { title: "State", by: urgency, cell: (line) => stateBadge(line) },
  { title: "Tables", by: ({ tables = [], scheduled = [] }) => -tables.length - scheduled.length, cell: (line) => tableWords(line) },
  { title: "Review", by: ({ days_left: days, decided = "" }) => (typeof days === "number" ? days : decided ? 1e3 : 2e3), cell: (line) => reviewWords(line) },
  { title: "Decided by", by: ({ decided_by: by = "" }) => by || "~", cell: ({ decided_by: by = "", said_by_file: file }) => (file ? "the floor file" : nameOf(by)) },
];

/** @param {FilingLine} line */
function tableWords({ tables = [], scheduled = [] }) {
  const more = tables.length > MOST_TABLES ? ` and ${tables.length - MOST_TABLES} more` : "";
  return [tables.slice(0, MOST_TABLES).join(", ") + more, scheduled.length ? el("span", { class: "about" }, `to come at ${scheduled.join(", ")}`) : null];
}

/** @param {FilingLine} line */
function reviewWords({ days_left: days, review_ends: ends = "", decided = "", said_by_file: file }) {
  if (typeof days === "number") return [badge(daysLeft(days), days < 0 ? "bad" : "warn"), el("span", { class: "about" }, `ends on ${ends}`)];
  return decided && !file ? `decided on ${decided}` : "";
}

/** All filings. */
export class FilingRegister {
  #game;
  #find = el("input", { type: "search", autocomplete: "off", placeholder: "Number, game, state or table", oninput: () => this.#draw() });
  #list = el("div", { class: "filing-list" });
  /** @type {FilingLine[]} */ #lines = [];
  #by = -1; // the column; -1: what waits first
  #turned = false;
  #withExamples = false;

  /** @param {(name: string) => GameLine|undefined} game */
  constructor(game) {
    this.#game = game;
    this.node = el("div", { class: "register" }, el("div", { class: "list-head" }, labelled("Find a filing", this.#find)), this.#list);
  }

  /** @param {FilingLine[]} lines */
  show(lines) {
    this.#lines = lines;
    this.#draw();
  }

  /** @param {FilingLine} line */
  #gameOf({ game }) {
    return this.#game(game)?.title ?? plain(game);
  }

  /** @param {FilingLine[]} lines */
  #sorted(lines) {
    const by = COLUMNS[this.#by]?.by ?? urgency;
    const compared = (/** @type {FilingLine} */ a, /** @type {FilingLine} */ b) => {
      const [one, other] = [by(a, this.#gameOf(a)), by(b, this.#gameOf(b))];
      return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
    };
    const latestFirst = [...lines].sort((a, b) => order(b) - order(a));
    const found = latestFirst.sort(compared);
    return this.#turned ? found.reverse() : found;
  }

  #draw() {
    const wanted = this.#find.value.toLowerCase().trim();
    const found = this.#lines.filter((line) => {
      const { id, game, title, number = "", state, tables = [] } = line;
      return `${id} ${this.#gameOf(line)} ${game} ${title} ${number} ${plain(state)} ${STATES[state]?.words} ${tables.join(" ")}`.toLowerCase().includes(wanted);
    });
    const examples = found.filter(({ example }) => example);
    const isFolded = examples.length > 1 && !this.#withExamples && !wanted;
    const shown = this.#sorted(isFolded ? found.filter(({ example }) => !example) : found);
    render(this.#list, () => [
      shown.length ? null : el("p", { class: "quiet-text" }, wanted ? "Nothing matches." : `Nothing has been drafted or filed yet${examples.length ? ", besides the examples" : ""}.`),
      shown.length ? el("table", { class: "stackable filing-table" }, this.#head(), el("tbody", {}, shown.map((line) => this.#row(line)))) : null,
      examples.length > 1 && !wanted ? this.#examples(examples) : null,
    ]);
  }

  #head() {
    return el(
      "thead",
      {},
      el(
        "tr",
        {},
        COLUMNS.map(({ title }, n) => {
          const sort = this.#by !== n ? "none" : this.#turned ? "descending" : "ascending";
          const mark = { none: "", ascending: " ▲", descending: " ▼" }[sort];
          return el("th", { scope: "col", "aria-sort": sort }, button(`${title}${mark}`, () => this.#sort(n), { class: "quiet sort", key: title, "aria-label": `${title}: sort` }));
        }),
      ),
    );
  }

  /** @param {number} column */
  #sort(column) {
    this.#turned = this.#by === column && !this.#turned;
    this.#by = column;
    this.#draw();
  }

  /** @param {FilingLine} line */
  #row(line) {
    const game = this.#gameOf(line);
    const [first, ...others] = COLUMNS;
    return el(
      "tr",
      { key: line.id, "data-filing": line.id },
      el("th", { scope: "row" }, first.cell(line, game)),
      others.map(({ title, cell }) => el("td", { "data-label": title }, cell(line, game))),
    );
  }

  /** @param {FilingLine[]} examples */
  #examples(examples) {
    const tables = examples.flatMap(({ tables: own = [] }) => own).length;
    const turn = () => {
      this.#withExamples = !this.#withExamples;
      this.#draw();
    };
    return el(
      "p",
      { class: "examples" },
      `${examples.length} examples of the games, in force at ${tables} tables as the floor file says. `,
      button(this.#withExamples ? "Fold them" : "Show them", turn, { class: "quiet go", "aria-expanded": String(this.#withExamples) }),
    );
  }
}
