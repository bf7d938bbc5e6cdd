/** The Board console, accounts: its own people, what waits for a second person, and who holds roles that belong apart. */

import { accessPanel } from "../kit/access.js";
import { el, fill, headRow } from "../kit/dom.js";
import { failed, outcome } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { getPeople } from "../kit/peopleapi.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { PersonLine } from "../kit/types.js" */

/** @param {PersonLine} person */
const row = ({ credential, name, since, until, sessions }) =>
  el(
    "tr",
    { "data-person": credential, class: until ? "off" : undefined },
    el("th", { scope: "row" }, name, el("span", { class: "about" }, credential)),
    el("td", { "data-label": "Here" }, until ? `${moment(since)} to ${moment(until)}` : `since ${moment(since)}`),
    el("td", { "data-label": "Signed in" }, sessions ? `${sessions} now` : "no"),
  );

/** The accounts that are the Board's, and what it is warned of about others. */
export class AccountsPanel {
  #desk;
  #said = outcome();
  #list = el("div", { class: "found" });

  /** @param {StaffPage} desk */
  constructor(desk) {
    this.#desk = desk;
    this.access = accessPanel(desk, async (made) => {
      showInvitation(made);
      await this.show();
    });
    const go = desk.account.may("keep Board accounts") ? "Admit somebody, or manage an account, under People" : "Everybody, under People";
    this.node = el(
      "div",
      { class: "board-panel" },
      this.access.node,
      el(
        "section",
        { class: "panel", "aria-label": "The Board's accounts" },
        el("h2", {}, "The Board's accounts"),
        el("p", { class: "quiet-text" }, "Only the Board admits people to the Board, gives them a new link, or ends their account; two of it agree."),
        this.#said,
        this.#list,
        el("p", {}, el("a", { href: "/people" }, go)),
      ),
    );
  }

  async show() {
    try {
      const [people] = await Promise.all([getPeople(), this.access.reload()]);
      const own = people.filter(({ roles }) => roles.includes("board"));
      fill(this.#said);
      fill(this.#list, el("table", { class: "stackable found-table" }, headRow("Person", "Here", "Signed in"), el("tbody", {}, own.map(row))));
    } catch (error) {
      failed(this.#said, error);
      this.#desk.refused(error);
    }
  }
}
