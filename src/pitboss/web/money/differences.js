/** What was counted otherwise than play left it, and what was found out about it. */

import { badge, emptyState, result } from "../kit/components.js";
import { el } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";

/** @import { DifferenceLine } from "../kit/types.js" */

/** @param {readonly DifferenceLine[]} differences */
export const differenceTable = (differences) =>
  differences.length
    ? listTable(
        ["Slip or box", "Day", "Difference", "Note"],
        differences.map(({ about, day, amount, notes = [] }) => listLine({ key: about, "data-difference": about }, about, day, result(amount), notes.length ? notes.map((words) => el("p", {}, words)) : badge("▲ no note yet", "warn"))),
      )
    : emptyState("Nothing differs beyond the filed tolerance.", "What is counted otherwise than play left it stands here until its day is final.");
