/** All wagers of a table with their terms, its signs, and what was filed: the guide at a glance. */

import { el } from "./dom.js";
import { citation } from "./law.js";
import { listLine, listTable } from "./lists.js";
import { awardsTable, edgeWords, limits, paysWords } from "./rules.js";

/** @import { TableInfo, WagerKind } from "./types.js" */

/** @param {string[]} values */
const distinct = (values) => [...new Set(values.filter(Boolean))].join(" · ");

/** @param {WagerKind} kind @param {TableInfo} info */
const isOffered = (kind, info) => !kind.tendered || info.spots.some((spot) => spot.wager === kind.name);

/** One line for each kind of wager: its spots share terms. @param {WagerKind} kind @param {TableInfo} info */
function wagerRow(kind, info) {
  const spots = info.spots.filter((spot) => spot.wager === kind.name);
  const offered = isOffered(kind, info);
  const awards = info.awards[kind.name] ?? [];
  return listLine(
    { class: offered ? undefined : "off" },
    [kind.title, el("span", { class: "about" }, kind.about)],
    awards.length > 1 ? awardsTable(awards) : distinct(spots.map(paysWords)) || awards[0]?.[1] || "see the provision",
    distinct(spots.map((spot) => edgeWords(spot))) || "—",
    distinct(spots.map((spot) => limits(spot.least, spot.most))) || (kind.tendered ? "not offered" : "by a decision during the round"),
    [citation(kind.cite), " ", kind.pays !== kind.cite ? citation(kind.pays) : null],
  );
}

/** Everything about the wagers of a table, its signs and its filed rules. @param {TableInfo} info */
export function rulesOf(info) {
  const kinds = [...info.wagers].sort((one, other) => Number(isOffered(other, info)) - Number(isOffered(one, info)));
  const lines = kinds.map((kind) => wagerRow(kind, info));
  const table = listTable(["Wager", "Pays", "House edge", "Limits", "Provision"], lines, "rules");
  const signs = info.signs.map((sign) => el("li", {}, sign.text, " ", citation(sign.cite)));
  const choices = Object.entries(info.submission).filter(([, value]) => value !== null);
  return el(
    "div",
    { class: "rules-of" },
    el("p", {}, info.about, ` 58 Pa. Code, Chapter ${info.chapter}${info.proposed ? ", PROPOSED" : ""}: ${info.text}.`),
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
