/** Who sits at a table: known how, since when, in which boxes, and who is to be moved. */

import { el, render } from "../../kit/dom.js";
import { patronWords } from "../../kit/patronwords.js";

/** @import { TableState } from "../../felt/tablestate.js" */

/** The patrons of a table, for those who work there. */
export class PatronPanel {
  #table;
  #list = el("ul", { class: "plain-list" });
  node = el("section", { "aria-label": "Patrons" }, this.#list);

  /** @param {TableState} table */
  constructor(table) {
    this.#table = table;
  }

  /** Show who is here. */
  show() {
    const { patrons, moves } = this.#table.view;
    const here = patrons.filter(({ seat }) => seat);
    this.node.hidden = !here.length;
    render(this.#list, () => here.map((one) => el("li", { key: one.seat, "data-patron": one.number }, patronWords(one, moves))));
  }
}
