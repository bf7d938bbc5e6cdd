/** Limits, odds, edges and awards of wagers in words, open to anyone. */

import { el } from "./dom.js";
import { dollars } from "./money.js";

/** @import { Spot, SpotEdge, TableSummary } from "./types.js" */

/** `5.26 %` from the exact figure the house sent; empty where none is published. @param {string} edge */
const percent = (edge) => (edge ? `${(Number(edge) * 100).toFixed(2)} %` : "");

/** `$5 to $500`. @param {number|null} least @param {number|null} most */
export const limits = (least, most) => `${dollars(least ?? 0)} ${most === null ? "and up" : `to ${dollars(most)}`}`;

/** `2.52 % ± 0.01 % with the house way`; less than nothing is the player's. @param {SpotEdge} edge */
const oneEdge = ({ edge, half_width, strategy }) =>
  (Number(edge) < 0 ? `${percent(edge.replace("-", ""))} in the player's favour` : percent(edge)) +
  (Number(half_width) ? ` ± ${Number((100 * Number(half_width)).toPrecision(1))} %` : "") +
  (strategy && strategy !== "none" ? ` (${strategy})` : "");

/**
 * What a wager gives the house, by each play for which it is known; empty while it is being worked out.
 * @param {Spot} spot
 */
export const edgeWords = ({ edges }) => [...new Set(edges.map(oneEdge))].join(" · ");

/** `1 to 1 less 5% vigorish`. @param {Spot} spot */
export const paysWords = ({ odds, worked }) => (worked ? `${odds} less ${worked.words}` : odds);

/**
 * Which lines of a paytable won: those that settlements name, else those with their odds. @param {[string, string][]} awards
 * @param {{outcome?: string, odds?: string}[]} won
 */
export function wonLines(awards, won) {
  const plain = (/** @type {string} */ words) => words.toLowerCase();
  return won.flatMap(({ outcome = "", odds = "" }) => {
    const named = awards.filter(([line]) => outcome && plain(line) === plain(outcome));
    return named.length ? named : awards.filter(([, pays]) => pays === odds).slice(0, 1);
  });
}

/**
 * Each outcome with what it pays, as it is posted; what won is lit. @param {[string, string][]} awards
 * @param {{outcome?: string, odds?: string}[]} [won] @param {string} [caption]
 */
export function awardsTable(awards, won = [], caption = "") {
  const lit = wonLines(awards, won);
  const lines = awards.map((line) =>
    el("tr", { class: lit.includes(line) ? "won" : undefined }, el("th", { scope: "row" }, line[0]), el("td", {}, line[1])),
  );
  return el("table", { class: "awards" }, caption ? el("caption", {}, caption) : null, el("tbody", {}, lines));
}

/** `PROPOSED`, where the text of the chapter that is played is not law; else nothing. @param {{proposed?: boolean}} table */
export const proposedMark = ({ proposed }) => (proposed ? ["PROPOSED"] : []);

/** How fast a table goes, and who deals. @param {TableSummary} table */
export const tempoAndDealer = ({ practice, dealer }) => [
  practice ? "practice, no timer" : dealer === "person" ? "the dealer's pace" : "timed",
  dealer === "person" ? "dealt by a person" : "automatic dealer",
];
