/** The states of things in words. */

import { plain } from "./words.js";

/** @type {Record<string, string>} */
const STATES = {
  stored: "in the store",
  reserve: "in reserve",
  in_use: "in use",
  out_of_order: "out of order",
  sealed: "sealed as evidence",
  destroyed: "destroyed",
};

/** @param {string} state */
export const stateWords = (state) => STATES[state] ?? plain(state);
