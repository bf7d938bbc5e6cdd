/** The addresses of this page: `#register`, `#filing/F-18`, `#draft/F-18`, `#draft/new/roulette`, `#floor/RL-1,RL-2`, `#house`. */

/** @typedef {{tab: string, of: string}} Address  a tab, and what in it */

/** Where the Board decides a filing. @param {string} id */
export const decideAt = (id) => `/board#filings/${encodeURIComponent(id)}`;

/** @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const [tab = "", ...of] = decoded(hash.replace(/^#/, "")).split("/");
  return /^F-\d+$/.test(tab) ? { tab: "filing", of: tab } : { tab: tab || "register", of: of.join("/") };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody typed it
  }
}
