/**
 * A word of the player's own, added to the chance of the next round: it comes after the commitment of the house, which
 * therefore cannot have chosen the outcome. Typed, made up, or by itself in every round.
 */

import { asRefused } from "../kit/api.js";
import { button, el } from "../kit/dom.js";
import { preferences } from "../kit/storage.js";
import { ALWAYS, madeUp, wantsWords } from "./madeupword.js";

/** @import { Connection } from "./connection.js" */
/** @import { TableState } from "../felt/tablestate.js" */

const LONGEST = 64;

/** The form in the panel "Fairness"; it is made once, so that a new view takes nothing away from what is typed. */
export class OwnWord {
  #table;
  #connection;
  #sentFor = ""; // the commitment to which the last word was added
  #input = el("input", {
    id: "own-word",
    type: "text",
    maxlength: LONGEST,
    autocomplete: "off",
    spellcheck: false,
  });
  #always = el("input", { type: "checkbox", checked: wantsWords() });
  #add = button("Add it", () => this.#send(this.#input.value.trim() || madeUp()));
  #state = el("output", { class: "own-word-state" });
  element = el(
    "form",
    { class: "own-word" },
    el("label", { for: "own-word" }, "A word of your own"),
    this.#input,
    this.#add,
    el("label", { class: "check" }, this.#always, "Add one made up by this browser in every round"),
    this.#state,
  );

  /** @param {TableState} table @param {Connection} connection */
  constructor(table, connection) {
    this.#table = table;
    this.#connection = connection;
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(this.#input.value.trim() || madeUp());
    });
    this.#always.addEventListener("change", () => {
      preferences.set(ALWAYS, this.#always.checked);
      this.show();
    });
  }

  /** At every view. */
  show() {
    const { seat, view } = this.#table;
    const added = seat > 0 && (view.contributed ?? []).includes(seat);
    this.element.hidden = !seat;
    this.#add.disabled = added;
    if (added) this.#state.textContent = "Your word counts in whatever is not drawn or shuffled yet.";
    else if (this.#state.textContent.startsWith("Your word")) this.#state.textContent = "";
    const promised = view.pledge || view.shuffle_pledge || "";
    if (this.#always.checked && seat && !added && promised && promised !== this.#sentFor) this.#send(madeUp());
  }

  /** @param {string} word */
  async #send(word) {
    const { view } = this.#table;
    this.#sentFor = view.pledge || view.shuffle_pledge || "";
    await this.#connection.send({ do: "contribute", words: word }).then(
      () => (this.#input.value = ""),
      (refusal) => (this.#state.textContent = asRefused(refusal).sentence),
    );
  }
}
