/** Rules, pay tables and house edges of one table, open to anyone. */

import { el, headRow } from "./dom.js";
import { citation } from "./law.js";
import { dollars } from "./money.js";

/** @import { Spot, SpotEdge, TableInfo, TableSummary, WagerKind } from "./types.js" */

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

/** How fast a table goes, and who deals. @param {TableSummary} table */
export const tempoAndDealer = ({ practice, dealer }) => [
  practice ? "practice, no timer" : dealer === "person" ? "the dealer's pace" : "timed",
  dealer === "person" ? "dealt by a person" : "automatic dealer",
];

/** @param {string[]} values */
const distinct = (values) => [...new Set(values.filter(Boolean))].join(" · ");

/** @param {WagerKind} kind @param {TableInfo} info */
const isOffered = (kind, info) => !kind.tendered || info.spots.some((spot) => spot.wager === kind.name);

/** One line for each kind of wager: its spots share terms. @param {WagerKind} kind @param {TableInfo} info */
function wagerRow(kind, info) {
  const spots = info.spots.filter((spot) => spot.wager === kind.name);
  const offered = isOffered(kind, info);
  const awards = info.awards[kind.name] ?? [];
  return el(
    "tr",
    { class: offered ? undefined : "off" },
    el("th", { scope: "row" }, kind.title, el("span", { class: "about" }, kind.about)),
    el("td", { "data-label": "Pays" }, awards.length > 1 ? awardsTable(awards) : distinct(spots.map(paysWords)) || awards[0]?.[1] || "see the provision"),
    el("td", { "data-label": "House edge" }, distinct(spots.map((spot) => edgeWords(spot))) || "—"),
    el(
      "td",
      { "data-label": "Limits" },
      distinct(spots.map((spot) => limits(spot.least, spot.most))) ||
        (kind.tendered ? "not offered" : "by a decision during the round"),
    ),
    el(
      "td",
      { "data-label": "Provision" },
      citation(kind.cite),
      " ",
      kind.pays !== kind.cite ? citation(kind.pays) : null,
    ),
  );
}

/** Everything about the wagers of a table, its signs and its filed rules. @param {TableInfo} info */
export function rulesOf(info) {
  const table = el(
    "table",
    { class: "rules stackable" },
    headRow("Wager", "Pays", "House edge", "Limits", "Provision"),
    el(
      "tbody",
      {},
      [...info.wagers]
        .sort((one, other) => Number(isOffered(other, info)) - Number(isOffered(one, info)))
        .map((kind) => wagerRow(kind, info)),
    ),
  );
  const signs = info.signs.map((sign) => el("li", {}, sign.text, " ", citation(sign.cite)));
  const choices = Object.entries(info.submission).filter(([, value]) => value !== null);
  return el(
    "div",
    { class: "rules-of" },
    el("p", {}, info.about, ` 58 Pa. Code, Chapter ${info.chapter}.`),
    table,
    signs.length ? [el("h3", {}, "Posted at the table"), el("ul", {}, signs)] : null,
    choices.length
      ? el(
          "details",
          {},
          el("summary", {}, "Rules Submission in force"),
          el(
            "dl",
            { class: "choices" },
            choices.map(([name, value]) => [
              el("dt", {}, name.replaceAll("_", " ")),
              el("dd", {}, typeof value === "object" ? JSON.stringify(value) : String(value)),
            ]),
          ),
          el("p", { class: "hash" }, info.submission_hash),
        )
      : null,
  );
}
