/** My results: what one's own rounds came to, at this table or at all, drawn, listed, and as a file. */

import { getOwnRounds } from "./api.js";
import { line } from "./bars.js";
import { button, dialog, el, fill, selection } from "./dom.js";
import { headRow, saveFile } from "./lists.js";
import { asCsv, forgetRounds, ownRounds, statisticsOf, withTold } from "./history.js";
import { change, dollars } from "./money.js";
import { roundAddress } from "./share.js";
import { moment } from "./words.js";

/** @import { OwnRound } from "./history.js" */
/** @import { OwnRound as HouseRound, TableInfo } from "./types.js" */

const LISTED = 50;

/**
 * Open the results of this table, or of all tables where none is given.
 * @param {TableInfo} [info] @param {number} [settled]  the last round that is over there, as far as it was shown
 */
export async function openHistory(info, settled = Infinity) {
  const body = el("div", { class: "history" });
  const sheet = dialog("My results", body);
  /** @type {HouseRound[]} */ let told = [];
  let which = info?.id ?? "";
  const show = () => {
    const rounds = withTold(ownRounds(), told);
    const choose = (/** @type {string} */ wanted) => {
      which = wanted;
      show();
    };
    fill(body, chooser(which, rounds, choose), report(rounds.filter((one) => !which || one.table === which), show));
  };
  show();
  sheet.showModal();
  told = (await getOwnRounds().catch(() => [])).filter(({ table, round }) => table !== info?.id || round <= settled);
  if (told.length && sheet.open) show();
}

/** @param {string} which @param {OwnRound[]} rounds @param {(which: string) => void} choose */
function chooser(which, rounds, choose) {
  const titles = new Map(rounds.map(({ table, title }) => [table, title]));
  if (which && !titles.has(which)) titles.set(which, which);
  const tables = [...titles].map(([id, title]) => /** @type {const} */ ([id, `${title} (${id})`]));
  const select = selection([["", "All tables"], ...tables], { id: "history-table", value: which });
  select.addEventListener("change", () => choose(select.value));
  return el("label", { class: "check", for: "history-table" }, "Rounds of ", select);
}

/** @param {OwnRound[]} rounds @param {() => void} again */
function report(rounds, again) {
  if (!rounds.length) return el("p", { class: "quiet-text" }, "No round of yours is remembered here yet. Play one, and it appears.");
  const found = statisticsOf(rounds);
  const even = found.rounds - found.won - found.lost;
  const facts = [
    ["Rounds", `${found.rounds}: ${found.won} won, ${found.lost} lost, ${even} even`],
    ["Result", change(found.net)],
    ["Wagered", dollars(found.staked)],
    ["Biggest win", found.best ? change(found.best) : "none"],
    ["Biggest loss", found.worst ? change(found.worst) : "none"],
  ];
  const forget = () => {
    forgetRounds();
    again();
  };
  return [
    el("dl", { class: "history-facts" }, facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    line(`Result after each of ${found.rounds} rounds: ${change(found.net)} in the end`, found.course, null),
    el(
      "div",
      { class: "history-acts" },
      button("Save as CSV", () => saveFile(new Blob([asCsv(rounds)], { type: "text/csv" }), "my-rounds.csv")),
      button("Save as JSON", () => saveFile(new Blob([JSON.stringify(rounds, null, 2)], { type: "application/json" }), "my-rounds.json")),
      button("Forget what this browser keeps", forget, { class: "quiet" }),
    ),
    el(
      "div",
      { class: "history-list", tabindex: 0, role: "region", "aria-label": "The latest rounds" },
      el("table", {}, headRow("Round", "What happened", "Bet", "Result"), el("tbody", {}, rounds.slice(-LISTED).reverse().map(row))),
    ),
  ];
}

/** @param {OwnRound} round */
const row = ({ table, title, round, at, staked, net, told }) =>
  el(
    "tr",
    {},
    el("td", {}, el("a", { href: roundAddress(table, round) }, `${title}, round ${round}`), at ? el("small", {}, ` ${moment(at)}`) : null),
    el("td", {}, told || "—"),
    el("td", {}, staked ? dollars(staked) : "—"),
    el("td", { class: net > 0 ? "gain" : net < 0 ? "loss" : "" }, change(net)),
  );
