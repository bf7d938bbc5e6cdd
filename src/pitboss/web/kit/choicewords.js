/** The choices of a Rules Submission as people say them: here alone a name of the record becomes a label. */

import { difference } from "./components.js";
import { capitalized, inWords, plain } from "./words.js";

/** @import { ChangeLine, ChoiceLine } from "./types.js" */

/** @typedef {readonly [name: string, before: string, after: string, cite?: string]} Change */

/** `Single zero trio and four`. @param {string} name */
export const choiceName = (name) => capitalized(plain(name));

/** What the house says about choices, without names of the record. @param {string} sentence */
export const choiceSentence = (sentence) => inWords(sentence);

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
  if (!key) return choiceName(choice);
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

/** Every change with what it was. @param {readonly ChangeLine[]} changes @param {readonly ChoiceLine[]} choices */
export const choiceDifference = (changes, choices) => difference(changedChoices(changes, choices));
