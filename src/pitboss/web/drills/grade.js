/** A grade: right or wrong, what it cost, why, and the provision. */

import { bars } from "../kit/bars.js";
import { boardLink } from "../kit/boardlink.js";
import { el } from "../kit/dom.js";
import { choiceWords, told } from "./scene.js";
import { citation, gist } from "../kit/law.js";
import { fine, fineChange } from "../kit/money.js";
import { plain } from "../kit/words.js";
import { worthsTable } from "../kit/worths.js";

/** @import { Names } from "../felt/sentences.js" */
/** @import { DrillGrade, DrillGraded, DrillQuestion, DrillWorth } from "../kit/types.js" */

const MOST_ROWS = 8;
const NOTHING = 0.005; // of a cent: what costs less is nothing

/** An answer in words: the choice, or the amount. @param {DrillQuestion} question @param {string} key */
export function answerWords({ choices = [] }, key) {
  const chosen = choices.find((choice) => choice.key === key);
  return chosen ? choiceWords(chosen) : `$${key}`;
}

/** `Right.`; or what would have been, and what it cost. @param {DrillQuestion} question @param {DrillGrade} grade @param {number} seconds */
export function verdict(question, { right, accepted, cost = 0, percent = 0 }, seconds) {
  if (right) return `Right, in ${seconds.toFixed(1)} s.`;
  const words = accepted.map((key) => answerWords(question, key));
  const few = words.length > 3 ? `${words.slice(0, 3).join(" or ")} or ${words.length - 3} others` : words.join(" or ");
  const best = few.replace(/\.$/, "");
  if (cost > NOTHING) return `Better: ${best}. Your answer costs ${fine(cost)}, ${percent.toFixed(2)} % of the wager.`;
  return `Wrong; right is: ${best}.`;
}

/** @param {DrillQuestion} question @param {DrillGrade} grade */
function worthsOf(question, { worths = [], given }) {
  if (!worths.length) return null;
  const ranked = [...worths].sort((one, other) => one.cost - other.cost);
  const own = ranked.findIndex(({ key }) => key === given);
  const worthOf = (/** @type {DrillWorth} */ { key, expected, cost, percent }) => ({
    words: answerWords(question, key),
    isTaken: key === given,
    worth: fineChange(expected),
    cost,
    percent,
  });
  const rows = own < MOST_ROWS ? ranked.slice(0, MOST_ROWS) : [...ranked.slice(0, MOST_ROWS - 1), ranked[own]];
  return [
    el("div", { class: "scrolls" }, worthsTable(rows.map(worthOf))),
    ranked.length > rows.length ? el("p", { class: "quiet-text" }, `${ranked.length - rows.length} more answers are worth less.`) : null,
  ];
}

/**
 * Why: worths and chances as pictures, what the procedure did, the provisions.
 * @param {DrillQuestion} question @param {DrillGraded} graded @param {Names} names
 */
export function reasons(question, { grade, topic, position }, names) {
  if (!grade) return null;
  const { chances = [], because = [], follows = [], cites } = grade;
  return el(
    "div",
    { class: "reasons" },
    worthsOf(question, grade),
    chances.map(({ title, of }) => bars(title, of)),
    because.map((words) => el("p", { class: "quiet-text" }, words)),
    follows.length ? [el("h3", {}, "What the procedure does"), el("ol", {}, told(follows, names))] : null,
    el("h3", {}, "By"),
    el("ul", { class: "by" }, cites.map((cite) => el("li", {}, citation(cite), " ", gist(cite)))),
    topic ? el("p", { class: "quiet-text" }, `Topic: ${plain(topic)}`) : null,
    boardLink({ position }),
  );
}
