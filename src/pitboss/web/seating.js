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
    const now = JSON.stringify([role, this.#table.seat, view.names, view.you.rack < FEW, Object.keys(view.racks)]);
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
          return button(el("strong", {}, `Seat ${seat}`), take, about, el("span", {}, whose));
        }),
      ),
    ];
  }

  #seated() {
    const { seat, facts, view } = this.#table;
    const token = seatToken(facts.id);
    const few = (view.you.rack ?? 0) < FEW;
    const act = async (command, after = () => {}) => {
      try {
        await command(facts.id, seat, token, newKey());
        after();
      } catch (refusal) {
        this.#tell(refusal);
      }
    };
    const leave = () =>
      act(leaveSeat, () => {
        kept.set(`seat.${facts.id}`, null);
        this.#reopen("");
      });
    return [
      el("span", {}, `Seat ${seat}`),
      few ? button("More play chips", () => act(moreChips), { class: "quiet" }) : null,
      button("Leave", leave, { class: "quiet" }),
    ];
  }

  async #take(seat, name) {
    const { id } = this.#table.facts;
    kept.set("name", name);
    try {
      const taken = await takeSeat(id, name ? { seat, name, key: newKey() } : { seat, key: newKey() });
      kept.set(`seat.${id}`, taken.token);
      this.#reopen(taken.token);
    } catch (refusal) {
      this.#tell(refusal);
    }
  }
}
