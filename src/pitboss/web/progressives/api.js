/** The progressive book over HTTP. */

import { getJson } from "../kit/api.js";

/** @import { JackpotLine, MeterHistory, Progressives } from "../kit/types.js" */

/** @param {boolean} practice  whether tables for practice are among them @returns {Promise<Progressives>} */
export const getProgressives = (practice) => getJson(`/api/progressives?practice=${practice}`);

/** @param {string} meter @param {string} per  day or shift @returns {Promise<MeterHistory>} */
export const getHistory = (meter, per) => getJson(`/api/progressives/${encodeURIComponent(meter)}?per=${per}`);

/** @param {boolean} practice @returns {Promise<JackpotLine[]>} */
export const getJackpots = (practice) => getJson(`/api/jackpots?practice=${practice}`);

/** Where the slip of a jackpot is. @param {string} id */
export const slipAddress = (id) => `/api/jackpots/${encodeURIComponent(id)}/slip.pdf`;
