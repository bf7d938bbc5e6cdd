/** Signing in: by password or passkey, by an invitation, or as somebody of a demonstration; and then to one's page. */

import "../kit/theme.js";
import { Account, isStaff } from "../kit/accountmenu.js";
import { button, byId, el, fill } from "../kit/dom.js";
import { attempt, failed, form, outcome, passwordField, textField } from "../kit/forms.js";
import { makePasskey } from "../kit/passkeys.js";
import { acceptInvitation, getInvitation, getInvitedPasskey } from "../kit/peopleapi.js";
import { enterDemonstration, getSession } from "../kit/sessionapi.js";
import { newPlayerForm } from "./newplayer.js";
import { canUsePasskey, signInForm, signInNotes } from "../kit/signinform.js";
import { tabStorage, tokenFromAddress } from "../kit/storage.js";

/** @import { AcceptInvitation, InvitationInfo, PersonIdentity, SessionState } from "../kit/types.js" */

const INVITATION = "invitation"; // kept for the tab until it is accepted: a reload must not lose it

const main = byId("main");
const account = new Account(byId("account"));

// --- where to go then

/** The page that a person asked for before they signed in; only one of this house. */
function asked() {
  const next = new URLSearchParams(location.search).get("next") ?? "";
  const address = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  return next && address?.origin === location.origin ? address.pathname + address.search + address.hash : "";
}

/** Whoever works here begins with what waits for them. @param {PersonIdentity} person */
const homeOf = (person) => (isStaff(person) ? "/work" : "/");

/** @param {SessionState} state */
function goOn({ person }) {
  tabStorage.set(INVITATION, null);
  tabStorage.set("works", (person && isStaff(person)) || null);
  location.replace(asked() || (person ? homeOf(person) : "/"));
}

// --- the ways in

const NEW = "#new"; // the address of the form for a new player

/** The form to sign in, or the one for a new player. @param {SessionState} state */
function ordinary(state) {
  const { registration } = state;
  const isNew = registration && state.secure && location.hash === NEW;
  document.title = isNew ? "New account" : "Sign in";
  if (isNew) {
    fill(main, newPlayerForm(state, registration, goOn), el("p", {}, el("a", { href: location.pathname + location.search }, "You have an account? Sign in")));
    main.querySelector("input")?.focus();
    return;
  }
  const already = state.person
    ? el("p", { role: "note" }, `You are signed in as ${state.person.name}; whoever signs in now takes their place.`)
    : null;
  fill(
    main,
    el("p", {}, "For those who work here, and players at tables that need an account. Practice needs none."),
    already,
    signInForm(state, goOn),
    registration && state.secure ? el("p", {}, "New here? ", el("a", { href: NEW, class: "button" }, "Create an account")) : null,
    el("p", { class: "quiet-text" }, "No password yet, or lost it? An administrator gives you a link."),
  );
  main.querySelector("input")?.focus();
}

/** Someone of a demonstration: signed in at once. @param {string} token @param {SessionState} state */
async function demonstration(token, state) {
  if (!state.secure) return fill(main, signInNotes(state));
  try {
    await goOn(await enterDemonstration(token));
  } catch (refusal) {
    ordinary(state);
    const said = outcome();
    failed(said, refusal);
    main.prepend(said);
  }
}

/** @param {string} token @param {SessionState} state */
async function invitation(token, state) {
  if (!state.secure) return fill(main, signInNotes(state));
  try {
    fill(main, invited(token, state, await getInvitation(token)));
    main.querySelector("input")?.focus();
  } catch (refusal) {
    tabStorage.set(INVITATION, null);
    ordinary(state);
    const said = outcome();
    failed(said, refusal);
    main.prepend(said);
  }
}

/** @param {string} token @param {SessionState} state @param {InvitationInfo} info */
function invited(token, state, { name, credential, administrator, board, least, most }) {
  const isNew = administrator || board;
  const who = isNew
    ? [textField("Your name", { autocomplete: "name", required: true }), textField("Your credential number")]
    : [];
  const [own, number] = who;
  const length = { minlength: least, maxlength: most, required: false };
  const password = passwordField(`Password (${least} characters or more)`, "new-password", length);
  const again = passwordField("The same password again", "new-password", { required: false });
  const identity = () => (own ? { name: own.input.value.trim(), credential: number.input.value.trim() } : {});
  /** @param {Partial<AcceptInvitation>} proof */
  const accept = async (proof) => {
    if (password.input.value !== again.input.value) throw new Error("The two passwords are not the same.");
    const chosen = password.input.value ? { password: password.input.value } : {};
    await goOn(await acceptInvitation({ token, ...identity(), ...chosen, ...proof }));
  };
  const byPassword = form(
    { submit: "Set the password and sign in", send: () => accept({}) },
    own?.node,
    number?.node,
    password.node,
    again.node,
  );
  const byPasskey = button(
    "Make a passkey and sign in",
    () =>
      attempt(byPasskey, byPassword.said, async () => {
        const passkey = await makePasskey(await getInvitedPasskey({ token, ...identity() }));
        await accept({ passkey, label: "first passkey" });
      }),
    { class: "passkey" },
  );
  return [
    el(
      "p",
      {},
      isNew
        ? `Whoever signs in here becomes ${board ? "one of the Board" : "an administrator"} of this house.`
        : `Welcome, ${name} (${credential}). Choose how you sign in from now on.`,
    ),
    byPassword.node,
    canUsePasskey(state)
      ? [byPasskey, el("p", { class: "quiet-text" }, "With a password typed above, both will work.")]
      : null,
    signInNotes(state, { hash: `#${INVITATION}=${token}` }),
  ];
}

async function start() {
  const [demo, given] = [tokenFromAddress("demo"), tokenFromAddress(INVITATION)];
  if (given) tabStorage.set(INVITATION, given);
  const kept = tabStorage.get(INVITATION, "");
  const state = await getSession();
  await account.adopt(state);
  if (demo) await demonstration(demo, state);
  else if (kept) await invitation(kept, state);
  else ordinary(state);
  addEventListener("hashchange", () => location.hash === NEW && ordinary(state));
}

start().catch((refusal) => {
  const said = outcome();
  failed(said, refusal);
  fill(main, said);
});
