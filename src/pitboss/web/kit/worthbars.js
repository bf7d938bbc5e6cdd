/** What each answer to a question is worth, as bars: on the first page, at a table and on the analysis board. */

import { el } from "./dom.js";
import { fine, fineChange } from "./money.js";

/** @import { AnswerWorth, JudgedQuestion, Option } from "./types.js" */

export const NOTHING = 0.005; // of a cent: what costs less is nothing

/** The same answer for less is lawful where a wager is doubled, and nobody's choice: each answer once, for its whole amount. @param {JudgedQuestion} judged */
export function wholeAnswers({ worths }) {
  /** @type {Map<string, AnswerWorth>} */ const found = new Map();
  for (const worth of worths) {
    const name = JSON.stringify([worth.option.says, worth.option.wager, worth.option.on, worth.option.cards]);
    const before = found.get(name);
    if (!before || (worth.amount ?? 0) > (before.amount ?? 0)) found.set(name, worth);
  }
  return [...found.values()].sort((one, other) => one.cost - other.cost);
}

/** @param {Option} one @param {Option} other */
export const isSameOption = (one, other) =>
  one.says === other.says && one.wager === other.wager && one.on === other.on && String(one.cards ?? "") === String(other.cards ?? "");

/** What an answer is worth on average, where it is not known exactly in the middle of what it can be. @param {AnswerWorth} worth */
const middle = ({ low, high }) => (low + high) / 2;

/**
 * A bar for each answer, the best first. @param {AnswerWorth[]} worths  the best first
 * @param {(worth: AnswerWorth) => string} words @param {(worth: AnswerWorth) => boolean} [isTaken]
 */
export function worthBars(worths, words, isTaken = () => false) {
  const values = worths.map(middle);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const share = (/** @type {number} */ value) => `${(100 * value) / Math.max(1, most - least)}%`;
  return el(
    "ul",
    { class: "worth-bars", "aria-label": "What each answer is worth" },
    worths.map((worth, n) => {
      const [value, isBest, taken] = [values[n], worth.cost < NOTHING, isTaken(worth)];
      const [from, to] = [Math.min(0, value), Math.max(0, value)];
      return el(
        "li",
        { key: words(worth), class: [isBest ? "best" : "", taken ? "taken" : "", value < 0 ? "below" : ""].join(" ").trim() },
        el("span", { class: "worth-words" }, words(worth), taken ? el("b", {}, " yours") : null),
        el("span", { class: "worth-track", "aria-hidden": "true" }, el("i", { style: { left: share(from - least), width: share(to - from) } })),
        el("span", { class: "worth-value" }, fineChange(value)),
        el("span", { class: "worth-cost" }, isBest ? "best" : `costs ${fine(worth.cost)}`),
      );
    }),
  );
}

/** What an answer was worth beside the best, in a sentence. @param {AnswerWorth} taken @param {AnswerWorth} best @param {(worth: AnswerWorth) => string} words */
export function verdictOf(taken, best, words) {
  if (taken.cost < NOTHING) return `${words(taken)}: nothing is worth more.`;
  return `${words(taken)} cost ${fine(taken.cost)}, ${taken.percent.toFixed(1)} % of the wager. Best: ${words(best)}.`;
}
