/** The paytables that are printed on a layout, as tables; after a round the line that won is lit. */

import { findAll } from "../../kit/dom.js";
import { awardsTable, wonLines } from "../../kit/rules.js";

/** @import { TableState } from "../../felt/tablestate.js" */

/** @param {string} words */
const wordsOf = (words) => words.toLowerCase().replace(/\(.*?\)/g, "").split(/\s+/).filter(Boolean);

/** The paytable that an inscription prints (`Blind pays Five wilds 1000 to 1, …`), where it is one. @param {TableState} table @param {string} line */
export function paytableOf({ info }, line) {
  const [, head = ""] = /^(.*?)(?: pays\b| ·)/.exec(line) ?? [];
  const said = wordsOf(head);
  const kind = info.wagers.find(({ name, title }) => (info.awards[name]?.length ?? 0) > 1 && said.length && said.every((word) => wordsOf(title).includes(word)));
  if (!kind) return null;
  const node = awardsTable(info.awards[kind.name], [], head);
  node.dataset.wager = kind.name;
  return node;
}

/** Light what won of the player's in the round that is settled. @param {TableState} table @param {HTMLElement[]} sides */
export function lightPaytables(table, sides) {
  for (const node of sides.flatMap((side) => findAll(side, "table[data-wager]"))) {
    const awards = table.info.awards[node.dataset.wager ?? ""] ?? [];
    const lit = wonLines(awards, table.won(node.dataset.wager ?? ""));
    findAll(node, "tr").forEach((row, n) => row.classList.toggle("won", lit.includes(awards[n])));
  }
}
