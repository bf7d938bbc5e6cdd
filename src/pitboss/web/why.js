/** Why was I paid this? Each settled wager with its arithmetic and the provision that decided it. */

import { el, fill } from "./dom.js";
import { citation, gist } from "./law.js";
import { change, dollars, winnings } from "./money.js";
import { netOf } from "./view.js";

const VERDICT = {
  paid: ["won", "▲"],
  collected: ["lost", "▼"],
  returned: ["handed back", "●"],
};

/** The arithmetic of one settlement; only what the figures bear out is written as an equation. */
function arithmetic(event) {
  const gained = event.returned - event.stake;
  const lines = [];
  if (event.event === "paid" && winnings(event.stake, event.odds ?? "") === gained) {
    const [, win, unit] = /^(\d+) to (\d+)$/.exec(event.odds);
    const times = unit === "1" ? win : `${win} ÷ ${unit}`;
    lines.push(`${dollars(event.stake)} × ${times} = ${dollars(gained)} won`);
  } else if (event.event === "paid") {
    lines.push(`${dollars(event.returned)} returned − ${dollars(event.stake)} staked = ${change(gained)}`);
  }
  if (event.event === "paid") lines.push(`with the stake ${dollars(event.returned)} came back`);
  if (event.event === "collected" && event.returned) {
    lines.push(`${dollars(event.stake)} − ${dollars(event.returned)} given back = ${dollars(-gained)} lost`);
  } else if (event.event === "collected") {
    lines.push(`the stake of ${dollars(event.stake)} was collected`);
  }
  if (event.event === "returned") lines.push(`${dollars(event.returned)} of ${dollars(event.stake)} was handed back`);
  if (event.vigorish) {
    const when = event.deferred ? ", collected later" : event.prepaid ? ", paid with the wager" : "";
    lines.push(`less vigorish of ${dollars(event.vigorish)}${when}`);
  }
  return lines;
}

/** @param {import("./types.js").TableEvent} event @param {(wager: string, on: string) => string} title */
export function settlementLine(event, title, { seat = false } = {}) {
  const [verdict, sign] = VERDICT[event.event];
  const facts = [
    ["Wager", `${title(event.wager, event.on)}, ${dollars(event.stake)}`],
    event.outcome && ["Outcome", event.outcome],
    event.odds && ["Pays", event.odds],
    ["Reckoned", arithmetic(event).join("; ")],
  ].filter(Boolean);
  const body = el(
    "dl",
    { class: "why" },
    facts.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    el("dt", {}, "Provision"),
  );
  const provision = el("dd", {});
  body.append(provision);
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
        title(event.wager, event.on),
        " ",
        el("span", { class: "how" }, verdict),
      ),
      el("span", { class: "much" }, change(netOf(event))),
      el("span", { class: "ask" }, "why?"),
    ),
    body,
  );
  details.addEventListener("toggle", () => {
    if (details.open) fill(provision, citation(event.cite), " ", gist(event.cite)); // fetched only when asked
  });
  return details;
}

/** Settlements, the total first. Drawn anew only when there are others, so that an opened why stays open. */
export function showSettlements(panel, settlements, title, { seat = false, round = 0 } = {}) {
  const now = JSON.stringify([round, settlements]);
  if (panel.dataset.shown === now) return;
  panel.dataset.shown = now;
  if (!settlements.length)
    return fill(panel, el("p", { class: "quiet-text" }, "Settled wagers appear here, each with its why."));
  const total = settlements.reduce((sum, event) => sum + netOf(event), 0);
  const order = { paid: 0, returned: 1, collected: 2 };
  const sorted = [...settlements].sort((a, b) => order[a.event] - order[b.event]);
  fill(
    panel,
    el("p", { class: "total-line" }, round ? `Round ${round}, in all: ` : "In all: ", el("strong", {}, change(total))),
    sorted.map((event) => settlementLine(event, title, { seat })),
  );
}
