/** The panel over a page whose session is over: what was typed stays behind it until somebody signs in again. */

import { el } from "./dom.js";
import { getSession } from "./sessionapi.js";
import { signInForm } from "./signinform.js";

/** @import { PersonIdentity, SessionState } from "./types.js" */

/** Why a session ended, by the house's word. @type {Record<string, string>} */
const ENDED = {
  idle: "You were signed out because nothing was done here for a while (five minutes at a console).",
  expired: "You were signed out: a sign-in lasts twelve hours at most.",
  revoked: "You were signed out: your roles or your password changed, or an administrator signed you out.",
  ended: "You were signed out: your account here has ended.",
  left: "You signed out in another window.",
};

/** What is shown while the house cannot say: the form, which says so itself. */
const UNREACHED = { person: null, seconds_left: 0, secure: isSecureContext, passkeys: true, demonstration: false, zone: "" };

/** @type {Promise<SessionState>|null} */
let open = null;

/**
 * Ask for a sign-in over the page; once, however many ask. Somebody else than before gets a fresh page.
 * @param {string} why  the house's word @param {PersonIdentity|null} before
 * @returns {Promise<SessionState>} whoever is signed in then
 */
export function signInAgain(why, before) {
  open ??= ask(why, before).finally(() => (open = null));
  return open;
}

/** @param {string} why @param {PersonIdentity|null} before @returns {Promise<SessionState>} */
async function ask(why, before) {
  const state = await getSession().catch(() => UNREACHED);
  if (state.person && state.person.credential === before?.credential) return state; // already, in another window
  return new Promise((resolve) => {
    const done = (/** @type {SessionState} */ now) => {
      if (before && now.person?.credential !== before.credential) return location.reload();
      panel.close();
      panel.remove();
      resolve(now);
    };
    const words = `${ENDED[why] ?? "You are not signed in any more."} Sign in to go on.`;
    const panel = el(
      "dialog",
      { class: "signed-out", "aria-labelledby": "signed-out-title" },
      el(
        "div",
        { class: "dialog-body" },
        el("h2", { id: "signed-out-title" }, "Signed out"),
        el("p", {}, words, before ? " What you had filled in is still there." : ""),
        signInForm(state, done, before?.credential),
        el("p", {}, el("a", { href: "/" }, "Leave this page")),
      ),
    );
    panel.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(panel);
    panel.showModal();
    const empty = panel.querySelector("input:placeholder-shown, input[type=password]");
    if (empty instanceof HTMLElement) empty.focus();
  });
}
