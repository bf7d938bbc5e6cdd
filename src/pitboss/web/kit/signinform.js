/** Signing in, on the page for it and over any other: by password or by passkey, and why not where it cannot be. */

import { button, el } from "./dom.js";
import { attempt, form, passwordField, textField } from "./forms.js";
import { hasPasskeys, usePasskey } from "./passkeys.js";
import { getPasskeyQuestion, signIn, signInWithPasskey } from "./sessionapi.js";

/** @import { SessionState } from "./types.js" */

const NOT_SECURE =
  "Nobody can sign in here: this page came over plain http from another machine, and a browser keeps no sign-in for " +
  "such a page. Reach the house over https, or as localhost on its own machine.";

/**
 * What keeps people from signing in here at all, or with a passkey.
 * @param {SessionState} state
 * @param {{mayLeave?: boolean, hash?: string}} way  whether this page may be left for one with a name; what goes along
 */
export function signInNotes({ secure, passkeys }, { mayLeave = true, hash = "" } = {}) {
  if (!secure) return el("p", { class: "held", role: "note" }, NOT_SECURE);
  if (passkeys && hasPasskeys()) return null;
  const why = passkeys
    ? "This browser cannot use passkeys; a password works."
    : `Passkeys need a host name, and this page was reached by the address ${location.hostname}; a password works.`;
  const port = location.port ? `:${location.port}` : "";
  const named = `http://localhost${port}${location.pathname}${location.search}${hash}`;
  const isOwnMachine = mayLeave && ["127.0.0.1", "[::1]"].includes(location.hostname);
  const way = isOwnMachine ? el("a", { href: named }, "Go on as localhost") : null;
  return el("p", { class: "quiet-text", role: "note" }, why, " ", way);
}

/** Whether a passkey can be used on this page. @param {SessionState} state */
export const canUsePasskey = ({ secure, passkeys }) => secure && passkeys && hasPasskeys();

/**
 * Name and password, and a button for a passkey; `done` is called with whoever is signed in then.
 * @param {SessionState} state @param {(state: SessionState) => void} done @param {string} [known]  who was signed in
 */
export function signInForm(state, done, known = "") {
  if (!state.secure) return signInNotes(state);
  const name = textField("Name or credential number", { autocomplete: "username", required: true, value: known });
  const password = passwordField("Password", "current-password");
  const byPassword = form(
    {
      submit: "Sign in",
      send: async () => done(await signIn({ name: name.input.value.trim(), password: password.input.value })),
      refused: () => password.input.select(),
    },
    name.node,
    password.node,
  );
  const byPasskey = button(
    "Sign in with a passkey",
    () =>
      attempt(byPasskey, byPassword.said, async () => {
        const passkey = await usePasskey(await getPasskeyQuestion());
        done(await signInWithPasskey({ passkey }));
      }),
    { class: "passkey" },
  );
  const links = "This is a demonstration: whoever has no password opens the link that was printed when the house was opened.";
  return [
    byPassword.node,
    canUsePasskey(state) ? byPasskey : null,
    state.demonstration ? el("p", { class: "quiet-text", role: "note" }, links) : null,
    signInNotes(state, { mayLeave: !known }),
  ];
}
