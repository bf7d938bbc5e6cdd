/** Taking a seat, leaving it, and more play chips. */

import { leaveSeat, moreChips, newKey, takeSeat } from "./api.js";
import { button, byId, el, fill } from "./dom.js";
import { kept } from "./store.js";

const FEW = 10_000; // the house gives more play chips below this

export const seatToken = (table) => kept.get(`seat.${table}`, null);

export class Seating {
  #table;
  #reopen;
  #tell;
  #shown = "";

  /** @param {import("./view.js").Table} table @param {(token: string) => void} reopen */
  constructor(table, reopen, tell) {
    [this.#table, this.#reopen, this.#tell] = [table, reopen, tell];
  }

  show() {
    const { role, view } = this.#table;
    byId("seating").hidden = role !== "watcher";
    byId("seated").hidden = role !== "player";
    const now = JSON.stringify([role, this.#table.seats, view.names, view.you.rack < FEW, Object.keys(view.racks)]);
    if (now === this.#shown) return;
    this.#shown = now;
    if (role === "watcher") fill(byId("seating"), this.#chooser());
    if (role === "player") fill(byId("seated"), this.#seated());
  }

  #chooser() {
    const { facts, view } = this.#table;
    const taken = new Set([...Object.keys(view.racks), ...Object.keys(view.names)].map(Number));
    const name = el("input", {
      id: "player-name",
      maxlength: 24,
      autocomplete: "nickname",
      value: kept.get("name", ""),
      placeholder: "optional",
    });
    const seats = Array.from({ length: facts.seats }, (_, n) => n + 1);
    return [
      el("h2", {}, "Take a seat"),
      el("p", {}, "You are watching. A seat comes with $1,000 of play chips."),
      el("label", { for: "player-name" }, "Your name ", name),
      el(
        "div",
        { class: "seats" },
        seats.map((seat) => {
          const about = { class: "seat", disabled: taken.has(seat), "data-seat": seat };
          const whose = taken.has(seat) ? (view.names[seat] ?? "taken") : "free";
          const take = () => this.#take(seat, name.value.trim());
          return button(el("strong", {}, `Seat ${seat}`), take, about, el("span", {}, this.#printed(seat), whose));
        }),
      ),
    ];
  }

  /** `number 9, `: what is printed on the felt, where seats are numbered there another way than they are counted. */
  #printed(seat) {
    const number = this.#table.facts.numbers?.[seat - 1] ?? seat;
    return number === seat ? "" : `number ${number}, `;
  }

  #seated() {
    const { seat, seats, facts, view } = this.#table;
    const token = seatToken(facts.id);
    const few = (view.you.rack ?? 0) < FEW;
    const act = async (command, after = () => {}) => {
      try {
        await command();
        after();
      } catch (refusal) {
        this.#tell(refusal);
      }
    };
    const leave = () =>
      act(
        () => leaveSeat(facts.id, seat, token, newKey()),
        () => {
          kept.set(`seat.${facts.id}`, null);
          this.#reopen("");
        },
      );
    const more = () => act(() => moreChips(facts.id, seat, token, newKey()));
    const further = seats.filter((box) => box !== seat);
    const give = (box) => () => act(() => leaveSeat(facts.id, box, token, newKey()));
    const take = (box) => () =>
      act(
        () => takeSeat(facts.id, { seat: box, key: newKey() }, token),
        () => this.#table.arrive(box),
      );
    return [
      el("span", {}, further.length ? `Seat ${seat} (boxes ${seats[0]}–${seats.at(-1)})` : `Seat ${seat}`),
      this.#printed(seat) ? el("span", { class: "printed" }, `(${this.#printed(seat).slice(0, -2)})`) : null,
      this.#free().map((box) =>
        button(`+ Box ${box}`, take(box), { class: "quiet", "aria-label": `Take box ${box} too` }),
      ),
      ends(further, seats).map((box) =>
        button(`− Box ${box}`, give(box), { class: "quiet", "aria-label": `Give up box ${box}` }),
      ),
      few ? button("More play chips", more, { class: "quiet" }) : null,
      button("Leave", leave, { class: "quiet" }),
    ];
  }

  /** Free boxes beside those that are held, as far as one player may hold them here. */
  #free() {
    const { seats, facts, view } = this.#table;
    if (seats.length >= (facts.boxes?.most ?? 1)) return [];
    const beside = [Math.min(...seats) - 1, Math.max(...seats) + 1];
    return beside.filter((box) => box >= 1 && box <= facts.seats && !view.names[box]);
  }

  async #take(seat, name) {
    const { id } = this.#table.facts;
    kept.set("name", name);
    try {
      const taken = await takeSeat(id, name ? { seat, name, key: newKey() } : { seat, key: newKey() });
      this.#table.arrive(taken.seat);
      kept.set(`seat.${id}`, taken.token);
      this.#reopen(taken.token);
    } catch (refusal) {
      this.#tell(refusal);
    }
  }
}

/** Of the further boxes, those that have no other of the player's on both sides. */
const ends = (further, seats) => further.filter((box) => [Math.min(...seats), Math.max(...seats)].includes(box));
