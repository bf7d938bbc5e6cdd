/** What the house last said unasked: kept for the tab where other rules bring another layout and the page is loaded again. */

import { tabStorage } from "../kit/storage.js";

/** @import { Notice } from "./notice.js" */
/** @import { TableInfo } from "../kit/types.js" */

const ANNOUNCED = "announced";
const JUST_NOW = 5000; // milliseconds in which an announcement is about the rules that change
const OTHER_RULES = { sentence: "Other rules are in force at this table from this round on.", cite: "601a.2" };

/** The choices that decide what is on the layout and how it is settled: all but the limits. @param {TableInfo} info */
const settles = ({ submission }) => JSON.stringify({ ...submission, minimum: 0, maximum: 0, limits: 0 });

/** Whether the layout is the same under two rules. @param {TableInfo} one @param {TableInfo} other */
export const isSameLayout = (one, other) => settles(one) === settles(other);

/** The last announcement at a table. */
export class Announced {
  #last = { notice: /** @type {Notice} */ (OTHER_RULES), at: -Infinity };

  /** @param {Notice} notice */
  hear(notice) {
    this.#last = { notice, at: performance.now() };
  }

  /** Load the page again, and let it say then why. @param {string} table */
  reload(table) {
    const { notice, at } = this.#last;
    tabStorage.set(ANNOUNCED, { table, notice: performance.now() - at < JUST_NOW ? notice : OTHER_RULES });
    location.reload();
  }

  /** What a page that was loaded again has to say, once. @param {string} table @returns {Notice|null} */
  take(table) {
    const kept = tabStorage.get(ANNOUNCED, /** @type {{table: string, notice: Notice} | null} */ (null));
    tabStorage.set(ANNOUNCED, null);
    return kept?.table === table ? kept.notice : null;
  }
}
