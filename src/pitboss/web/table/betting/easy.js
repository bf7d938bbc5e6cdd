/**
 * A layout with many wagers, made easy: somebody new sees the few that the game calls basic, and has all others by one
 * press, which is remembered. Nothing is forbidden by it: a wager that is put away is still found by its name.
 */

import { button, byId, render } from "../../kit/dom.js";
import { preferences } from "../../kit/storage.js";

/** @import { Felt } from "../../felt/felt.js" */
/** @import { TableState } from "../../felt/tablestate.js" */

/** Which wagers are shown. */
export class Easy {
  #table;
  #felt;
  #changed;
  #offers;

  /** @param {TableState} table @param {Felt} felt @param {() => void} changed */
  constructor(table, felt, changed) {
    this.#table = table;
    this.#felt = felt;
    this.#changed = changed;
    this.#offers = table.info.wagers.some(({ basic }) => basic);
  }

  /** Whether only the basic wagers are shown. */
  get on() {
    return this.#offers && this.#table.playing && preferences.get(this.#key, true);
  }

  get #key() {
    return `easy.${this.#table.info.game}`;
  }

  /** Whether a kind of wager is put away; not where chips of anybody lie. @param {string} wager */
  hides = (wager) => this.on && !this.#table.kind(wager)?.basic && !this.#table.wagersShown().some((up) => up.wager === wager);

  /** Put away what is to be put away, and offer the other way. */
  show() {
    if (!this.#offers) return;
    const kinds = new Set(this.#felt.areas.map(({ wager }) => wager));
    const away = new Set([...kinds].filter(this.hides));
    for (const { node, wager } of this.#felt.areas) {
      if (node.classList.contains("put-away") === away.has(wager)) continue;
      node.classList.toggle("put-away", away.has(wager));
      if (away.has(wager)) node.setAttribute("aria-hidden", "true");
      else node.removeAttribute("aria-hidden");
      this.#felt.reachAgain();
    }
    const { wagers } = this.#table.info;
    const basic = wagers.filter((kind) => kind.basic).length;
    const words = this.on ? `All ${wagers.length} wagers` : `Only the ${basic} basic wagers`;
    const box = byId("easy");
    box.hidden = !this.#table.playing;
    render(box, () => button(words, () => this.#turn(), { class: "quiet" }));
  }

  #turn() {
    preferences.set(this.#key, !this.on);
    this.#changed();
    byId("easy").querySelector("button")?.focus();
  }
}
