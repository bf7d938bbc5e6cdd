/** The reconciliation over HTTP. */

import { getJson } from "../kit/api.js";

/** @import { Reconciliation } from "../kit/types.js" */

/** @param {string} day  empty: now @param {string} table  empty: the day at a glance @returns {Promise<Reconciliation>} */
export const getReconciliation = (day, table) => getJson(`/api/reconciliation?${new URLSearchParams({ day, table })}`);
