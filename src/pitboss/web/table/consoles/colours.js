/** Chips of a colour of a patron's own: given for everything that they have at the table, and changed back there. */

import { button, el, render } from "../../kit/dom.js";
import { setOptions } from "../../kit/forms.js";
import { dollars, parseDollars } from "../../kit/money.js";

/** @import { PatronLine } from "../../kit/types.js" */

/** Gives and takes back the colour of the chosen seat. */
export class ColourPanel {
  #colour = el("select", { "aria-label": "Color" });
  #worth = el("input", { class: "amount", inputmode: "decimal", autocomplete: "off", "aria-label": "Value of a chip, in dollars", placeholder: "value" });
  #form = el("form", { class: "act-row", "data-do": "change_colour" }, this.#colour, el("label", {}, "$ ", this.#worth), el("button", { type: "submit" }, "Change into colors"));
  #back;
  node;

  /** @param {(change: {colour?: string, value?: number}) => unknown} change @param {(words: string) => unknown} object */
  constructor(change, object) {
    this.#back = button("", () => change({}), { class: "quiet", "data-do": "change_back" });
    this.node = el("div", {}, this.#form, this.#back);
    this.#form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const value = parseDollars(this.#worth.value);
      if (!this.#colour.value || !value) return object("Choose a color, and type what a chip of it is worth, such as 5.");
      if (await change({ colour: this.#colour.value, value })) this.#clear();
    });
  }

  #clear() {
    this.#worth.value = "";
  }

  /** @param {number} seat  0: nobody is there @param {readonly string[]} all  none where the game has value chips only @param {readonly PatronLine[]} patrons */
  show(seat, all, patrons) {
    const { colour = "", chip = 0 } = patrons.find((one) => one.seat === seat && seat) ?? {};
    const given = patrons.map((one) => one.colour);
    setOptions(this.#colour, [["", "Color …"], ...all.filter((one) => !given.includes(one)).map((one) => /** @type {[string, string]} */ ([one, one]))]);
    this.node.hidden = !seat || !all.length;
    this.#form.hidden = Boolean(colour);
    this.#back.hidden = !colour;
    render(this.#back, () => (colour ? `Change the ${colour} chips of ${dollars(chip)} back` : ""));
  }
}
