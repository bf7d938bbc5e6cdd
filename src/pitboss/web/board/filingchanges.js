/** What a filing changes: each choice before and after with its provision, the edges of the wagers concerned, and warnings. */

import { badge, difference, message } from "../kit/components.js";
import { button, el, fill } from "../kit/dom.js";
import { asRefused } from "../kit/api.js";
import { Follower } from "../kit/following.js";
import { citation } from "../kit/law.js";
import { listLine, listTable } from "../kit/lists.js";
import { capitalized, inWords, plain } from "../kit/words.js";
import { DRAFT_CHECKED } from "../filings/api.js";

/** @import { ChangeLine, ChoiceLine, DraftChecked, EdgeLine, FilingDetail } from "../kit/types.js" */

/** @typedef {readonly [name: string, before: string, after: string, cite?: string]} Change */
/** @typedef {{title: string, before: number|null, after: number|null}} EdgeChange  as fractions of the wager; null: not offered */

const SHOWN = 6; // lines of edges; the rest on request
const SAID = 4; // changes that a sentence names, at most
const SAME = 5e-9; // of a wager: two edges that differ less are the same

/** Whether a value of a draft has parts of its own, such as limits by wager. @param {unknown} value @returns {value is Record<string, unknown>} */
const hasParts = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of a draft as people say it. @param {unknown} value @param {string} [kind]  of the choice @returns {string} */
export function valueWords(value, kind = "") {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => valueWords(one, kind)).join(", ");
  if (hasParts(value)) return Object.entries(value).map(([name, part]) => `${plain(name)} ${valueWords(part, kind)}`).join(", ");
  const words = plain(String(value));
  return ["money", "limits"].includes(kind) && /^\d/.test(words) ? `$${words.replace(/\.00$/, "")}` : words;
}

/** `Wheel`, `Payouts of straight`, `Maximum of straight`. @param {string} choice @param {string[]} path  of the part in it */
function partName(choice, [key, within]) {
  if (!key) return capitalized(plain(choice));
  return capitalized(within ? `${plain(within)} of ${plain(key)}` : `${plain(choice)} of ${plain(key)}`);
}

/**
 * One line for each part that differs: of limits, the limit of each wager. @param {ChangeLine} change @param {string} kind @param {string[]} [path]
 * @returns {Change[]}
 */
function parts(change, kind, path = []) {
  const { choice, before, after, cite } = change;
  if (!hasParts(before) && !hasParts(after)) return [[partName(choice, path), valueWords(before, kind), valueWords(after, kind), cite]];
  const [old, now] = [before, after].map((one) => (hasParts(one) ? one : {}));
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
    .flatMap((key) => parts({ ...change, before: old[key], after: now[key] }, kind, [...path, key]));
}

/** @param {readonly ChangeLine[]} changes @param {readonly ChoiceLine[]} choices @returns {Change[]} */
export function changedChoices(changes, choices) {
  const kinds = new Map(choices.map(({ name, kind }) => [name, kind]));
  return changes.flatMap((change) => parts(change, kinds.get(change.choice) ?? ""));
}

/** The wagers whose edge is another, those that change most first; spots of one wager that change alike are one. @param {readonly EdgeLine[]} lines @returns {EdgeChange[]} */
export function changedEdges(lines) {
  /** @type {Map<string, EdgeChange>} */ const found = new Map();
  for (const { wager, title, strategy, edge, other } of lines) {
    const [after, before] = [edge ?? null, other ?? null];
    if (after === before || (after !== null && before !== null && Math.abs(after - before) < SAME)) continue;
    const [key, by] = [`${wager} ${strategy} ${before} ${after}`, strategy ? `, ${plain(strategy)}` : ""];
    found.set(key, { title: `${found.has(key) ? capitalized(plain(wager)) : title}${by}`, before, after });
  }
  const size = (/** @type {EdgeChange} */ { before, after }) => (before === null || after === null ? 0 : Math.abs(after - before));
  return [...found.values()].sort((one, other) => size(other) - size(one));
}

/** `5.26 %`; with four digits where two do not tell it from the other. @param {number} share @param {number|null} [other] */
function percent(share, other = null) {
  const digits = other !== null && (share * 100).toFixed(2) === (other * 100).toFixed(2) ? 4 : 2;
  return `${(share * 100).toFixed(digits)} %`;
}

/** `5.26 % → 2.70 %`, `new, 2.70 %`, `not offered any more`. @param {EdgeChange} change */
function edgeWords({ before, after }) {
  if (after === null) return "not offered any more";
  return before === null ? `new, ${percent(after)}` : `${percent(before, after)} → ${percent(after, before)}`;
}

/** At most so many of them, and how many more. @param {string[]} words */
const listed = (words) => (words.length > SAID ? `${words.slice(0, SAID - 1).join(", ")} and ${words.length - SAID + 1} more` : words.join(", "));

/** Wagers that change alike together, under the name of the first. @param {EdgeChange[]} changes @returns {(EdgeChange & {others: string[]})[]} */
function alike(changes) {
  /** @type {Map<string, EdgeChange & {others: string[]}>} */ const found = new Map();
  for (const one of changes) {
    const first = found.get(edgeWords(one));
    if (first) first.others.push(one.title);
    else found.set(edgeWords(one), { ...one, others: [] });
  }
  return [...found.values()];
}

/** `Straight Wager and 11 more`. @param {EdgeChange & {others: string[]}} of */
const wagerNames = ({ title, others }) => (others.length ? `${title} and ${others.length} more` : title);

/** `Straight Wager and 11 more 5.26 % → 2.70 %`. @param {readonly EdgeLine[]} edges */
const edgeSentence = (edges) => listed(alike(changedEdges(edges)).map((one) => `${wagerNames(one)} ${edgeWords(one)}`));

/** What it changes in one sentence: `wheel double → single; straight 5.26 % → 2.70 %`. @param {DraftChecked|null} checked */
export function changeSentence(checked) {
  if (!checked) return "what it changes is not known yet";
  const { changes = [], choices = [], edges, against } = checked;
  if (!against) {
    const chosen = choices.filter(({ value }) => value !== null && value !== undefined && valueWords(value) !== "");
    return `the first filing of its game, with ${chosen.length === 1 ? "1 choice" : `${chosen.length} choices`}`;
  }
  const choiceWords = changedChoices(changes, choices).map(([name, before, after]) => `${name.toLowerCase()} ${before || "not chosen"} → ${after || "not chosen"}`);
  const unknown = edges ? "" : "its edges are not worked out yet";
  return [listed(choiceWords), edgeSentence(edges ?? []), unknown].filter(Boolean).join("; ") || `nothing changes beside ${against}`;
}

/** What one filing changes, worked out by the house; edges follow when they are known. */
export class FilingChanges {
  node = el("div", { class: "filing-changes" });
  /** @type {DraftChecked|null} */ checked = null;
  #follower = new Follower();
  #filing;

  /** @param {FilingDetail} filing */
  constructor(filing) {
    this.#filing = filing;
    this.#begin();
  }

  #begin() {
    const { id, game, choices = {}, title, instead_of = "" } = this.#filing;
    const body = { game, choices, title, filing: id, instead_of };
    const refused = (/** @type {unknown} */ error) => this.#draw(asRefused(error).sentence);
    fill(this.node, el("p", { class: "quiet-text", role: "status" }, el("progress", { "aria-label": "Working out what it changes" }), " What changes is being worked out …"));
    this.#follower
      .begin(DRAFT_CHECKED, { method: "POST", body }, (/** @type {DraftChecked} */ checked) => {
        this.checked = checked;
        this.#draw();
      }, refused) // prettier-ignore
      .catch(refused);
  }

  /** The page shows something else now. */
  end() {
    this.#follower.end();
  }

  /** @param {string} [refusal]  why there are no edges */
  #draw(refusal = "") {
    const { checked } = this;
    const warnings = (checked?.mistakes ?? []).filter(({ warning }) => warning);
    fill(
      this.node,
      checked ? el("section", { "aria-label": "What changes" }, this.#choices(checked)) : null,
      checked && !refusal ? el("section", { "aria-label": "House edge" }, el("h3", {}, checked.against ? "House edge, now → then" : "House edge"), this.#edges(checked)) : null,
      refusal ? el("p", { class: "refusal", role: "status" }, refusal, " ", button("Work it out again", () => this.#begin())) : null,
      warnings.length
        ? message("warn", el("strong", {}, warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`), el("ul", {}, warnings.map(({ sentence, cite }) => el("li", {}, inWords(sentence), " ", citation(cite)))))
        : checked?.edges ? el("p", { class: "quiet-text" }, "No warnings.") : null, // prettier-ignore
    );
  }

  /** @param {DraftChecked} checked */
  #choices({ changes = [], choices, against }) {
    if (!against) {
      const chosen = choices.filter(({ value }) => valueWords(value) !== "");
      const own = chosen.filter(({ value, default: usual }) => JSON.stringify(value) !== JSON.stringify(usual));
      const list = (/** @type {ChoiceLine[]} */ some) => el("dl", { class: "difference" }, some.map(({ name, value, kind, cite }) => [el("dt", {}, capitalized(plain(name)), " ", citation(cite)), el("dd", {}, valueWords(value, kind))]));
      return [
        el("h3", {}, "The first filing of its game: nothing to compare it with"),
        own.length ? list(own) : el("p", { class: "quiet-text" }, "Every choice is the one that holds where nothing is filed."),
        el("details", {}, el("summary", {}, `All ${chosen.length} choices`), list(chosen)),
      ];
    }
    const made = changedChoices(changes, choices);
    const heading = made.length === 1 ? "1 choice changes" : `${made.length || "No"} choices change`;
    return [el("h3", {}, heading, " ", badge(`beside ${against}`)), made.length ? difference(made) : el("p", { class: "quiet-text" }, "Every choice is as it is now.")];
  }

  /** @param {DraftChecked} checked */
  #edges({ edges, against }) {
    if (!edges) return el("p", { class: "quiet-text", role: "status" }, el("progress", { "aria-label": "Working out the edges" }), " Working out the edges …");
    if (!edges.length) return el("p", { class: "quiet-text" }, "This game has no exact figures.");
    const lines = alike(changedEdges(against ? edges : edges.map((line) => ({ ...line, other: null }))));
    if (!lines.length) return el("p", { class: "quiet-text" }, "No edge changes.");
    const row = (/** @type {EdgeChange & {others: string[]}} */ line) =>
      listLine({ "data-edge": line.title }, [wagerNames(line), line.others.length ? el("span", { class: "about" }, line.others.join(", ")) : null], this.#edge(line, Boolean(against)));
    const table = (/** @type {typeof lines} */ some) => listTable(["Wager", "House edge"], some.map(row), "edge-changes");
    return [
      table(lines.slice(0, SHOWN)),
      lines.length > SHOWN ? el("details", {}, el("summary", {}, `${lines.length - SHOWN} more`), table(lines.slice(SHOWN))) : null,
    ];
  }

  /** @param {EdgeChange} line @param {boolean} compares */
  #edge(line, compares) {
    const { before, after } = line;
    if (before !== null && after !== null) return [el("del", {}, percent(before, after)), " → ", el("ins", {}, percent(after, before))];
    return compares || after === null ? edgeWords(line) : percent(after);
  }
}
