/** Taking a seat, leaving it, and more play chips. */

import { asRefused, leaveSeat, moreChips, newKey, takeSeat } from "../kit/api.js";
import { madeUp, wantsWords } from "./madeupword.js";
import { button, byId, copied, el, fill, findAll, render } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { moveWords } from "../kit/words.js";
import { PLAY } from "../kit/practiceapi.js";
import { colourDot, Purse } from "../kit/purse.js";
import { preferences, seatToken } from "../kit/storage.js";

/** @import { Account } from "../kit/accountmenu.js" */
/** @import { Notice } from "./notice.js" */
/** @import { TableState } from "../felt/tablestate.js" */
/** @import { Command } from "../kit/types.js" */

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
  #tip = el("div", {});
  #give;
  #begins = ""; // what the field for the buy-in proposes

  /**
   * @param {TableState} table @param {Account} account @param {(token: string) => void} reopen
   * @param {(notice: Notice) => void} notify @param {(command: Command) => Promise<unknown>} send
   */
  constructor(table, account, reopen, notify, send) {
    this.#table = table;
    this.#account = account;
    this.#reopen = reopen;
    this.#notify = notify;
    this.#give = (/** @type {number} */ amount) => send({ do: "tip", amount }).then(() => true, (refusal) => notify(asRefused(refusal)));
    this.#purse.onChange = () => this.#showPurse();
    this.#known = this.#purse.refresh();
  }

  /** Show the one or the other. */
  show() {
    const { role } = this.#table;
    byId("seating").hidden = role !== "watcher";
    byId("seated").hidden = role !== "player";
    if (role === "watcher" && location.hash === PLAY) this.#sitAtOnce();
    if (role === "watcher") render(byId("seating"), () => this.#chooser());
    if (role === "player") render(byId("seated"), () => this.#seated());
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
    const taken = new Set([...Object.keys(view.racks), ...Object.keys(view.names), ...Object.values(view.moves)].map(Number));
    const name = { id: "player-name", maxlength: 24, autocomplete: "nickname", value: preferences.get("name", ""), placeholder: "optional" };
    const seats = Array.from({ length: info.seats }, (_, n) => n + 1);
    const { person } = this.#account;
    const here = encodeURIComponent(location.pathname);
    if (info.accounts && !person) {
      return [
        el("h2", {}, "Take a seat"),
        el("p", {}, "You are watching. Only players who are signed in may sit down at this table."),
        el("p", {}, el("a", { class: "button primary", href: `/sign-in?next=${here}` }, this.#account.state?.registration ? "Sign in, or create an account" : "Sign in")),
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
      person ? null : el("label", { for: "player-name" }, "Your name ", el("input", name)),
      this.#bringing,
      el(
        "div",
        { class: "seats" },
        seats.map((seat) => {
          const props = { class: "seat", key: seat, disabled: taken.has(seat), "data-seat": seat };
          const whose = taken.has(seat) ? (view.names[seat] ?? "taken") : "free";
          const take = () => this.#take(seat, person ? "" : byId("player-name", HTMLInputElement).value.trim(), this.#buyIn?.value);
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

  /** Whether a dealer takes tips here: at tables that persons deal, while the house keeps its book. */
  get #tips() {
    const { dealer, practice } = this.#table.info;
    const takes = dealer === "person" && !practice && typeof this.#purse.state?.deposit === "number";
    if (takes && !this.#tip.hasChildNodes()) this.#fillTip();
    return takes;
  }

  /** The form is fetched for those who may tip. */
  async #fillTip() {
    const { TipForm } = await import("./tipform.js");
    fill(this.#tip, new TipForm(this.#give, (sentence) => this.#notify({ sentence }), "Tip").node);
  }

  /** Whether there is nothing left, and the house gives more. */
  get #isEmpty() {
    return !this.#purse.balance && Boolean(this.#purse.state?.top_up);
  }

  /**
   * What one has, how much of it one brings along, and the colour under which one sits down; an amount that was typed stays.
   */
  #showPurse() {
    const { state, balance } = this.#purse;
    if (!state) return;
    const { buy_in: usual } = this.#table.info;
    if ((this.#buyIn?.value ?? "") === this.#begins) this.#begins = (Math.min(usual, balance) / 100).toFixed(2);
    const field = { id: "buy-in", inputmode: "decimal", autocomplete: "off", value: this.#begins };
    const failed = (/** @type {unknown} */ refusal) => this.#notify(asRefused(refusal));
    const dress = (/** @type {{target: HTMLSelectElement}} */ { target }) => this.#purse.dress({ name: state.name, colour: target.value }).catch(failed);
    const more = balance < usual && state.top_up;
    render(this.#bringing, () => [
      el("label", { for: "player-colour", onchange: dress }, "Your color ", this.#purse.colourChoice("player-colour")),
      el("label", { for: "buy-in" }, "Buy in with $ ", el("input", field), ` of ${dollars(balance)}`),
      more ? button(`Top up by ${dollars(state.top_up)}`, () => this.#purse.topUp().catch(failed)) : null,
    ]);
    render(this.#balance, () => `Purse ${dollars(balance)}`);
    if (this.#table.hasView) this.show();
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
        this.#table.sitting.end();
        this.#purse.refresh();
        this.#reopen("");
      });
    const more = () => attempt(moreChips(id, seat, token, newKey()), () => this.#purse.refresh());
    const topUp = () => attempt(this.#purse.topUp());
    const further = seats.filter((box) => box !== seat);
    const give = (/** @type {number} */ box) => () => attempt(leaveSeat(id, box, token, newKey()));
    const moves = moveWords(view.moves, seat);
    return [
      colourDot(view.colours[seat]),
      el("span", {}, further.length ? `Seat ${seat} (boxes ${seats[0]}–${seats.at(-1)})` : `Seat ${seat}`),
      this.#printed(seat) ? el("span", { class: "printed" }, `(${this.#printed(seat).slice(0, -2)})`) : null,
      moves ? el("span", { class: "quiet-text" }, `(${moves})`) : null,
      this.#free().map((box) =>
        button(`+ Box ${box}`, () => this.#takeBox(box), { class: "quiet", "aria-label": `Also play box ${box}` }),
      ),
      ends(further, seats).map((box) =>
        button(`− Box ${box}`, give(box), { class: "quiet", "aria-label": `Give up box ${box}` }),
      ),
      this.#balance,
      this.#tips ? this.#tip : null,
      few && !this.#isEmpty ? button("More play chips", more, { class: "quiet" }) : null,
      few && this.#isEmpty ? button("Top up your purse", topUp, { class: "quiet" }) : null,
      info.own ? button("Invite", () => this.#invite(), { class: "quiet", "aria-label": "Invite friends to this table" }) : null,
      button("Leave", leave, { class: "quiet" }),
    ];
  }

  /** @param {number} box  beside those that are held */
  async #takeBox(box) {
    const { id } = this.#table.info;
    await takeSeat(id, { seat: box, key: newKey() }, seatToken(id)).then(
      () => this.#table.arrive(box),
      (refusal) => this.#notify(asRefused(refusal)),
    );
  }

  /** A player presses a seat that is not theirs: it is offered as a further box, or they read why not. @param {number} seat */
  offer(seat) {
    const { info, seats, view, playing } = this.#table;
    const { most, cite } = info.boxes;
    if (!playing || view.names[seat]) return;
    if (this.#free().includes(seat)) {
      const label = `Also play box ${seat}`;
      this.#notify({ sentence: `Box ${seat} is free.`, cite, remedy: { label, act: () => this.#takeBox(seat) } });
      return;
    }
    const all = most === 1 ? "One player has one betting area at this table." : `One player may hold ${most} adjacent boxes at this table.`;
    const sentence = seats.length < most ? `Box ${seat} is not beside yours; boxes must be adjacent.` : all;
    this.#notify({ sentence, cite });
  }

  /** The link to a table of one's own, for friends. */
  async #invite() {
    const address = location.origin + location.pathname;
    const words = (await copied(address)) ? "The link to this table is copied." : `The link to this table is ${address}`;
    this.#notify({ sentence: `${words} Whoever has it may sit down here.`, cite: "" });
  }

  /** Free boxes beside those that are held, as far as one player may hold them here. */
  #free() {
    const { seat, seats, info, view } = this.#table;
    if (seats.length >= info.boxes.most || view.moves[seat]) return [];
    const beside = [Math.min(...seats) - 1, Math.max(...seats) + 1];
    const kept = Object.values(view.moves);
    return beside.filter((box) => box >= 1 && box <= info.seats && !view.names[box] && !kept.includes(box));
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
      this.#table.sitting.end();
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
