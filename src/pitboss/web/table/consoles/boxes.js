/** Further boxes of patrons for whom the dealer speaks: who may have a free place beside their own. */

import { button, el, render } from "../../kit/dom.js";
import { meant } from "../../kit/patronwords.js";

/** @import { TableState } from "../../felt/tablestate.js" */
/** @import { Act } from "./staff.js" */

/** The seat of whoever has a place; 0: nobody. @param {TableState["view"]} view @param {number} place */
export const holderOf = (view, place) => view.boxes[place] ?? (view.racks[place] === undefined ? 0 : place);

/** Gives the chosen place, where it is free, to a patron beside it who has fewer boxes than the most. */
export class BoxPanel {
  #table;
  #act;
  node = el("div", { class: "act-row" });

  /** @param {TableState} table @param {Act} act */
  constructor(table, act) {
    this.#table = table;
    this.#act = act;
  }

  /** @param {number} place  0: none is to be given */
  show(place) {
    const { view } = this.#table;
    const seats = place ? this.#mayHave(place) : [];
    this.node.hidden = !seats.length;
    render(this.node, () =>
      seats.map((seat) => {
        const give = () => this.#act({ do: "give_box", seat, box: place, ...meant(view.patrons, seat) });
        return button(`Further box of seat ${seat}, ${view.names[seat]}`, give, { class: "quiet", "data-do": "give_box", "data-seat": seat });
      }),
    );
  }

  /** @param {number} place */
  #mayHave(place) {
    const { view, info } = this.#table;
    if (holderOf(view, place)) return [];
    const held = (/** @type {number} */ seat) => 1 + Object.values(view.boxes).filter((one) => one === seat).length;
    const beside = [place - 1, place + 1].map((one) => holderOf(view, one));
    return [...new Set(beside)].filter((seat) => seat && !view.moves[seat] && held(seat) < info.boxes.most);
  }
}
