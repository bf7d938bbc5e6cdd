/** Whether a wager works, is off or is locked, in words. */

/** @import { ShownWager } from "../../felt/tablestate.js" */
/** @import { Wager } from "../../kit/types.js" */

/** @typedef {[kind: "working"|"off"|"locked"|"draft", words: string]} Status */

/** `working`, `off`, `locked`: a sign and a word, never a colour alone. @param {ShownWager} wager */
export function statusOf({ works, called, locked, draft }) {
  if (draft) return [["draft", "◌ not placed yet"]];
  /** @type {Status[]} */
  const found = [works === false ? ["off", "○ off"] : ["working", called ? "● turned on" : "● working"]];
  if (locked) found.push(["locked", "locked"]);
  return found;
}

/** The status of a wager, for those who listen: `off, locked`. @param {Wager} [wager] */
export const spokenStatus = (wager) =>
  [wager?.works === false && "off", wager?.called && "turned on", wager?.locked && "locked"].filter(Boolean).join(", ");
