/** Chips that lie on this page alone: the house has not heard of them, so they can be taken back. */

/** @import { Move } from "./tablestate.js" */

/** Which spot of which box. @param {{seat: number, wager: string, on?: string}} move */
export const moveKey = ({ seat, wager, on = "" }) => `${seat}|${wager}|${on}`;

/** The chips of a draft by their spots, in the order in which they were first put down. */
export class Draft {
  /** @type {Map<string, Move>} */ #moves = new Map();

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
    const amount = this.on(move) + move.amount;
    if (amount > 0) this.#moves.set(moveKey(move), { ...move, amount });
    else this.#moves.delete(moveKey(move));
  }

  /** Leave nothing lying; returns what lay there. */
  clear() {
    const { moves } = this;
    this.#moves.clear();
    return moves;
  }
}
