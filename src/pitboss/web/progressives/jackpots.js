/** Awards that need a paper: the hand, the odds, the amount, who verified it, which form is due, and its slip. */

import { badge } from "../kit/components.js";
import { el } from "../kit/dom.js";
import { citation } from "../kit/law.js";
import { listLine, listTable } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { capitalized, moment } from "../kit/words.js";
import { slipAddress } from "./api.js";
import { winnerOf } from "./words.js";

/** @import { JackpotLine } from "../kit/types.js" */

const HEADS = ["Awarded", "Where", "Hand", "Pays", "Amount", "Verified", "State", "Slip"];

/** Who verified it, each once. @param {JackpotLine} line */
const verifiedBy = ({ verified = [] }) => [...new Set(verified.map(({ by }) => by))].join(", ") || "nobody yet";

/** @param {JackpotLine} line */
const states = ({ by_table: byTable = false, documented = false, w2g = false, corrections = [] }) => [
  byTable ? badge("paid by the table") : badge("paid by the cage", "info"),
  byTable || documented ? null : badge("papers not complete", "warn"),
  w2g ? badge("W-2G") : null,
  corrections.length ? badge("round corrected", "warn") : null,
];

/** @param {JackpotLine} line @param {boolean} papers  whether the slip is for whoever looks */
const row = (line, papers) =>
  listLine(
    { "data-jackpot": line.id },
    [moment(line.time), el("span", { class: "about" }, `gaming day ${line.day}`)],
    [`${line.table}, round ${line.round}`, el("span", { class: "about" }, winnerOf(line))],
    [capitalized(line.hand), el("span", { class: "about" }, (line.cards ?? []).join(" "))],
    [line.odds, " ", citation(line.cite)],
    [dollars(line.amount), line.of_meter ? el("span", { class: "about" }, `${dollars(line.of_meter)} of the meter`) : null],
    verifiedBy(line),
    { look: "role-badges", cell: states(line) },
    papers ? el("a", { class: "button", href: slipAddress(line.id), "aria-label": `PDF: slip of ${line.table}, round ${line.round}, seat ${line.seat}` }, "PDF") : null,
  );

/** @param {readonly JackpotLine[]} lines @param {boolean} papers */
export const jackpotTable = (lines, papers) => listTable(HEADS, lines.map((line) => row(line, papers)), "jackpots");
