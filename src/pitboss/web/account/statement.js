/** The statement of a player's account for a year: money, chips, play by day and table, what is open, and the last rounds. */

import "../kit/theme.js";
import { getJson } from "../kit/api.js";
import { amount, emptyState, facts, result } from "../kit/components.js";
import { el, fill, selection } from "../kit/dom.js";
import { labelled, outcome } from "../kit/forms.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { roundAddress } from "../kit/share.js";
import { StaffPage } from "../kit/staffpage.js";
import { moment } from "../kit/words.js";

/** @import { AccountStatement } from "../kit/types.js" */

const YEARS = 6; // that can be chosen
const page = new StaffPage();
const body = el("div", { class: "money-parts" });
const said = outcome();

/** @param {AccountStatement} of */
function summary(of) {
  const { first, last, chips, sums = {}, played = 0, wagered = 0, returned = 0 } = of;
  return titled(
    `${of.name}, ${of.year}`,
    facts([
      ["Deposit when the year began", dollars(first)],
      ["Deposit at the end", dollars(last)],
      ["Chips in hand", dollars(chips)],
      ...Object.entries(sums).map(([what, cents]) => /** @type {const} */ ([what, dollars(cents)])),
      ["Rounds", played.toLocaleString("en-US")],
      ["Wagered", dollars(wagered)],
      ["Won, or lost", result(returned - wagered)],
    ]),
    el("p", { class: "act-row" }, el("a", { class: "button", href: `/api/me/statement.pdf?year=${of.year}`, target: "_blank", rel: "noopener" }, "Print as PDF")),
  );
}

/** @param {AccountStatement} of */
const parts = ({ owed = [], moves = [], play = [], rounds = [] }) => [
  titled("Open today", owed.length ? listTable(["What", "Amount"], owed.map(({ what, amount: cents }) => listLine({}, what, [result(cents), cents > 0 ? " owed to you" : " owed by you"]))) : emptyState("Nothing is open.", "What a correction leaves owed stands here until it is paid at the cage.")),
  titled("Play by day and table", play.length ? listTable(["Gaming day", "Table", "Rounds", "Wagered", "Won, or lost"], [...play].reverse().map(({ day, title, rounds: count, wagered, returned }) => listLine({}, day, title, String(count), amount(wagered), result(returned - wagered)))) : emptyState("No Activity", "What you play for at tables dealt by persons stands here.")),
  titled("Deposit and chips", moves.length ? listTable(["When", "What", "Where", "Amount", "Deposit then", "Chips then"], [...moves].reverse().map(({ at, what, amount: cents, deposit, chips, table = "", receipt = "" }) => listLine({}, moment(at), what, table || receipt, amount(cents), amount(deposit), amount(chips)))) : emptyState("No Activity", "The cage takes deposits and pays them out.")),
  titled("Last rounds", rounds.length ? listTable(["Round", "Gaming day", "Wagered", "Won, or lost"], rounds.map(({ table, title, round, day, wagered, returned }) => listLine({}, el("a", { href: roundAddress(table, round) }, `${title}, round ${round}`), day, amount(wagered), result(returned - wagered)))) : emptyState("No Activity", "Each round can be replayed from here.")),
];

/** @param {number} year  0: this one */
const load = (year) =>
  page.load(said, async () => {
    const of = /** @type {AccountStatement} */ (await getJson(`/api/me/statement?year=${year}`));
    fill(body, summary(of), parts(of));
  });

page.open(async () => {
  const now = new Date().getFullYear();
  const year = selection(Array.from({ length: YEARS }, (_, n) => /** @type {const} */ ([n ? String(now - n) : "0", String(now - n)])), { value: "0" });
  year.addEventListener("change", () => load(Number(year.value)));
  fill(page.main, labelled("Year", year), said, body);
  await load(0);
});
