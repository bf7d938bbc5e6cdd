/** Rules, pay tables and house edges of one table, open to anyone. */

import { el, headRow } from "./dom.js";
import { citation } from "./law.js";
import { dollars } from "./money.js";

/** `5.26 %` from the exact figure the house sent; empty where none is published. */
export const percent = (edge) => (edge ? `${(Number(edge) * 100).toFixed(2)} %` : "");

/** `$5 to $500`. */
export const limits = (least, most) =>
  `${dollars(least ?? 0)} ${most === null || most === undefined ? "and up" : `to ${dollars(most)}`}`;

/** `1 to 1 less 5% vigorish`. @param {import("./types.js").Spot} spot */
export const paysWords = ({ odds, worked }) => (worked ? `${odds} less ${worked.words}` : odds);

/** How fast a table goes. */
export const tempo = ({ practice, dealer }) =>
  practice ? "practice, no timer" : dealer === "person" ? "the dealer's pace" : "timed";

const distinct = (values) => [...new Set(values.filter(Boolean))].join(" · ");

/** One line for each kind of wager: its spots share terms. @param {import("./types.js").Facts} facts */
function wagerRow(kind, facts) {
  const spots = facts.spots.filter((spot) => spot.wager === kind.name);
  const offered = spots.length || !kind.tendered;
  return el(
    "tr",
    { class: offered ? undefined : "off" },
    el("th", { scope: "row" }, kind.title, el("span", { class: "about" }, kind.about)),
    el("td", { "data-label": "Pays" }, distinct(spots.map(paysWords)) || "see the provision"),
    el("td", { "data-label": "House edge" }, distinct(spots.map((spot) => percent(spot.edge))) || "—"),
    el(
      "td",
      { "data-label": "Limits" },
      distinct(spots.map((spot) => limits(spot.least, spot.most))) ||
        (kind.tendered ? "not offered" : "by your decision"),
    ),
    el(
      "td",
      { "data-label": "Provision" },
      citation(kind.cite),
      " ",
      kind.pays && kind.pays !== kind.cite ? citation(kind.pays) : null,
    ),
  );
}

/** @param {import("./types.js").Facts} facts */
export function rulesOf(facts) {
  const table = el(
    "table",
    { class: "rules stackable" },
    headRow("Wager", "Pays", "House edge", "Limits", "Provision"),
    el(
      "tbody",
      {},
      facts.wagers.map((kind) => wagerRow(kind, facts)),
    ),
  );
  const signs = facts.signs.map((sign) => el("li", {}, sign.text, " ", citation(sign.cite)));
  const choices = Object.entries(facts.submission ?? {}).filter(([, value]) => value !== null);
  return el(
    "div",
    { class: "rules-of" },
    el("p", {}, facts.about, ` 58 Pa. Code, Chapter ${facts.chapter}.`),
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
          el("p", { class: "hash" }, facts.submission_hash ?? ""),
        )
      : null,
  );
}
