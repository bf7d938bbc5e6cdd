/** Texts of the pages in another language, by the catalogue; apart from any page. */

import { CATALOGUE, LANGUAGES } from "./catalogue.js";

const SENTENCES = /(?<=[.!?:])\s+/;

/** @param {string} words */
const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What stands in a gap: words of one sentence; before a few letters only a number or an amount. @param {string} english */
const gapOf = (english) => (/^\{0\}[^a-z]*[a-z]{1,4}\b[^a-z]*$/.test(english) ? "(\\$?[\\d.,]+)" : "((?:(?![.!?] ).)+?)");

/**
 * What translates words into a language, and leaves alone what it does not know.
 * @param {string} language @param {Record<string, string>} [ofGames]  what is said of games, by its English
 */
export function translator(language, ofGames = {}) {
  const column = LANGUAGES.indexOf(language);
  const exact = new Map(Object.entries(ofGames));
  /** @type {{pattern: RegExp, into: string}[]} */ const patterns = [];
  for (const entry of CATALOGUE) {
    const [english, into] = [entry[0], entry[column]];
    if (!english.includes("{0}")) exact.set(english, into);
    else patterns.push({ pattern: new RegExp(`^${english.split(/\{\d\}/).map(escaped).join(gapOf(english))}$`), into });
  }
  /** @param {string} words @returns {string} */
  const one = (words) => {
    const known = exact.get(words);
    if (known !== undefined) return known;
    for (const { pattern, into } of patterns) {
      const found = pattern.exec(words);
      if (found) return into.replace(/\{(\d)\}/g, (_, n) => one(found[Number(n) + 1]));
    }
    return words;
  };
  return (/** @type {string} */ text) => {
    const words = text.trim().replace(/\s+/g, " ");
    if (!words) return text;
    const whole = one(words);
    const said = whole === words ? words.split(SENTENCES).map(one).join(" ") : whole;
    return said === words ? text : text.replace(/^(\s*)[^]*?(\s*)$/, (_, before, after) => before + said + after);
  };
}

/** @param {string} language @param {string} text @param {Record<string, string>} [ofGames] */
export const translated = (language, text, ofGames) => translator(language, ofGames)(text);
