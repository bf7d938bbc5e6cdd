/** What answers and wagers are worth: tables under a caption, at a table and in drills. */

import { captionedTable, listLine } from "./lists.js";
import { fine } from "./money.js";

const NOTHING = 0.005; // of a cent: what costs less is nothing

/** @typedef {{words: string, isTaken: boolean, worth: string, cost: number, percent: number}} Worth */

/** What each answer is worth. @param {Worth[]} worths */
export const worthsTable = (worths) =>
  captionedTable(
    "What each answer is worth",
    ["Answer", "Worth", "Costs", "Of the wager"],
    worths.map(({ words, isTaken, worth, cost, percent }) => {
      const isBest = cost < NOTHING;
      const look = [isBest ? "best" : "", isTaken ? "taken" : ""].join(" ").trim();
      return listLine({ class: look }, isTaken ? `${words} ← yours` : words, worth, isBest ? "best" : fine(cost), isBest ? "" : `${percent.toFixed(1)} %`);
    }),
    "worths",
  );
