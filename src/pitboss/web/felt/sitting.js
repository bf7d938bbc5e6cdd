/** Where this player sits at a table, since which round, and from which seat they were moved: remembered by the browser. */

import { preferences } from "../kit/storage.js";

/** One player at one table. */
export class Sitting {
  #table;

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /** The last round that was over when they came to each seat. @returns {Record<string, number>} */
  get #arrivals() {
    return preferences.get(`arrived.${this.#table}`, {});
  }

  /** Their seat, the one that they had before it, and the last round settled by then. @returns {{seat?: number, from?: number, round?: number}} */
  get #last() {
    return preferences.get(`sat.${this.#table}`, {});
  }

  /** They have come to a seat, or to a box beside it. @param {number} seat @param {number} round  the last that is over */
  arrive(seat, round) {
    preferences.set(`arrived.${this.#table}`, { ...this.#arrivals, [seat]: round });
  }

  /** The last round of somebody else at a seat. @param {number} seat */
  before = (seat) => this.#arrivals[seat] ?? 0;

  /** They sit down again, or have left: where they sat is another sitting. */
  end() {
    preferences.set(`sat.${this.#table}`, null);
  }

  /** Note where they sit; whether that is another seat than it was. @param {number} now @param {number} settled  the last round settled */
  note(now, settled) {
    const { seat } = this.#last;
    if (seat === now) return false;
    preferences.set(`sat.${this.#table}`, { seat: now, from: seat, round: settled });
    return seat !== undefined;
  }

  /** Whether they were at this seat in a round, before they were moved. @param {number} seat @param {number} round */
  wasAt(seat, round) {
    const { from, round: last = 0 } = this.#last;
    return seat === from && round <= last;
  }
}
