/** What the browser remembers: preferences and seat tokens for good, role tokens and unsent commands for the tab. */

function box(storage) {
  return {
    get(name, otherwise = null) {
      try {
        const text = storage().getItem(`pitboss.${name}`);
        return text === null ? otherwise : JSON.parse(text);
      } catch {
        return otherwise; // storage may be forbidden, or hold what an older page wrote
      }
    },
    set(name, value) {
      try {
        if (value === null) storage().removeItem(`pitboss.${name}`);
        else storage().setItem(`pitboss.${name}`, JSON.stringify(value));
      } catch {
        // a full or forbidden storage loses convenience, never a wager
      }
    },
  };
}

export const kept = box(() => localStorage);
export const session = box(() => sessionStorage);

/** Take a token out of the address (`#token=…`), so that it is neither bookmarked nor shared by accident. */
export function tokenFromAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
