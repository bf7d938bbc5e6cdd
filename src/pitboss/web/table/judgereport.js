/** What came of a player's time in a seat: decisions by kind, luck against skill, a graph, and all of it as a file. */

import { asRefused, sessionAt } from "../kit/api.js";
import { line } from "../kit/bars.js";
import { button, dialog, el, fill } from "../kit/dom.js";
import { captionedTable, listLine, saveFile } from "../kit/lists.js";
import { Follower } from "../kit/following.js";
import { fine, fineChange } from "../kit/money.js";
import { capitalized, plain } from "../kit/words.js";

/** @import { SessionReport, TableInfo } from "../kit/types.js" */

/** @param {TableInfo} info @param {string} token */
export async function openReport(info, token) {
  const body = el("div", { class: "session-report" }, el("p", {}, "…"));
  const sheet = dialog("Your session", body);
  sheet.showModal();
  const follower = new Follower();
  sheet.addEventListener("close", () => follower.end());
  /** @param {SessionReport} report */
  const show = (report) => fill(body, shown(report, info));
  /** @param {unknown} refusal */
  const refused = (refusal) => fill(body, el("p", { class: "refusal" }, asRefused(refusal).sentence));
  await follower.begin(sessionAt(info.id), { token }, show, refused).catch(refused);
}

/** @param {SessionReport} report @param {TableInfo} info */
function shown(report, info) {
  const { rounds, decisions, kinds, shares } = report;
  const result = rounds.length ? rounds[rounds.length - 1][1] : 0;
  const end = shares && { middle: shares.expected - shares.mistakes, band: shares.band };
  return [
    el("p", { class: "verdict" }, `${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}, result ${fineChange(result)}.`),
    rounds.length ? line("Result after each round; at the right, where luck keeps it in 19 sessions of 20", rounds.map(([, sum]) => sum), end) : null,
    shares
      ? el(
          "dl",
          { class: "shares" },
          term("Your wagers, played as well as can be", fineChange(shares.expected)),
          term("Mistakes", fineChange(-shares.mistakes)),
          term("Luck", `${fineChange(shares.luck)} (within ${fine(shares.band)} either way in 19 sessions of 20)`),
        )
      : el("p", { class: "quiet-text" }, "Luck and skill are told apart as soon as the edges of this table are known."),
    shares?.unpriced.length
      ? el("p", { class: "quiet-text" }, `No edge is known of ${shares.unpriced.map(plain).join(", ")}: put down to luck.`)
      : null,
    kinds.length
      ? captionedTable(
          "Decisions that were judged",
          ["Kind", "Made", "Could be better", "Cost"],
          kinds.map(({ kind, made, mistakes, cost }) => listLine({}, capitalized(plain(kind)), String(made), String(mistakes), fine(cost))),
          "worths",
        )
      : el("p", { class: "quiet-text" }, `${decisions.length === 1 ? "1 decision was" : `${decisions.length} decisions were`} judged.`),
    button("Save as a file", () => save(report, info), { class: "quiet" }),
  ];
}

/** @param {string} name @param {string} value */
const term = (name, value) => [el("dt", {}, name), el("dd", {}, value)];

/** @param {SessionReport} report @param {TableInfo} info */
function save(report, info) {
  const head = "round,kind,answer,best,cost_in_cents,wager_in_cents";
  const rows = report.decisions.map(({ round, kind, says, best, cost, wager }) =>
    [round, kind, says, best, cost, wager].map((entry) => JSON.stringify(entry)).join(","),
  );
  const file = new Blob([[head, ...rows].join("\n") + "\n"], { type: "text/csv" });
  saveFile(file, `session-${info.id}.csv`);
}
