/** One box or shift of a table: the three differences side by side, each with its cause and the rounds behind it. */

import { badge, facts, message, result } from "../kit/components.js";
import { el } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { listLine, listTable } from "../kit/lists.js";
import { moment } from "../kit/words.js";
import { roundLinks, roundsFromTo, seldom, wagerWords } from "./words.js";

/** @import { ChanceLine, ReconciledDifference, PlayHeld, ReconciledInterval } from "../kit/types.js" */

const ONCE = 1;

/** @param {ReconciledDifference} difference */
export const differenceItem = ({ about, table, amount, words, cause, alarm, since = "", until = "", first = 0, last = 0, tables = [], notes = [] }) =>
  el(
    "li",
    { class: alarm ? "alarmed" : undefined, "data-about": about },
    el("div", { class: "item-head" }, el("strong", {}, about), " ", amount ? result(amount) : null, " ", alarm ? badge(`for ${alarm}`, "bad") : badge("within the tolerance")),
    el("p", {}, words),
    el("p", {}, el("strong", {}, "Cause: "), cause),
    since && until ? el("div", { class: "about" }, `${moment(since)} to ${moment(until)}`) : null,
    roundsFromTo(table, first, last),
    tables.map((other) => el("div", { class: "about" }, "See also ", el("a", { href: `#${encodeURIComponent(other)}` }, other))),
    notes.map((note) => el("div", { class: "about" }, `Noted: ${note}`)),
  );

/** @import { Child } from "../kit/dom.js" */

/** @param {string} named @param {string} about @param {Child[]} children */
const column = (named, about, ...children) => el("section", { class: "difference-column", "aria-label": named }, el("h3", {}, named), el("p", { class: "quiet-text" }, about), ...children);

/** @param {ReconciledInterval} interval */
const counted = ({ kind, counted: win = null, played, differences = [] }) =>
  column(
    "Counted − played",
    "Trays, boxes and slips against what the record of play leaves.",
    facts([
      ["Difference", win === null ? "not counted yet" : result(win - played)],
      ["Win counted", win === null ? "–" : dollars(win)],
      ["Win played", dollars(played)],
    ]),
    differences.length ? el("ul", { class: "difference-list" }, differences.map(differenceItem)) : el("p", {}, kind === "box" && win === null ? "Nothing differs so far." : "Nothing differs."),
  );

/** @param {string} table @param {PlayHeld} play */
const paytable = (table, { checked, unchecked, unknown, faults }) =>
  column(
    "Played − paytable",
    "Every settlement against the odds that are filed.",
    facts([
      ["Difference", result(-faults.reduce((sum, { off }) => sum + off, 0))],
      ["Settlements held", checked.toLocaleString("en-US")],
      ["Without a filed result", (unchecked + unknown).toLocaleString("en-US")],
    ]),
    faults.length
      ? el("ul", { class: "difference-list" }, faults.map(({ round, words, off }) => el("li", { class: "alarmed" }, el("div", { class: "item-head" }, result(-off), " ", badge("alarm", "bad")), el("p", {}, words), roundLinks(table, [round]))))
      : el("p", {}, checked ? "Every settlement is as filed." : "Nothing was settled."),
  );

/** What was to be expected: a band where players decide. @param {ChanceLine} line */
const expected = ({ least, most, strategies = [] }) => (strategies.length ? [`${dollars(least)} to ${dollars(most)}`, el("span", { class: "about" }, `held against ${strategies.join(", ")}`)] : dollars(least));

/** @param {string} table @param {ChanceLine} line */
const chanceRow = (table, line) =>
  listLine(
    {},
    [wagerWords(line.wager), line.words ? el("span", { class: "about" }, line.words) : null, roundLinks(table, line.rounds, line.count)],
    dollars(line.win),
    { look: "", cell: expected(line) },
    `${dollars(line.low)} to ${dollars(line.high)}`,
    seldom(line.chance),
  );

/** @param {string} table @param {PlayHeld} play */
const chance = (table, { win, lines, outside, alarms, rate }) =>
  column(
    "Paytable − chance",
    `Exact tails at the wagers that were made. Honest play of one table and time raises an alarm once in ${Math.round(ONCE / rate).toLocaleString("en-US")} times at most.`,
    facts([
      ["Won on wagers", dollars(win)],
      ["To be expected", lines.length ? expected(lines[0]) : "–"],
    ]),
    alarms.length
      ? el("ul", { class: "difference-list" }, alarms.map((alarm) => el("li", { class: "alarmed" }, el("div", { class: "item-head" }, badge("alarm", "bad")), el("p", {}, alarm.words), roundLinks(table, alarm.rounds, alarm.count))))
      : el("p", {}, "No alarm: this may well be chance."),
    lines.length ? el("details", {}, el("summary", {}, "Each wager"), listTable(["Wager", "Won", "Expected", "95 of 100", "By chance"], lines.map((line) => chanceRow(table, line)), "chance-lines")) : null,
    outside.length
      ? el("details", {}, el("summary", {}, "Wagers of which chance says nothing"), el("ul", {}, outside.map((line) => el("li", {}, `${wagerWords(line.wager)}, won ${dollars(line.win)}: ${line.reason}`, roundLinks(table, line.rounds)))))
      : null,
  );

/** @param {ReconciledInterval} interval */
const title = ({ kind, name, shift, over }) => `${kind === "box" ? `Drop box ${name}` : `Shift ${shift}`}${over ? "" : ", so far"}`;

/** @param {ReconciledInterval} interval */
export const intervalPanel = (interval) =>
  el(
    "section",
    { class: "panel interval", "aria-label": title(interval), "data-interval": interval.name },
    el("h2", {}, title(interval)),
    el("p", { class: "quiet-text" }, `${interval.rounds.toLocaleString("en-US")} rounds, ${dollars(interval.handle)} wagered, entries ${interval.first} to ${interval.last} of the table's journal.`),
    el(
      "div",
      { class: "difference-columns" },
      counted(interval),
      interval.play ? [paytable(interval.table, interval.play), chance(interval.table, interval.play)] : message("", interval.missing ?? ""),
    ),
  );
