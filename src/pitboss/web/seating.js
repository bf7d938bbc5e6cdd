/** Taking a seat, leaving it, and more play chips. */

import { asRefused, leaveSeat, moreChips, newKey, takeSeat } from "./api.js";
import { madeUp, wantsWords } from "./ownword.js";
import { button, byId, el, fill } from "./dom.js";
import { dollars } from "./money.js";
import { PLAY } from "./practiceapi.js";
import { preferences } from "./storage.js";

/** @import { Account } from "./account.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "./tablestate.js" */

const FEW = 10_000; // the house gives more play chips below this

/** The token of this player's seat at a table; empty where there is none. @param {string} table */
export const seatToken = (table) => preferences.get(`seat.${table}`, "");

/** The chooser of seats for those who watch, and what players can do about theirs. */
export class Seating {
  #table;
  #account;
  #reopen;
  #notify;
  #shown = "";

  /**
   * @param {TableState} table @param {Account} account @param {(token: string) => void} reopen
   * @param {(notice: Notice) => void} notify
   */
  constructor(table, account, reopen, notify) {
    this.#table = table;
    this.#account = account;
    this.#reopen = reopen;
    this.#notify = notify;
  }

  /** Show the one or the other. */
  show() {
    const { role, view } = this.#table;
    byId("seating").hidden = role !== "watcher";
    byId("seated").hidden = role !== "player";
    const { person } = this.#account;
    const racks = Object.keys(view.racks);
    const now = JSON.stringify([role, this.#table.seats, view.names, view.you.rack < FEW, racks, person]);
    if (now === this.#shown) return;
    this.#shown = now;
    if (role === "watcher" && location.hash === PLAY) this.#sitAtOnce();
    if (role === "watcher") fill(byId("seating"), this.#chooser());
    if (role === "player") fill(byId("seated"), this.#seated());
  }

  /** Whoever came to play at a table of their own takes a seat in its middle, once. */
  #sitAtOnce() {
    history.replaceState(null, "", location.pathname + location.search);
    const { info, view } = this.#table;
    if (!info.own) return;
    const middle = Math.ceil(info.seats / 2);
    const free = Array.from({ length: info.seats }, (_, n) => n + 1).filter((one) => !view.names[one]);
    const [seat] = free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (seat) this.#take(seat, this.#account.person ? "" : preferences.get("name", ""));
  }

  #chooser() {
    const { info, view } = this.#table;
    const taken = new Set([...Object.keys(view.racks), ...Object.keys(view.names)].map(Number));
    const name = el("input", {
      id: "player-name",
      maxlength: 24,
      autocomplete: "nickname",
      value: preferences.get("name", ""),
      placeholder: "optional",
    });
    const seats = Array.from({ length: info.seats }, (_, n) => n + 1);
    const { person } = this.#account;
    const here = encodeURIComponent(location.pathname);
    if (info.accounts && !person) {
      return [
        el("h2", {}, "Take a seat"),
        el("p", {}, "You are watching. Only players who are signed in may sit down at this table."),
        el("p", {}, el("a", { class: "way", href: `/sign-in?next=${here}` }, "Sign in")),
      ];
    }
    if (!info.practice && person?.roles.some((role) => role !== "player")) {
      const who = "A pit manager assigns floorpersons, and a floorperson those who deal.";
      return [el("h2", {}, "You are watching"), el("p", {}, `You are not assigned to this table. ${who}`)];
    }
    return [
      el("h2", {}, "Take a seat"),
      el("p", {}, `You are watching. A seat comes with ${dollars(info.buy_in)} of play chips.`),
      person ? null : el("label", { for: "player-name" }, "Your name ", name),
      el(
        "div",
        { class: "seats" },
        seats.map((seat) => {
          const props = { class: "seat", disabled: taken.has(seat), "data-seat": seat };
          const whose = taken.has(seat) ? (view.names[seat] ?? "taken") : "free";
          const take = () => this.#take(seat, person ? "" : name.value.trim());
          return button(el("strong", {}, `Seat ${seat}`), take, props, el("span", {}, this.#printed(seat), whose));
        }),
      ),
    ];
  }

  /**
   * `number 9, `: what is printed on the felt, where seats are not numbered in the order they are counted.
   * @param {number} seat
   */
  #printed(seat) {
    const number = this.#table.info.numbers[seat - 1] ?? seat;
    return number === seat ? "" : `number ${number}, `;
  }

  #seated() {
    const { seat, seats, info, view } = this.#table;
    const { id } = info;
    const token = seatToken(id);
    const few = view.you.rack < FEW;
    const attempt = async (/** @type {Promise<unknown>} */ request, after = () => {}) => {
      await request.then(after, (refusal) => this.#notify(asRefused(refusal)));
    };
    const leave = () =>
      attempt(leaveSeat(id, seat, token, newKey()), () => {
        preferences.set(`seat.${id}`, null);
        this.#reopen("");
      });
    const more = () => attempt(moreChips(id, seat, token, newKey()));
    const further = seats.filter((box) => box !== seat);
    const give = (/** @type {number} */ box) => () => attempt(leaveSeat(id, box, token, newKey()));
    const take = (/** @type {number} */ box) => () =>
      attempt(takeSeat(id, { seat: box, key: newKey() }, token), () => this.#table.arrive(box));
    return [
      el("span", {}, further.length ? `Seat ${seat} (boxes ${seats[0]}–${seats.at(-1)})` : `Seat ${seat}`),
      this.#printed(seat) ? el("span", { class: "printed" }, `(${this.#printed(seat).slice(0, -2)})`) : null,
      this.#free().map((box) =>
        button(`+ Box ${box}`, take(box), { class: "quiet", "aria-label": `Also play box ${box}` }),
      ),
      ends(further, seats).map((box) =>
        button(`− Box ${box}`, give(box), { class: "quiet", "aria-label": `Give up box ${box}` }),
      ),
      few ? button("More play chips", more, { class: "quiet" }) : null,
      info.own ? button("Invite", () => this.#invite(), { class: "quiet", "aria-label": "Invite friends to this table" }) : null,
      button("Leave", leave, { class: "quiet" }),
    ];
  }

  /** The link to a table of one's own, for friends. */
  async #invite() {
    const address = location.origin + location.pathname;
    const copied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    const words = copied ? "The link to this table is copied." : `The link to this table is ${address}`;
    this.#notify({ sentence: `${words} Whoever has it may sit down here.`, cite: "" });
  }

  /** Free boxes beside those that are held, as far as one player may hold them here. */
  #free() {
    const { seats, info, view } = this.#table;
    if (seats.length >= info.boxes.most) return [];
    const beside = [Math.min(...seats) - 1, Math.max(...seats) + 1];
    return beside.filter((box) => box >= 1 && box <= info.seats && !view.names[box]);
  }

  /** @param {number} seat @param {string} name */
  async #take(seat, name) {
    const { id } = this.#table.info;
    if (name) preferences.set("name", name);
    try {
      const word = this.#table.info.chance === "generator" && wantsWords() ? { word: madeUp() } : {};
      const taken = await takeSeat(id, { seat, key: newKey(), ...(name ? { name } : {}), ...word });
      this.#table.arrive(taken.seat);
      const token = taken.token ?? ""; // left out only where a further box is taken
      preferences.set(`seat.${id}`, token);
      this.#reopen(token);
    } catch (refusal) {
      this.#notify(asRefused(refusal));
    }
  }
}

/**
 * Of the further boxes, those that have no other of the player's on both sides.
 * @param {number[]} further @param {number[]} seats
 */
const ends = (further, seats) => further.filter((box) => [Math.min(...seats), Math.max(...seats)].includes(box));
