/** The reports of the house over HTTP. */

import { getJson } from "../kit/api.js";

/** @import { ReportName, ReportTable } from "../kit/types.js" */

/** @returns {Promise<ReportName[]>} */
export const getReports = () => getJson("/api/reports");

const OWN = ["period", "day", "shift", "group"]; // what else is wanted narrows the rows

/** Where a report is, as rows or as a file. @param {string} report @param {Record<string, string>} wanted @param {string} file */
export function addressOf(report, wanted, file = "") {
  const asked = Object.entries(wanted).filter(([, value]) => value).map(([name, value]) => (OWN.includes(name) ? [name, value] : ["only", `${name}:${value}`]));
  return `/api/reports/${report}${file}?${new URLSearchParams(asked)}`;
}

/** @param {string} report @param {Record<string, string>} wanted @returns {Promise<ReportTable>} */
export const getReport = (report, wanted) => getJson(addressOf(report, wanted));
