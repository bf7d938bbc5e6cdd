/**
 * Ways to bets besides the felt: calls of the wheel's sections, where there is a wheel that has them, favourites, every
 * wager by its name, and which of many wagers are shown at all.
 */

import { byId, fill } from "../kit/dom.js";
import { Easy } from "./betting/easy.js";
import { Favourites } from "./betting/favourites.js";
import { Finder } from "./betting/finder.js";
import { Racetrack } from "./betting/racetrack.js";

/** @import { Betting } from "./betting/betting.js" */
/** @import { Controls } from "./controls.js" */
/** @import { Felt } from "../felt/felt.js" */
/** @import { TableState } from "../felt/tablestate.js" */

/** What finds bets, and what lays several of them in one press. */
export class QuickBets {
  #easy;
  #finder;
  #parts;

  #open = false;

  /**
   * @param {TableState} table @param {Felt} felt @param {Betting} betting
   * @param {{changed: () => void, controls: Controls}} page
   */
  constructor(table, felt, betting, { changed, controls }) {
    controls.onChosen = () => table.hasView && this.show(this.#open);
    this.#easy = new Easy(table, felt, changed);
    this.#finder = new Finder(table, betting, this.#easy);
    const { racetrack } = table.info;
    const track = racetrack ? [new Racetrack(table, felt, betting, racetrack)] : [];
    this.#parts = [...track, new Favourites(table, betting)];
    fill(byId("panel-quick"), this.#parts.map(({ node }) => node));
  }

  /** @param {boolean} open  whether bets can be placed now */
  show(open) {
    this.#open = open;
    this.#easy.show();
    this.#finder.show(open);
    for (const part of this.#parts) part.show(open);
  }

  /** Bring the focus to the search field. */
  focusFinder() {
    this.#finder.focus();
  }
}
