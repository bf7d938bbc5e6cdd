/** Chips that lie on this page alone: the house has not heard of them, so they can be taken back. */

/** @import { Move, SentMove } from "./tablestate.js" */

/** Which spot of which box. @param {{seat: number, wager: string, on?: string}} move */
export const moveKey = ({ seat, wager, on = "" }) => `${seat}|${wager}|${on}`;

/** The chips of a draft by their spots, in the order in which they were first put down. */
export class Draft {
  /** @type {Map<string, Move>} */ #moves = new Map();
  version = 0; // counts every change

  get size() {
    return this.#moves.size;
  }

  /** @returns {Move[]} */
  get moves() {
    return [...this.#moves.values()];
  }

  /** What lies on a spot. @param {{seat: number, wager: string, on?: string}} spot */
  on(spot) {
    return this.#moves.get(moveKey(spot))?.amount ?? 0;
  }

  /** Put chips down, or, where the amount is negative, take them up. @param {Move} move */
  add(move) {
    this.version += 1;
    const amount = this.on(move) + move.amount;
    if (amount > 0) this.#moves.set(moveKey(move), { ...move, amount });
    else this.#moves.delete(moveKey(move));
  }

  /** Leave nothing lying; returns what lay there. */
  clear() {
    const { moves } = this;
    this.version += 1;
    this.#moves.clear();
    return moves;
  }
}

/**
 * Chips sent and not yet in a view, by the key of their command.
 * @extends {Map<string, SentMove>}
 */
export class Underway extends Map {
  version = 0; // counts every change

  /** @override @param {string} key @param {SentMove} move */
  set(key, move) {
    this.version += 1;
    return super.set(key, move);
  }

  /** @override @param {string} key */
  delete(key) {
    this.version += 1;
    return super.delete(key);
  }

  /** @override */
  clear() {
    this.version += 1;
    super.clear();
  }
}
