/** An account of one's own, where the house lets players make one: by passkey, or by password. */

import { button, el } from "../kit/dom.js";
import { attempt, form, passwordField, textField } from "../kit/forms.js";
import { makePasskey } from "../kit/passkeys.js";
import { getNewPlayerPasskey, registerPlayer } from "../kit/peopleapi.js";
import { canUsePasskey, signInNotes } from "../kit/signinform.js";

/** @import { RegistrationInfo, SessionState } from "../kit/types.js" */

/**
 * @param {SessionState} state @param {RegistrationInfo} info
 * @param {(state: SessionState) => void} done  called with whoever is signed in then
 */
export function newPlayerForm(state, { least, most }, done) {
  const name = textField("Your name", { autocomplete: "username", required: true, maxlength: 40 });
  const length = { minlength: least, maxlength: most };
  const password = passwordField(`Password (${least} characters or more)`, "new-password", length);
  const again = passwordField("The same password again", "new-password");
  const byPassword = form(
    {
      submit: "Create an account with this password",
      send: async () => {
        if (password.input.value !== again.input.value) throw new Error("The two passwords are not the same.");
        done(await registerPlayer({ name: name.input.value.trim(), password: password.input.value }));
      },
    },
    password.node,
    again.node,
  );
  const byPasskey = button(
    "Create an account with a passkey",
    () =>
      attempt(byPasskey, byPassword.said, async () => {
        const called = name.input.value.trim();
        const { credential, public_key } = await getNewPlayerPasskey(called);
        const passkey = await makePasskey({ public_key });
        done(await registerPlayer({ name: called, credential, passkey, label: "first passkey" }));
      }),
    { class: "primary passkey" },
  );
  const passkeys = canUsePasskey(state);
  return [
    el("p", {}, "An account keeps your chips, results and limits, and opens the tables that ask for one. It is for play chips and costs nothing."),
    name.node,
    passkeys ? byPasskey : null,
    passkeys ? el("details", {}, el("summary", {}, "Use a password instead"), byPassword.node) : byPassword.node,
    passkeys ? byPassword.said : null,
    signInNotes(state, { hash: "#new" }),
  ];
}
