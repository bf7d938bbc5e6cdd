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

/** Each outcome with what it pays, as it is posted. @param {[string, string][]} awards */
export const awardsTable = (awards) =>
  el(
    "table",
    { class: "awards" },
    el("tbody", {}, awards.map(([outcome, pays]) => el("tr", {}, el("th", { scope: "row" }, outcome), el("td", {}, pays)))),
  );

/** `PROPOSED`, where the text of the chapter that is played is not law; else nothing. @param {{proposed?: boolean}} table */
export const proposedMark = ({ proposed }) => (proposed ? ["PROPOSED"] : []);

/** How fast a table goes, and who deals. @param {TableSummary} table */
export const tempoAndDealer = ({ practice, dealer }) => [
  practice ? "practice, no timer" : dealer === "person" ? "the dealer's pace" : "timed",
  dealer === "person" ? "dealt by a person" : "automatic dealer",
];
