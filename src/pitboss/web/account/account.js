/** One's own account: who one is here, limits and pauses of a player, the password, a further passkey. */

import "../kit/theme.js";
import { OwnLimits } from "./limits.js";
import { StaffPage } from "../kit/staffpage.js";
import { el, fill } from "../kit/dom.js";
import { form, passwordField, succeeded, textField } from "../kit/forms.js";
import { makePasskey } from "../kit/passkeys.js";
import { addPasskey, changePassword, getNewPasskey } from "../kit/peopleapi.js";
import { listedRoles } from "../kit/roles.js";
import { canUsePasskey, signInNotes } from "../kit/signinform.js";

/** @import { PersonIdentity } from "../kit/types.js" */

const page = new StaffPage();

function passwordForm() {
  if (page.account.state?.has_password === false) return el("p", {}, "You have no password. An administrator gives you an invitation with which you set one.");
  const old = passwordField("Password until now", "current-password");
  const fresh = passwordField("New password", "new-password");
  const again = passwordField("New password again", "new-password");
  const { node, said } = form(
    {
      submit: "Change the password",
      refused: page.refused,
      send: async () => {
        if (fresh.input.value !== again.input.value) throw new Error("The two new passwords are not the same.");
        await changePassword({ old: old.input.value, new: fresh.input.value });
        node.reset();
        succeeded(said, "Your password is changed; you are signed out everywhere else.");
      },
    },
    old.node,
    fresh.node,
    again.node,
  );
  return node;
}

function passkeyForm() {
  const { state } = page.account;
  if (!state || !canUsePasskey(state)) return state && signInNotes(state);
  const label = textField("What to call it", { placeholder: "this phone", maxlength: 64 });
  const { node, said } = form(
    {
      submit: "Add a passkey",
      refused: page.refused,
      send: async () => {
        const passkey = await makePasskey(await getNewPasskey());
        await addPasskey({ passkey, label: label.input.value.trim() });
        node.reset();
        succeeded(said, "The passkey is added; you can sign in with it from now on.");
      },
    },
    label.node,
  );
  return node;
}

/** @param {PersonIdentity} person */
function show({ name, credential, roles }) {
  fill(
    page.main,
    el(
      "dl",
      { class: "facts panel" },
      [
        ["Name", name],
        ["Credential number", credential],
        ["Roles", listedRoles(roles)],
      ].map(([what, value]) => el("div", {}, el("dt", {}, what), el("dd", {}, value))),
    ),
    roles.includes("player") ? el("p", { class: "act-row" }, el("a", { class: "button", href: "/statement" }, "Your statement of a year")) : null,
    roles.includes("player") ? new OwnLimits(page.refused).node : null,
    el("section", { class: "panel" }, el("h2", {}, "Password"), passwordForm()),
    el("section", { class: "panel" }, el("h2", {}, "Passkey"), passkeyForm()),
  );
}

page.open(show);
