/** Parts of the money that several pages show: trays, drawers, boxes and accounts. */

import { pileWords } from "./chipcount.js";
import { amount, badge, emptyState, result } from "./components.js";
import { el } from "./dom.js";
import { listLine, listTable } from "./lists.js";
import { dollars } from "./money.js";

/** @import { AccountLine, BoxLine, DrawerLine, TrayLine } from "./types.js" */
import { slipPage } from "./slips.js";

/** What a tray needs, in words. @param {TrayLine} tray */
export function needWords({ par = 0, need = 0 }) {
  if (!par) return el("span", { class: "about" }, "no par");
  if (!need) return badge("at par", "good");
  return need > 0 ? badge(`fill ${dollars(need)}`, "warn") : badge(`credit ${dollars(-need)}`, "info");
}

/** @param {readonly TrayLine[]} trays */
export const trayTable = (trays) =>
  trays.length
    ? listTable(
        ["Table", "Should hold", "Counted last", "Par", "Need", "Cash in the box", "Win by play"],
        [...trays].sort((one, other) => Number(other.open) - Number(one.open)).map((tray) =>
          listLine(
            { key: tray.table, "data-tray": tray.table },
            [el("strong", {}, tray.table), el("span", { class: "about" }, ` ${tray.game}${tray.open ? "" : ", closed"}`)],
            [amount(tray.expected), tray.colours ? el("span", { class: "about" }, ` and ${dollars(tray.colours)} out in colors`) : null],
            [pileWords(tray.counted), tray.slip ? [" ", el("a", { href: slipPage(tray.slip) }, tray.slip)] : null],
            tray.par ? amount(tray.par) : "",
            needWords(tray),
            tray.box ? amount(tray.cash ?? 0) : el("span", { class: "about" }, "no box"),
            result(tray.win ?? 0),
          ),
        ),
      )
    : emptyState("No tray is in the book yet.", "A manager says with what the book begins; a cashier counts it and agrees.");

/** @param {readonly DrawerLine[]} drawers */
export const drawerTable = (drawers) =>
  drawers.length
    ? listTable(
        ["Cashier", "Imprest", "Cash now", "Chips", "Slip"],
        drawers.map(({ cashier, name, imprest, cash, chips, slip }) => listLine({ key: cashier }, name, amount(imprest), amount(cash), pileWords(chips), el("a", { href: slipPage(slip) }, slip))),
      )
    : emptyState("No drawer is out.", "A cashier of the main bank hands them out.");

/** @param {readonly BoxLine[]} boxes */
export const boxTable = (boxes) =>
  boxes.length
    ? listTable(
        ["Box", "Where", "Cash", "Difference"],
        boxes.map(({ name, state, cash, difference }) =>
          listLine({ key: name }, name, badge(state === "on" ? "on its table" : state, state === "on" ? "info" : ""), cash === null || cash === undefined ? el("span", { class: "about" }, "sealed") : amount(cash), difference === null || difference === undefined ? "" : result(difference)),
        ),
      )
    : emptyState("No drop box is out.", "A box is put on a table when its tray is counted before play.");

/** Every account, and that their sum is zero. @param {readonly AccountLine[]} accounts @param {number} total */
export const accountTable = (accounts, total) => [
  el("p", { "data-total": total }, total ? badge(`▲ The sum of all accounts is ${dollars(total)}`, "bad") : badge("✓ The sum of all accounts is zero", "good")),
  listTable(["Account", "Balance", "Chips"], accounts.map(({ account, words, balance, chips = {} }) => listLine({ key: account }, words || account, amount(balance), Object.keys(chips).length ? pileWords(chips) : ""))),
];
