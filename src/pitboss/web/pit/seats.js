/** The seats of a table in the hands of the floor: freed, with a reason, moved to another seat; and who a patron is. */

import { el } from "../kit/dom.js";
import { labelled, setOptions, textField } from "../kit/forms.js";
import { meant, patronName } from "../kit/patronwords.js";
import { moveWords } from "../kit/words.js";
import { ActForm } from "./form.js";
import { nameAt } from "../kit/pitwords.js";

/** @import { PatronLine, PitTable } from "../kit/types.js" */
/** @import { PanelServices } from "./panel.js" */

/** Whether nobody knows yet whose account a patron has. @param {PatronLine} patron */
const isUnjoined = ({ number, known_by: how }) => number > 0 && (how === "nothing" || how === "card");

/** Free, move, take back a move, identify. */
export class SeatSection {
  title = "Seats and patrons";
  #seat = el("select", {});
  #moved = el("select", {});
  #to = el("select", {});
  #waiting = el("select", {});
  #patron = el("select", {});
  /** @type {readonly PatronLine[]} */ #patrons = [];
  #free;
  #move;
  #stay;
  #identify;
  #nobody = el("p", { class: "quiet-text" }, "Nobody sits here.");

  /** @param {string} table @param {PanelServices} services */
  constructor(table, { refused, reload }) {
    const reason = textField("Why", { maxlength: 500 });
    const card = textField("Account or player's card", { maxlength: 64, required: true });
    const said = (/** @type {{words?: string}} */ { words = "" }) => words;
    this.#free = new ActForm(
      table,
      {
        submit: "Free this seat",
        act: () => ({ do: "free_seat", ...this.#seen(this.#seat), reason: reason.input.value.trim() }),
        done: "The seat is free; its chips are held at the cage.",
        then: reload,
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
        act: () => ({ do: "move_seat", ...this.#seen(this.#moved), to_seat: Number(this.#to.value) }),
        done: said,
        then: reload,
        refused,
      },
      el("h4", {}, "Move a player"),
      labelled("Who", this.#moved),
      labelled("To seat", this.#to),
    );
    this.#stay = new ActForm(
      table,
      {
        submit: "Take back this move",
        act: () => ({ do: "move_seat", ...this.#seen(this.#waiting), to_seat: Number(this.#waiting.value) }),
        done: said,
        then: reload,
        refused,
      },
      el("h4", {}, "Moves that wait"),
      labelled("Who", this.#waiting),
    );
    this.#identify = new ActForm(
      table,
      {
        submit: "Identify",
        act: () => ({ do: "identify_patron", patron: Number(this.#patron.value), card: card.input.value.trim() }),
        done: "Identified; what they did here before is theirs.",
        then: reload,
        refused,
      },
      el("h4", {}, "Identify a patron"),
      labelled("Who", this.#patron),
      card.node,
    );
    const forms = [this.#free, this.#move, this.#stay, this.#identify].map(({ node }) => node);
    this.node = el("div", { class: "act-group" }, this.#nobody, forms);
  }

  /** A seat that was chosen, and who is there as far as the floor sees. @param {HTMLSelectElement} field */
  #seen = (field) => ({ seat: Number(field.value), ...meant(this.#patrons, Number(field.value)) });

  /** @param {PitTable} line */
  offered = ({ may = [] }) => ["free seat", "move seat", "identify patron"].some((act) => may.includes(act));

  /** @param {PitTable} line */
  update(line) {
    const { taken = [], seats = 0, may = [], moves = {}, patrons = [] } = line;
    this.#patrons = patrons;
    const numbers = taken.map(([seat]) => seat);
    const waiting = Object.keys(moves).map(Number);
    const kept = [...numbers, ...Object.values(moves)];
    const free = Array.from({ length: seats }, (_, n) => n + 1).filter((seat) => !kept.includes(seat));
    const unjoined = patrons.filter(isUnjoined);
    const boxes = patrons.flatMap((one) => one.boxes ?? []); // they are given up, and not moved
    const named = (/** @type {number[]} */ places) => places.map((seat) => /** @type {[string, string]} */ ([String(seat), nameAt(line, seat)]));
    setOptions(this.#seat, named(numbers));
    setOptions(this.#moved, named(numbers.filter((seat) => !boxes.includes(seat))));
    setOptions(this.#to, free.map((seat) => [String(seat), `Seat ${seat}`]));
    setOptions(this.#waiting, waiting.map((seat) => [String(seat), `${nameAt(line, seat)}, ${moveWords(moves, seat)}`]));
    setOptions(this.#patron, unjoined.map((one) => [String(one.number), `${patronName(one)}, ${one.seat ? `seat ${one.seat}` : "left"}`]));
    this.#nobody.hidden = numbers.length > 0;
    this.#free.node.hidden = !numbers.length || !may.includes("free seat");
    this.#move.node.hidden = !numbers.length || !free.length || !may.includes("move seat");
    this.#stay.node.hidden = !waiting.length || !may.includes("move seat");
    this.#identify.node.hidden = !unjoined.length || !may.includes("identify patron");
    for (const form of [this.#free, this.#move, this.#stay, this.#identify]) form.update(line);
  }
}
