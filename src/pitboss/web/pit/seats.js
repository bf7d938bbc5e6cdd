/** The seats of a table in the hands of the floor: freed, with a reason, or moved to another seat. */

import { el } from "../kit/dom.js";
import { labelled, setOptions, textField } from "../kit/forms.js";
import { ActForm } from "./form.js";
import { nameAt } from "../kit/pitwords.js";

/** @import { PitTable } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

/** Free and move. */
export class SeatSection {
  title = "Seats";
  #seat = el("select", {});
  #moved = el("select", {});
  #to = el("select", {});
  #free;
  #move;
  #nobody = el("p", { class: "quiet-text" }, "Nobody sits here.");

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused, reload }) {
    const reason = textField("Why", { maxlength: 500 });
    this.#free = new ActForm(
      table,
      {
        submit: "Free this seat",
        act: () => ({ do: "free_seat", seat: Number(this.#seat.value), reason: reason.input.value.trim() }),
        done: "The seat is free; its chips are held at the cage.",
        refused,
      },
      el("h4", {}, "Free a seat"),
      labelled("Seat", this.#seat),
      reason.node,
    );
    this.#move = new ActForm(
      table,
      {
        submit: "Move",
        act: () => ({ do: "move_seat", seat: Number(this.#moved.value), to_seat: Number(this.#to.value) }),
        done: "Moved, with their chips.",
        refused,
      },
      el("h4", {}, "Move a player"),
      labelled("Who", this.#moved),
      labelled("To seat", this.#to),
    );
    for (const form of [this.#free, this.#move]) form.onDone = reload;
    this.node = el("div", { class: "act-group" }, this.#nobody, this.#free.node, this.#move.node);
  }

  /** @param {PitTable} line */
  offered = ({ may = [] }) => may.includes("free seat") || may.includes("move seat");

  /** @param {PitTable} line */
  update(line) {
    const { taken = [], seats = 0, may = [] } = line;
    const numbers = taken.map(([seat]) => seat);
    const free = Array.from({ length: seats }, (_, n) => n + 1).filter((seat) => !numbers.includes(seat));
    for (const field of [this.#seat, this.#moved]) setOptions(field, numbers.map((seat) => [String(seat), nameAt(line, seat)]));
    setOptions(this.#to, free.map((seat) => [String(seat), `Seat ${seat}`]));
    this.#nobody.hidden = numbers.length > 0;
    this.#free.node.hidden = !numbers.length || !may.includes("free seat");
    this.#move.node.hidden = !numbers.length || !free.length || !may.includes("move seat");
    for (const form of [this.#free, this.#move]) form.update(line);
  }
}
