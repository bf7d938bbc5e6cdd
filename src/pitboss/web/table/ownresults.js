/** Under the results of a round: a link to it for others, and one's own results so far. */

import { button, byId, render } from "../kit/dom.js";
import { rememberRound } from "../kit/history.js";
import { openHistory } from "../kit/historypanel.js";
import { shareRound } from "../kit/share.js";

/** @import { TableState } from "../felt/tablestate.js" */

/** Remember the round that was settled last, and offer what can be done with it. @param {TableState} table */
export function showOwnResults(table) {
  rememberRound(table);
  const { info, view, playing } = table;
  const box = byId("own-results");
  const round = info.practice ? view.settled_round : 0; // one that is being played is nobody's to show
  render(box, () => [
    round ? button(`Share round ${round}`, () => shareRound(info.id, round), { class: "quiet" }) : null,
    playing ? button("My results", () => openHistory(info, table.view.settled_round), { class: "quiet" }) : null,
  ]);
}
