/** A report as it is shown: its header, its rows with totals, and how it ties out. */

import { emptyState, facts, message } from "../kit/components.js";
import { el } from "../kit/dom.js";
import { listLine, listTable } from "../kit/lists.js";
import { dollars } from "../kit/money.js";
import { moment } from "../kit/words.js";

/** @import { ReportHead, ReportTable, ReportTie } from "../kit/types.js" */
/** @typedef {string|number|null} ReportCell */

/** A cell as people read it. @param {ReportHead} column @param {ReportCell} cell */
export function spoken({ kind }, cell) {
  if (cell === null || cell === "") return "";
  if (kind === "money") return dollars(Number(cell));
  if (kind === "percent") return `${(100 * Number(cell)).toFixed(2).replace("-", "−")} %`;
  if (kind === "number") return Number(cell).toLocaleString("en-US");
  return kind === "time" ? moment(String(cell)) : String(cell);
}

/** @param {ReportHead} column */
const look = ({ kind }) => (kind === "text" || kind === "time" ? "" : "amount");

/** @param {ReportTable} report */
function rowsOf({ columns, rows, totals }) {
  const heads = columns.map(({ title }) => title);
  const cells = (/** @type {readonly ReportCell[]} */ row) => row.map((cell, n) => ({ look: look(columns[n]), cell: spoken(columns[n], cell) }));
  const table = listTable(heads, rows.map((row) => listLine({}, ...cells(row))), "report-table");
  const sums = totals.map((cell, n) => (n ? el("td", { class: look(columns[n]), "data-label": heads[n] }, spoken(columns[n], cell)) : el("th", { scope: "row" }, spoken(columns[n], cell) || "Total")));
  table.append(el("tfoot", {}, el("tr", {}, sums)));
  return el("div", { class: "report-rows", tabindex: 0, role: "region", "aria-label": "Rows of the report" }, table);
}

/** @param {readonly ReportTie[]} ties */
function tiesOf(ties) {
  const open = ties.filter(({ reported, booked }) => reported !== booked);
  const lines = ties.map(({ words, reported, booked }) => listLine({ class: reported === booked ? undefined : "refusal" }, words, dollars(reported), dollars(booked), dollars(reported - booked)));
  return [
    el("h2", {}, "Reconciliation"),
    open.length ? message("bad", `${open.length} of ${ties.length} lines do not tie out.`) : null,
    listTable(["What", "Reported", "Booked", "Difference"], lines, "report-ties"),
  ];
}

/** @param {ReportTable} report */
export const reportView = (report) => [
  facts([
    ["Report", report.title],
    ["Holder", report.holder],
    ["Period", report.period],
    ["Generated", report.generated],
    ["Filters", report.filters],
    ["Definition", report.definition],
    ["Software", report.software],
    ["Provision", report.cite],
  ]),
  report.no_activity ? emptyState("No Activity", "Nothing was entered in this period.") : rowsOf(report),
  report.count && report.count > report.rows.length ? message("info", `The first ${report.rows.length} of ${report.count} rows; the files have all of them.`) : null,
  report.ties?.length ? tiesOf(report.ties) : null,
  report.formula ? el("p", { class: "quiet-text" }, report.formula) : null,
];
