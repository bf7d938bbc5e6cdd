/**
 * What the browser remembers: preferences and seat tokens until they are cleared, unsent commands for the tab. Who is
 * signed in is in a cookie that no script can read.
 */

/**
 * A storage that never throws: it may be forbidden, full, or hold what an older page wrote.
 * @param {() => Storage} storage
 */
function remembered(storage) {
  return {
    /**
     * @template Value
     * @param {string} name @param {Value} otherwise  where nothing is stored under the name
     * @returns {Value}
     */
    get(name, otherwise) {
      try {
        const text = storage().getItem(`pitboss.${name}`);
        return text === null ? otherwise : JSON.parse(text);
      } catch {
        return otherwise;
      }
    },
    /** @param {string} name @param {unknown} value  null removes the name */
    set(name, value) {
      try {
        if (value === null) storage().removeItem(`pitboss.${name}`);
        else storage().setItem(`pitboss.${name}`, JSON.stringify(value));
      } catch {
        // only a convenience is lost, never a wager
      }
    },
  };
}

/** Stays in the browser: what the player prefers, and the tokens of seats. */
export const preferences = remembered(() => localStorage);

/** The token of this player's seat at a table; empty where there is none. @param {string} table */
export const seatToken = (table) => preferences.get(`seat.${table}`, "");

/**
 * Ends with the tab: commands that the house has not acknowledged, an invitation that is being accepted, and whether
 * somebody signed in here to work.
 */
export const tabStorage = remembered(() => sessionStorage);

/**
 * The token of this player's seat; none where this tab was opened to work here: the sign-in says who that is.
 * @param {string} table
 */
export const tokenOf = (table) => (tabStorage.get("works", false) ? "" : seatToken(table));

/**
 * Take a token out of the address (`#token=…`), so that it is neither bookmarked nor shared by accident.
 * @param {string} name  of the token
 */
export function tokenFromAddress(name = "token") {
  const token = new URLSearchParams(location.hash.slice(1)).get(name);
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
