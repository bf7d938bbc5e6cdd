/** How the reconciliation says chances, rounds and differences. */

import { el } from "../kit/dom.js";
import { plain } from "../kit/words.js";

const SHOWN = 12; // rounds that are named at first
const NOTHING_UNUSUAL = 0.05;

/** @param {number} chance */
export const seldom = (chance) => (chance >= NOTHING_UNUSUAL ? "nothing unusual" : `1 in ${Math.round(1 / Math.max(chance, 1e-12)).toLocaleString("en-US")} at most`);

/** @param {string} wager  empty: all together */
export const wagerWords = (wager) => plain(wager) || "All wagers together";

/** The record of one round. @param {string} table @param {number} round */
const roundLink = (table, round) => el("a", { href: `/audit?${new URLSearchParams({ table, round: String(round) })}`, "aria-label": `Round ${round} of ${table}` }, String(round));

/** @param {string} table @param {readonly number[]} rounds */
const linked = (table, rounds) => rounds.flatMap((round, n) => (n ? [", ", roundLink(table, round)] : [roundLink(table, round)]));

/** Rounds behind a number, each a link to its record. @param {string} table @param {readonly number[]} rounds @param {number} count  of all */
export function roundLinks(table, rounds, count = rounds.length) {
  if (!rounds.length) return null;
  const further = rounds.slice(SHOWN);
  const left = count - rounds.length;
  return el(
    "div",
    { class: "about rounds-behind" },
    count === 1 ? "Round " : `${count.toLocaleString("en-US")} rounds: `,
    linked(table, rounds.slice(0, SHOWN)),
    further.length ? el("details", {}, el("summary", {}, "More rounds"), linked(table, further), left > 0 ? ` and ${left.toLocaleString("en-US")} later ones` : null) : null,
  );
}

/** From one round to another. @param {string} table @param {number} first @param {number} last */
export function roundsFromTo(table, first, last) {
  if (!last) return null;
  if (first === last) return roundLinks(table, [first]);
  return el("div", { class: "about" }, "Rounds ", roundLink(table, first), " to ", roundLink(table, last));
}
