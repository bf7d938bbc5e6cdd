/** A guided first round of a game: three sentences, each when its moment has come. It can be skipped, and does not come again. */

import { button, byId, el, render } from "../kit/dom.js";
import { preferences } from "../kit/storage.js";
import { goWord } from "./readybutton.js";

/** @import { Felt } from "../felt/felt.js" */
/** @import { TableState } from "../felt/tablestate.js" */

/** @typedef {{words: string, step: number}} Step */

const STEPS = 3;

/** The sentence for the moment that a table is in. */
export class FirstRound {
  #table;
  #word;
  #name;
  #place = el("div", { id: "first-round", class: "first-round", role: "status" });
  #begun = 0; // the round that was settled when it began

  /** @param {TableState} table @param {Felt} felt */
  constructor(table, felt) {
    this.#table = table;
    this.#word = goWord(felt);
    this.#name = `guided.${table.info.game}`;
    byId("told").before(this.#place);
    this.#begun = table.hasView ? table.view.settled_round : 0;
  }

  show() {
    const { info, playing, view } = this.#table;
    if (view.settled_round > this.#begun && playing && !this.#isOver) this.#end();
    const step = info.practice && playing && !this.#isOver ? this.#step() : null;
    render(this.#place, () =>
      step && [
        el("p", {}, el("b", {}, `${step.step} of ${STEPS}`), ` ${step.words}`),
        button("Skip the guide", () => (this.#end(), this.show()), { class: "quiet" }),
      ],
    );
  }

  get #isOver() {
    return preferences.get(this.#name, false) || preferences.get("judge", /** @type {string} */ ("after")) === "off"; // who wants no coach wants no guide
  }

  #end() {
    preferences.set(this.#name, true);
  }

  /** @returns {Step} */
  #step() {
    const { info, questions, wagered } = this.#table;
    if (questions.some(({ kind }) => kind === "cut")) return { step: 1, words: `${info.about} First you may cut the cards, or decline to.` };
    if (questions.length) return { step: 3, words: "Choose your answer. The coach then says what each one was worth, to the cent." };
    if (!wagered) {
      const [first] = info.wagers.filter(({ group, tendered }) => group === "main" && tendered);
      return { step: 1, words: `${info.about} Choose a chip, then press ${first ? `“${first.title}”` : "an area"} on the layout.` };
    }
    if (this.#table.betting || this.#table.between) return { step: 2, words: `Your chips are down. Press ${this.#word} to play the round.` };
    return { step: 3, words: "The round is played. What you won or lost, and the rule behind it, stands beside the layout." };
  }
}
