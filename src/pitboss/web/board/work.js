/** Board console, the first page: what waits for its person, and under it the latest rounds with something to look at. */

import { accessDecision } from "../kit/access.js";
import { emptyState, toast } from "../kit/components.js";
import { el, fill } from "../kit/dom.js";
import { outcome } from "../kit/forms.js";
import { showInvitation } from "../kit/invitation.js";
import { titled } from "../kit/lists.js";
import { Queue } from "../kit/queue.js";
import { plain } from "../kit/words.js";
import { findRounds } from "./api.js";
import { FilingDecision } from "./deciding.js";
import { FIRST, roundsAddress } from "./query.js";
import { roundTable } from "./roundlist.js";

/** @import { StaffPage } from "../kit/staffpage.js" */
/** @import { TaskLine } from "../kit/types.js" */

const LATEST = 8; // rounds

/** What a task is about: `filing/F-18`. @param {TaskLine} task */
const nameOf = ({ id }) => id.split("/").at(-1) ?? "";

/** What waits, then what happened. */
export class WorkPanel {
  #page;
  #queue;
  #said = outcome();
  #rounds = el("div", { class: "found" });
  /** A card may be drawn again: what was typed into a decision stays. @type {Map<string, FilingDecision>} */ #decisions = new Map();
  /** What they change is worked out when somebody looks. @type {Set<FilingDecision>} */ #unseen = new Set();

  /** @param {StaffPage} page */
  constructor(page) {
    this.#page = page;
    const detail = { filing: (/** @type {TaskLine} */ task) => this.#filing(nameOf(task)), access: (/** @type {TaskLine} */ task) => this.#access(Number(nameOf(task))) };
    this.#queue = new Queue(page, { detail });
    this.node = el("div", { class: "board-panel" }, this.#queue.node, titled("Rounds with something to look at", this.#said, this.#rounds));
  }

  /** Follow what waits, whatever is shown: how many stands in the title of the page. */
  begin() {
    return this.#queue.begin();
  }

  async show() {
    for (const decision of this.#unseen) decision.show();
    this.#unseen.clear();
    await Promise.all([this.#queue.look(), this.#page.load(this.#said, () => this.#showRounds())]);
  }

  /** @param {string} id */
  #filing(id) {
    const known = this.#decisions.get(id);
    if (known) return known.node;
    const made = new FilingDecision(this.#page, id, async ({ state }) => {
      this.#decisions.delete(id);
      toast(`${id} is ${plain(state)}.`);
      await this.#queue.look();
    });
    this.#decisions.set(id, made);
    if (this.node.checkVisibility()) made.show();
    else this.#unseen.add(made);
    return made.node;
  }

  /** @param {number} number */
  #access(number) {
    return accessDecision(this.#page, number, async (made) => {
      await this.#queue.look();
      if (made) showInvitation(made);
      toast(made ? `Request ${number} is carried out.` : `Request ${number} is declined.`);
    });
  }

  async #showRounds() {
    const { rounds = [], lines = 0 } = await findRounds({ ...FIRST, limit: LATEST });
    const more = el("p", {}, el("a", { href: roundsAddress(FIRST) }, lines > rounds.length ? `All ${lines} of them` : "Search the record"));
    fill(this.#rounds, rounds.length ? roundTable(rounds) : emptyState("Nothing to look at", "No round is void, corrected or has an irregularity."), more);
  }
}
