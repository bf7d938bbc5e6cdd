/** Tables of one's own over HTTP: what one can begin with, rules as one tries them, and the table that comes of it. */

import { getJson } from "./api.js";

/** @import { LinkedDraft, OpenTable, OwnTableLine, Practice } from "./types.js" */

/** What may be practised here, and the tables that one has. @returns {Promise<Practice>} */
export const getPractice = () => getJson("/api/practice");

/** Where it is followed what is known of rules. */
export const RULES_CHECKED = "/api/practice/check";

/** The rules that a link carries. @param {string} rules @returns {Promise<LinkedDraft>} */
export const getLinkedRules = (rules) => getJson(`/api/practice/rules?${new URLSearchParams({ rules })}`);

/** A table of one's own. @param {OpenTable} wish @returns {Promise<OwnTableLine>} */
export const openTable = (wish) => getJson("/api/practice/tables", { method: "POST", body: wish });

/** The layout under the rules of a link. @param {string} rules */
export const feltOf = (rules) => `/api/practice/felt.svg?${new URLSearchParams({ rules })}`;

/** Where a table is played; whoever opened it sits down at once. @param {string} table */
export const playAt = (table) => `/table/${encodeURIComponent(table)}${PLAY}`;

/** In an address: sit down on arrival. */
export const PLAY = "#play";

/** Where rules are changed that somebody begins with. @param {string} rules  the letters of a link @param {string} [kind] */
export const changeAt = (rules, kind) => `/open?${new URLSearchParams({ rules, ...(kind ? { kind } : {}) })}`;
