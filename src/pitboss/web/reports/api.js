/** The reports of the house over HTTP. */

import { getJson } from "../kit/api.js";

/** @import { ReportName, ReportTable } from "../kit/types.js" */

/** @returns {Promise<ReportName[]>} */
export const getReports = () => getJson("/api/reports");

/** Where a report is, as rows or as a file. @param {string} report @param {Record<string, string>} wanted @param {string} file */
export const addressOf = (report, wanted, file = "") => `/api/reports/${report}${file}?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`;

/** @param {string} report @param {Record<string, string>} wanted @returns {Promise<ReportTable>} */
export const getReport = (report, wanted) => getJson(addressOf(report, wanted));
