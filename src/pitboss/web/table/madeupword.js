/** Words for the chance of a round that this browser makes up, for a player who wants one in every round. */

import { preferences } from "../kit/storage.js";

export const ALWAYS = "word-in-every-round";

/** Sixteen random bytes of this browser, as text. */
export const madeUp = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether this player adds one in every round, from taking the seat on. */
export const wantsWords = () => preferences.get(ALWAYS, false);
