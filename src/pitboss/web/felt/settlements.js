/** Why was I paid this? Each settled wager with its arithmetic and the provision that decided it. */

import { el, fill, kept, render } from "../kit/dom.js";
import { netOf } from "../kit/fold.js";
import { citation, gist } from "../kit/law.js";
import { change, dollars, ratio, winnings } from "../kit/money.js";

/** @import { Settlement } from "../kit/types.js" */

/** @typedef {(wager: string, on?: string) => string} Title */

const VERDICT = {
  paid: ["won", "▲"],
  collected: ["lost", "▼"],
  returned: ["returned", "●"],
};
const ORDER = { paid: 0, returned: 1, collected: 2 };

/** What was won, as an equation where the odds bear it out. @param {Settlement} event @param {number} gained */
function wonWords({ stake, returned, odds = "" }, gained) {
  const terms = ratio(odds);
  if (!terms || winnings(stake, odds) !== gained) {
    return `${dollars(returned)} returned − ${dollars(stake)} bet = ${change(gained)}`;
  }
  const times = terms.unit === 1 ? terms.win : `${terms.win} ÷ ${terms.unit}`;
  return `${dollars(stake)} × ${times} = ${dollars(gained)} won`;
}

/** The arithmetic of one settlement. @param {Settlement} event */
function arithmetic(event) {
  const { stake, returned } = event;
  const lines = [];
  if (event.event === "paid") {
    lines.push(wonWords(event, returned - stake), `${dollars(returned)} paid in all, with the bet`);
  } else if (event.event === "returned") {
    lines.push(`${dollars(returned)} of the ${dollars(stake)} bet was returned`);
  } else if (returned) {
    lines.push(`${dollars(stake)} − ${dollars(returned)} returned = ${dollars(stake - returned)} lost`);
  } else {
    lines.push(`the ${dollars(stake)} bet was collected`);
  }
  if (event.vigorish) {
    const when = event.deferred ? ", collected later" : event.prepaid ? ", paid with the bet" : "";
    lines.push(`less ${dollars(event.vigorish)} vigorish${when}`);
  }
  return lines.join("; ");
}

/** @param {Settlement} event @param {Title} title @param {boolean} seat  whether it says whose it was */
function settlementLine(event, title, seat) {
  const [verdict, sign] = VERDICT[event.event];
  const name = title(event.wager, event.on);
  const rows = [
    ["Bet", `${name}, ${dollars(event.stake)}`],
    ["Outcome", event.outcome],
    ["Pays", event.odds],
    ["Calculation", arithmetic(event)],
  ].filter(([, value]) => value);
  const provision = el("dd", {});
  const details = el(
    "details",
    { class: `settled ${event.event}` },
    el(
      "summary",
      {},
      el("span", { class: "verdict", "aria-hidden": "true" }, sign),
      el(
        "span",
        { class: "what" },
        seat ? `Seat ${event.seat}: ` : "",
        name,
        " ",
        el("span", { class: "how" }, verdict),
      ),
      el("span", { class: "much" }, change(netOf(event))),
      el("span", { class: "ask" }, "why?"),
    ),
    el(
      "dl",
      { class: "why" },
      rows.map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]),
      el("dt", {}, "Provision"),
      provision,
    ),
  );
  details.addEventListener("toggle", () => {
    if (details.open) fill(provision, citation(event.cite), " ", gist(event.cite)); // fetched only when asked
  });
  return details;
}

/**
 * Settlements, the total first; an opened explanation stays open.
 * @param {HTMLElement} panel @param {Settlement[]} settlements @param {Title} title
 * @param {{seat?: boolean, round?: number}} about  whether each says whose it was; the round they are of
 */
export function showSettlements(panel, settlements, title, { seat = false, round = 0 } = {}) {
  const total = settlements.reduce((sum, event) => sum + netOf(event), 0);
  const sorted = [...settlements].sort((a, b) => ORDER[a.event] - ORDER[b.event]);
  render(panel, () =>
    settlements.length
      ? [
          el("p", { class: "total-line" }, round ? `Round ${round} total: ` : "Total: ", el("strong", {}, change(total))),
          sorted.map((event) => kept([round, seat, event], () => settlementLine(event, title, seat))),
        ]
      : el("p", { class: "quiet-text" }, "Your bets appear here, and what each came to, with the rule that decided it."),
  );
}
