/** The choices of a Rules Submission as people say them: here alone a name of the record becomes a label. */

import { difference } from "./components.js";
import { capitalized, inWords, plain } from "./words.js";

/** @import { ChangeLine } from "./types.js" */

/** `Single zero trio and four`. @param {string} name */
export const choiceName = (name) => capitalized(plain(name));

/** How a value of a choice is said. @param {unknown} value @returns {string} */
export function valueWords(value) {
  if (value === undefined || value === null) return "not chosen";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(valueWords).join(", ") || "none";
  if (typeof value === "object") {
    const lines = Object.entries(value).map(([name, line]) => `${plain(name)} ${valueWords(line)}`);
    return lines.join("; ") || "none";
  }
  return plain(String(value));
}

/** What the house says about choices, without names of the record. @param {string} sentence */
export const choiceSentence = (sentence) => inWords(sentence);

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** What a choice was and what it becomes; of a table only the lines that differ. @param {ChangeLine} change @returns {[string, string, string][]} */
export function changeWords({ choice, before, after }) {
  const name = choiceName(choice);
  if (!isTable(before ?? {}) || !isTable(after ?? {}) || (before === undefined && after === undefined)) return [[name, valueWords(before), valueWords(after)]];
  const [was, becomes] = /** @type {Record<string, unknown>[]} */ ([before ?? {}, after ?? {}]);
  const lines = [...new Set([...Object.keys(was), ...Object.keys(becomes)])].filter((line) => JSON.stringify(was[line]) !== JSON.stringify(becomes[line]));
  if (!lines.length) return [[name, valueWords(before), valueWords(after)]];
  return lines.map((line) => [`${name}: ${plain(line)}`, valueWords(was[line]), valueWords(becomes[line])]);
}

/** Every change with what it was. @param {readonly ChangeLine[]} changes */
export const choiceDifference = (changes) => difference(changes.flatMap(changeWords));
