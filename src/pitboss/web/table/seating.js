/** Taking a seat, leaving it, and more play chips. */

import { asRefused, leaveSeat, moreChips, newKey, takeSeat } from "../kit/api.js";
import { madeUp, wantsWords } from "./ownword.js";
import { button, byId, el, fill, findAll, focused } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { PLAY } from "../kit/practiceapi.js";
import { colourDot, Purse } from "../kit/purse.js";
import { preferences, seatToken } from "../kit/storage.js";

/** @import { Account } from "../kit/accountmenu.js" */
/** @import { Child } from "../kit/dom.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "../felt/tablestate.js" */

const FEW = 10_000; // more chips can be bought below this

/** The chooser of seats for those who watch, and what players can do about theirs. */
export class Seating {
  #table;
  #account;
  #reopen;
  #notify;
  #purse = new Purse();
  #known;
  #bringing = el("div", { class: "buy-in" });
  #balance = el("span", { class: "purse-balance" });
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
    this.#purse.onChange = () => this.#showPurse();
    this.#known = this.#purse.refresh();
  }

  /** Show the one or the other. */
  show() {
    const { role, view } = this.#table;
    byId("seating").hidden = role !== "watcher";
    byId("seated").hidden = role !== "player";
    const { person } = this.#account;
    const racks = Object.keys(view.racks);
    const now = JSON.stringify([role, this.#table.seats, view.names, view.you.rack < FEW, racks, person, view.colours, this.#isEmpty]);
    if (now === this.#shown) return;
    this.#shown = now;
    if (role === "watcher" && location.hash === PLAY) this.#sitAtOnce();
    if (role === "watcher") refill(byId("seating"), this.#chooser());
    if (role === "player") refill(byId("seated"), this.#seated());
  }

  /** Whoever came to play at a table of their own takes a seat in its middle, once; half of their chips stay for other tables. */
  async #sitAtOnce() {
    history.replaceState(null, "", location.pathname + location.search);
    const { info, view } = this.#table;
    if (!info.own) return;
    const middle = Math.ceil(info.seats / 2);
    const free = Array.from({ length: info.seats }, (_, n) => n + 1).filter((one) => !view.names[one]);
    const [seat] = free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    await this.#known;
    const half = Math.floor(this.#purse.balance / 200);
    const bring = half && 100 * half < info.buy_in ? String(half) : undefined;
    if (seat) this.#take(seat, this.#account.person ? "" : preferences.get("name", ""), bring);
  }

  #chooser() {
    const { info, view } = this.#table;
    const taken = new Set([...Object.keys(view.racks), ...Object.keys(view.names)].map(Number));
    const name = el("input", {
      id: "player-name",
      maxlength: 24,
      autocomplete: "nickname",
      value: preferences.get("name", ""),
      "data-begins": preferences.get("name", ""),
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
    const isClosed = view.phase === "closed" && !info.practice;
    const waits = "Nobody deals here now. You may take a seat and wait until the table is opened. ";
    return [
      el("h2", {}, isClosed ? "This table is closed" : "Take a seat"),
      el("p", {}, isClosed ? waits : "You are watching. ", "You sit down with play chips out of your purse, and take along what is left."),
      person ? null : el("label", { for: "player-name" }, "Your name ", name),
      this.#bringing,
      el(
        "div",
        { class: "seats" },
        seats.map((seat) => {
          const props = { class: "seat", disabled: taken.has(seat), "data-seat": seat };
          const whose = taken.has(seat) ? (view.names[seat] ?? "taken") : "free";
          const take = () => this.#take(seat, person ? "" : name.value.trim(), this.#buyIn?.value);
          const dot = colourDot(view.colours[seat]);
          return button(el("strong", {}, `Seat ${seat}`), take, props, el("span", {}, dot, this.#printed(seat), whose));
        }),
      ),
    ];
  }

  /** The field for what one brings along. */
  get #buyIn() {
    return findAll(this.#bringing, "#buy-in", HTMLInputElement)[0];
  }

  /** Whether there is nothing left, and the house gives more. */
  get #isEmpty() {
    return !this.#purse.balance && Boolean(this.#purse.state?.top_up);
  }

  /**
   * What one has, how much of it one brings along, and the colour under which one sits down. Only this is shown again, so that
   * no seat moves away under a press.
   */
  #showPurse() {
    const { state, balance } = this.#purse;
    if (!state) return;
    const { buy_in: usual } = this.#table.info;
    const value = (Math.min(usual, balance) / 100).toFixed(2);
    const field = el("input", { id: "buy-in", inputmode: "decimal", autocomplete: "off", value, "data-begins": value });
    const colour = this.#purse.colourChoice("player-colour");
    const failed = (/** @type {unknown} */ refusal) => this.#notify(asRefused(refusal));
    colour.addEventListener("change", () => this.#purse.dress({ name: state.name, colour: colour.value }).catch(failed));
    const more = balance < usual && state.top_up;
    refill(this.#bringing, [
      el("label", { for: "player-colour" }, "Your colour ", colour),
      el("label", { for: "buy-in" }, "Buy in with $ ", field, ` of ${dollars(balance)}`),
      more ? button(`Top up by ${dollars(state.top_up)}`, () => this.#purse.topUp().catch(failed)) : null,
    ]);
    fill(this.#balance, `Purse ${dollars(balance)}`);
    if (this.#shown) this.show();
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
        this.#purse.refresh();
        this.#reopen("");
      });
    const more = () => attempt(moreChips(id, seat, token, newKey()), () => this.#purse.refresh());
    const topUp = () => attempt(this.#purse.topUp());
    const further = seats.filter((box) => box !== seat);
    const give = (/** @type {number} */ box) => () => attempt(leaveSeat(id, box, token, newKey()));
    const take = (/** @type {number} */ box) => () =>
      attempt(takeSeat(id, { seat: box, key: newKey() }, token), () => this.#table.arrive(box));
    return [
      colourDot(view.colours[seat]),
      el("span", {}, further.length ? `Seat ${seat} (boxes ${seats[0]}–${seats.at(-1)})` : `Seat ${seat}`),
      this.#printed(seat) ? el("span", { class: "printed" }, `(${this.#printed(seat).slice(0, -2)})`) : null,
      this.#free().map((box) =>
        button(`+ Box ${box}`, take(box), { class: "quiet", "aria-label": `Also play box ${box}` }),
      ),
      ends(further, seats).map((box) =>
        button(`− Box ${box}`, give(box), { class: "quiet", "aria-label": `Give up box ${box}` }),
      ),
      this.#balance,
      few && !this.#isEmpty ? button("More play chips", more, { class: "quiet" }) : null,
      few && this.#isEmpty ? button("Top up your purse", topUp, { class: "quiet" }) : null,
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

  /** @param {number} seat @param {string} name @param {string} [bring]  in dollars, as it was typed */
  async #take(seat, name, bring) {
    const { id } = this.#table.info;
    const amount = bring === undefined ? 0 : parseDollars(bring);
    if (amount === null) {
      this.#notify({ sentence: `Expected how much you buy in with, like 100 or 62.50, not “${bring}”.`, cite: "" });
      return;
    }
    const { state, balance } = this.#purse;
    if (state && amount > balance) {
      this.#notify({ sentence: `You have ${dollars(balance)} in your purse, and that takes ${dollars(amount)}.`, cite: "" });
      return;
    }
    if (name) preferences.set("name", name);
    try {
      const word = this.#table.info.chance === "generator" && wantsWords() ? { word: madeUp() } : {};
      const taken = await takeSeat(id, { seat, key: newKey(), ...(name ? { name } : {}), ...(amount ? { amount } : {}), ...word });
      this.#purse.refresh();
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
 * Show something again under a person's hands: what they typed stays, and where they are.
 * @param {HTMLElement} node @param {Child[]} children
 */
function refill(node, children) {
  const before = findAll(node, "input", HTMLInputElement).filter(({ value, dataset }) => value !== dataset.begins);
  const [here, typed] = [focused(), before.map(({ id, value }) => ({ id, value }))];
  const place = here && node.contains(here) ? (here.id && `#${here.id}`) || (here.dataset.seat && `[data-seat="${here.dataset.seat}"]`) : "";
  fill(node, children);
  for (const { id, value } of typed) findAll(node, `#${id}`, HTMLInputElement).forEach((input) => (input.value = value));
  if (place) findAll(node, place)[0]?.focus();
}

/**
 * Of the further boxes, those that have no other of the player's on both sides.
 * @param {number[]} further @param {number[]} seats
 */
const ends = (further, seats) => further.filter((box) => [Math.min(...seats), Math.max(...seats)].includes(box));
