/** Ways into the guide of a table: the guide itself is fetched when somebody opens it. */

import { button } from "./dom.js";

/** @import { TableInfo } from "./types.js" */

const EVENT = "pitboss-guide";

/** Open the guide of a table, at what an anchor names. @param {TableInfo} info @param {string} [anchor] */
export async function openGuide(info, anchor = "") {
  const { showGuide } = await import("./guide.js");
  return showGuide(info, anchor);
}

/** A button that opens the guide of the table at what it names. @param {string} words @param {string} anchor @param {string} label */
export const guideLink = (words, anchor, label) =>
  button(words, (event) => event.target?.dispatchEvent(new CustomEvent(EVENT, { bubbles: true, detail: anchor })), {
    class: "cite guide-link",
    "aria-label": label,
  });

/** Where a wager is told of in the guide. @param {string} wager */
export const wagerAnchor = (wager) => `wager-${wager}`;

/** The parts that are read in two minutes. */
export const BRIEF = "brief";

/** Where decisions are. */
export const DECISIONS = "decisions";

/** Open the guide wherever a link of the page asks for it. @param {() => TableInfo} info */
export function listenForGuide(info) {
  document.addEventListener(EVENT, (event) => {
    if (event instanceof CustomEvent) openGuide(info(), String(event.detail));
  });
}
