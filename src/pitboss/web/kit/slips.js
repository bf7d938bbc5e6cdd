/** Slips of the money, listed: what state each is in, and the way to its page. */

import { badge, emptyState } from "./components.js";
import { el } from "./dom.js";
import { listLine, listTable } from "./lists.js";

/** @import { SlipLine } from "./types.js" */

/** The address of a slip's page. @param {string} id */
export const slipPage = (id) => `/slips#${encodeURIComponent(id)}`;

/** What state a slip is in. @param {SlipLine} slip */
export function slipState({ void: reason, waits_for: waits, differs }) {
  if (reason) return badge("void");
  if (differs) return badge("▲ counted otherwise", "bad");
  return waits ? badge("◷ open", "warn") : badge("✓ complete", "good");
}

/** Slips, the latest first; each leads to its page. @param {readonly SlipLine[]} slips @param {string} [none] */
export const slipTable = (slips, none = "No slip yet.") =>
  slips.length
    ? listTable(
        ["Number", "What", "State", "Waits for"],
        [...slips].reverse().map((slip) =>
          listLine({ key: slip.id, "data-slip": slip.id }, el("a", { href: slipPage(slip.id) }, slip.id), [el("strong", {}, slip.title), ` ${slip.words}`], slipState(slip), slip.waits_for ?? ""),
        ),
        "slip-list",
      )
    : emptyState(none, "Each gets the next number of its series, and keeps it.");
