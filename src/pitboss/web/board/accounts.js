/** Board console, accounts: its own people, what waits for a second person, and who holds roles that belong apart. */

import { accessPanel } from "../kit/access.js";
import { el, fill } from "../kit/dom.js";
import { listLine, listTable, titled } from "../kit/lists.js";
import { outcome } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { getPeople } from "../kit/peopleapi.js";
import { moment } from "../kit/words.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { PersonLine } from "../kit/types.js" */

/** @param {PersonLine} person */
const row = ({ credential, name, since, until, sessions }) =>
  listLine(
    { "data-person": credential, class: until ? "off" : undefined },
    [name, el("span", { class: "about" }, credential)],
    until ? `${moment(since)} to ${moment(until)}` : `since ${moment(since)}`,
    sessions ? `${sessions} now` : "no",
  );

/** The accounts that are the Board's, and what it is warned of about others. */
export class AccountsPanel {
  #page;
  #said = outcome();
  #list = el("div", { class: "found" });

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    this.access = accessPanel(page, async (made) => {
      showInvitation(made);
      await this.show();
    });
    const go = page.account.may("keep Board accounts") ? "Admit somebody, or manage an account, under People" : "Everybody, under People";
    this.node = el(
      "div",
      { class: "board-panel" },
      this.access.node,
      titled(
        "The Board's accounts",
        el("p", { class: "quiet-text" }, "Only the Board admits people to the Board, gives them a new link, or ends their account; two of it agree."),
        this.#said,
        this.#list,
        el("p", {}, el("a", { href: "/people" }, go)),
      ),
    );
  }

  async show() {
    await this.#page.load(this.#said, async () => {
      const [people] = await Promise.all([getPeople(), this.access.reload()]);
      const own = people.filter(({ roles }) => roles.includes("board"));
      fill(this.#list, listTable(["Person", "Here", "Signed in"], own.map(row), "found-table"));
    });
  }
}
