/** Pages for those who are signed in: nothing without a sign-in, and the panel over the page when it is over. */

import { Account } from "./accountmenu.js";
import { asRefused } from "./api.js";
import { byId, el, fill } from "./dom.js";
import { failed, outcome } from "./forms.js";
import { noticesPanel } from "./notices.js";
import { listedRoles } from "./roles.js";
import { signInAgain } from "./signinpanel.js";

/** @import { PersonIdentity } from "./types.js" */

/** A page of the house for people who are signed in. */
export class StaffPage {
  main = byId("main");
  account = new Account(byId("account"));

  constructor() {
    this.account.onEnded = (before) => this.#ask("", before);
  }

  /**
   * Show the page to whoever is signed in and may see it; others go to sign in first, and come back.
   * @param {(person: PersonIdentity) => unknown} show @param {string[]} rights  of which they need one
   */
  async open(show, ...rights) {
    try {
      await this.account.refresh();
      const { person } = this.account;
      const nothing = (/** @type {PersonIdentity} */ { roles }) =>
        fill(this.main, el("p", { role: "note" }, `Nothing here is for ${listedRoles(roles)}. `, el("a", { href: "/work" }, "Go to your work")));
      if (person) await this.#show(person, !rights.length || rights.some((right) => this.account.may(right)) ? show : nothing);
      else if (this.account.state) location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.hash)}`);
      else throw new Error("The house cannot be reached right now.");
    } catch (refusal) {
      const said = outcome();
      failed(said, refusal);
      fill(this.main, said, el("p", {}, el("a", { href: "/" }, "Back to the lobby")));
    }
  }

  /** The page, and in it, after what waits for them, what they are notified of. @param {PersonIdentity} person @param {(person: PersonIdentity) => unknown} show */
  async #show(person, show) {
    await show(person);
    if (!this.account.state?.notices) return;
    const notices = noticesPanel();
    const queue = this.main.querySelector(".queue"); // what waits comes first
    if (queue) queue.append(notices.node);
    else this.main.prepend(notices.node);
    await notices.reload();
  }

  /** Something was refused: perhaps because the session is over. @param {unknown} error */
  refused = (error) => {
    if (asRefused(error).code === "not_signed_in") this.account.refresh();
  };

  /** It is said what was wrong. @param {HTMLElement} said @param {unknown} error */
  failed = (said, error) => {
    failed(said, error);
    this.refused(error);
  };

  /** Ask the house for something; what was wrong is said. @param {HTMLElement} said @param {() => Promise<unknown>} ask */
  async load(said, ask) {
    fill(said);
    await ask().catch((error) => this.failed(said, error));
  }

  /** @param {string} why @param {PersonIdentity} before */
  async #ask(why, before) {
    await this.account.adopt(await signInAgain(why, before));
  }
}
